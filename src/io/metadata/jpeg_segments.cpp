// Splits a JPEG file in front of its picture into marker segments and joins them again (ITU T.81, B.1).
#include "io/metadata/jpeg.h"
#include <algorithm>

namespace atrous {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t longest_body = 65533;
constexpr int comment = 0xFE, start_of_scan = 0xDA;

bool is_app_or_comment(int marker) { return (marker >= 0xE0 && marker <= 0xEF) || marker == comment; }

void append(std::string& out, const JpegSegment& segment) {
    const std::size_t length = segment.body.size() + 2;
    out += {'\xff', char(segment.marker), char(length >> 8), char(length & 255)};
    out += segment.body;
}

/// JFIF and EXIF have to come first; where both are there, their order is the file's.
bool leads(const JpegSegment& segment) {
    return segment.is(0, "JFIF\0"sv) || segment.is(0, "JFXX\0"sv) || segment.is(1, "Exif\0"sv);
}

} // namespace

bool belongs_to_old_file(const JpegSegment& segment) {
    return segment.is(2, "ICC_PROFILE\0"sv) || segment.is(2, "MPF\0"sv) || segment.is(14, "Adobe"sv);
}

std::optional<std::string> jpeg_with_segments(std::string_view jpeg,
                                              const std::vector<JpegSegment>& segments) {
    const auto too_long = [](const JpegSegment& s) { return s.body.size() > longest_body; };
    if (!jpeg.starts_with("\xff\xd8"sv) || std::ranges::any_of(segments, too_long)) return {};
    std::string out("\xff\xd8"), rest;
    for (const JpegSegment& segment : segments)
        if (leads(segment)) append(out, segment);
    const auto byte = [&](std::size_t i) { return int(static_cast<unsigned char>(jpeg[i])); };
    std::size_t at = 2;
    for (bool before_scan = true; before_scan;) {
        if (at + 4 > jpeg.size() || byte(at) != 0xFF) return {};
        const std::size_t length = std::size_t(byte(at + 2)) << 8 | std::size_t(byte(at + 3));
        if (length < 2 || at + 2 + length > jpeg.size()) return {};
        const JpegSegment segment{byte(at + 1), std::string(jpeg.substr(at + 4, length - 2))};
        before_scan = segment.marker != start_of_scan;
        if (is_app_or_comment(segment.marker) && belongs_to_old_file(segment))
            append(out, segment);
        else if (!is_app_or_comment(segment.marker))
            append(rest, segment);
        at += 2 + length;
    }
    for (const JpegSegment& segment : segments)
        if (!leads(segment)) append(out, segment);
    out += rest;
    return out.append(jpeg.substr(at));
}

std::string jpeg_of_segments(const std::vector<JpegSegment>& segments) {
    std::string out("\xff\xd8");
    for (const JpegSegment& segment : segments) append(out, segment);
    return out += "\xff\xd9";
}

} // namespace atrous
