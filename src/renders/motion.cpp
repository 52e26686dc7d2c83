// The one formula of all conventions.
// Medians, since edges are mixtures.
#include "renders/motion.h"
#include "base/median.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace atrous {
namespace {

constexpr std::size_t least_normals = 64, most_looked_at = 100'000;

} // namespace

std::array<double, 2> motion_in_pixels(const MotionConvention& convention, std::array<double, 2> stored,
                                       Size size, double alpha) {
    using enum MotionConvention::Unit;
    if (convention.premultiplied && alpha == 0) return {0, 0};
    const double divisor = convention.premultiplied ? alpha : 1;
    const double extent[] = {double(size.width), double(size.height)};
    std::array<double, 2> way{};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const double unit = convention.unit == px   ? 1
                            : convention.unit == uv ? extent[axis]
                                                    : extent[axis] / 2;
        const bool turned = convention.from_other != (axis == 1 && convention.up);
        way[axis] =
            (stored[axis] / divisor - convention.centre) * convention.scale * unit * (turned ? -1 : 1);
    }
    return way;
}

bool vectors_centred(std::span<const float> stored) {
    if (stored.empty()) return false;
    double sum = 0;
    for (const float v : stored) {
        if (!(v >= 0 && v <= 1)) return false;
        sum += double(v);
    }
    // Around .5, or at rest there: a picture of fractions has vectors around 0.
    const double mean = sum / double(stored.size());
    const auto near = std::ranges::count_if(stored, [](float v) { return v > .25F && v < .75F; });
    return std::abs(mean - .5) < .2 && double(near) >= .5 * double(stored.size());
}

bool normals_encoded(std::span<const float> planes) {
    const std::size_t pixels = planes.size() / 3, step = std::max<std::size_t>(1, pixels / most_looked_at);
    std::vector<double> off, decoded;
    for (std::size_t i = 0; i < pixels; i += step) {
        const std::array<double, 3> v{double(planes[i]), double(planes[pixels + i]),
                                      double(planes[2 * pixels + i])};
        const double length = std::hypot(v[0], v[1], v[2]);
        if (!(length > 1e-3) || !std::isfinite(length)) continue;
        if (std::ranges::any_of(v, [](double c) { return c < 0 || c > 1; })) return false;
        off.push_back(std::abs(length - 1));
        decoded.push_back(std::abs(std::hypot(2 * v[0] - 1, 2 * v[1] - 1, 2 * v[2] - 1) - 1));
    }
    return off.size() >= least_normals && upper_median(off) > .02 && upper_median(decoded) < .02;
}

} // namespace atrous
