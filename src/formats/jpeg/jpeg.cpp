// Reads headers with libjpeg, and finds the quality by comparing the file's tables with libjpeg's tables for 1 to 100. Splits the
// segments before the image of a JPEG and joins them again (ITU T.81, B.1).
#include "formats/jpeg/jpeg.h"
#include "formats/jpeg/libjpeg.h"
#include "image/place.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace atrous {
namespace {

using QuantTable = std::vector<int>;

bool parse(jpeg_decompress_struct& info, JpegJump& jump_back, std::FILE* file) {
    if (setjmp(jump_back.back)) return false;
    jpeg_create_decompress(&info);
    jpeg_stdio_src(&info, file);
    jpeg_save_markers(&info, JPEG_COM, 0xFFFF);
    for (int app = 0; app < 16; ++app) jpeg_save_markers(&info, JPEG_APP0 + app, 0xFFFF);
    return jpeg_read_header(&info, TRUE) == JPEG_HEADER_OK;
}

QuantTable quanta(const JQUANT_TBL& table) { return {table.quantval, table.quantval + DCTSIZE2}; }

/// libjpeg's two tables for a quality, as its encoder writes them.
std::array<QuantTable, 2> standard_tables(int quality) {
    JpegJump jump_back;
    jpeg_compress_struct info{};
    info.err = silent_errors(jump_back); // setting a quality of a fresh encoder does not fail
    jpeg_create_compress(&info);
    jpeg_set_quality(&info, quality, TRUE);
    std::array<QuantTable, 2> tables{quanta(*info.quant_tbl_ptrs[0]), quanta(*info.quant_tbl_ptrs[1])};
    jpeg_destroy_compress(&info);
    return tables;
}

std::string subsampling_of(const jpeg_decompress_struct& info) {
    if (info.num_components != 3) return {};
    const jpeg_component_info* c = info.comp_info;
    for (const int i : {1, 2})
        if (c[i].h_samp_factor != 1 || c[i].v_samp_factor != 1) return {};
    const int across = c[0].h_samp_factor, down = c[0].v_samp_factor;
    if (down == 1) return across == 1 ? "4:4:4" : across == 2 ? "4:2:2" : across == 4 ? "4:1:1" : "";
    return across == 2 && down == 2 ? "4:2:0" : "";
}

std::vector<QuantTable> tables_of(const jpeg_decompress_struct& info) {
    std::vector<QuantTable> tables;
    for (int i = 0; i < std::min(info.num_components, 2); ++i) {
        const int number = info.comp_info[i].quant_tbl_no;
        if (number < 0 || number >= NUM_QUANT_TBLS || !info.quant_tbl_ptrs[number]) return {};
        tables.push_back(quanta(*info.quant_tbl_ptrs[number]));
    }
    return tables;
}

using namespace std::string_view_literals;

constexpr std::size_t longest_body = 65533;
constexpr int comment = 0xFE, start_of_scan = 0xDA;

bool is_app_or_comment(int marker) { return (marker >= 0xE0 && marker <= 0xEF) || marker == comment; }

void append(std::string& out, const JpegSegment& segment) {
    out += '\xff' + segment.name;
    out += number_bytes(segment.body.size() + 2, 2) + segment.body;
}

constexpr std::string_view jfif_magic = "JFIF\0"sv;

/// JFIF and EXIF have to come first. If both are there, they keep the file's order.
bool leads(const JpegSegment& segment) {
    return segment.is(0, jfif_magic) || segment.is(0, "JFXX\0"sv) || segment.is(1, "Exif\0"sv);
}

// After the magic: the version (2 bytes), unit, densities across and down (2 bytes each), size of a thumbnail (2).
constexpr std::size_t unit_at = 7, across_at = 8, down_at = 10, jfif_bytes = 14;
constexpr int max_density = 65535;

bool is_jfif(const JpegSegment& segment) {
    return segment.is(0, jfif_magic) && segment.body.size() >= jfif_bytes;
}

} // namespace

std::optional<JfifDensity> jfif_density(const std::vector<JpegSegment>& segments) {
    const auto found = std::ranges::find_if(segments, is_jfif);
    if (found == segments.end()) return {};
    const auto number = [&](std::size_t at, int bytes) { return int(number_in(found->body, at, bytes)); };
    const JfifDensity density{number(unit_at, 1), number(across_at, 2), number(down_at, 2)};
    return density.across > 0 && density.down > 0 ? std::optional(density) : std::nullopt;
}

void set_jfif_density(std::vector<JpegSegment>& segments, const JfifDensity& density) {
    auto found = std::ranges::find_if(segments, is_jfif);
    if (found == segments.end()) {
        const std::string body = std::string(jfif_magic) + "\1\2" + std::string(7, '\0');
        found = segments.insert(segments.begin(), {0xE0, body});
    }
    const auto bytes = [](int number, int count) { return number_bytes(std::uint64_t(number), count); };
    found->body.replace(unit_at, 5,
                        bytes(density.unit, 1) + bytes(density.across, 2) + bytes(density.down, 2));
}

JfifDensity density_of(double aspect, double across, int unit) {
    const auto whole = [](double value) {
        return int(std::lround(std::clamp(value, 1., double(max_density))));
    };
    const JfifDensity density{unit, whole(across), whole(across * aspect)};
    if (is_square(density.aspect() / aspect)) return density;
    constexpr double shorter = 144; // so that half of one is below is_square()
    return {0, whole(shorter / std::min(aspect, 1.)), whole(shorter * std::max(aspect, 1.))};
}

