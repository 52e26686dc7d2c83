// Small formats whose samples OpenImageIO 2.4 misreads, or takes from memory that nobody filled: BMP, Targa (Truevision TGA 2.0), PNM,
// Radiance.
#include "base/text.h"
#include "formats/common/check.h"
#include "formats/pnm/pnm.h"
#include <algorithm>
#include <utility>

namespace atrous {
namespace {

/// Bits of a sample, and the number of a way to store it.
using Stored = std::pair<std::uint64_t, std::uint64_t>;
constexpr std::uint64_t bmp_masked = 3, targa_runs = 8; ///< a bit of the number
/// Those that are read right; others are taken for these.
constexpr Stored bmp_stored[] = {{1, 0},  {4, 0}, {8, 0}, {16, 0}, {24, 0},
                                 {32, 0}, {4, 2}, {8, 1}, {16, 3}, {32, bmp_masked}};
constexpr Stored targa_stored[] = {{15, 2}, {16, 2}, {24, 2}, {32, 2}, {8, 3}, {16, 3}}; // no palettes: 1

std::string not_stored(Stored own) {
    return "damaged or not supported: its samples have " + std::to_string(own.first) +
           " bits, stored in way " + std::to_string(own.second) +
           "; save it again with 24 bits and without compression";
}

} // namespace

// There are several headers of BMPs: of one that is cut, or of a size that it does not know, OpenImageIO 2.4 takes the picture's
// size from memory that nobody filled.
std::string check_bmp(const FileView& file) {
    constexpr std::uint64_t file_header = 14, masks[] = {0xff0000, 0xff00, 0xff}, masks_at = 54;
    const std::uint64_t header = file.number(file_header, 4, false), picture = file.number(10, 4, false);
    if (header != 12 && header != 40 && header != 108 && header != 124)
        return "damaged or not supported: its header has " + std::to_string(header) +
               " bytes; BMPs with 12, 40, 108 and 124 are read";
    if (!file.has(file_header, header) || picture > file.size())
        return "truncated or damaged: its headers take " + std::to_string(file_header + header) +
               " bytes and its picture begins at byte " + std::to_string(picture) + "; it has " +
               std::to_string(file.size()) + " bytes";
    const Stored own{file.number(28, 2, false), file.number(30, 4, false)};
    if (header > 12 && std::ranges::find(bmp_stored, own) == std::end(bmp_stored)) return not_stored(own);
    for (std::uint64_t i = 0; own == Stored{32, bmp_masked} && i < 3; ++i)
        if (file.number(masks_at + 4 * i, 4, false) != masks[i])
            return "not supported: its samples are in another order than blue, green, red; save it again with 24 bits";
    return {};
}

bool has_bmp_alpha(const FileView& file) {
    constexpr std::uint64_t with_masks = 108;
    if (file.number(14, 4, false) >= with_masks) return file.number(66, 4, false) != 0;
    for (std::uint64_t at = file.number(10, 4, false) + 3; file.has(at, 1); at += 4)
        if (file.number(at, 1) != 0) return true;
    return false;
}

std::string check_targa(const FileView& file) {
    const auto field = [&](std::uint64_t at, int bytes) { return file.number(at, bytes, false); };
    const Stored own{field(16, 1), field(2, 1) & ~targa_runs};
    if (std::ranges::find(targa_stored, own) == std::end(targa_stored)) return not_stored(own);
    if (field(17, 1) >= 64) return "not supported: its rows are interleaved; save it again without";
    return {};
}

// OpenImageIO 2.4 shows white for all samples where the largest is 0 or has more than 16 bits.
std::string check_pnm(const FileView& file) {
    const bool floats = (file.number(1, 1) | 0x20) == 'f';
    return floats || pnm_header(file)
               ? ""
               : "its header is damaged: width, height or the largest sample (1 to 65535) is no such number";
}

Damage damage_in_hdr(const FileView& file) {
    constexpr std::uint64_t longest = 4096;
    constexpr std::pair<std::string_view, double> usual[] = {
        {"EXPOSURE=", 1}, {"COLORCORR=", 1}, {"GAMMA=", 1}, {"PIXASPECT=", 1}, {"PRIMARIES=", 0.64}};
    Damage found;
    const std::string head = file.bytes(0, longest);
    for (const auto& [name, number] : usual) {
        const std::size_t at = head.substr(0, head.find("\n\n")).find("\n" + std::string(name));
        if (at != std::string::npos &&
            std::strtof(head.c_str() + at + 1 + name.size(), nullptr) != float(number))
            found.unread.add(one_line(head.substr(at + 1, head.find('\n', at + 1) - at - 1)) +
                             " in its header is not applied");
    }
    return found;
}

} // namespace atrous
