// Metrics of one frame, sample by sample.
#include "image/metrics.h"
#include <algorithm>
#include <functional>

namespace atrous {
namespace {

constexpr double relative_floor = 0.01; ///< keeps relative errors of dark samples finite
constexpr std::size_t trim_of = 1000;   ///< one pixel of so many is trimmed

/// Counts what is not finite; whether the sample is.
bool is_finite(float value, NotFinite& count) {
    if (std::isfinite(value)) return true;
    ++(std::isnan(value) ? count.nan : count.infinite);
    return false;
}

/// Sums over the samples that are finite in both pictures.
struct Sums {
    const Planar& a;
    const Planar& b;
    const PsnrScale& scale;
    Measured found{};
    double squared = 0, relative = 0, symmetric = 0;
    std::vector<float> of_pixels{}; ///< mean relative error of each pixel that has one

    /// The relative squared error.
    double add(double x, double r) {
        const double difference = x - r, on_scale = scale(x) - scale(r);
        const double share = difference * difference / (r * r + relative_floor);
        squared += on_scale * on_scale;
        relative += share;
        symmetric += std::abs(difference) / (std::abs(x) + std::abs(r) + relative_floor);
        ++found.samples;
        return share;
    }
    void note_largest(std::size_t channel, std::size_t pixel, float x, float r) {
        const double difference = std::abs(double(x) - double(r));
        if (difference <= found.largest.value) return;
        const auto width = std::size_t(a.size.width);
        found.largest = {difference, int(pixel % width), int(pixel / width), channel, x, r};
    }
    void add_pixel(std::size_t pixel) {
        double sum = 0;
        int count = 0;
        for (std::size_t c = 0; c < a.planes.size(); ++c) {
            const float x = a.planes[c][pixel], r = b.planes[c][pixel];
            const bool fine = is_finite(x, found.a), fine_there = is_finite(r, found.b);
            if (!fine || !fine_there) {
                const bool alike = std::isnan(x) ? std::isnan(r) : x == r;
                if (!alike) ++(fine ? found.found : found.lost);
                continue;
            }
            sum += add(x, r);
            note_largest(c, pixel, x, r);
            ++count;
        }
        if (count > 0) of_pixels.push_back(float(sum / count));
    }
};

/// The mean without the largest of every thousand values, at least one, but never all.
double trimmed_mean(std::vector<float>& values) {
    if (values.empty()) return Scores::none;
    const std::size_t dropped = (values.size() + trim_of - 1) / trim_of;
    const std::size_t kept = std::max<std::size_t>(1, values.size() - dropped);
    std::ranges::nth_element(values, values.begin() + std::ptrdiff_t(kept - 1));
    double sum = 0;
    for (std::size_t i = 0; i < kept; ++i) sum += double(values[i]);
    return sum / double(kept);
}

} // namespace

double psnr_of(double squared_error, double peak) {
    return squared_error == 0 ? std::numeric_limits<double>::infinity()
                              : 10 * std::log10(peak * peak / squared_error);
}

Measured measure(const Planar& a, const Planar& b, const PsnrScale& scale) {
    Sums sums{a, b, scale};
    sums.of_pixels.reserve(std::size_t(a.size.pixels()));
    for (std::size_t i = 0; i < std::size_t(a.size.pixels()); ++i) sums.add_pixel(i);
    Scores& scores = sums.found.scores;
    if (sums.found.samples > 0) {
        const auto count = double(sums.found.samples);
        scores.psnr = psnr_of(sums.squared / count, scale.peak);
        scores.relmse = sums.relative / count;
        scores.smape = sums.symmetric / count;
    }
    scores.relmse_trimmed = trimmed_mean(sums.of_pixels);
    scores.ssim = ssim(a, b);
    return sums.found;
}

} // namespace atrous
