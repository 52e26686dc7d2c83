// TIFF 6.0, section 2, and BigTIFF (libtiff's design): the same entries with places of 8 bytes in place of 4.
#include "formats/tiff/big_tiff.h"
#include "formats/tiff/tiff_pages.h"
#include "metadata/exif_block.h"
#include <algorithm>
#include <set>

namespace atrous {
namespace {

constexpr int tiff_short = 3, tiff_long = 4, tiff_slong = 9, tiff_ifd = 13, tiff_long8 = 16, tiff_slong8 = 17,
              tiff_ifd8 = 18;
constexpr int tag_maker_note = 0x927C;
constexpr int tags_below[] = {0x8769, 0x8825, 0xA005};     // EXIF, GPS, interoperability
constexpr int tags_of_blocks[] = {0x02BC, 0x83BB, 0x8649}; // XMP, IPTC, Photoshop's resources

/// A tag with its values, little-endian, or the directory that it leads to.
struct TagWithValues {
    int tag = 0, type = 0;
    std::uint64_t count = 0;
    std::string values{};
    std::vector<TagWithValues> below{};
};

bool is_one_of(std::span<const int> tags, int tag) { return std::ranges::count(tags, tag) > 0; }

/// Bytes of which a value's numbers consist: rational ones are two.
std::size_t number_size(int type) {
    const std::size_t size = std::size_t(TiffEntry{0, type}.value_bytes());
    constexpr int rational = 5, signed_rational = 10;
    return type == rational || type == signed_rational ? size / 2 : std::max<std::size_t>(size, 1);
}

/// Reads directories of either kind.
struct DirectoryReader {
    const FileView& file;
    bool big_endian = file.number(0, 1) == 'M';
    bool big = file.number(2, 2, big_endian) == 43;
    std::size_t left = std::size_t(64) << 20; ///< bytes that may be read
    bool maker_note = false;
    int entries_left = 20'000; ///< directories may name each other, and themselves

    std::uint64_t number(std::uint64_t at, int bytes) const { return file.number(at, bytes, big_endian); }
    int place() const { return big ? 8 : 4; }

    std::string values_at(std::uint64_t at, std::uint64_t bytes, int type) {
        std::string values = file.bytes(at, bytes);
        left -= values.size();
        const std::size_t size = number_size(type);
        for (std::size_t i = 0; big_endian && size > 1 && i + size <= values.size(); i += size)
            std::reverse(values.begin() + std::ptrdiff_t(i), values.begin() + std::ptrdiff_t(i + size));
        return values;
    }

    std::vector<TagWithValues> directory(std::uint64_t at, int depth = 0) {
        constexpr std::uint64_t most_entries = 4096;
        constexpr int most_depth = 2;
        const int count_bytes = big ? 8 : 2, entry_bytes = big ? 20 : 12;
        const std::uint64_t entries = std::min(number(at, count_bytes), most_entries);
        std::vector<TagWithValues> found;
        for (std::uint64_t i = 0; i < entries && entries_left > 0; ++i, --entries_left) {
            const std::uint64_t entry = at + std::uint64_t(count_bytes) + i * std::uint64_t(entry_bytes);
            TagWithValues tag{int(number(entry, 2)), int(number(entry + 2, 2)), number(entry + 4, place())};
            const std::uint64_t own = entry + 4 + std::uint64_t(place());
            if (tag.tag == tag_maker_note) maker_note = true;
            if (is_one_of(tags_below, tag.tag)) {
                const int size = std::min(int(TiffEntry{0, tag.type}.value_bytes()), place());
                if (depth < most_depth && size > 0) tag.below = directory(number(own, size), depth + 1);
                if (!tag.below.empty()) found.push_back(std::move(tag));
                continue;
            }
            const std::uint64_t size = TiffEntry{0, tag.type}.value_bytes();
            const bool fact = depth > 0 || is_one_of(tags_of_blocks, tag.tag) ||
                              !describes_storage("Image", std::uint16_t(tag.tag));
            if (!fact || size == 0 || tag.count == 0 || tag.count > left / size ||
                (big && tag.tag == tag_maker_note))
                continue;
            const std::uint64_t bytes = tag.count * size;
            const std::uint64_t from = bytes <= std::uint64_t(place()) ? own : number(own, place());
            if (!file.has(from, bytes)) continue;
            tag.values = values_at(from, bytes, tag.type);
            found.push_back(std::move(tag));
        }
        return found;
    }
    std::vector<TagWithValues> first() { return directory(number(big ? 8 : 4, place())); }
};

/// Why a TIFF cannot have the tag, empty where it can: it has no numbers of 8 bytes, and what lies at a place is not there.
std::string why_not_in_tiff(const TagWithValues& tag) {
    if (tag.type == tiff_ifd || tag.type == tiff_ifd8) return "leads to a directory that is not read";
    const bool below_zero = tag.type == tiff_slong8;
    if (tag.type != tiff_long8 && !below_zero) return {};
    for (std::size_t i = 0; i + 8 <= tag.values.size(); i += 8) {
        const std::uint64_t number = number_in(tag.values, i, 8, false);
        const bool fits =
            below_zero ? std::int64_t(number) == std::int32_t(number) : number == std::uint32_t(number);
        if (!fits) return "has numbers of more than 32 bits";
    }
    return {};
}

/// Makes numbers of 8 bytes such of 4, and takes out what a TIFF cannot have.
void narrow(std::vector<TagWithValues>& tags, std::vector<std::string>& left_out) {
    std::vector<TagWithValues> kept;
    for (TagWithValues& tag : tags) {
        narrow(tag.below, left_out);
        if (const std::string why = tag.below.empty() ? why_not_in_tiff(tag) : ""; !why.empty()) {
            left_out.push_back("the tag " + std::to_string(tag.tag) + " of a BigTIFF, which " + why +
                               ", is left out");
            continue;
        }
        if (tag.type == tiff_long8 || tag.type == tiff_slong8) {
            std::string values;
            for (std::size_t i = 0; i + 8 <= tag.values.size(); i += 8) values += tag.values.substr(i, 4);
            tag.type = tag.type == tiff_long8 ? tiff_long : tiff_slong;
            tag.values = std::move(values);
        }
        kept.push_back(std::move(tag));
    }
    tags = std::move(kept);
}

/// The entries of tags that come to lie at `at`, and the values that do not fit into them, behind `values_at`.
struct EntriesOfTags {
    bool big;
    std::uint64_t values_at;
    std::string values{};