std::optional<JpegHeader> read_jpeg_header(const std::filesystem::path& path) {
    const JpegFile file = open_jpeg(path);
    if (!file) return {};
    JpegJump jump_back;
    jpeg_decompress_struct info{};
    info.err = silent_errors(jump_back);
    const JpegDestroyer destroyer{&info};
    if (!parse(info, jump_back, file.get())) return {};
    JpegHeader header;
    for (auto marker = info.marker_list; marker; marker = marker->next)
        header.segments.push_back(
            {int(marker->marker),
             std::string(reinterpret_cast<const char*>(marker->data), marker->data_length)});
    header.size = {int(info.image_width), int(info.image_height)};
    header.quality = nearest_quality(tables_of(info));
    header.subsampling = subsampling_of(info);
    header.progressive = info.progressive_mode;
    header.several_scans = jpeg_has_multiple_scans(&info);
    return header;
}

int nearest_quality(const std::vector<std::vector<int>>& tables) {
    static const auto standard = [] {
        std::array<std::array<QuantTable, 2>, 101> all;
        for (int quality = 1; quality <= 100; ++quality) all[std::size_t(quality)] = standard_tables(quality);
        return all;
    }();
    int best = 0;
    double least = 0;
    for (int quality = 1; quality <= 100 && !tables.empty(); ++quality) {
        double sum = 0;
        for (std::size_t t = 0; t < std::min<std::size_t>(tables.size(), 2); ++t)
            for (std::size_t i = 0; i < tables[t].size(); ++i) {
                const double difference = tables[t][i] - standard[std::size_t(quality)][t][i];
                sum += difference * difference;
            }
        if (best != 0 && sum >= least) continue;
        best = quality;
        least = sum;
    }
    return best;
}

bool belongs_to_old_file(const JpegSegment& segment) {
    return segment.is(2, "ICC_PROFILE\0"sv) || segment.is(2, "MPF\0"sv) || segment.is(14, "Adobe"sv);
}

bool remove_credentials(std::vector<JpegSegment>& segments) {
    constexpr std::size_t number_at = 2, box_at = 12, head = 48; // ISO 19566-5, D.2
    std::set<std::string> boxes;                                 // their numbers, as further pieces have them
    std::erase_if(segments, [&](const JpegSegment& segment) {
        if (!segment.is(11, "JP"sv) || segment.body.find("jumb") != box_at) return false;
        const std::string number = segment.body.substr(number_at, 2);
        if (segment.body.substr(0, head).find("jumdc2pa") != std::string::npos) boxes.insert(number);
        return boxes.contains(number);
    });
    return !boxes.empty();
}

bool is_too_long(const JpegSegment& segment) { return segment.body.size() > longest_body; }

std::optional<std::string> jpeg_with_segments(std::string_view jpeg,
                                              const std::vector<JpegSegment>& segments) {
    if (!jpeg.starts_with("\xff\xd8"sv) || std::ranges::any_of(segments, is_too_long)) return {};
    std::string out("\xff\xd8"), rest;
    for (const JpegSegment& segment : segments)
        if (leads(segment)) append(out, segment);
    const auto number = [&](std::size_t i, int bytes) { return std::size_t(number_in(jpeg, i, bytes)); };
    std::size_t at = 2;
    for (bool before_scan = true; before_scan;) {
        if (at + 4 > jpeg.size() || number(at, 1) != 0xFF) return {};
        const std::size_t length = number(at + 2, 2);
        if (length < 2 || at + 2 + length > jpeg.size()) return {};
        const JpegSegment segment{int(number(at + 1, 1)), std::string(jpeg.substr(at + 4, length - 2))};
        before_scan = segment.marker() != start_of_scan;
        if (is_app_or_comment(segment.marker()) && belongs_to_old_file(segment))
            append(out, segment);
        else if (!is_app_or_comment(segment.marker()))
            append(rest, segment);
        at += 2 + length;
    }
    for (const JpegSegment& segment : segments)
        if (!leads(segment)) append(out, segment);
    out += rest;
    return out.append(jpeg.substr(at));
}

std::string jpeg_with_more(std::string jpeg, const std::vector<JpegSegment>& segments) {
    const auto number = [&](std::size_t i, int bytes) { return std::size_t(number_in(jpeg, i, bytes)); };
    std::size_t at = 2;
    while (at + 4 < jpeg.size() && number(at, 1) == 0xFF && at + 2 + number(at + 2, 2) < jpeg.size() &&
           leads({int(number(at + 1, 1)), jpeg.substr(at + 4, jfif_bytes)}))
        at += 2 + number(at + 2, 2);
    std::string more;
    for (const JpegSegment& segment : segments) append(more, segment);
    return jpeg.insert(std::min(at, jpeg.size()), more);
}

bool has_more_segments(const std::vector<JpegSegment>& segments) {
    return std::ranges::any_of(segments, [](const JpegSegment& s) {
        return !leads(s) && !belongs_to_old_file(s) && s.marker() != comment && !s.is(13, photoshop_magic) &&
               !s.is(1, "http://ns.adobe.com/"sv) && !s.is(2, "urn:iso:"sv);
    });
}

std::string jpeg_of_segments(const std::vector<JpegSegment>& segments) {
    std::string out("\xff\xd8");
    for (const JpegSegment& segment : segments) append(out, segment);
    return out += "\xff\xd9";
}

} // namespace atrous
