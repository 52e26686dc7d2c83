// Where alpha is 1 everywhere, it is the divisor, and afterwards both are the same, to the bit.
#include "app/denoise/alpha.h"
#include "app/denoise/divided.h"
#include <algorithm>

namespace atrous {

void add_alpha(RenderPicture& picture, const std::vector<float>& alpha) {
    if (alpha.empty()) return;
    const std::size_t pixels = alpha.size();
    picture.light_planes.reserve(picture.light_planes.size() + 3 * pixels);
    for (std::size_t i = 0; i < 3 * pixels; ++i)
        picture.light_planes.push_back(alpha[i % pixels] * divisor_of(picture, i));
    picture.alpha_filtered = true;
}

std::vector<float> filtered_alpha(std::span<const float> light, std::span<const float> divisor, Size size) {
    const auto pixels = std::size_t(size.pixels());
    std::vector<float> alpha(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        float sum = 0, all = 0;
        for (std::size_t c = 0; c < 3; ++c) {
            sum += light[c * pixels + i];
            all += divisor[c * pixels + i];
        }
        alpha[i] = all > 0 ? std::clamp(sum / all, 0.0F, 1.0F) : 0;
    }
    return alpha;
}

} // namespace atrous
