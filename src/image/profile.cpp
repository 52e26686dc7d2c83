// The table of profiles by name, each with its source. Also checks the tag table of an ICC profile
// (ICC.1:2010, 7.3), with the texts that OpenImageIO 2.4 takes out of it without checking their sizes. A
// profile without the signature or of another length is left to LittleCMS.
#include "image/profile.h"
#include "base/byte_order.h"
#include "image/messages.h"
#include <algorithm>
#include <cmath>
#include <utility>

namespace atrous {
namespace {

// clang-format off
#define D65 {0.3127, 0.3290}
#define REC709 {0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}
#define P3 {0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}
#define REC2020 {0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}
#define SRGB_CURVE {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045}
#define LINEAR {1, 1, 0, 1, 0}
// BT.2020-2 table 4, inverted. BT.709 rounds the same numbers.
#define CAMERA_CURVE {1 / 0.45, 1 / 1.09929682680944, 0.09929682680944 / 1.09929682680944, 1 / 4.5, 0.08124285829863}
constexpr RgbRow rows[] = {
    {"srgb",           "sRGB",             {REC709, D65},  SRGB_CURVE},   // IEC 61966-2-1
    {"linear",         "linear sRGB",      {REC709, D65},  LINEAR},
    {"displayp3",      "Display P3",       {P3, D65},      SRGB_CURVE},   // SMPTE EG 432-1 with sRGB's curve
    {"adobergb",       "Adobe RGB (1998)", {{0.64, 0.33}, {0.21, 0.71}, {0.15, 0.06}, D65}, {563 / 256.0, 1, 0, 1, 0}},
    {"prophoto",       "ProPhoto RGB",     {{0.734699, 0.265301}, {0.159597, 0.840403}, {0.036598, 0.000105}, {0.345704, 0.358540}},
                                           {1.8, 1, 0, 1.0 / 16, 16.0 / 512}}, // ROMM RGB, ISO 22028-2
    {"rec709",         "Rec. 709",         {REC709, D65},  CAMERA_CURVE}, // ITU-R BT.709-6
    {"rec2020",        "Rec. 2020",        {REC2020, D65}, CAMERA_CURVE}, // ITU-R BT.2020-2
    {"linear-rec2020", "linear Rec. 2020", {REC2020, D65}, LINEAR},
    {"acescg",         "ACEScg",           {{0.713, 0.293}, {0.165, 0.830}, {0.128, 0.044}, {0.32168, 0.33767}}, LINEAR}, // SMPTE ST 2065-1 white
    {"aces2065-1",     "ACES2065-1",       {{0.7347, 0.2653}, {0, 1}, {0.0001, -0.077}, {0.32168, 0.33767}}, LINEAR}, // SMPTE ST 2065-1
    {"linear-displayp3", "linear Display P3", {P3, D65},   LINEAR},
    {"gamma22",        "sRGB primaries, gamma 2.2", {REC709, D65}, {2.2, 1, 0, 1, 0}},
};
// clang-format on

constexpr std::size_t icc_head = 128, tag_bytes = 12;

/// Of 32 bits. The caller checks that they are in the text.
std::uint64_t number_at(std::string_view profile, std::uint64_t at) { return number_in(profile, at, 4); }

/// True if texts in several languages (10.13) lie in the profile. Offsets count from the tag.
bool has_bad_texts(std::string_view profile, std::uint64_t offset, std::uint64_t size) {
    if (size < 16) return true;
    const std::uint64_t records = number_at(profile, offset + 8);
    if (records > (profile.size() - offset - 16) / 12) return true;
    for (std::uint64_t i = 0; i < records; ++i) {
        const std::uint64_t at = offset + 16 + i * 12;
        if (offset + number_at(profile, at + 4) + number_at(profile, at + 8) > profile.size()) return true;
    }
    return false;
}

/// True if the contents of a tag that lies in the profile do not.
bool has_bad_contents(std::string_view profile, std::uint64_t offset, std::uint64_t size) {
    const std::string_view type = profile.substr(std::size_t(offset), 4);
    if (type == "text") return size < 8;
    if (type == "desc") return size < 12 || number_at(profile, offset + 8) > size - 12;
    return type == "mluc" && has_bad_texts(profile, offset, size);
}

std::string name_of(std::string_view tag) {
    std::string shown(tag);
    std::ranges::replace_if(
        shown, [](char c) { return c < ' ' || c > '~'; }, '?');
    return "tag '" + shown + "'";
}

} // namespace

double srgb_light(double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); }
double srgb_sample(double v) { return v <= 0.0031308 ? v * 12.92 : 1.055 * std::pow(v, 1 / 2.4) - 0.055; }

