// The only access to LittleCMS, for the sources of this folder.
#pragma once
#include "base/held.h"
#include "image/profile.h"
#include <array>
#include <lcms2.h>
#include <span>

namespace atrous {

using ProfileHandle = Held<void, cmsCloseProfile>;
using CurveHandle = Held<cmsToneCurve, cmsFreeToneCurve>;
using TransformHandle = Held<void, cmsDeleteTransform>;

struct Profile::Icc {
    ProfileHandle handle;
    std::string name;       ///< for people (empty: the profile's own description)
    std::string bytes = {}; ///< as a file holds it, of one that was not read from an image
};

/// The profile of a row, and the profile of greys on its curve.
ProfileHandle make_rgb(const RgbRow& row);
/// The primaries of a row with another curve.
ProfileHandle make_rgb(const RgbRow& row, cmsToneCurve* curve);
ProfileHandle make_grey(const RgbRow& row);
/// Linear sRGB, the meaning of light here.
ProfileHandle linear_srgb();
/// The profile of samples without a profile.
ProfileHandle untagged_profile(Transfer transfer);

// Numbers of ITU-T H.273: of primaries, and of transfers.
constexpr int unspecified = 2, rec709 = 1, rec2020 = 9, p3 = 12, srgb_curve = 13, pq_point = 16,
              hlg_point = 18;
constexpr bool is_hdr_transfer(int transfer) { return transfer == pq_point || transfer == hlg_point; }
/// The named profile with the primaries of a code point, or null.
const RgbRow* row_of_primaries(int point);

/// Creates a transform between the pixels of two profiles, in floats, or null if LittleCMS cannot.
TransformHandle make_transform(cmsHPROFILE from, cmsUInt32Number in, cmsHPROFILE to, cmsUInt32Number out,
                               cmsUInt32Number intent = INTENT_RELATIVE_COLORIMETRIC);
/// Colours of a profile's pixels, 1 or 3, and LittleCMS' type of them as floats.
int colours_of(cmsHPROFILE profile);
/// Pixels of a transform through as many channels as it has on both sides, whatever they have: grey is equal channels.
struct LinkChannels {
    int colours; ///< of the pixels
    int in, out;
};
void apply(cmsHTRANSFORM transform, std::span<float> pixels, const LinkChannels& channels);
inline cmsUInt32Number floats_of(int colours) { return colours == 1 ? TYPE_GRAY_FLT : TYPE_RGB_FLT; }

/// A profile that LittleCMS made, as a file holds it, with this description: the same bytes in every run.
std::string bytes_of(cmsHPROFILE made, const std::string& title);

/// Puts the matrices of its primaries into the profile. False if it has none, or they have no inverse.
bool set_matrices(Profile& profile, cmsHPROFILE handle);

/// Puts the curves of channels 0 to n - 1 into the profile and sets its transfer. False if a curve is not
/// one that can be inverted: then the host must.
bool set_curves(Profile& profile, const std::array<const cmsToneCurve*, 3>& curves);

} // namespace atrous
