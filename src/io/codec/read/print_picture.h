// Pictures of CMYK and Lab that are read as RGB (ReadOptions::to_rgb).
#pragma once
#include "io/colour/print_colours.h"
#include "system/bytes.h"
#include <OpenImageIO/imageio.h>
#include <filesystem>
#include <vector>

namespace atrous {

/// How such a picture becomes RGB.
struct PrintPicture {
    std::shared_ptr<const PrintColours> colours = nullptr; ///< null: it is none
    int channels = 0;                                      ///< that its file has
};

/// Why a picture with this header is refused as one of CMYK or Lab, where it is not to become RGB; empty where it is neither.
std::string print_refusal(const OIIO::ImageSpec& spec);
/// Whether the first page of a TIFF is one of these: OpenImageIO is to leave its samples as they are then.
bool is_print_tiff(const std::filesystem::path& path);
/// Makes the header that of an RGB picture, where it is of CMYK or Lab, and says so. Throws a file error: no profile says what its
/// inks are.
PrintPicture make_rgb_of_print(const std::filesystem::path& path, const std::string& format,
                               OIIO::ImageSpec& spec, std::vector<std::string>& warnings);

/// A file that is open, with its header as make_rgb_of_print() left it.
struct OpenPrint {
    const std::filesystem::path& path;
    OIIO::ImageInput& in;
    const OIIO::ImageSpec& spec;
    const ScratchPtr& scratch;
};
/// Reads its samples as sRGB; where there is no room for all of them, they are only read.
void read_print(const PrintPicture& print, const OpenPrint& open, Bytes& to);

} // namespace atrous
