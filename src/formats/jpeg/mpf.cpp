// Changes the table of further images in place: a TIFF structure (TIFF 6.0, section 2) of one directory that
// counts.
#include "formats/jpeg/mpf.h"
#include "files/file_view.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr std::size_t mp_entry_bytes = 16, uid_bytes = 33; // sections 5.2.3.3 and 5.2.3.4
constexpr std::uint64_t tag_count = 0xB001, tag_entries = 0xB002, tag_uids = 0xB003;

/// A TIFF structure's bytes. Bytes outside of them are 0.
struct Structure {
    std::string bytes;
    bool big = false;

    bool has(std::uint64_t at, std::uint64_t count) const {
        return at <= bytes.size() && count <= bytes.size() - at;
    }
    std::uint64_t number(std::uint64_t at, int count) const {
        return has(at, std::uint64_t(count)) ? number_in(bytes, std::size_t(at), count, big) : 0;
    }
    void set(std::uint64_t at, int count, std::uint64_t value) {
        if (!has(at, std::uint64_t(count))) return;
        bytes.replace(std::size_t(at), std::size_t(count), number_bytes(value, count, big));
    }
    /// The place of the directory's entry of a tag, or 0 if there is none.
    std::uint64_t entry(std::uint64_t tag) const {
        const std::uint64_t first = number(4, 4), count = number(first, 2);
        for (std::uint64_t i = 0; i < count && has(first + 2 + 12 * i, 12); ++i)
            if (number(first + 2 + 12 * i, 2) == tag) return first + 2 + 12 * i;
        return 0;
    }
};

std::optional<Structure> structure_of(std::string_view segment) {
    if (!segment.starts_with(mpf_magic)) return {};
    segment.remove_prefix(mpf_magic.size());
    const bool big = segment.starts_with("MM");
    if (!big && !segment.starts_with("II")) return {};
    return Structure{std::string(segment), big};
}

/// A list of records of a number of bytes each: its entry in the directory, its beginning, the number of
/// records.
struct Records {
    std::uint64_t entry = 0, at = 0, count = 0;
};
Records records_of(const Structure& of, std::uint64_t tag, std::uint64_t bytes) {
    Records found{of.entry(tag)};
    if (found.entry == 0) return {};
    found.at = of.number(found.entry + 8, 4);
    found.count = of.number(found.entry + 4, 4) / bytes;
    return of.has(found.at, found.count * bytes) ? found : Records{};
}

/// Keeps the chosen records, in their order, with zeros after them.
void choose_records(Structure& of, const Records& records, std::size_t bytes,
                    const std::vector<MpfPlace>& places) {
    if (records.entry == 0) return;
    std::string chosen;
    for (const MpfPlace& place : places)
        if (place.old < records.count)
            chosen += of.bytes.substr(std::size_t(records.at) + place.old * bytes, bytes);
    of.set(records.entry + 4, 4, chosen.size());
    chosen.resize(std::size_t(records.count) * bytes, '\0');
    of.bytes.replace(std::size_t(records.at), chosen.size(), chosen);
}

/// The number, from 1, that an image has in the new table, or 0 if it is not in it, and for none.
std::uint64_t new_number(std::uint64_t old, const std::vector<MpfPlace>& places) {
    const auto found = std::ranges::find(places, old - 1, &MpfPlace::old);
    return old == 0 || found == places.end() ? 0 : std::uint64_t(found - places.begin()) + 1;
}

} // namespace

std::optional<std::vector<MpfEntry>> mpf_entries(std::string_view segment) {
    const auto table = structure_of(segment);
    const Records records = table ? records_of(*table, tag_entries, mp_entry_bytes) : Records{};
    if (records.count == 0) return {};
    std::vector<MpfEntry> found;
    for (std::uint64_t i = 0; i < records.count; ++i) {
        const std::uint64_t at = records.at + i * mp_entry_bytes;
        found.push_back({std::uint32_t(table->number(at, 4) & 0xFFFFFF),
                         std::uint32_t(table->number(at + 4, 4)), std::uint32_t(table->number(at + 8, 4))});
    }
    return found;
}

std::string mpf_with(std::string_view segment, const std::vector<MpfPlace>& places) {
    auto table = structure_of(segment);
    const Records records = table ? records_of(*table, tag_entries, mp_entry_bytes) : Records{};
    if (records.count == 0) return std::string(segment);
    const Records uids = records_of(*table, tag_uids, uid_bytes);
    const std::uint64_t count = table->entry(tag_count);
    choose_records(*table, uids, uid_bytes, places);
    choose_records(*table, records, mp_entry_bytes, places);
    if (count > 0) table->set(count + 8, 4, places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::uint64_t at = records.at + i * mp_entry_bytes;
        table->set(at + 4, 4, places[i].size);
        table->set(at + 8, 4, places[i].offset);
        for (const std::uint64_t dependent : {at + 12, at + 14})
            table->set(dependent, 2, new_number(table->number(dependent, 2), places));
    }
    return std::string(mpf_magic) + table->bytes;
}

} // namespace atrous