    std::string of(const TagWithValues& tag) {
        const int place = big ? 8 : 4;
        const int type = tag.below.empty() ? tag.type : big ? tiff_ifd8 : tiff_long;
        std::string entry = number_bytes(std::uint64_t(tag.tag), 2, false) +
                            number_bytes(std::uint64_t(type), 2, false) +
                            number_bytes(tag.below.empty() ? tag.count : 1, place, false);
        std::string own = tag.values;
        if (!tag.below.empty() || own.size() > std::size_t(place)) {
            values += std::string(values.size() % 2, '\0');
            const std::uint64_t at = values_at + values.size();
            values += tag.below.empty() ? own : directory(tag.below, at);
            own = number_bytes(at, place, false);
        }
        own.resize(std::size_t(place), '\0');
        return entry + own;
    }

    /// A directory that lies there, its values behind it.
    std::string directory(const std::vector<TagWithValues>& tags, std::uint64_t at) const {
        const std::uint64_t bytes = big ? 16 + 20 * tags.size() : 6 + 12 * tags.size();
        EntriesOfTags inside{big, at + bytes};
        std::string entries;
        for (const TagWithValues& tag : tags) entries += inside.of(tag);
        return number_bytes(tags.size(), big ? 8 : 2, false) + entries + std::string(big ? 8 : 4, '\0') +
               inside.values;
    }
};

constexpr std::uint64_t bytes_before = 8; ///< the first directory
std::string as_tiff(const std::vector<TagWithValues>& tags) {
    return std::string("II*\0\x08\0\0\0", bytes_before) +
           EntriesOfTags{false, 0}.directory(tags, bytes_before);
}

} // namespace

bool is_big_tiff(std::string_view head) {
    return head.starts_with(std::string_view("II+\0", 4)) || head.starts_with(std::string_view("MM\0+", 4));
}

std::string bare_tiff() {
    const std::string one("\1\0", 2);
    return as_tiff({{tag_width, tiff_short, 1, one}, {tag_height, tiff_short, 1, one}});
}

BigTiffTags tags_of_big_tiff(const FileView& file) {
    if (!is_big_tiff(file.bytes(0, 4))) return {};
    DirectoryReader reader{file};
    std::vector<TagWithValues> tags = reader.first();
    std::ranges::stable_sort(tags, {}, &TagWithValues::tag);
    BigTiffTags found;
    if (reader.maker_note)
        found.left_out.emplace_back("the maker note of a BigTIFF, which may hold places in it, is left out");
    narrow(tags, found.left_out);
    found.tiff =
        tags.empty() ? bare_tiff() : as_tiff(tags); // Exiv2 takes a directory without entries for damage
    return found;
}

void put_into_big_tiff(OutputBytes& bytes, const std::string& tiff) {
    constexpr std::uint64_t head = 16, first_at = 8, entry_bytes = 20;
    const auto read = [&](std::uint64_t at, std::size_t count) {
        std::string text(count, '\0');
        text.resize(bytes.get(text.data(), count, at));
        text.resize(count, '\0');
        return text;
    };
    const std::uint64_t first = number_in(read(first_at, 8), 0, 8, false);
    const std::uint64_t count = std::min<std::uint64_t>(number_in(read(first, 8), 0, 8, false), 65535);
    std::vector<std::string> entries;
    std::set<int> there;
    for (std::uint64_t i = 0; i < count; ++i) {
        entries.push_back(read(first + 8 + i * entry_bytes, entry_bytes));
        there.insert(int(number_in(entries.back(), 0, 2, false)));
    }
    const std::string next = read(first + 8 + count * entry_bytes, 8);
    const FileView view = FileView::of(tiff);
    std::vector<TagWithValues> tags = DirectoryReader{view}.first();
    std::erase_if(tags, [&](const TagWithValues& tag) { return there.contains(tag.tag); });
    if (tags.empty() || bytes.size() < head) return;
    const std::uint64_t at = bytes.size() + bytes.size() % 2;
    EntriesOfTags added{true, at + 16 + entry_bytes * (entries.size() + tags.size())};
    for (const TagWithValues& tag : tags) entries.push_back(added.of(tag));
    std::ranges::stable_sort(entries, {},
                             [](const std::string& entry) { return number_in(entry, 0, 2, false); });
    std::string directory = number_bytes(entries.size(), 8, false);
    for (const std::string& entry : entries) directory += entry;
    directory += next + added.values;
    bytes.put(directory.data(), directory.size(), at);
    const std::string place = number_bytes(at, 8, false);
    bytes.put(place.data(), place.size(), first_at);
}

} // namespace atrous
