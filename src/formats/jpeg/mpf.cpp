// Changes the table of further images in place: a TIFF structure (TIFF 6.0, section 2) of one directory that
// counts.
#include "formats/jpeg/mpf.h"
#include "metadata/exif_entries.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr std::size_t mp_entry_bytes = 16, uid_bytes = 33; // sections 5.2.3.3 and 5.2.3.4
constexpr std::uint32_t tag_version = 0xB000, tag_count = 0xB001, tag_entries = 0xB002, tag_uids = 0xB003;

/// The segment's structure, or nothing if it has none.
std::optional<std::string> structure_of(std::string_view segment) {
    if (!segment.starts_with(mpf_magic)) return {};
    segment.remove_prefix(mpf_magic.size());
    const bool known = segment.starts_with("MM") || segment.starts_with("II");
    return known ? std::optional(std::string(segment)) : std::nullopt;
}

/// The place of the value of a tag, or of its offset, in the only directory, or 0 if there is none.
std::size_t place_of(const std::string& table, std::uint32_t tag) {
    const ExifReader reader{table};
    return reader.place_of(reader.number(4, 4), tag);
}

/// A list of records of a number of bytes each: the place of its offset, its beginning, the number of records.
struct Records {
    std::size_t place = 0, at = 0, count = 0;
};
Records records_of(const std::string& table, std::uint32_t tag, std::size_t bytes) {
    const ExifReader reader{table};
    Records found{place_of(table, tag)};
    if (found.place == 0) return {};
    found.at = reader.number(found.place, 4);
    found.count = reader.number(found.place - 4, 4) / bytes;
    return found.at + found.count * bytes <= table.size() ? found : Records{};
}

/// Keeps the chosen records, in their order, with zeros after them.
void choose_records(std::string& table, const Records& records, std::size_t bytes,
                    const std::vector<MpfPlace>& places) {
    if (records.place == 0) return;
    std::string chosen;
    for (const MpfPlace& place : places)
        if (place.old < records.count) chosen += table.substr(records.at + place.old * bytes, bytes);
    ExifWriter{table}.put(records.place - 4, 4, std::uint32_t(chosen.size()));
    chosen.resize(records.count * bytes, '\0');
    table.replace(records.at, chosen.size(), chosen);
}

/// The number, from 1, that an image has in the new table, or 0 if it is not in it, and for none.
std::uint32_t new_number(std::uint32_t old, const std::vector<MpfPlace>& places) {
    const auto found = std::ranges::find(places, old - 1, &MpfPlace::old);
    return old == 0 || found == places.end() ? 0 : std::uint32_t(found - places.begin()) + 1;
}

} // namespace

std::optional<std::vector<MpfEntry>> mpf_entries(std::string_view segment) {
    const auto table = structure_of(segment);
    const Records records = table ? records_of(*table, tag_entries, mp_entry_bytes) : Records{};
    if (records.count == 0) return {};
    std::vector<MpfEntry> found;
    const ExifReader reader{*table};
    for (std::size_t i = 0; i < records.count; ++i) {
        const std::size_t at = records.at + i * mp_entry_bytes;
        found.push_back(
            {reader.number(at, 4) & 0xFFFFFF, reader.number(at + 4, 4), reader.number(at + 8, 4)});
    }
    return found;
}

std::string mpf_with(std::string_view segment, const std::vector<MpfPlace>& places) {
    auto table = structure_of(segment);
    const Records records = table ? records_of(*table, tag_entries, mp_entry_bytes) : Records{};
    if (records.count == 0) return std::string(segment);
    const Records uids = records_of(*table, tag_uids, uid_bytes);
    const std::size_t count = place_of(*table, tag_count);
    choose_records(*table, uids, uid_bytes, places);
    choose_records(*table, records, mp_entry_bytes, places);
    const ExifWriter writer{*table};
    const ExifReader reader{*table};
    if (count > 0) writer.put(count, 4, std::uint32_t(places.size()));
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::size_t at = records.at + i * mp_entry_bytes;
        writer.put(at + 4, 4, places[i].size);
        writer.put(at + 8, 4, places[i].offset);
        for (const std::size_t dependent : {at + 12, at + 14})
            writer.put(dependent, 2, new_number(reader.number(dependent, 2), places));
    }
    return std::string(mpf_magic) + *table;
}

// The directory of section 5.2.3: version, number of images, their entries, of which only the first has a type (baseline primary).
std::string new_mpf(int images) {
    const auto entry = [&](std::uint32_t tag, int type, std::uint64_t count, const std::string& value) {
        return number_bytes(tag, 2) + number_bytes(std::uint64_t(type), 2) + number_bytes(count, 4) + value;
    };
    constexpr int undefined = 7, whole = 4, head = 8, entries = 3;
    const std::uint64_t all = std::uint64_t(images) * mp_entry_bytes, behind = head + 2 + entries * 12 + 4;
    return std::string(mpf_magic) + "MM" + number_bytes(42, 2) + number_bytes(head, 4) +
           number_bytes(entries, 2) + entry(tag_version, undefined, 4, "0100") +
           entry(tag_count, whole, 1, number_bytes(std::uint64_t(images), 4)) +
           entry(tag_entries, undefined, all, number_bytes(behind, 4)) + number_bytes(0, 4) +
           number_bytes(0x030000, 4) + std::string(all - 4, '\0');
}

} // namespace atrous
