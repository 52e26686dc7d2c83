// Images of CMYK that are read as RGB (ReadOptions::to_rgb).
#pragma once
#include "colour/print_colours.h"
#include "platform/bytes.h"
#include <OpenImageIO/imageio.h>
#include <filesystem>
#include <vector>

namespace atrous {

/// How such a picture becomes RGB.
struct PrintPicture {
    std::shared_ptr<const PrintColours> colours = nullptr; ///< null: it is none
    int channels = 0;                                      ///< that its file has,
    int beside = 0;                                        ///< and those of them that are none of its colours
};

/// Why a picture with this header is refused as one of CMYK or Lab, where it is not to become RGB; empty where it is neither.
std::string print_refusal(const OIIO::ImageSpec& spec);
/// Whether the first page of a TIFF is one of CMYK: OpenImageIO is to leave its samples as they are then.
bool is_print_tiff(const std::filesystem::path& path);
/// Makes the header that of an RGB picture, where it is of CMYK, and warns. Throws a file error: no profile says what its
/// inks are, or it is of Lab.
PrintPicture make_rgb_of_print(const std::filesystem::path& path, const std::string& format,
                               OIIO::ImageSpec& spec, std::vector<std::string>& warnings);

/// The header of the samples as the file has them; `spec` is as make_rgb_of_print() left it.
OIIO::ImageSpec print_samples(const PrintPicture& print, const OIIO::ImageSpec& spec);
/// All of these samples as sRGB; nothing where there is no room for either, and they were only read.
void convert_print(const PrintPicture& print, const OIIO::ImageSpec& spec, const Bytes& samples, Bytes& to);

} // namespace atrous
