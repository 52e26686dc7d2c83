// Sums over the points of the albedo's trace.
#include "engine/denoise/light_gain.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr std::size_t least_compared = 400;

struct Pair {
    float earlier, later;
};

/// Lights that the points' vectors lead to each other, where the albedo is the same.
std::vector<Pair> lights_along(const LightTrace& earlier, const LightTrace& later,
                               const AlbedoTrace& earlier_albedo, const AlbedoTrace& later_albedo) {
    constexpr int alike = 8; // of 255
    const bool forward = leads_forward(earlier_albedo, later_albedo);
    const AlbedoTrace& from = forward ? earlier_albedo : later_albedo;
    const AlbedoTrace& to = forward ? later_albedo : earlier_albedo;
    const Size size = from.size;
    std::vector<Pair> pairs;
    for (const AlbedoTrace::Point& p : forward ? from.to_next : from.to_previous) {
        const int x = int(std::lround(float(p.x) + p.dx)), y = int(std::lround(float(p.y) + p.dy));
        if (x < 0 || y < 0 || x >= size.width || y >= size.height) continue;
        const auto index = [&](int column, int row) {
            return std::size_t(row) * std::size_t(size.width) + std::size_t(column);
        };
        const std::size_t here = index(p.x, p.y), there = index(x, y);
        const int grey = from.grey[here], other = to.grey[there];
        if (std::abs(grey - other) > alike || std::min(grey, other) < alike)
            continue; // black: sky, or nothing
        pairs.push_back({earlier.luma[forward ? here : there], later.luma[forward ? there : here]});
    }
    return pairs;
}

/// Outliers count no more than others that are bright.
void clip_bright(std::vector<Pair>& pairs, float Pair::*frame) {
    constexpr float most = 8;
    const auto middle = pairs.begin() + std::ptrdiff_t(pairs.size() / 2);
    std::ranges::nth_element(pairs, middle, {}, frame);
    const float limit = most * (*middle).*frame;
    for (Pair& pair : pairs) pair.*frame = std::min(pair.*frame, limit);
}

} // namespace

double light_gain(const LightTrace& earlier, const LightTrace& later, const AlbedoTrace& earlier_albedo,
                  const AlbedoTrace& later_albedo) {
    constexpr double least = 0.01, most = 0.7, deviations = 4; // of logarithms
    if (earlier_albedo.grey.empty() || later_albedo.grey.empty() || earlier.size != later.size) return 1;
    std::vector<Pair> pairs = lights_along(earlier, later, earlier_albedo, later_albedo);
    if (pairs.size() < least_compared) return 1;
    for (float Pair::*frame : {&Pair::earlier, &Pair::later}) clip_bright(pairs, frame);
    double of_earlier = 0, of_later = 0, squares = 0;
    for (const Pair& pair : pairs) {
        of_earlier += double(pair.earlier);
        of_later += double(pair.later);
    }
    if (!(of_earlier > 0) || !(of_later > 0)) return 1;
    const double gain = of_later / of_earlier;
    for (const Pair& pair : pairs) squares += std::pow(double(pair.later) - gain * double(pair.earlier), 2);
    const double change = std::abs(std::log(gain));
    const bool is_clear = change > std::max(least, deviations * std::sqrt(squares) / of_later);
    return is_clear && change < most ? gain : 1;
}

} // namespace atrous
