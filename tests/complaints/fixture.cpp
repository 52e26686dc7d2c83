// Steps in lightness, and what a filter made of them.
#include "complaints/fixture.h"
#include <algorithm>
#include <cmath>

namespace atrous::test {

EawSettings lab_settings(const PerLevel& edges) {
    EawSettings s;
    s.space = named("lab");
    s.edges = edges;
    return s;
}

Pixels step_image(Size size, double height) {
    return grey_image(size, [=](int x, int) { return 50 + (x < size.width / 2 ? -height : height) / 2; });
}

double overshoot(const Pixels& p, double height) {
    double most = 0;
    for (int x = 0; x < p.size.width; ++x)
        most = std::max(most, std::abs(lightness(p, x, p.size.height / 2) - 50) - height / 2);
    return most;
}

double mean_change(const Pixels& a, const Pixels& b) {
    const auto count = std::size_t(a.size.pixels()) * std::size_t(a.channels());
    const bool light = a.colours == 1 && is_float(a.type);
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double u = sample(a, i), v = sample(b, i);
        sum += light ? std::abs(to_lightness(u) - to_lightness(v)) : std::abs(u - v);
    }
    return sum / double(count);
}

double deviation(const Pixels& p, int left, int top, int width, int height) {
    double sum = 0, squares = 0;
    for (int y = top; y < top + height; ++y)
        for (int x = left; x < left + width; ++x) {
            const double v = lightness(p, x, y);
            sum += v;
            squares += v * v;
        }
    const double n = double(width) * height;
    return std::sqrt(std::max(squares / n - sum / n * sum / n, 0.0));
}

bool all_finite(const Pixels& p) {
    const auto count = std::size_t(p.size.pixels()) * std::size_t(p.channels());
    for (std::size_t i = 0; i < count; ++i)
        if (!std::isfinite(sample(p, i))) return false;
    return true;
}

} // namespace atrous::test
