// Clips differences that a tap's test against the box rejects anyway. The light's gain is a quotient of sums
// over the points of the albedo's trace.
#include "engine/denoise/vector_fit.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace atrous {
namespace {

constexpr double max_points = 30'000;
constexpr int max_tiles = 6;       ///< along each axis
constexpr double min_points = 400; ///< in a tile, so that nothing is explained by chance
constexpr double clip = 0.2 * 255 * 0.2 * 255;
constexpr double small =
    0.012 * 255 * 0.012 * 255; ///< mean square of harmless differences, for example by interpolation

/// True if the vectors between two consecutive frames belong to the earlier one.
bool leads_forward(const AlbedoTrace& earlier, const AlbedoTrace& later) {
    return !earlier.to_next.empty() && !later.found;
}

/// Steps from the target of a vector, in pixels, along each axis. The first two define a parabola.
constexpr std::array<int, 8> steps{-1, 1, -2, 2, -4, 4, -8, 8};
/// Other readings of a vector: none, turned, and turned along one axis.
constexpr std::array<std::array<float, 2>, 4> readings{{{0, 0}, {-1, -1}, {1, -1}, {-1, 1}}};
constexpr std::size_t others = 2 * steps.size() + readings.size();

/// Squared differences in a tile: where vectors lead, and elsewhere.
struct TileSums {
    double here = 0, count = 0;
    std::array<double, others> there{}; ///< steps along x, along y, then readings

    /// Returns the depth below `here` of the minimum of a parabola through the one-pixel steps along an axis.
    double gain(std::size_t axis) const {
        const double before = there[axis * steps.size()], after = there[axis * steps.size() + 1];
        const double bend = before + after - 2 * here, slope = before - after;
        if (bend <= 0 || std::abs(slope) > 2 * bend) return 0;
        return slope * slope / (8 * bend);
    }
    double least() const {
        return std::max(0.0, std::min(*std::ranges::min_element(there), here - gain(0) - gain(1)));
    }
};

float grey_at(const AlbedoTrace& trace, int x, int y) {
    const int row = std::clamp(y, 0, trace.size.height - 1), column = std::clamp(x, 0, trace.size.width - 1);
    return trace.grey[std::size_t(row) * std::size_t(trace.size.width) + std::size_t(column)];
}

float grey_at(const AlbedoTrace& trace, float x, float y) {
    const float left = std::floor(x), top = std::floor(y), u = x - left, v = y - top;
    const int i = int(left), j = int(top);
    return (1 - v) * ((1 - u) * grey_at(trace, i, j) + u * grey_at(trace, i + 1, j)) +
           v * ((1 - u) * grey_at(trace, i, j + 1) + u * grey_at(trace, i + 1, j + 1));
}

bool is_inside(Size size, float x, float y) {
    return x >= 0 && y >= 0 && x <= float(size.width - 1) && y <= float(size.height - 1);
}

void add_point(TileSums& sums, const AlbedoTrace& from, const AlbedoTrace& to, const AlbedoTrace::Point& p) {
    const float x = float(p.x) + p.dx, y = float(p.y) + p.dy;
    if (!is_inside(to.size, x, y)) return;
    const float own = grey_at(from, p.x, p.y);
    const auto difference = [&](float at_x, float at_y) {
        const double d = double(grey_at(to, at_x, at_y) - own);
        return std::min(d * d, clip);
    };
    std::array<double, others> there;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        there[i] = difference(x + float(steps[i]), y);
        there[steps.size() + i] = difference(x, y + float(steps[i]));
    }
    for (std::size_t i = 0; i < readings.size(); ++i)
        there[2 * steps.size() + i] =
            difference(float(p.x) + readings[i][0] * p.dx, float(p.y) + readings[i][1] * p.dy);
    const double here = difference(x, y);
    if (here >= clip && *std::ranges::min_element(there) >= clip) return; // covered there
    sums.here += here;
    sums.count += 1;
    for (std::size_t i = 0; i < others; ++i) sums.there[i] += there[i];
}

