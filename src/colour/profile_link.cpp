// Converts from profile to profile. If both are curves and a matrix, the kernels' formulas take a fifth of
// LittleCMS' time. LittleCMS converts the others, and for an intent that keeps the paper's white. It applies
// profiles in floats, relative colorimetric, without black point compensation, unbounded if the profile is
// curves and a matrix. Maps HDR to standard range.
#include "base/error.h"
#include "colour/lcms.h"
#include "colour/messages.h"
#include "colour/profile.h"
#include "pixel/tone.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

/// Curves that need no table, of one side.
struct Side {
    const Profile* profile = nullptr; ///< null: `transfer` of sRGB's primaries
    Transfer transfer = Transfer::srgb;

    bool is_formula() const { return transfer < Transfer::table; }
    double to_light(std::size_t i) const { return entry(i, &kernels::ProfileParams::to_srgb); }
    double from_light(std::size_t i) const { return entry(i, &kernels::ProfileParams::from_srgb); }

    /// Samples to light, or back, by a curve per channel.
    void bend(std::span<float> pixels, std::size_t colours, bool back) const {
        if (transfer == Transfer::srgb)
            for (float& v : pixels) v = back ? kernels::srgb_encode(v) : kernels::srgb_decode(v);
        if (transfer != Transfer::formula) return;
        for (std::size_t c = 0; c < colours; ++c) {
            const kernels::ToneFormula& tone = back ? profile->params.encode[c] : profile->params.decode[c];
            for (std::size_t i = c; i < pixels.size(); i += colours)
                pixels[i] = kernels::tone_formula(pixels[i], tone);
        }
    }

  private:
    double entry(std::size_t i, float (kernels::ProfileParams::*matrix)[9]) const {
        return profile ? double((profile->params.*matrix)[i]) : i % 4 == 0; // also next to sRGB's own
    }
};

/// Luminance in percent of SDR's white by the luminance in cd/m2: method C of ITU-R BT.2446-1, section 5 (its equation of k1 to k4).
float sdr_percent(float nits) {
    constexpr float k1 = 0.83802F, k2 = 15.09968F, k3 = 0.74204F, k4 = 78.99439F, knee = 58.5F / k1;
    return nits < knee ? k1 * nits : k2 * std::log(nits / knee - k3) + k4;
}

} // namespace

TransformHandle make_transform(cmsHPROFILE from, cmsUInt32Number in, cmsHPROFILE to, cmsUInt32Number out,
                               cmsUInt32Number intent) {
    return TransformHandle(
        cmsCreateTransform(from, in, to, out, intent, cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE));
}

int colours_of(cmsHPROFILE profile) { return cmsGetColorSpace(profile) == cmsSigGrayData ? 1 : 3; }

void apply(cmsHTRANSFORM transform, std::span<float> pixels, const LinkChannels& channels) {
    constexpr std::size_t block = 1024;
    std::array<float, 3 * block> from, to;
    const std::size_t step = std::size_t(channels.colours), in = std::size_t(channels.in),
                      out = std::size_t(channels.out);
    for (std::size_t first = 0; first < pixels.size() / step; first += block) {
        const std::size_t count = std::min(block, pixels.size() / step - first);
        float* const at = pixels.data() + first * step;
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t c = 0; c < in; ++c) from[i * in + c] = at[i * step + std::min(c, step - 1)];
        cmsDoTransform(transform, from.data(), to.data(), cmsUInt32Number(count));
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t c = 0; c < step; ++c)
                at[i * step + c] = to[i * out + (step == 1 && out == 3 ? 1 : std::min(c, out - 1))];
    }
}

void bend_hdr(const Profile& profile, std::span<float> pixels, bool back) {
    const int colours = profile.colours;
    const kernels::ProfileParams& p = profile.params;
    const bool pq = profile.transfer == Transfer::pq, matrix = profile.own_primaries && colours == 3;
    for (std::size_t at = 0; at < pixels.size(); at += std::size_t(colours)) {
        const std::span<float> pixel = pixels.subspan(at, std::size_t(colours));
        if (back && matrix) kernels::tone_matrix(pixel.data(), p.from_srgb);
        if (back && !pq) kernels::hlg_to_scene(pixel.data(), colours, p.luma);
        for (float& v : pixel)
            v = pq     ? back ? kernels::pq_encode(v) : kernels::pq_decode(v)
                    : back ? kernels::hlg_encode(v)
                       : kernels::hlg_decode(v);
        if (!back && !pq) kernels::hlg_to_display(pixel.data(), colours, p.luma);
        if (!back && matrix) kernels::tone_matrix(pixel.data(), p.to_srgb);
    }
}

struct HostColours::State {
    Profile hdr;
    std::shared_ptr<const Profile::Icc> icc;
    ProfileHandle light = linear_srgb();
    TransformHandle to, from;
    int colours = 3; ///< of the pixels
    int own = 3;     ///< of the profile
};

