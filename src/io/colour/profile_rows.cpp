// Profiles by name: chromaticities and curves of the standards that --assume-profile knows.
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "io/check/check.h"
#include "io/colour/lcms.h"
#include <filesystem>

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
    {"gamma22",        "sRGB primaries, gamma 2.2", {REC709, D65}, {2.2, 1, 0, 1, 0}},
};
// clang-format on

constexpr const RgbRow& linear_row = rows[1];

cmsCIExyY with_luminance(const double (&xy)[2]) { return {xy[0], xy[1], 1}; }

/// Without what people spell differently: "Adobe RGB" and "display-p3" are names, too.
std::string bare(const std::string& name) {
    std::string text = lower(name);
    std::erase_if(text, [](char c) { return c == ' ' || c == '-' || c == '_'; });
    return text;
}

std::shared_ptr<const Profile::Icc> profile_in_file(const std::string& path, const std::string& option) {
    const auto refuse = [&](const std::string& why) { return usage_error(option + " " + path + ": " + why); };
    std::error_code bad;
    if (!std::filesystem::is_regular_file(path, bad))
        throw refuse("is neither a file nor a known profile; known are " + joined(profile_names()));
    const std::string bytes = read_text(path).value_or("");
    if (const std::string why = check_icc(bytes); !why.empty()) throw refuse(why);
    auto icc = open_profile(bytes.data(), bytes.size());
    if (!icc) throw refuse("is not an ICC profile; give one, or one of " + joined(profile_names()));
    Fitted fitted = fit_profile(icc, 3);
    if (!fitted.profile && !fitted.refused) fitted = fit_profile(icc, 1);
    if (!fitted.profile) throw refuse(fitted.problem + "; give a profile of RGB or grey colours");
    return icc;
}

} // namespace

ProfileHandle make_rgb(const RgbRow& row) {
    const cmsCIExyY white = with_luminance(row.primaries[3]);
    const cmsCIExyYTRIPLE primaries = {with_luminance(row.primaries[0]), with_luminance(row.primaries[1]),
                                       with_luminance(row.primaries[2])};
    const bool has_line = row.curve[4] > 0;
    cmsToneCurve* curve = cmsBuildParametricToneCurve(nullptr, has_line ? 4 : 1, row.curve);
    cmsToneCurve* curves[3] = {curve, curve, curve};
    ProfileHandle handle(cmsCreateRGBProfile(&white, &primaries, curves));
    cmsFreeToneCurve(curve);
    return handle;
}

ProfileHandle linear_srgb() { return make_rgb(linear_row); }

std::vector<std::string> profile_names() {
    std::vector<std::string> names;
    for (const RgbRow& row : rows) names.emplace_back(row.name);
    return names;
}

std::shared_ptr<const Profile::Icc> find_profile(const std::string& name_or_file, const std::string& option) {
    for (const RgbRow& row : rows)
        if (bare(name_or_file) == bare(row.name))
            return std::make_shared<Profile::Icc>(Profile::Icc{make_rgb(row), row.title});
    return profile_in_file(name_or_file, option);
}

} // namespace atrous
