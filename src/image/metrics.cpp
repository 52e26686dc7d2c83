// Metrics of one frame, sample by sample, and of two consecutive frames: unwanted changes.
#include "image/metrics.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr double relative_floor = 0.01; ///< keeps relative errors of dark samples finite
constexpr std::size_t trim_of = 1000;   ///< one pixel of so many is trimmed

/// Returns true if the sample is finite, otherwise counts it.
bool is_finite(float value, NotFinite& count) {
    if (std::isfinite(value)) return true;
    ++(std::isnan(value) ? count.nan : count.infinite);
    return false;
}

/// Sums over the samples that are finite in both images.
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

constexpr int border = 8;        ///< left out, since vectors lead out of the image there
constexpr int right_border = 24; ///< ... more if a camera moves to the left

/// A mean of squares, or NaN if there are none.
struct MeanSquare {
    double sum = 0;
    std::int64_t count = 0;
    void add(double value) {
        if (!std::isfinite(value)) return;
        sum += value * value;
        ++count;
    }
    double value() const { return count > 0 ? sum / double(count) : Scores::none; }
};

/// The sample on the scale, or NaN if it is not finite.
double scaled(float sample, const PsnrScale& scale) {
    return std::isfinite(sample) ? scale(double(sample)) : Scores::none;
}

/// The place between four mixed samples: two columns and two rows, and the distance from the first ones.
struct Place {
    int x0, x1, y0, y1;
    double right, down;
};
/// The nearest place in the image.
Place place_at(double x, double y, Size size) {
    x = std::clamp(x, 0.0, size.width - 1.0);
    y = std::clamp(y, 0.0, size.height - 1.0);
    const int x0 = int(x), y0 = int(y);
    return {x0, std::min(x0 + 1, size.width - 1), y0, std::min(y0 + 1, size.height - 1), x - x0, y - y0};
}

/// Bilinear, on the scale.
double mixed_at(const std::vector<float>& plane, const Place& at, int width, const PsnrScale& scale) {
    const auto sample = [&](int x, int y) {
        return scaled(plane[std::size_t(y) * std::size_t(width) + std::size_t(x)], scale);
    };
    return std::lerp(std::lerp(sample(at.x0, at.y0), sample(at.x1, at.y0), at.right),
                     std::lerp(sample(at.x0, at.y1), sample(at.x1, at.y1), at.right), at.down);
}

} // namespace

double psnr_of(double squared_error, double peak) {
    return squared_error == 0 ? std::numeric_limits<double>::infinity()
                              : 10 * std::log10(peak * peak / squared_error);
}

Measured measure(const Planar& a, const Planar& b, const PsnrScale& scale, const SlowScores& slow) {
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
    if (slow.ssim) scores.ssim = ssim(a, b, scale);
    if (slow.flip) scores.flip = flip(a, b, scale);
    return sums.found;
}

double change_error(const FramePair& x, const FramePair& r, const PsnrScale& scale) {
    MeanSquare mean;
    const auto change = [&](const FramePair& pair, std::size_t channel, std::size_t i) {
        return scaled(pair.now.planes[channel][i], scale) - scaled(pair.before.planes[channel][i], scale);
    };
    for (std::size_t c = 0; c < x.now.planes.size(); ++c)
        for (std::size_t i = 0; i < x.now.planes[c].size(); ++i) mean.add(change(x, c, i) - change(r, c, i));
    return mean.value();
}

double flicker_error(const FramePair& x, const FramePair& r, const Motion& motion, const PsnrScale& scale) {
    const PsnrScale own = scale.of_structure();
    const Size size = x.now.size;
    MeanSquare mean;
    for (int row = border; row < size.height - border; ++row)
        for (int column = border; column < size.width - right_border; ++column) {
            const std::size_t i = std::size_t(row) * std::size_t(size.width) + std::size_t(column);
            const double dx = double(motion.dx[i]), dy = double(motion.dy[i]);
            if (!std::isfinite(dx) || !std::isfinite(dy)) continue;
            const Place from = place_at(column + dx, row + dy, size);
            const auto change = [&](const FramePair& pair, std::size_t c) {
                return scaled(pair.now.planes[c][i], own) -
                       mixed_at(pair.before.planes[c], from, size.width, own);
            };
            for (std::size_t c = 0; c < x.now.planes.size(); ++c) mean.add(change(x, c) - change(r, c));
        }
    return mean.value();
}

} // namespace atrous
