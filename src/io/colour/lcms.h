// The one door to LittleCMS, shared by profile*.cpp and by nothing else.
#pragma once
#include "image/rgb_profiles.h"
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

/// The profile of a row.
ProfileHandle make_rgb(const RgbRow& row);
/// Linear sRGB: what light means here.
ProfileHandle linear_srgb();

/// Puts the curves of channels 0 to n - 1 into the profile and sets its transfer. False where a curve is not
/// one that can be inverted: then the host must.
bool set_curves(Profile& profile, const std::array<const cmsToneCurve*, 3>& curves);

} // namespace atrous
