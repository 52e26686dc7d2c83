// The tone curve from high to standard dynamic range: method C of ITU-R BT.2446-1, section 5.
#include "colour/profile.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

/// Luminance in percent of SDR's white by the luminance in cd/m2 (its equation of k1 to k4).
float sdr_percent(float nits) {
    constexpr float k1 = 0.83802F, k2 = 15.09968F, k3 = 0.74204F, k4 = 78.99439F, knee = 58.5F / k1;
    return nits < knee ? k1 * nits : k2 * std::log(nits / knee - k3) + k4;
}

} // namespace

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
