// Collects the data after a JPEG by the claims of tables. Wrong claims are dropped, equal claims joined, and
// unclaimed bytes are unknown.
#include "formats/jpeg/appended.h"
#include "files/file_view.h"
#include "formats/jpeg/mpf.h"
#include "formats/jpeg/xmp_container.h"
#include "metadata/gain_map.h"
#include "metadata/xmp_text.h"
#include <algorithm>

namespace atrous {
namespace {

using namespace std::string_view_literals;

// Finds the end of the first image: from segment to segment (ITU-T T.81, B.1.1), in scans from marker to
// marker.
constexpr int second_app = 0xE2, first_restart = 0xD0, last_restart = 0xD7;

/// The position of the next marker that no scan holds (not FF00, nor RST0 to RST7), or the file's end.
std::uint64_t after_scan(const FileView& file, std::uint64_t at) {
    constexpr std::uint64_t piece = std::uint64_t(1) << 20;
    while (file.has(at, 2)) {
        const std::string bytes = file.bytes(at, piece);
        for (std::size_t i = bytes.find('\xff'); i < bytes.size() && i + 1 < bytes.size();
             i = bytes.find('\xff', i + 1)) {
            const int next = static_cast<unsigned char>(bytes[i + 1]);
            if (next != 0 && next != 0xFF && !(next >= first_restart && next <= last_restart)) return at + i;
        }
        if (bytes.size() < 2) break;
        at += bytes.size() - 1; // an FF may be its last byte
    }
    return file.size();
}

struct JpegEnd {
    std::uint64_t behind = 0; ///< its end marker, or 0
    std::uint64_t mpf_at = 0; ///< the body of the first MPF segment, or 0
    std::uint64_t mpf_size = 0;
};
JpegEnd jpeg_end(const FileView& file) {
    JpegEnd found;
    if (file.number(0, 2) != 0xFFD8) return found;
    std::uint64_t at = 2;
    while (const auto segment = next_jpeg_marker(file, at)) {
        if (segment->marker == jpeg_end_marker) {
            found.behind = at;
            break;
        }
        if (segment->marker == second_app && found.mpf_at == 0 &&
            file.bytes(segment->body, mpf_magic.size()) == mpf_magic) {
            found.mpf_at = segment->body;
            found.mpf_size = segment->size;
        }
        if (segment->marker == jpeg_scan_marker) at = after_scan(file, at);
    }
    return found;
}

constexpr std::uint64_t max_zeros = 64 << 10; // that fill a file up

bool is_jpeg_at(const FileView& file, std::uint64_t at) { return file.number(at, 3) == 0xFFD8FF; }

/// ISO 14496-12: a box of a kind with which such files begin.
bool is_video_at(const FileView& file, std::uint64_t at) {
    static constexpr std::string_view boxes[] = {"ftyp", "moov", "mdat", "wide", "free", "skip"};
    return std::ranges::count(boxes, file.bytes(at + 4, 4)) > 0;
}

/// Looks at its first segments.
bool is_gain_map(const FileView& file, const AppendedItem& item) {
    constexpr std::uint64_t head_bytes = 128 << 10;
    const std::string head = file.bytes(item.at, std::min(item.size, head_bytes));
    static constexpr std::string_view marks[] = {"http://ns.adobe.com/hdr-gain-map/", "aux:hdrgainmap",
                                                 iso_gain_map.substr(0, iso_gain_map.size() - 1)};
    return std::ranges::any_of(marks,
                               [&](std::string_view mark) { return head.find(mark) != std::string::npos; });
}

/// Collects the claims of tables about data after an image.
class Claims {
    using enum AppendedKind;

  public:
    Claims(const FileView& file, const JpegEnd& first, Appended& found)
        : file_(file), picture_(first), found_(found) {}

    void add_mpf() {
        if (picture_.mpf_at == 0) return;
        std::string body = file_.bytes(picture_.mpf_at, picture_.mpf_size);
        const auto entries = mpf_entries(body);
        if (!entries) {
            ++found_.missing;
            return;
        }
        found_.mpf = std::move(body);
        for (std::size_t i = 1; i < entries->size(); ++i) {
            const MpfEntry& entry = (*entries)[i];
            if (entry.size == 0) continue; // a place that was left empty
            const std::uint64_t at = picture_.mpf_at + mpf_magic.size() + entry.offset;
            AppendedItem item{entry.is_preview() ? preview : picture, at, entry.size};
            item.mpf_entry = i;
            add(item, is_jpeg_at(file_, at));
        }
    }

