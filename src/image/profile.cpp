// The table of profiles by name, each with its source.
#include "image/profile.h"
#include <cmath>

namespace atrous {
namespace {

// clang-format off
#define D65 {0.3127, 0.3290}
#define REC709 {0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}
#define P3 {0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}
#define REC2020 {0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}
#define SRGB_CURVE {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045}
#define LINEAR {1, 1, 0, 1, 0}
// BT.2020-2 table 4, inverted; BT.709 rounds the same numbers.
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

} // namespace

double srgb_light(double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); }

std::span<const RgbRow> rgb_profiles() { return rows; }

std::vector<std::string> profile_names() {
    std::vector<std::string> names;
    for (const RgbRow& row : rows) names.emplace_back(row.name);
    return names;
}

} // namespace atrous
