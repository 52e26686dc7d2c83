// Grey images in lightness.
#include "complaints.h"
#include <algorithm>
#include <cmath>

namespace atrous::test {
namespace {

double light_of(double lightness) {
    return lightness > 8 ? std::pow((lightness + 16) / 116, 3) : lightness * 27 / 24389;
}
double lightness_of(double light) {
    return light > 216.0 / 24389 ? 116 * std::cbrt(light) - 16 : light * 24389 / 27;
}

} // namespace

Pixels grey_image(Size size, const std::function<double(int, int)>& at) {
    Pixels p;
    p.size = size;
    p.type = PixelType::f32;
    p.colours = 1;
    p.transfer = Transfer::linear;
    p.bytes = Bytes(p.byte_count());
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            set_sample(p, std::size_t(y) * std::size_t(size.width) + std::size_t(x), light_of(at(x, y)));
    return p;
}

double lightness(const Pixels& p, int x, int y) {
    return lightness_of(sample(p, std::size_t(y) * std::size_t(p.size.width) + std::size_t(x)));
}

EawSettings lab_settings(const PerLevel& edges) {
    EawSettings s;
    s.space = "lab";
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
        sum += light ? std::abs(lightness_of(u) - lightness_of(v)) : std::abs(u - v);
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