    /// The items of XMP's directory follow each other from the image on, up to the file's end.
    void add_xmp(const XmpAnnouncement& announced) {
        std::uint64_t at = picture_.behind, padding = 0;
        for (std::size_t i = 0; i < announced.items.size(); ++i) {
            const XmpItem& entry = announced.items[i];
            padding += bounded(entry.padding);
            at += bounded(entry.padding);
            if (entry.semantic == "Primary") continue;
            AppendedItem item{kind_of(entry), at, entry.length, padding};
            item.xmp_item = i;
            if (!lies_there(item)) {
                item.at = file_.size() - bounded(bytes_from(announced.items, i));
                item.padding = 0;
            }
            add(item, lies_there(item));
            at = item.at + bounded(entry.length);
            padding = 0;
        }
        if (!announced.micro_video) return;
        const AppendedItem item{video, file_.size() - bounded(*announced.micro_video),
                                *announced.micro_video};
        add(item, lies_there(item));
    }

    /// "SEFH", version, count, entries of 12 bytes with offsets back from here, then their length and "SEFT".
    void add_samsung() {
        constexpr std::uint64_t tail = 8, head = 12, entry = 12;
        const std::uint64_t size = file_.size();
        if (size < tail || file_.bytes(size - 4, 4) != "SEFT") return;
        const std::uint64_t length = file_.number(size - tail, 4, false);
        if (length < head || length > size - tail) return;
        const std::uint64_t at = size - tail - length;
        if (file_.bytes(at, 4) != "SEFH") return;
        const std::uint64_t count = std::min(file_.number(at + 8, 4, false), (length - head) / entry);
        std::uint64_t farthest = 0;
        for (std::uint64_t i = 0; i < count; ++i)
            farthest = std::max(farthest, file_.number(at + head + i * entry + 4, 4, false));
        add({maker, at - std::min(farthest, at), size - at + std::min(farthest, at)}, true);
    }

    /// Places claims one after the other: claims within another claim are removed, and unclaimed bytes are
    /// added.
    void settle() {
        std::ranges::stable_sort(claims_, [](const AppendedItem& a, const AppendedItem& b) {
            return a.at != b.at ? a.at < b.at : a.size > b.size;
        });
        for (const AppendedItem& claim : claims_) place(claim);
        std::uint64_t at = picture_.behind;
        std::vector<AppendedItem> all;
        for (AppendedItem item : found_.items) {
            item.padding = std::min(item.padding, item.at - at);
            add_unknown(all, at, item.begin());
            all.push_back(item);
            at = item.end();
        }
        add_unknown(all, at, file_.size());
        found_.items = std::move(all);
    }

  private:
    std::uint64_t bounded(std::uint64_t count) const { return std::min(count, file_.size()); }

    static AppendedKind kind_of(const XmpItem& entry) {
        return entry.semantic == "GainMap" ? gain_map : entry.semantic == "MotionPhoto" ? video : picture;
    }

    /// Bytes of the items from one on.
    std::uint64_t bytes_from(const std::vector<XmpItem>& items, std::size_t first) const {
        std::uint64_t sum = 0;
        for (std::size_t i = first; i < items.size(); ++i)
            sum += bounded(items[i].length) + (i > first ? bounded(items[i].padding) : 0);
        return sum;
    }

    bool lies_there(const AppendedItem& item) const {
        if (item.size == 0 || item.at < picture_.behind || !file_.has(item.at, item.size)) return false;
        if (item.kind == gain_map) return is_jpeg_at(file_, item.at);
        return item.kind != video || is_video_at(file_, item.at);
    }

    void add(AppendedItem item, bool is_there) {
        if (!is_there || item.size == 0 || item.at < picture_.behind || !file_.has(item.at, item.size)) {
            ++found_.missing;
            return;
        }
        if (item.kind == picture && is_gain_map(file_, item)) item.kind = gain_map;
        claims_.push_back(item);
    }

