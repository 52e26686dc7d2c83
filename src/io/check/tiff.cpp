// The directories of a TIFF (revision 6.0, and BigTIFF): profile and XMP of every page.
#include "io/check/check.h"
#include <set>

namespace atrous {
namespace {

constexpr int tag_xmp = 700, tag_icc = 34675;

/// How numbers lie in the file.
struct Layout {
    bool big_endian;
    int offset_bytes; ///< 4, or 8 of a BigTIFF
    std::uint64_t count_bytes() const { return offset_bytes == 8 ? 8 : 2; }
    std::uint64_t entry_bytes() const { return offset_bytes == 8 ? 20 : 12; }
};

std::string check_entry(const FileView& file, const Layout& layout, std::uint64_t at) {
    static constexpr std::uint64_t sizes[] = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8};
    const int tag = int(file.number(at, 2, layout.big_endian));
    if (tag != tag_icc && tag != tag_xmp) return {};
    const std::uint64_t type = file.number(at + 2, 2, layout.big_endian);
    const std::uint64_t count = file.number(at + 4, layout.offset_bytes, layout.big_endian);
    const std::uint64_t place = at + 4 + std::uint64_t(layout.offset_bytes);
    const std::uint64_t size = type < std::size(sizes) ? sizes[type] : 1;
    const std::string what = tag == tag_icc ? "its ICC profile" : "its XMP data";
    const std::uint64_t most = tag == tag_icc ? most_profile_bytes : most_xmp_bytes;
    if (size > 0 && count > most / size)
        return what + (tag == tag_icc ? " has" : " have") + " more than " + std::to_string(most >> 20) +
               " MiB; at most that are read";
    const std::uint64_t bytes = count * size;
    const bool inside = bytes <= std::uint64_t(layout.offset_bytes);
    const std::uint64_t from = inside ? place : file.number(place, layout.offset_bytes, layout.big_endian);
    if (!file.has(from, bytes)) return {}; // libtiff leaves it out
    const std::string data = file.bytes(from, bytes);
    return tag == tag_icc ? check_icc(data) : check_xmp(data);
}

} // namespace

std::string check_tiff(const FileView& file) {
    const bool big_endian = file.number(0, 1) == 'M';
    const bool big = file.number(2, 2, big_endian) == 43;
    const Layout layout{big_endian, big ? 8 : 4};
    std::set<std::uint64_t> seen;
    std::uint64_t at = file.number(big ? 8 : 4, layout.offset_bytes, big_endian);
    while (at != 0 && file.has(at, layout.count_bytes()) && int(seen.size()) <= most_file_parts &&
           seen.insert(at).second) {
        const std::uint64_t entries = file.number(at, int(layout.count_bytes()), big_endian);
        if (entries > 65535) return {}; // no TIFF
        at += layout.count_bytes();
        for (std::uint64_t i = 0; i < entries && file.has(at, layout.entry_bytes());
             ++i, at += layout.entry_bytes())
            if (std::string why = check_entry(file, layout, at); !why.empty()) return why;
        at = file.number(at, layout.offset_bytes, big_endian);
    }
    return {};
}

bool is_camera_raw(const FileView& file) {
    constexpr int tag_kind = 254, tag_photometric = 262, tag_pages_below = 330, tag_dng = 50706;
    constexpr std::uint64_t sensor = 32803, linear_raw = 34892, reduced = 1; // of TIFF/EP and DNG
    const bool big_endian = file.number(0, 1) == 'M';
    if (file.bytes(8, 2) == "CR") return true; // CR2
    const std::uint64_t first = file.number(4, 4, big_endian), entries = file.number(first, 2, big_endian);
    bool below = false, preview = false, marked = false;
    for (std::uint64_t i = 0, at = first + 2; i < entries && file.has(at, 12); ++i, at += 12) {
        const int tag = int(file.number(at, 2, big_endian));
        const std::uint64_t type = file.number(at + 2, 2, big_endian);
        const std::uint64_t value = file.number(at + 8, type == 3 ? 2 : 4, big_endian);
        below |= tag == tag_pages_below;
        preview |= tag == tag_kind && value == reduced;
        marked |= tag == tag_dng || (tag == tag_photometric && (value == sensor || value == linear_raw));
    }
    return marked || (below && preview); // NEF and ARW begin with a preview, too
}

} // namespace atrous