HostColours::HostColours(const Profile& profile) : state_(std::make_unique<State>()) {
    State& s = *state_;
    s.icc = profile.icc;
    s.colours = profile.colours;
    if (is_hdr(profile.transfer)) {
        s.hdr = profile;
        return;
    }
    const cmsHPROFILE handle = s.icc->handle.get();
    s.own = colours_of(handle);
    s.to = make_transform(handle, floats_of(s.own), s.light.get(), TYPE_RGB_FLT);
    s.from = make_transform(s.light.get(), TYPE_RGB_FLT, handle, floats_of(s.own));
    if (!s.to || !s.from) throw internal_error(messages::profile_internal, profile.name, "applied");
}

HostColours::~HostColours() = default;

void HostColours::to_light(std::span<float> pixels) const {
    if (is_hdr(state_->hdr.transfer)) return bend_hdr(state_->hdr, pixels, false);
    apply(state_->to.get(), pixels, {state_->colours, state_->own, 3});
}
void HostColours::from_light(std::span<float> pixels) const {
    if (is_hdr(state_->hdr.transfer)) return bend_hdr(state_->hdr, pixels, true);
    apply(state_->from.get(), pixels, {state_->colours, 3, state_->own});
}

struct ColourLink::State {
    std::shared_ptr<const Profile::Icc> from, to; ///< of a transform
    ProfileHandle untagged;                       ///< used instead of `from`
    TransformHandle transform;
    LinkChannels channels{};
    Side source{}, target{};
    std::array<float, 9> matrix{}; ///< if there is no transform

    void set_matrix() {
        for (std::size_t r = 0; r < 3; ++r)
            for (std::size_t c = 0; c < 3; ++c) {
                double sum = 0;
                for (std::size_t k = 0; k < 3; ++k)
                    sum += target.from_light(3 * r + k) * source.to_light(3 * k + c);
                matrix[3 * r + c] = float(sum);
            }
    }
    void set_transform(Intent intent) {
        const cmsHPROFILE in = from ? from->handle.get() : untagged.get(), out = to->handle.get();
        channels.in = colours_of(in);
        channels.out = colours_of(out);
        transform =
            make_transform(in, floats_of(channels.in), out, floats_of(channels.out), cmsUInt32Number(intent));
    }
};

ColourLink::ColourLink(const Profile* from, Transfer transfer, const Profile& to, Intent intent)
    : state_(std::make_unique<State>()) {
    State& s = *state_;
    s.source = {from, from ? from->transfer : transfer};
    s.target = {&to, to.transfer};
    s.channels.colours = to.colours;
    if (s.source.is_formula() && s.target.is_formula() && intent != Intent::absolute) {
        s.set_matrix();
        return;
    }
    s.to = to.icc;
    if (from)
        s.from = from->icc;
    else
        s.untagged = untagged_profile(transfer);
    s.set_transform(intent);
    if (!s.transform) throw internal_error(messages::no_profile_link, from ? from->name : "sRGB", to.name);
}

ColourLink::~ColourLink() = default;
ColourLink::ColourLink(ColourLink&&) noexcept = default;

void ColourLink::apply(std::span<float> pixels) const {
    const State& s = *state_;
    if (s.transform) return atrous::apply(s.transform.get(), pixels, s.channels);
    const auto colours = std::size_t(s.channels.colours);
    s.source.bend(pixels, colours, false);
    if (colours == 3)
        for (std::size_t i = 0; i < pixels.size(); i += 3) kernels::tone_matrix(&pixels[i], s.matrix.data());
    s.target.bend(pixels, colours, true);
}

// Its crosstalk before the curve, of BT.2020's channels, lowers saturated highlights. The curve scales all channels of a pixel alike, so
// the inverse crosstalk after it changes nothing else. 1000 cd/m2, which is above white there, is white here.
void tone_map(std::span<float> light, int colours) {
    constexpr float crosstalk = 0.04F, top = 1000, darkest = 1e-4F;
    constexpr float luminance[] = {0.2126F, 0.7152F, 0.0722F}; // of linear sRGB
    constexpr float sum_2020[] = {0.7129F, 1.3368F, 0.9503F};  // of R, G and B in BT.2020 (ITU-R BT.2087)
    const float whole = sdr_percent(top);
    for (std::size_t at = 0; at < light.size(); at += std::size_t(colours)) {
        float mixed = light[at];
        for (std::size_t c = 0; c < 3 && colours == 3; ++c)
            mixed = (c == 0 ? 0 : mixed) +
                    ((1 - 3 * crosstalk) * luminance[c] + crosstalk * sum_2020[c]) * light[at + c];
        const float held = std::max(mixed, darkest),
                    gain = sdr_percent(nits_of_white * held) / (held * whole);
        for (float& v : light.subspan(at, std::size_t(colours))) v *= gain;
    }
}

} // namespace atrous
