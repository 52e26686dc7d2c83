// Measures noise by brightness: a low quantile of the variances of blocks of a brightness, because even the flattest
// blocks have noise. Then the largest curve below that changes no faster than noise can.
#include "noise/noise_blocks.h"
#include <algorithm>
#include <cmath>
#include <numbers>

namespace atrous {
namespace {

constexpr int bin_width = 16, bin_step = 8; // of brightness
constexpr std::size_t min_of_bin = 12;      // blocks
constexpr double share = 0.05;              // the quantile
constexpr double of_white =
    1.18; // variance of white noise over that quantile of its two finest details in a block
constexpr double doubling = 24; // brightness over which the deviation may double,
constexpr double shadows = 48;  // up to this one,
constexpr double doubling_above =
    60;                    // and beyond: a faster change would follow texture that only this brightness has
constexpr int window = 33; // of the Hann window that smooths the curve

struct Point {
    int at;
    double variance;
};

/// The channel's blocks that are not clipped, or all if these are few.
std::vector<std::size_t> chosen_blocks(const BlockStatistics::Channel& channel) {
    std::vector<std::size_t> whole, all;
    for (std::size_t i = 0; i < channel.mean.size(); ++i) {
        all.push_back(i);
        if (channel.clipped[i] < 0.01f) whole.push_back(i);
    }
    return whole.size() < 30 ? all : whole;
}

Point point_of(int at, std::vector<float> variances, double q) {
    return {at, quantile(std::move(variances), q) * of_white + 1e-4};
}

std::vector<Point> points_of(const BlockStatistics::Channel& channel) {
    const auto blocks = chosen_blocks(channel);
    std::vector<Point> points;
    for (int b = 0; b < 256; b += bin_step) {
        std::vector<float> variances;
        for (const std::size_t i : blocks)
            if (channel.mean[i] >= float(b - (bin_width - bin_step) / 2) &&
                channel.mean[i] < float(b + bin_step + (bin_width - bin_step) / 2))
                variances.push_back(channel.variance[i]);
        const double n = double(variances.size());
        if (variances.size() >= min_of_bin)
            points.push_back(point_of(b + bin_step / 2, std::move(variances), std::max(share, 1.5 / n)));
    }
    if (!points.empty()) return points;
    std::vector<float> variances;
    for (const std::size_t i : blocks) variances.push_back(channel.variance[i]);
    return {point_of(128, std::move(variances), share)};
}

/// Brightness on a scale where the deviation may double every 24 steps.
double stretched(double at) {
    return at < shadows ? at : shadows + (at - shadows) * doubling / doubling_above;
}

/// The logarithm of the largest curve below the points, at each of them.
void limit_slopes(std::vector<Point>& points) {
    const double slope = 2 * std::numbers::ln2 / doubling;
    const std::vector<Point> from = points;
    for (Point& point : points) {
        double least = std::log(point.variance);
        for (const Point& other : from)
            least = std::min(least, std::log(other.variance) +
                                        slope * std::abs(stretched(point.at) - stretched(other.at)));
        point.variance = least;
    }
}

/// Straight between the points, level beyond them.
double value_at(const std::vector<Point>& points, int at) {
    const auto right = std::ranges::find_if(points, [at](const Point& p) { return p.at >= at; });
    if (right == points.end()) return points.back().variance;
    if (right == points.begin()) return right->variance;
    const Point &a = *(right - 1), &b = *right;
    return a.variance + (b.variance - a.variance) * double(at - a.at) / double(b.at - a.at);
}

} // namespace

StepCurve noise_curve(const BlockStatistics::Channel& channel) {
    std::vector<Point> points = points_of(channel);
    limit_slopes(points);
    StepCurve curve{};
    for (int i = 0; i < int(curve.size()); ++i) {
        double sum = 0, weights = 0;
        for (int k = -(window / 2); k <= window / 2; ++k) {
            const double weight = 0.5 + 0.5 * std::cos(2 * std::numbers::pi * k / (window - 1));
            sum += weight * value_at(points, std::clamp(i + k, 0, 255));
            weights += weight;
        }
        curve[std::size_t(i)] = std::exp(sum / weights);
    }
    return curve;
}

} // namespace atrous
