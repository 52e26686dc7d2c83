// The chunks of a WebP (WebP Container Specification): XMP, the size of the profile, and whether all is there that its header
// announces. libwebp passes over chunks that it does not know, and what a damaged name hides is missing without a word.
#include "base/text.h"
#include "io/check/check.h"
#include <algorithm>
#include <set>

namespace atrous {
namespace {

constexpr std::uint64_t riff_chunks = 12, riff_head = 8, riff_frame_head = 16;

/// Calls each(name, place of the data, length) for the chunks that lie before `end`; returns where they end.
template <class Each>
std::uint64_t walk_riff(const FileView& file, std::uint64_t at, std::uint64_t end, Each each) {
    while (at + riff_head <= end) {
        const std::uint64_t length = file.number(at + 4, 4, false);
        if (length > end - at - riff_head || !each(file.bytes(at, 4), at + riff_head, length)) break;
        at += riff_head + length + length % 2;
    }
    return at;
}

/// A chunk that the header's flags announce, and what is in it.
struct Announced {
    std::uint64_t flag;
    const char *name, *what;
};
constexpr Announced announced[] = {{0x20, "ICCP", "a colour profile"},
                                   {0x08, "EXIF", "EXIF data"},
                                   {0x04, "XMP ", "XMP data"},
                                   {0x02, "ANIM", "an animation"}};
constexpr std::string_view known[] = {"VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP", "EXIF", "XMP "};

} // namespace

std::string check_riff(const FileView& file) {
    std::string why;
    walk_riff(file, riff_chunks, file.size(),
              [&](const std::string& name, std::uint64_t at, std::uint64_t length) {
                  if (name == "XMP ") why = check_xmp(file.bytes(at, std::min(length, most_xmp_bytes + 1)));
                  if (name == "ICCP" && length > most_profile_bytes)
                      why = check_icc(file.bytes(at, most_profile_bytes + 1));
                  return why.empty();
              });
    return why;
}

std::vector<std::string> damage_in_riff(const FileView& file) {
    std::vector<std::string> damage;
    std::set<std::string> names;
    const auto look = [&](const std::string& name, std::uint64_t at, std::uint64_t length) {
        names.insert(name);
        if (std::ranges::find(known, name) == std::end(known))
            damage.push_back("its chunk '" + one_line(name) + "' of " + std::to_string(length) +
                             " bytes at byte " + std::to_string(at) + " is of no known kind");
        return true;
    };
    const std::uint64_t end = std::min(file.size(), file.number(4, 4, false) + riff_head);
    walk_riff(file, riff_chunks, end, [&](const std::string& name, std::uint64_t at, std::uint64_t length) {
        if (name == "ANMF" && length > riff_frame_head)
            walk_riff(file, at + riff_frame_head, at + length, look);
        return look(name, at, length);
    });
    if (file.bytes(riff_chunks, 4) != "VP8X") return damage;
    const std::uint64_t flags = file.number(riff_chunks + riff_head, 1);
    for (const Announced& row : announced)
        if (const bool there = names.contains(row.name); there != ((flags & row.flag) != 0))
            damage.push_back(std::string(there ? "its header does not announce " : "its header announces ") +
                             row.what + (there ? ", which is there" : ", which is not there"));
    constexpr std::uint64_t alpha = 0x10;
    if (names.contains("ALPH") && !(flags & alpha))
        damage.push_back("its header does not announce transparency, which is there");
    return damage;
}

} // namespace atrous