std::span<const RgbRow> rgb_profiles() { return rows; }

std::vector<std::string> profile_names() {
    std::vector<std::string> names;
    for (const RgbRow& row : rows) names.emplace_back(row.name);
    return names;
}

bool has_bad_icc_table(std::string_view profile) {
    if (profile.size() < icc_head + 4) return true;
    const std::uint64_t tags = number_at(profile, icc_head);
    if (tags > (profile.size() - icc_head - 4) / tag_bytes) return true;
    for (std::uint64_t at = icc_head + 4; at < icc_head + 4 + tags * tag_bytes; at += tag_bytes) {
        const std::uint64_t offset = number_at(profile, at + 4), size = number_at(profile, at + 8);
        if (offset > profile.size() || size > profile.size() - offset) return true;
    }
    return false;
}

std::string png_refusal(std::string_view profile, bool grey) {
    if (has_bad_icc_table(profile)) return "table of tags";
    bool aligned = true;
    for (std::uint64_t i = 0; i < number_at(profile, icc_head); ++i)
        aligned &= number_at(profile, icc_head + 8 + i * tag_bytes) % 4 == 0;
    const auto has = [&](std::size_t at, std::string_view values) {
        return values.find(profile.substr(at, 4)) != std::string_view::npos;
    };
    constexpr std::string_view d50("\0\0\xf6\xd6\0\1\0\0\0\0\xd3\x2d", 12);
    const std::pair<bool, const char*> rules[] = {
        {number_at(profile, 0) == profile.size() && (profile[8] < 4 || profile.size() % 4 == 0), "length"},
        {has(12, "scnr mntr prtr spac"), "class"},
        {has(16, grey ? "GRAY" : "RGB "), "colours"},
        {has(20, "XYZ  Lab "), "connection space"},
        {has(36, "acsp"), "signature"},
        {number_at(profile, 64) < 4, "rendering intent"},
        {profile.substr(68, 12) == d50, "illuminant"},
        {aligned, "table of tags"}};
    for (const auto& [kept, what] : rules)
        if (!kept) return what;
    return {};
}

Message check_icc(std::string_view profile) {
    if (profile.size() > max_profile_bytes) return message(messages::profile_size, max_profile_bytes >> 20);
    if (profile.size() < icc_head + 4 || profile.substr(36, 4) != "acsp" ||
        number_at(profile, 0) != profile.size())
        return {};
    const std::uint64_t tags = number_at(profile, icc_head);
    if (tags > (profile.size() - icc_head - 4) / tag_bytes)
        return message(messages::profile_tag_count, tags, profile.size());
    for (std::uint64_t i = 0; i < tags; ++i) {
        const std::size_t at = icc_head + 4 + std::size_t(i) * tag_bytes;
        const std::string name = name_of(profile.substr(at, 4));
        const std::uint64_t offset = number_at(profile, at + 4), size = number_at(profile, at + 8);
        if (offset > profile.size() - 4 || size > profile.size() - offset)
            return message(messages::profile_tag_outside, name, size, offset, profile.size());
        if (has_bad_contents(profile, offset, size)) return message(messages::profile_tag_text, name, size);
    }
    return {};
}

} // namespace atrous
