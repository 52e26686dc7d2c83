// Converts inks to sRGB with LittleCMS, which takes inks as bytes.
#include "base/error.h"
#include "colour/lcms.h"
#include "colour/messages.h"
#include "colour/profile.h"
#include <cstring>
#include <vector>

namespace atrous {

struct PrintColours::State {
    int bytes;
    ProfileHandle from, to;
    TransformHandle transform;
};

PrintColours::PrintColours(bool reversed, const std::string& icc, int bytes)
    : state_(std::make_unique<State>()) {
    State& s = *state_;
    s.bytes = bytes;
    s.from.reset(cmsOpenProfileFromMem(icc.data(), cmsUInt32Number(icc.size())));
    s.to = untagged_profile(Transfer::srgb);
    if (!s.from || cmsGetColorSpace(s.from.get()) != cmsSigCmykData)
        throw file_error(messages::profile_not_inks);
    const cmsUInt32Number in = bytes == 2 ? reversed ? TYPE_CMYK_16_REV : TYPE_CMYK_16
                               : reversed ? TYPE_CMYK_8_REV
                                          : TYPE_CMYK_8;
    s.transform.reset(cmsCreateTransform(s.from.get(), in, s.to.get(), bytes == 2 ? TYPE_RGB_16 : TYPE_RGB_8,
                                         INTENT_RELATIVE_COLORIMETRIC,
                                         cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION));
    if (!s.transform) throw file_error(messages::profile_not_applied);
}

PrintColours::~PrintColours() = default;

void PrintColours::to_srgb(const std::byte* from, int channels, std::byte* to, std::size_t pixels) const {
    const State& s = *state_;
    const std::size_t own = 4 * std::size_t(s.bytes), pixel = std::size_t(channels) * std::size_t(s.bytes);
    std::vector<std::byte> inks(pixels * own);
    for (std::size_t i = 0; i < pixels; ++i) std::memcpy(&inks[i * own], from + i * pixel, own);
    cmsDoTransform(s.transform.get(), inks.data(), to, cmsUInt32Number(pixels));
}

std::string srgb_profile_bytes() { return output_colours("srgb", Intent::relative, "srgb")->rgb.bytes; }

} // namespace atrous
