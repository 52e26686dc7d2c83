// The one door to LittleCMS, shared by profile*.cpp and by nothing else.
#pragma once
#include "io/colour/profile.h"
#include <array>
#include <lcms2.h>

namespace atrous {

/// Closes what it holds.
template <auto close>
struct Closed {
    void operator()(void* handle) const { close(handle); }
};
using ProfileHandle = std::unique_ptr<void, Closed<cmsCloseProfile>>;
using TransformHandle = std::unique_ptr<void, Closed<cmsDeleteTransform>>;

struct Profile::Icc {
    ProfileHandle handle;
    std::string name; ///< for people; empty: the profile's own description
};

/// A profile of RGB colours; chromaticities x, y of red, green, blue and white.
struct RgbRow {
    const char* name;  ///< as it is typed
    const char* title; ///< as it is shown
    double primaries[4][2];
    double curve[6]; ///< lcms parametric type 4: g, a, b, c, d of (a x + b)^g from d on, c x below it; g = 1:
                     ///< linear
};
ProfileHandle make_rgb(const RgbRow& row);
/// Linear sRGB: what light means here.
ProfileHandle linear_srgb();

/// Puts the curves of channels 0 to n - 1 into the profile and sets its transfer. False where a curve is not
/// one that can be inverted: then the host must.
bool set_curves(Profile& profile, const std::array<const cmsToneCurve*, 3>& curves);

} // namespace atrous
