// Computes the metrics directly from their formulas, sample by sample, for images of a few pixels.
#pragma once
#include "image/metrics.h"
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace naive {

using atrous::Planar;
using atrous::Size;

inline double curve(double x) { return std::max(x, 0.0) / (1 + std::max(x, 0.0)); }

/// Noise from -0.2 to 2, with a highlight here and there.
inline Planar picture(Size size, int channels, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> value(-0.2F, 2);
    Planar made{size, {}, {}};
    for (int c = 0; c < channels; ++c) {
        made.names.push_back(std::string(1, "RGBA"[c]));
        auto& plane = made.planes.emplace_back(std::size_t(size.pixels()));
        for (float& sample : plane) sample = value(random) * (random() % 16 == 0 ? 100.0F : 1.0F);
    }
    return made;
}

/// Makes a one-channel image with the same value everywhere.
inline Planar constant(Size size, float value) {
    return {size, {"Y"}, {std::vector<float>(std::size_t(size.pixels()), value)}};
}

/// A pair of samples, or the two means of windows.
struct Pair {
    double x, r;
};
inline bool usable(const Pair& p) { return std::isfinite(p.x) && std::isfinite(p.r); }

/// Pairs of finite samples by pixel, then channel.
inline std::vector<std::vector<Pair>> pairs(const Planar& a, const Planar& b) {
    std::vector<std::vector<Pair>> all(std::size_t(a.size.pixels()));
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t c = 0; c < a.planes.size(); ++c)
            if (const Pair p{double(a.planes[c][i]), double(b.planes[c][i])}; usable(p)) all[i].push_back(p);
    return all;
}

template <class Error>
double mean(const Planar& a, const Planar& b, Error error) {
    double sum = 0, count = 0;
    for (const auto& pixel : pairs(a, b))
        for (const Pair& p : pixel) sum += error(p), count += 1;
    return sum / count;
}

inline double relative(const Pair& p) { return std::pow(p.x - p.r, 2) / (p.r * p.r + 0.01); }

/// Sorted means of pixels, the last thousandth left out.
inline double trimmed(const Planar& a, const Planar& b) {
    std::vector<double> of_pixels;
    for (const auto& pixel : pairs(a, b)) {
        double sum = 0;
        for (const Pair& p : pixel) sum += relative(p);
        if (!pixel.empty()) of_pixels.push_back(sum / double(pixel.size()));
    }
    std::sort(of_pixels.begin(), of_pixels.end());
    const auto kept = std::max<std::size_t>(1, std::size_t(double(of_pixels.size()) * 0.999));
    double sum = 0;
    for (std::size_t i = 0; i < kept; ++i) sum += of_pixels[i];
    return sum / double(kept);
}

/// -1 is 0, -2 is 1, n is n - 1. Step by step.
inline int reflected(int i, int n) {
    while (i < 0 || i >= n) i = i < 0 ? -1 - i : 2 * n - 1 - i;
    return i;
}

/// The similarity around one pixel, with a two-dimensional window. NaN if it has a sample that is not finite.
inline double similarity(const Planar& a, const Planar& b, std::size_t channel, int x, int y) {
    double sum = 0, mx = 0, my = 0, xx = 0, yy = 0, xy = 0;
    for (int j = -5; j <= 5; ++j)
        for (int i = -5; i <= 5; ++i) {
            const auto at =
                std::size_t(reflected(y + j, a.size.height) * a.size.width + reflected(x + i, a.size.width));
            const Pair p{double(a.planes[channel][at]), double(b.planes[channel][at])};
            if (!usable(p)) return atrous::Scores::none;
            const double w = std::exp(-(i * i + j * j) / 4.5), u = curve(p.x), v = curve(p.r);
            sum += w, mx += w * u, my += w * v, xx += w * u * u, yy += w * v * v, xy += w * u * v;
        }
    mx /= sum, my /= sum, xx = xx / sum - mx * mx, yy = yy / sum - my * my, xy = xy / sum - mx * my;
    return (2 * mx * my + 1e-4) * (2 * xy + 9e-4) / ((mx * mx + my * my + 1e-4) * (xx + yy + 9e-4));
}

inline double ssim(const Planar& a, const Planar& b) {
    double sum = 0, count = 0;
    for (std::size_t c = 0; c < a.planes.size(); ++c)
        for (int y = 0; y < a.size.height; ++y)
            for (int x = 0; x < a.size.width; ++x)
                if (const double s = similarity(a, b, c, x, y); !std::isnan(s)) sum += s, count += 1;
    return sum / count;
}

/// Interpolates a plane at any place from four samples by their distances. Outside, the nearest pixel counts.
inline double sampled(const std::vector<float>& plane, Size size, double x, double y) {
    x = std::min(std::max(x, 0.0), size.width - 1.0), y = std::min(std::max(y, 0.0), size.height - 1.0);
    double sum = 0;
    for (int j = 0; j < size.height; ++j)
        for (int i = 0; i < size.width; ++i) {
            const double w = std::max(0.0, 1 - std::abs(i - x)) * std::max(0.0, 1 - std::abs(j - y));
            if (w > 0) sum += w * curve(double(plane[std::size_t(j * size.width + i)]));
        }
    return sum;
}

} // namespace naive
