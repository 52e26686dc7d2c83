// The chunks of a WebP (WebP Container Specification): XMP, the size of the profile, and whether all is there that its header
// announces. libwebp passes over chunks that it does not know, and what a damaged name hides is missing without a word.
#include "base/text.h"
#include "files/file_pieces.h"
#include "formats/common/check.h"
#include "image/icc.h"
#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

namespace atrous {
namespace {

/// A chunk that the header's flags announce, and what is in it.
struct Announced {
    std::uint64_t flag;
    const char *name, *what;
    bool may_miss = false; ///< tools that take it out leave the flag
};
constexpr Announced announced[] = {{0x20, "ICCP", "a colour profile"},
                                   {0x08, "EXIF", "EXIF data", true},
                                   {0x04, "XMP ", "XMP data", true},
                                   {0x02, "ANIM", "an animation"}};
constexpr std::string_view known[] = {"VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP", "EXIF", "XMP "};

bool is_known(const std::string& name) { return std::ranges::find(known, name) != std::end(known); }

/// Whether a name has all letters of a known one but one: others are kinds that readers shall pass over (2.7.1.5).
bool is_nearly_known(const std::string& name) {
    return std::ranges::any_of(known, [&](std::string_view other) {
        return std::inner_product(name.begin(), name.end(), other.begin(), 0, std::plus<>(),
                                  std::not_equal_to<>()) == 1;
    });
}

} // namespace

std::string check_riff(const FileView& file) {
    std::string why;
    walk_riff(file, [&](const std::string& name, std::uint64_t at, std::uint64_t length) {
        if (name == "XMP ") why = check_xmp(file.bytes(at, std::min(length, most_xmp_bytes + 1)));
        if (name == "ICCP" && length > most_profile_bytes)
            why = check_icc(file.bytes(at, most_profile_bytes + 1));
        return why.empty();
    });
    return why;
}

Damage damage_in_riff(const FileView& file) {
    Damage damage;
    std::set<std::string> names;
    const auto look = [&](const std::string& name, std::uint64_t at, std::uint64_t length) {
        if (is_known(name)) {
            names.insert(name);
            return true;
        }
        const std::string chunk = "its chunk '" + one_line(name) + "' of " + std::to_string(length) +
                                  " bytes at byte " + std::to_string(at) + " is of no known kind";
        if (is_nearly_known(name))
            damage.lost.add(chunk + ", but its name nearly is");
        else
            damage.notes.add(chunk + ": it is left out");
        return true;
    };
    walk_riff(file, [&](const std::string& name, std::uint64_t at, std::uint64_t length) {
        if (name == "ANMF" && length > riff_frame_head)
            walk_riff(file, at + riff_frame_head, at + length, look);
        return look(name, at, length);
    });
    if (file.bytes(riff_chunks, 4) != "VP8X") return damage;
    const std::uint64_t flags = file.number(riff_chunks + riff_head, 1);
    for (const Announced& row : announced) {
        const bool there = names.contains(row.name), said = (flags & row.flag) != 0;
        if (there && !said)
            damage.lost.add(std::string("its header does not announce ") + row.what + ", which is there");
        if (said && !there)
            (row.may_miss ? damage.notes : damage.lost)
                .add(std::string("its header announces ") + row.what + ", which is not there");
    }
    constexpr std::uint64_t alpha = 0x10;
    if (names.contains("ALPH") && !(flags & alpha))
        damage.lost.add("its header does not announce transparency, which is there");
    return damage;
}

} // namespace atrous
