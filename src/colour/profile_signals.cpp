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

constexpr int unspecified = 2, rec709 = 1, rec2020 = 9, srgb_curve = 13, pq = 16, hlg = 18;

/// A code point: the row of rgb_profiles() that has its primaries or its curve, and its name.
struct Row {
    int point;
    const char *row, *title;
};
constexpr Row primaries_rows[] = {
    {rec709, "srgb", "BT.709"}, {12, "displayp3", "P3"}, {rec2020, "rec2020", "BT.2020"}};
constexpr Row curve_rows[] = {{srgb_curve, "srgb", "sRGB's curve"}, {1, "rec709", "BT.709's curve"},
                              {6, "rec709", "BT.709's curve"},      {14, "rec2020", "BT.709's curve"},
                              {15, "rec2020", "BT.709's curve"},    {8, "linear", "linear"},
                              {4, "gamma22", "gamma 2.2"}};

/// Primaries and white that no named profile has.
struct OwnPrimaries {
    int point;
    const char* title;
    double primaries[4][2];
};
constexpr OwnPrimaries own_primaries[] = {
    {5, "BT.601 (625 lines)", {{0.64, 0.33}, {0.29, 0.60}, {0.15, 0.06}, {0.3127, 0.3290}}},
    {6, "BT.601 (525 lines)", {{0.630, 0.340}, {0.310, 0.595}, {0.155, 0.070}, {0.3127, 0.3290}}},
    {7, "SMPTE 240M", {{0.630, 0.340}, {0.310, 0.595}, {0.155, 0.070}, {0.3127, 0.3290}}},
};

const RgbRow& named(const char* name) {
    return *std::ranges::find(rgb_profiles(), std::string_view(name), &RgbRow::name);
}

bool set_primaries(RgbRow& row, int point, std::string& title) {
    if (const auto* found = std::ranges::find(primaries_rows, point, &Row::point);
        found != std::end(primaries_rows)) {
        std::memcpy(row.primaries, named(found->row).primaries, sizeof row.primaries);
        title = found->title;
        return true;
    }
    const auto* own = std::ranges::find(own_primaries, point, &OwnPrimaries::point);
    if (own == std::end(own_primaries)) return false;
    std::memcpy(row.primaries, own->primaries, sizeof row.primaries);
    title = own->title;
    return true;
}

bool set_curve(RgbRow& row, int point, std::string& title) {
    const auto* found = std::ranges::find(curve_rows, point, &Row::point);
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

bool is_near_srgb(double gamma) { return std::abs(gamma - 1 / 2.2) < rounded; }

/// Sets the curve of an encoding's exponent. False for an exponent that light cannot have.
bool set_gamma(RgbRow& row, double gamma) {
    constexpr double least = 0.1, most = 5;
    if (!(gamma >= least && gamma <= most)) return false;
    row.curve[0] = std::abs(gamma - 1) < 1e-4 ? 1 : 1 / gamma;
    row.curve[1] = row.curve[3] = 1;
    return true;
}

const char* curve_name(const CodePoints& points) { return points.transfer == pq ? "PQ" : "HLG"; }

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

std::shared_ptr<const Profile> hdr_profile(const CodePoints& points, int colours) {
    const int primaries = points.primaries == unspecified ? rec2020 : points.primaries;
    RgbRow row = named("linear");
    std::string title;
    const bool known = std::ranges::count(primaries_rows, primaries, &Row::point) > 0;
    if (!known || (points.transfer != pq && points.transfer != hlg)) return nullptr;
    set_primaries(row, primaries, title);
    Fitted made = fit_profile(std::make_shared<Profile::Icc>(Profile::Icc{make_rgb(row), title}), colours);
    Profile& profile = *made.profile;
    profile.name = title + " " + curve_name(points);
    profile.transfer = points.transfer == pq ? Transfer::pq : Transfer::hlg;
    profile.points = {primaries, points.transfer};
    profile.icc = nullptr;
    set_luma(profile);
    return made.profile;
}

SaidColours said_colours(const CodePoints& points, int colours) {
    if (points.transfer == pq || points.transfer == hlg) {
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
    const RgbRow& srgb = named("srgb");
    RgbRow row{};
    bool near_srgb = is_near_srgb(gamma);
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 2; ++j) {
            const double own = chromaticities[2 * ((i + 1) % 4) + j];
            row.primaries[i][j] = own;
            near_srgb &= std::abs(own - srgb.primaries[i][j]) < rounded;
        }
    if (near_srgb) return {};
    const bool inside = std::ranges::all_of(row.primaries, [](const double(&xy)[2]) {
        return xy[0] >= 0 && xy[1] > 0 && xy[0] + xy[1] <= 1.0001;
    });
    if (!inside || !set_gamma(row, gamma)) return unusable;
    const std::string profile = usable_profile(row, "gAMA and cHRM of a PNG");
    return profile.empty() ? unusable : SaidColours{profile};
}

SaidColours said_light(const float (&chromaticities)[8]) {
    RgbRow row = named("linear");
    const auto is_near = [](double a, double b) { return std::abs(a - b) < rounded; };
    for (std::size_t i = 0; i < 8; ++i) row.primaries[i / 2][i % 2] = double(chromaticities[i]);
    for (const RgbRow& known : rgb_profiles())
        if (known.curve[0] == 1 && std::equal(*row.primaries, *row.primaries + 8, *known.primaries, is_near))
            return colours_of_row(known);
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
