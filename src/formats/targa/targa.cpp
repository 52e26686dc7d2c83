// Checks Targa (Truevision TGA 2.0). OpenImageIO 2.4 reads palettes and interleaved rows wrongly.
#include "formats/common/codec.h"
#include "formats/targa/messages.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr std::uint64_t targa_runs = 8; ///< a bit of the number
constexpr StoredWay targa_stored[] = {{15, 2}, {16, 2}, {24, 2}, {32, 2}, {8, 3}, {16, 3}}; // no palettes: 1

Message check_targa(const FileView& file) {
    const auto field = [&](std::uint64_t at, int bytes) { return file.number(at, bytes, false); };
    const StoredWay own{field(16, 1), field(2, 1) & ~targa_runs};
    if (std::ranges::find(targa_stored, own) == std::end(targa_stored)) return not_stored(own);
    if (field(17, 1) >= 64) return message(messages::targa_rows);
    return {};
}

/// A file without a footer ends with its samples.
std::uint64_t end_of_targa(const FileView& file) {
    const auto field = [&](std::uint64_t at, int bytes) { return file.number(at, bytes, false); };
    const std::uint64_t pixel = (field(16, 1) + 7) / 8, colour = (field(7, 1) + 7) / 8;
    const bool has_footer = file.size() > 26 && file.bytes(file.size() - 18, 17) == "TRUEVISION-XFILE.";
    return has_footer || (field(2, 1) & targa_runs)
               ? 0
               : 18 + field(0, 1) + field(5, 2) * colour + field(12, 2) * field(14, 2) * pixel;
}

} // namespace

const Codec targa_codec{.format = targa_format, .reader = {.check = check_targa, .end = end_of_targa}};

} // namespace atrous