std::vector<AlbedoTrace::Point> points_of(const std::vector<float>& vectors, Size size) {
    std::vector<AlbedoTrace::Point> points;
    if (vectors.empty()) return points;
    const auto pixels = std::size_t(size.pixels());
    const int step = std::max(1, int(std::ceil(std::sqrt(double(pixels) / max_points))));
    for (int y = step / 2; y < size.height; y += step)
        for (int x = step / 2; x < size.width; x += step) {
            const std::size_t i = std::size_t(y) * std::size_t(size.width) + std::size_t(x);
            const float dx = vectors[i], dy = vectors[pixels + i];
            if (std::abs(dx) < float(size.width) && std::abs(dy) < float(size.height))
                points.push_back({x, y, dx, dy});
        }
    return points;
}

/// Sums over the tiles of two frames that follow each other, none if there is nothing to compare.
std::vector<TileSums> tile_sums(const AlbedoTrace& earlier, const AlbedoTrace& later) {
    if (earlier.grey.empty() || later.grey.empty() || earlier.size != later.size) return {};
    const bool forward = leads_forward(earlier, later);
    const AlbedoTrace &from = forward ? earlier : later, &to = forward ? later : earlier;
    const std::vector<AlbedoTrace::Point>& points = forward ? from.to_next : from.to_previous;
    const int tiles = std::clamp(int(std::sqrt(double(points.size()) / min_points)), 1, max_tiles);
    std::vector<TileSums> sums(std::size_t(tiles) * std::size_t(tiles));
    for (const AlbedoTrace::Point& p : points) {
        const int column = p.x * tiles / from.size.width, row = p.y * tiles / from.size.height;
        add_point(sums[std::size_t(row * tiles + column)], from, to, p);
    }
    return sums;
}

double fit_in(const std::vector<TileSums>& tiles) {
    double here = 0, least = 0;
    for (const TileSums& tile : tiles) {
        if (tile.count == 0) continue;
        here += tile.here + small * tile.count;
        least += std::min(tile.here, tile.least()) + small * tile.count;
    }
    return here > 0 ? least / here : 1;
}

BetterReading better_reading(const std::vector<TileSums>& tiles) {
    constexpr double clearly = 0.75;
    double here = 0, count = 0;
    std::array<double, readings.size()> there{};
    for (const TileSums& tile : tiles) {
        here += tile.here + small * tile.count;
        count += tile.count;
        for (std::size_t i = 0; i < readings.size(); ++i)
            there[i] += tile.there[2 * steps.size() + i] + small * tile.count;
    }
    const auto best = std::ranges::min_element(there);
    if (count < min_points || *best >= clearly * here) return BetterReading::none;
    return BetterReading(1 + (best - there.begin()));
}

constexpr std::size_t min_compared = 400; ///< pairs of points

struct Pair {
    float earlier, later;
};

/// Lights that the points' vectors lead to each other, if the albedo is the same.
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

AlbedoTrace trace_of(const Render& render) {
    const RenderPlanes& picture = render.planes;
    // The first frame that a process prepares has a camera, but no vectors yet: the next one's lead to it.
    if (picture.albedo.empty() || (!render.has_vectors() && !render.camera && !render.finds_motion))
        return {};
    AlbedoTrace trace{picture.size,
                      {},
                      points_of(picture.previous, picture.size),
                      points_of(picture.next, picture.size),
                      render.found};
    const std::size_t pixels = picture.pixels();
    trace.grey.resize(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        const float grey = 0.25F * picture.albedo[i] + 0.5F * picture.albedo[pixels + i] +
                           0.25F * picture.albedo[2 * pixels + i];
        trace.grey[i] = grey > 0 ? std::uint8_t(255 * std::min(grey, 1.0F) + 0.5F) : 0; // NaN is 0
    }
    return trace;
}

VectorFit vector_fit(const AlbedoTrace& earlier, const AlbedoTrace& later) {
    const std::vector<TileSums> tiles = tile_sums(earlier, later);
    return {fit_in(tiles), later.found ? BetterReading::none : better_reading(tiles)};
}

double own_albedo(double fit) {
    constexpr double wrong = 0.65, right = 0.85;
    return std::clamp((right - fit) / (right - wrong), 0.0, 1.0);
}

double light_gain(const LightTrace& earlier, const LightTrace& later, const AlbedoTrace& earlier_albedo,
                  const AlbedoTrace& later_albedo) {
    constexpr double least = 0.01, most = 0.7, deviations = 4; // of logarithms
    if (earlier_albedo.grey.empty() || later_albedo.grey.empty() || earlier.size != later.size) return 1;
    std::vector<Pair> pairs = lights_along(earlier, later, earlier_albedo, later_albedo);
    if (pairs.size() < min_compared) return 1;
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
