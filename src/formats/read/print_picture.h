// Images of CMYK that are read as RGB (ReadOptions::to_rgb).
#pragma once
#include "formats/common/reader.h"

namespace atrous {

/// Why a picture with this header is refused as one of CMYK or Lab, where it is not to become RGB; empty where it is neither.
std::string print_refusal(const OIIO::ImageSpec& spec);
/// Makes the header that of an RGB picture, where it is of CMYK, and warns. Throws a file error: no profile says what its
/// inks are, or it is of Lab.
void make_rgb_of_print(OpenFile& open);

/// The header of the samples as the file has them; `spec` is as make_rgb_of_print() left it.
OIIO::ImageSpec print_samples(const PrintPicture& print, const OIIO::ImageSpec& spec);
/// All of these samples as sRGB; nothing where there is no room for either, and they were only read.
void convert_print(const PrintPicture& print, const OIIO::ImageSpec& spec, const Bytes& samples, Bytes& to);

} // namespace atrous
