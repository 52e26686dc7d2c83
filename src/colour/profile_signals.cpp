// Makes profiles of colours that files specify without one, by tables of ITU-T H.273, as far as photographs
// use them.
#include "base/text.h"
#include "colour/lcms.h"
#include "colour/messages.h"
#include "colour/profile.h"
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

namespace atrous {
namespace {

/// Primaries: a row of rgb_profiles() that has them, or the numbers of others.
struct PrimariesRow {
    int point;
    const char *title, *row;
    double own[4][2] = {};
};
constexpr PrimariesRow primaries_rows[] = {
    {rec709, "BT.709", "srgb"},
    {p3, "P3", "displayp3"},
    {rec2020, "BT.2020", "rec2020"},
    {5, "BT.601 (625 lines)", nullptr, {{0.64, 0.33}, {0.29, 0.60}, {0.15, 0.06}, {0.3127, 0.3290}}},
    {6, "BT.601 (525 lines)", nullptr, {{0.630, 0.340}, {0.310, 0.595}, {0.155, 0.070}, {0.3127, 0.3290}}},
    {7, "SMPTE 240M", nullptr, {{0.630, 0.340}, {0.310, 0.595}, {0.155, 0.070}, {0.3127, 0.3290}}},
};

/// The row of rgb_profiles() that has a curve.
struct CurveRow {
    int point;
    const char *row, *title;
};
constexpr CurveRow curve_rows[] = {{srgb_curve, "srgb", "sRGB's curve"}, {1, "rec709", "BT.709's curve"},
                                   {6, "rec709", "BT.709's curve"},      {14, "rec2020", "BT.709's curve"},
                                   {15, "rec2020", "BT.709's curve"},    {8, "linear", "linear"},
                                   {4, "gamma22", "gamma 2.2"}};

const RgbRow& named(const char* name) {
    return *std::ranges::find(rgb_profiles(), std::string_view(name), &RgbRow::name);
}

bool set_primaries(RgbRow& row, int point, std::string& title) {
    const auto* found = std::ranges::find(primaries_rows, point, &PrimariesRow::point);
    if (found == std::end(primaries_rows)) return false;
    std::memcpy(row.primaries, found->row ? named(found->row).primaries : found->own, sizeof row.primaries);
    title = found->title;
    return true;
}

bool set_curve(RgbRow& row, int point, std::string& title) {
    const auto* found = std::ranges::find(curve_rows, point, &CurveRow::point);
    if (found == std::end(curve_rows)) return false;
    std::memcpy(row.curve, named(found->row).curve, sizeof row.curve);
    title += std::string(", ") + found->title;
    return true;
}

/// The title of the named profile with these numbers, if there is one.
std::optional<std::string> known_title(const RgbRow& row) {
    for (const RgbRow& known : rgb_profiles())
        if (std::memcmp(known.primaries, row.primaries, sizeof row.primaries) == 0 &&
            std::memcmp(known.curve, row.curve, sizeof row.curve) == 0)
            return known.title;
    return {};
}

std::string profile_of(const ProfileHandle& made, const std::string& title) {
    return made ? bytes_of(made.get(), title) : std::string();
}

/// The same, or nothing if it cannot be used: white outside, points on a line.
std::string usable_profile(const RgbRow& row, const std::string& title) {
    const std::string profile = profile_of(make_rgb(row), title);
    const auto icc = open_profile(profile.data(), profile.size());
    return icc && fit_profile(icc, 3).profile ? profile : std::string();
}

/// Colours of a row for floats, whose default is linear sRGB.
SaidColours colours_of_row(const RgbRow& row) {
    return std::string_view(row.name) == "linear" ? SaidColours{}
                                                  : SaidColours{profile_of(make_rgb(row), row.title)};
}

/// True if light of all three primaries makes the white.
bool is_white_inside(const double (&xy)[4][2]) {
    const auto side = [&](int from, int to, int point) {
        return (xy[to][0] - xy[from][0]) * (xy[point][1] - xy[from][1]) -
               (xy[to][1] - xy[from][1]) * (xy[point][0] - xy[from][0]);
    };
    const double area = side(0, 1, 2);
    return side(0, 1, 3) / area > 0 && side(1, 2, 3) / area > 0 && side(2, 0, 3) / area > 0;
}

constexpr double rounded = 0.0015; ///< tolerance of numbers in chunks

bool are_near(const double (&a)[4][2], const double (&b)[4][2]) {
    return std::equal(*a, *a + 8, *b,
                      [](double one, double other) { return std::abs(one - other) < rounded; });
}
bool is_near_srgb(double gamma) { return std::abs(gamma - 1 / 2.2) < rounded; }

/// Sets the curve of an encoding's exponent. False for an exponent that light cannot have.
bool set_gamma(RgbRow& row, double gamma) {
    constexpr double least = 0.1, most = 5;
    if (!(gamma >= least && gamma <= most)) return false;
    row.curve[0] = std::abs(gamma - 1) < 1e-4 ? 1 : 1 / gamma;
    row.curve[1] = row.curve[3] = 1;
    return true;
}

const char* curve_name(const CodePoints& points) { return points.transfer == pq_point ? "PQ" : "HLG"; }

/// Luminance of the primaries of an opened profile, which sums to 1 (SMPTE RP 177).
void set_luma(Profile& profile) {
    constexpr float srgb[] = {0.2126390F, 0.7151687F, 0.0721923F};
    profile.params.luma[0] = 1;
    for (std::size_t c = 0; c < 3 && profile.colours == 3; ++c) {
        profile.params.luma[c] = 0;
        for (std::size_t k = 0; k < 3; ++k)
            profile.params.luma[c] +=
                srgb[k] * (profile.own_primaries ? profile.params.to_srgb[3 * k + c] : float(k == c));
    }
}

} // namespace

const RgbRow* row_of_primaries(int point) {
    const auto* const found = std::ranges::find(primaries_rows, point, &PrimariesRow::point);
    return found == std::end(primaries_rows) || !found->row ? nullptr : &named(found->row);
}

std::shared_ptr<const Profile> hdr_profile(const CodePoints& points, int colours) {
    const int primaries = points.primaries == unspecified ? rec2020 : points.primaries;
    RgbRow row = named("linear");
    std::string title;
    if (!row_of_primaries(primaries) || !is_hdr_transfer(points.transfer)) return nullptr;
    set_primaries(row, primaries, title);
    Fitted made = fit_profile(std::make_shared<Profile::Icc>(Profile::Icc{make_rgb(row), title}), colours);
    Profile& profile = *made.profile;
    profile.name = title + " " + curve_name(points);
    profile.transfer = points.transfer == pq_point ? Transfer::pq : Transfer::hlg;
    profile.points = {primaries, points.transfer};
    profile.icc = nullptr;
    set_luma(profile);
    return made.profile;
}

SaidColours said_colours(const CodePoints& points, int colours) {
    if (is_hdr_transfer(points.transfer)) {
        if (hdr_profile(points, colours)) return {.hdr = true};
        return {{}, message(messages::dynamic_range, curve_name(points), points.primaries), true};
    }
    const int primaries = points.primaries == unspecified || colours == 1 ? rec709 : points.primaries;
    const int transfer = points.transfer == unspecified ? srgb_curve : points.transfer;
    if (primaries == rec709 && transfer == srgb_curve) return {};
    RgbRow row{};
    std::string title;
    if (!set_primaries(row, primaries, title) || !set_curve(row, transfer, title))
        return {{}, message(messages::unknown_code_points, points.primaries, points.transfer)};
    const std::string name = known_title(row).value_or(title);
    return {colours == 1 ? profile_of(make_grey(row), "greys of " + name) : profile_of(make_rgb(row), name)};
}

SaidColours said_colours(const double (&chromaticities)[8], double gamma) {
    const SaidColours unusable{{}, message(messages::impossible_primaries)};
    RgbRow row{};
    for (std::size_t i = 0; i < 8; ++i) row.primaries[(i / 2 + 3) % 4][i % 2] = chromaticities[i];
    if (is_near_srgb(gamma) && are_near(row.primaries, named("srgb").primaries)) return {};
    const bool inside = std::ranges::all_of(row.primaries, [](const double(&xy)[2]) {
        return xy[0] >= 0 && xy[1] > 0 && xy[0] + xy[1] <= 1.0001;
    });
    if (!inside || !set_gamma(row, gamma)) return unusable;
    const std::string profile = usable_profile(row, "gAMA and cHRM of a PNG");
    return profile.empty() ? unusable : SaidColours{profile};
}

SaidColours said_light(const float (&chromaticities)[8]) {
    RgbRow row = named("linear");
    for (std::size_t i = 0; i < 8; ++i) row.primaries[i / 2][i % 2] = double(chromaticities[i]);
    for (const RgbRow& known : rgb_profiles())
        if (known.curve[0] == 1 && are_near(row.primaries, known.primaries)) return colours_of_row(known);
    const std::string profile =
        is_white_inside(row.primaries) ? usable_profile(row, "chromaticities of an OpenEXR") : "";
    if (!profile.empty()) return {profile};
    return {{}, message(messages::impossible_white)};
}

SaidColours said_space(const std::string& name) {
    // Rows, and the ends of names of their colours: only lower-case letters and digits.
    static constexpr std::pair<const char*, const char*> spaces[] = {
        {"acescg", "acescg linap1 linap1scene"},
        {"aces2065-1", "aces20651 linap0 linap0scene"},
        {"linear-rec2020", "linrec2020 linearrec2020 linrec2020scene"},
        {"linear-displayp3", "linp3d65 linearp3d65 linp3d65scene"},
        {"linear", "linear linrec709 linearrec709 linsrgb linearsrgb scene raw data unknown"},
        {"srgb", "srgb srgbtexture srgbrec709scene"}};
    std::string bare = lower(name);
    std::erase_if(bare, [](unsigned char c) { return !std::isalnum(c); });
    for (const auto& [row, ends] : spaces)
        for (const std::string& end : split(ends, ' '))
            if (bare.ends_with(end)) return colours_of_row(named(row));
    return {{}, message(messages::unknown_space, name)};
}

SaidColours said_colours(double gamma, int colours) {
    RgbRow row{};
    std::memcpy(row.primaries, named("srgb").primaries, sizeof row.primaries);
    if (is_near_srgb(gamma)) return {};
    if (!set_gamma(row, gamma)) return {{}, message(messages::impossible_gamma)};
    const std::string name = known_title(row).value_or("gAMA of a PNG");
    return {colours == 1 ? profile_of(make_grey(row), "greys of " + name) : profile_of(make_rgb(row), name)};
}

} // namespace atrous
