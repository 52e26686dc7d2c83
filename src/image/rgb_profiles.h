// Colour profiles by name: those of standards, as chromaticities and curves.
#pragma once
#include <span>
#include <string>
#include <vector>

namespace atrous {

/// A profile of RGB colours; chromaticities x, y of red, green, blue and white.
struct RgbRow {
    const char* name;  ///< as it is typed
    const char* title; ///< as it is shown
    double primaries[4][2];
    double curve[6]; ///< lcms parametric type 4: g, a, b, c, d of (a x + b)^g from d on, c x below it; g = 1:
                     ///< linear
};
/// Those that --assume-profile knows, in the order of its help.
std::span<const RgbRow> rgb_profiles();
/// Their names.
std::vector<std::string> profile_names();

} // namespace atrous
