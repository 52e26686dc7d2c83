// Profiles applied by LittleCMS, in floats, relative colorimetric, without black point compensation,
// unbounded where the profile is curves and a matrix.
#include "base/error.h"
#include "io/colour/lcms.h"
#include "io/colour/profile.h"

namespace atrous {

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

struct HostColours::State {
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
    const cmsHPROFILE handle = s.icc->handle.get();
    s.own = colours_of(handle);
    s.to = make_transform(handle, floats_of(s.own), s.light.get(), TYPE_RGB_FLT);
    s.from = make_transform(s.light.get(), TYPE_RGB_FLT, handle, floats_of(s.own));
    if (!s.to || !s.from) throw Error(Exit::internal, "profile " + profile.name + " cannot be applied");
}

HostColours::~HostColours() = default;

void HostColours::to_light(std::span<float> pixels) const {
    apply(state_->to.get(), pixels, {state_->colours, state_->own, 3});
}
void HostColours::from_light(std::span<float> pixels) const {
    apply(state_->from.get(), pixels, {state_->colours, 3, state_->own});
}

} // namespace atrous
