// The merged picture of a PSD or PSB of CMYK, of which OpenImageIO 2.4 makes RGB without its profile.
#pragma once
#include "base/size.h"
#include "platform/bytes.h"
#include <filesystem>

namespace atrous {

/// Its four inks, reversed as Photoshop has them, packed and in the machine's byte order; where `to` has less room than all of them
/// its beginning is used again and again. Throws a file error: it is cut or damaged, or no such picture of that size.
void read_psd_inks(const std::filesystem::path& path, Size size, Bytes& to);

} // namespace atrous
