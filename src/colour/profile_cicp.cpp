// Finds PQ and HLG in ICC profiles, by the tag cicp (ICC.1:2022, 9.2.17) or by the tone curve, and makes such profiles.
#include "colour/lcms.h"
#include "colour/profile.h"
#include "pixel/tone.h"
#include <algorithm>
#include <cmath>
#include <vector>

namespace atrous {
namespace {

/// Light of a sample as ICC profiles have it: 1 is the top.
float light_at(float sample, int transfer) {
    return transfer == pq_point ? kernels::pq_decode(sample) / PQ_TOP : kernels::hlg_decode(sample);
}

/// True for the curve of PQ or HLG, also if it was sampled coarsely.
bool is_curve(const cmsToneCurve* curve, int transfer) {
    for (float x = 0; curve && x <= 1; x += 1 / 64.0F) {
        const float light = light_at(x, transfer);
        if (!(std::abs(cmsEvalToneCurveFloat(curve, x) - light) < 0.01F * light + 2e-5F)) return false;
    }
    return curve;
}

/// The code point of a profile's primaries, or 0 if it has others.
int primaries_of(cmsHPROFILE handle) {
    constexpr float rounded = 3e-3F;
    Profile own;
    if (!set_matrices(own, handle)) return 0;
    for (const int point : {rec2020, p3, rec709})
        if (std::ranges::equal(own.params.to_srgb, hdr_profile({point, pq_point}, 3)->params.to_srgb,
                               [](float a, float b) { return std::abs(a - b) < rounded; }))
            return point;
    return 0;
}

/// The four numbers of the tag cicp, or zeros. LittleCMS 2.14 and 2.16 write them 4 bytes late, and read no others.
std::array<std::uint8_t, 4> cicp_of(cmsHPROFILE handle) {
    constexpr std::size_t head = 8, late = 12;
    std::array<std::uint8_t, 16> tag{};
    std::array<std::uint8_t, 4> numbers{};
    const std::size_t size = cmsReadRawTag(handle, cmsSigcicpTag, tag.data(), cmsUInt32Number(tag.size()));
    const std::size_t at = size == tag.size() && tag[head] == 0 ? late : head;
    if (size >= at + numbers.size()) std::copy_n(&tag[at], numbers.size(), numbers.begin());
    return numbers;
}

/// The code points of a profile of PQ or HLG (primaries 0: others), or nothing for other curves.
std::optional<CodePoints> hdr_points(cmsHPROFILE handle) {
    if (const auto tag = cicp_of(handle); is_hdr_transfer(tag[1])) {
        const bool plain = tag[2] == 0 && tag[3] == 1;
        return CodePoints{plain ? tag[0] : 0, tag[1]};
    }
    const bool grey = cmsGetColorSpace(handle) == cmsSigGrayData;
    const auto* curve =
        static_cast<const cmsToneCurve*>(cmsReadTag(handle, grey ? cmsSigGrayTRCTag : cmsSigGreenTRCTag));
    for (const int transfer : {pq_point, hlg_point})
        if (is_curve(curve, transfer)) return CodePoints{grey ? rec2020 : primaries_of(handle), transfer};
    return {};
}

} // namespace

Fitted fit_hdr(const Profile::Icc& icc, int colours) {
    const auto points = hdr_points(icc.handle.get());
    if (!points) return {};
    const auto found = hdr_profile(*points, colours);
    if (found) return {std::make_shared<Profile>(*found), {}, false};
    return {nullptr,
            "is PQ or HLG with other colours than RGB of BT.2020, P3 or BT.709, which are not supported",
            true};
}

bool contradicts(std::string_view icc, const CodePoints& points) {
    const auto opened = open_profile(icc.data(), icc.size());
    const Fitted own = opened ? fit_profile(opened, 3) : Fitted{};
    if (!own.profile) return own.refused;
    return own.profile->transfer != Transfer::host && own.profile->points != hdr_profile(points, 3)->points;
}

std::string hdr_icc(const CodePoints& points, int colours) {
    constexpr int entries = 4096;
    constexpr double first_with_cicp = 4.4;
    std::vector<float> samples;
    for (int i = 0; i < entries; ++i) samples.push_back(light_at(float(i) / (entries - 1), points.transfer));
    const CurveHandle curve(cmsBuildTabulatedToneCurveFloat(nullptr, entries, samples.data()));
    ProfileHandle made = colours == 1 ? ProfileHandle(cmsCreateGrayProfile(cmsD50_xyY(), curve.get()))
                                      : make_rgb(*row_of_primaries(points.primaries), curve.get());
    cmsSetProfileVersion(made.get(), first_with_cicp);
    const char tag[] = {'c', 'i', 'c', 'p', 0, 0, 0, 0, char(points.primaries), char(points.transfer), 0, 1};
    if (colours == 3) cmsWriteRawTag(made.get(), cmsSigcicpTag, tag, sizeof tag); // greys cannot have it
    return bytes_of(made.get(), hdr_profile(points, colours)->name);
}

} // namespace atrous
