// Sums over some rows.
#include "io/aov/light_noise.h"
#include <algorithm>
#include <cmath>
#include <numbers>

namespace atrous {
namespace {

constexpr std::size_t most_compared = 250'000; ///< pixels: an error of .003
constexpr double chance =
    12; ///< over the root of their number: five deviations, neighbouring differences having pixels in common
constexpr float least_albedo = 0.01F; ///< as the filter has it

/// Second difference along both axes at a pixel that has neighbours on all sides.
float detail_at(const LightTrace& trace, int x, int y) {
    const auto width = std::size_t(trace.size.width);
    const float* const at = trace.luma.data() + std::size_t(y) * width + std::size_t(x);
    const auto along = [](const float* p) { return p[-1] - 2 * p[0] + p[1]; };
    return along(at - width) - 2 * along(at) + along(at + width);
}

} // namespace

const char* const how_to_animate_the_seed =
    "animate it (Blender: the clock beside Sampling > Advanced > Seed; Arnold: no Lock Sampling Pattern; "
    "others: a seed that follows the frame)";

LightTrace light_trace(Size size, std::span<const float> beauty, std::span<const float> emission,
                       std::span<const float> albedo) {
    constexpr float shares[] = {.25F, .5F, .25F};
    LightTrace trace{size, {}};
    const auto pixels = std::size_t(size.pixels());
    trace.luma.resize(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        float light = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t at = k * pixels + i;
            const float own = beauty[at] - (emission.empty() ? 0 : emission[at]);
            light += shares[k] * own / (albedo.empty() ? 1 : std::max(albedo[at], least_albedo));
        }
        trace.luma[i] = std::isfinite(light) ? light : 0;
    }
    return trace;
}

double noise_correlation(const LightTrace& a, const LightTrace& b) {
    if (a.size != b.size || a.luma.empty()) return 0;
    const int step = int(1 + std::size_t(a.size.pixels()) / most_compared);
    std::ptrdiff_t count = 0, sum = 0;
    for (int y = 1; y < a.size.height - 1; y += step)
        for (int x = 1; x < a.size.width - 1; ++x) {
            const float product = detail_at(a, x, y) * detail_at(b, x, y);
            count += product != 0;
            sum += (product > 0) - (product < 0);
        }
    if (count == 0) return 0;
    const double correlation = std::sin(std::numbers::pi / 2 * double(sum) / double(count));
    return correlation > chance / std::sqrt(double(count)) ? correlation : 0;
}

} // namespace atrous
