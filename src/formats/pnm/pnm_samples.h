// The samples of 16-bit PPMs and PGMs: OpenImageIO 2.4 reads some of them one too low, and writes bytes in the other order.
#pragma once
#include "base/size.h"
#include "platform/bytes.h"
#include <filesystem>

namespace atrous {

/// Reads samples of two bytes, scaled so that 65535 is white, row after row; where `to` is smaller than the picture, one row over the
/// other. False where the file has none, or another size. Throws a file error: it is cut.
bool read_wide_pnm(const std::filesystem::path& path, Size size, int channels, Bytes& to);

} // namespace atrous
