// Computes a windowed sinc over all pixels.
#include "reference/scale.h"
#include <cmath>

namespace atrous::reference {
namespace {

constexpr double pi = 3.14159265358979323846;

double sinc(double x) { return x == 0 ? 1 : std::sin(pi * x) / (pi * x); }

/// Modified Bessel function of the first kind, order 0.
double bessel(double x) {
    double sum = 1, term = 1;
    for (int k = 1; term > 1e-18 * sum; ++k) sum += term *= x * x / (4.0 * k * k);
    return sum;
}

double window(const std::string& name, double x) {
    if (name == "lanczos") return sinc(x);
    if (name == "hann") return 0.5 * (1 + std::cos(pi * x));
    return bessel(4.5 * std::sqrt(1 - x * x)) / bessel(4.5);
}

/// Weights of all pixels for all outputs, one row of n after the other.
std::vector<double> weights(const ScaleCase& s, const ScaleAxisCase& axis, int n) {
    std::vector<double> all;
    const double wide = std::max(1.0, axis.factor);
    const double cutoff = s.window == "kaiser" && axis.factor > 1 ? 0.95 : 1;
    for (int i = 0; i < axis.out; ++i) {
        const double centre = axis.origin + (i + 0.5) * axis.factor;
        std::vector<double> row;
        double sum = 0;
        for (int k = 0; k < n; ++k) {
            const double x = (k + 0.5 - centre) / wide;
            row.push_back(std::abs(x) < s.taps ? sinc(cutoff * x) * window(s.window, x / s.taps) : 0);
            sum += row.back();
        }
        for (const double w : row) all.push_back(w / sum);
    }
    return all;
}

} // namespace

Image scale(const Image& input, const ScaleCase& s) {
    const int channels = input.colours, width = input.size.width, height = input.size.height;
    const auto wx = weights(s, s.x, width), wy = weights(s, s.y, height);
    const auto at = [&](int x, int y, int w, int c) {
        return (std::size_t(y) * std::size_t(w) + std::size_t(x)) * std::size_t(channels) + std::size_t(c);
    };
    std::vector<double> across(std::size_t(s.x.out) * std::size_t(height) * std::size_t(channels));
    for (int y = 0; y < height; ++y)
        for (int i = 0; i < s.x.out; ++i)
            for (int x = 0; x < width; ++x)
                if (const double w = wx[std::size_t(i) * std::size_t(width) + std::size_t(x)]; w != 0)
                    for (int c = 0; c < channels; ++c)
                        across[at(i, y, s.x.out, c)] += w * input.values[at(x, y, width, c)];
    Image out{{s.x.out, s.y.out}, channels, {}};
    out.values.resize(std::size_t(out.size.pixels()) * std::size_t(channels));
    for (int j = 0; j < s.y.out; ++j)
        for (int y = 0; y < height; ++y)
            if (const double w = wy[std::size_t(j) * std::size_t(height) + std::size_t(y)]; w != 0)
                for (int i = 0; i < s.x.out; ++i)
                    for (int c = 0; c < channels; ++c)
                        out.values[at(i, j, s.x.out, c)] += w * across[at(i, y, s.x.out, c)];
    return out;
}

} // namespace atrous::reference