    /// Places an item after the last one, or joins both if they are the same bytes, or a video in the maker's directory.
    void place(AppendedItem item) {
        const std::uint64_t behind = found_.items.empty() ? picture_.behind : found_.items.back().end();
        if (item.at >= behind) {
            found_.items.push_back(item);
            return;
        }
        AppendedItem& last = found_.items.back();
        const auto loose = [](const AppendedItem& i) { return i.kind == video || i.kind == maker; };
        const bool joined = loose(last) && loose(item), same = last.at == item.at && last.kind != unknown;
        if (!joined && !same) {
            ++found_.missing;
            return;
        }
        last.size = std::max(last.end(), item.end()) - last.at;
        last.padding = std::max(last.padding, item.padding);
        if (!last.mpf_entry) last.mpf_entry = item.mpf_entry;
        if (!last.xmp_item) last.xmp_item = item.xmp_item;
        if (item.kind == gain_map || item.kind == video) last.kind = item.kind;
    }

    void add_unknown(std::vector<AppendedItem>& all, std::uint64_t from, std::uint64_t to) const {
        if (from >= to) return;
        const bool few = to - from <= max_zeros;
        if (few && file_.bytes(from, to - from).find_first_not_of('\0') == std::string::npos) return;
        // Phones leave videos out of all tables, also motion photos that announce one.
        all.push_back({file_.bytes(from + 4, 4) == "ftyp" ? video : unknown, from, to - from});
    }

    const FileView& file_;
    const JpegEnd& picture_;
    Appended& found_;
    std::vector<AppendedItem> claims_;
};

} // namespace

std::optional<Appended> find_appended(const std::filesystem::path& path,
                                      const std::vector<JpegSegment>& segments) {
    Appended found{path, std::make_shared<const FileView>(path), {}, {}};
    XmpAnnouncement announced;
    for (const JpegSegment& segment : segments)
        if (segment.is(1, xmp_magic) && !announced.any())
            announced = xmp_announcement(segment.body.substr(xmp_magic.size()));
    const XmpAnnouncement more = xmp_announcement(extended_xmp(segments));
    if (announced.items.empty()) announced.items = more.items;
    if (!announced.micro_video) announced.micro_video = more.micro_video;
    announced.gain_map |= more.gain_map;
    const JpegEnd picture = jpeg_end(*found.file);
    if (picture.behind == 0) return {};
    Claims claims(*found.file, picture, found);
    claims.add_mpf();
    claims.add_xmp(announced);
    claims.add_samsung();
    claims.settle();
    const bool announces = announced.gain_map || std::ranges::any_of(segments, announces_gain_map);
    found.lacks_gain_map = announces && !found.gain_map() && !is_map_file(segments);
    if (found.lacks_gain_map) ++found.missing;
    if (found.items.empty() && found.missing == 0) return {};
    return found;
}

std::string exif_in(const std::vector<JpegSegment>& segments) {
    for (const JpegSegment& segment : segments)
        if (segment.is(1, exif_magic)) return segment.body.substr(exif_magic.size());
    return {};
}

std::optional<GainMapFacts> gain_map_facts(const Appended& found, const std::vector<JpegSegment>& segments) {
    const AppendedItem* const item = found.gain_map();
    if (!item) return {};
    const FileView head =
        FileView::of(found.file->bytes(item->at, std::min(item->size, std::uint64_t(1) << 20)));
    std::vector<JpegSegment> own;
    for (std::uint64_t at = 2; const auto segment = next_jpeg_marker(head, at);) {
        own.push_back({segment->marker, head.bytes(segment->body, segment->size)});
        if (!is_jpeg_frame(segment->marker)) continue;
        const auto numbers = gain_map_numbers(own, exif_in(segments));
        const auto number = [&](std::uint64_t from, int bytes) {
            return int(head.number(segment->body + from, bytes));
        };
        return GainMapFacts{{number(3, 2), number(1, 2)},
                            number(5, 1),
                            numbers.value_or(GainMapNumbers{.unusable = "its numbers are missing"})};
    }
    return {};
}

bool is_map_file(const std::vector<JpegSegment>& segments) {
    const auto numbers = gain_map_numbers(segments, {});
    return numbers && numbers->unusable.empty();
}

bool announces_gain_map(const JpegSegment& segment) {
    return segment.is(2, iso_gain_map.substr(0, iso_gain_map.size() - 1));
}

} // namespace atrous
