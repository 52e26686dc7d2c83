// LittleCMS takes inks as bytes; Lab it gets as doubles, since it knows no signed one.
#include "colour/print_colours.h"
#include "base/error.h"
#include "colour/lcms.h"
#include <cstring>
#include <vector>

namespace atrous {

struct PrintColours::State {
    PrintSpace space;
    int bytes;
    ProfileHandle from, to;
    TransformHandle transform;

    int colours() const { return space < PrintSpace::lab ? 4 : 3; }
    /// L* 0 to 100, a* and b*, of a sample of a pixel.
    double lab_of(const std::byte* sample, int channel) const {
        std::uint16_t wide = std::uint16_t(sample[0]);
        if (bytes == 2) std::memcpy(&wide, sample, 2);
        const double unit = bytes == 2 ? 256 : 1, all = bytes == 2 ? 65280 : 255; // 16 bits: 0xFF00 is 100
        if (channel == 0) return 100.0 * wide / (bytes == 2 && space == PrintSpace::signed_lab ? 65535 : all);
        if (space == PrintSpace::lab) return wide / unit - 128;
        return bytes == 2 ? std::int16_t(wide) / unit : std::int8_t(wide);
    }
};

PrintColours::PrintColours(PrintSpace space, const std::string& icc, int bytes)
    : state_(std::make_unique<State>()) {
    State& s = *state_;
    s.space = space;
    s.bytes = bytes;
    const bool inks = space < PrintSpace::lab;
    s.from.reset(inks ? cmsOpenProfileFromMem(icc.data(), cmsUInt32Number(icc.size()))
                      : cmsCreateLab4Profile(nullptr));
    s.to = untagged_profile(Transfer::srgb);
    if (!s.from || (inks && cmsGetColorSpace(s.from.get()) != cmsSigCmykData))
        throw file_error("its colour profile is none of four inks");
    const bool reversed = space == PrintSpace::inks_reversed;
    const cmsUInt32Number in = !inks        ? TYPE_Lab_DBL
                               : bytes == 2 ? reversed ? TYPE_CMYK_16_REV : TYPE_CMYK_16
                               : reversed   ? TYPE_CMYK_8_REV
                                            : TYPE_CMYK_8;
    s.transform.reset(cmsCreateTransform(s.from.get(), in, s.to.get(), bytes == 2 ? TYPE_RGB_16 : TYPE_RGB_8,
                                         INTENT_RELATIVE_COLORIMETRIC,
                                         cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION));
    if (!s.transform) throw file_error("its colour profile cannot be applied");
}

PrintColours::~PrintColours() = default;

void PrintColours::to_srgb(const std::byte* from, int channels, std::byte* to, std::size_t pixels) const {
    const State& s = *state_;
    const auto own = std::size_t(s.colours()), sample = std::size_t(s.bytes),
               pixel = std::size_t(channels) * sample;
    if (s.space < PrintSpace::lab) {
        std::vector<std::byte> inks(pixels * own * sample);
        for (std::size_t i = 0; i < pixels; ++i)
            std::memcpy(&inks[i * own * sample], from + i * pixel, own * sample);
        return cmsDoTransform(s.transform.get(), inks.data(), to, cmsUInt32Number(pixels));
    }
    std::vector<double> lab(pixels * own);
    for (std::size_t i = 0; i < pixels; ++i)
        for (std::size_t c = 0; c < own; ++c)
            lab[i * own + c] = s.lab_of(from + i * pixel + c * sample, int(c));
    cmsDoTransform(s.transform.get(), lab.data(), to, cmsUInt32Number(pixels));
}

std::string srgb_profile_bytes() { return output_colours("srgb", Intent::relative, "srgb")->rgb.bytes; }

} // namespace atrous
