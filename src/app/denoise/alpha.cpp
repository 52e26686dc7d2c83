// Where alpha is 1 everywhere, both lights are the same, and so is alpha afterwards, to the bit.
#include "app/denoise/alpha.h"
#include "app/denoise/divided.h"
#include <algorithm>

namespace atrous {

void add_alpha(RenderPicture& picture, const std::vector<float>& alpha) {
    if (alpha.empty()) return;
    const std::size_t pixels = alpha.size();
    picture.light_planes.reserve(picture.light_planes.size() + 6 * pixels);
    for (const bool one : {false, true})
        for (std::size_t i = 0; i < 3 * pixels; ++i)
            picture.light_planes.push_back((one ? 1 : alpha[i % pixels]) * divisor_of(picture, i));
    picture.alpha_filtered = true;
}

std::vector<float> filtered_alpha(std::span<const float> lights, Size size) {
    const auto pixels = std::size_t(size.pixels());
    std::vector<float> alpha(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        float sum = 0, all = 0;
        for (std::size_t c = 0; c < 3; ++c) {
            sum += lights[c * pixels + i];
            all += lights[(3 + c) * pixels + i];
        }
        alpha[i] = all > 0 ? std::clamp(sum / all, 0.0F, 1.0F) : 0;
    }
    return alpha;
}

} // namespace atrous
