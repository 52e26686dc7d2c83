// A JPEG of one scan decoded to its end, which OpenImageIO 2.4 does not do; or 2, 4 or 8 times smaller: of each block of 8x8 only the
// lowest frequencies, which is much less work.
#pragma once
#include "base/size.h"
#include "platform/bytes.h"
#include <filesystem>
#include <string>

namespace atrous {

/// The reductions that there are, largest first.
constexpr int jpeg_reductions[] = {8, 4, 2};

/// A JPEG whose decoder makes it smaller.
struct ReducedJpeg {
    Size size;     ///< as decoded: ceil(old / times)
    int channels;  ///< 1 or 3
    int times = 1; ///< 1, or one of jpeg_reductions
};

/// Decodes the rows, one behind the other, 8 bits a sample, in the colours in which a reader of the whole file gives them. A
/// buffer with less room than they take (a row at least) is used again and again. Throws a file error where the file is
/// truncated or damaged, as far as libjpeg sees it; or where it is not what was expected. Returns what libjpeg complains of behind the
/// last row: bytes that are left over in front of the end mark show that others before them are not the right ones.
std::string read_reduced(const std::filesystem::path& path, const ReducedJpeg& expected, Bytes& to);

} // namespace atrous
