// Reduces images to about 240 samples along an axis and edges to 120 cells, so that large images take little time.
#include "renders/guide_match.h"
#include "base/median.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace atrous {
namespace {

constexpr int max_grid_size = 240, max_edge_cells = 120, tile = 8;

struct Grid {
    int width = 0, height = 0;
    std::vector<float> at{};

    float operator()(int x, int y) const { return at[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
    float mean() const { return std::reduce(at.begin(), at.end()) / float(at.size()); }
};

/// Means of squares, of some values that are finite, or 0.
template <class Value>
Grid reduced(int width, int height, int most, const Value& value) {
    const int step = std::max(1, int(std::lround(double(std::max(width, height)) / most))),
              skip = std::max(1, step / 4);
    Grid grid{width / step, height / step};
    for (int y = 0; y < grid.height; ++y)
        for (int x = 0; x < grid.width; ++x) {
            float sum = 0, count = 0;
            for (int v = y * step; v < (y + 1) * step; v += skip)
                for (int u = x * step; u < (x + 1) * step; u += skip)
                    if (const float one = value(u, v); std::isfinite(one)) sum += one, ++count;
            grid.at.push_back(sum / std::max(count, 1.F));
        }
    return grid;
}

template <class Value>
Grid samples_of(Size size, const Value& value) {
    return reduced(size.width, size.height, max_grid_size, [&](int x, int y) {
        return value(std::size_t(y) * std::size_t(size.width) + std::size_t(x));
    });
}

Grid light_of(Size size, std::span<const float> planes) {
    const auto n = std::size_t(size.pixels());
    return samples_of(size, [&](std::size_t i) {
        return std::clamp(.25F * planes[i] + .5F * planes[n + i] + .25F * planes[2 * n + i], 0.F, 1e4F);
    });
}

Grid logs_of(Grid light) {
    const float floor = .05F * light.mean() + 1e-6F;
    for (float& v : light.at) v = std::log(v + floor);
    return light;
}

/// Returns planes of albedo, normal or depth whose steps are edges.
std::vector<Grid> guide_planes(Size size, std::size_t role, std::span<const float> planes) {
    constexpr float sky = 1e9F; // as the filter has it
    if (role == 0) return {logs_of(light_of(size, planes))};
    if (role == 2)
        return {
            samples_of(size, [&](std::size_t i) { return planes[i] < sky ? std::log1p(planes[i]) : NAN; })};
    std::vector<Grid> axes;
    for (std::size_t from = 0; from < planes.size(); from += std::size_t(size.pixels()))
        axes.push_back(samples_of(size, [&](std::size_t i) { return planes[from + i]; }));
    return axes;
}

/// Strength of edges with mean 0 and length 1, or nothing if there are few.
Grid edges_of(const std::vector<Grid>& planes) {
    constexpr float max_edge = 1.5F, strong = .2F, min_share = .02F;
    const int width = planes.front().width, height = planes.front().height;
    Grid edges = reduced(width, height, max_edge_cells, [&](int x, int y) {
        float sum = 0;
        if (x < 1 || y < 1 || x + 1 >= width || y + 1 >= height) return sum;
        for (const Grid& at : planes) {
            float across = 0, down = 0;
            for (int i = -1; i <= 1; ++i)
                across += at(x + 1, y + i) - at(x - 1, y + i), down += at(x + i, y + 1) - at(x + i, y - 1);
            sum += std::sqrt(across * across + down * down) / 3;
        }
        return std::min(sum, max_edge);
    });
    const auto many = std::ranges::count_if(edges.at, [](float e) { return e > strong; });
    if (float(many) <= min_share * float(edges.at.size())) return {};
    const float mean = edges.mean();
    for (float& e : edges.at) e -= mean;
    const float length =
        std::sqrt(std::inner_product(edges.at.begin(), edges.at.end(), edges.at.begin(), 0.F));
    for (float& e : edges.at) e /= std::max(length, 1e-10F);
    return edges;
}

/// Correlation of edges, of which the guide's are mirrored or moved by cells.
double edge_fit(const Grid& guide, const Grid& image, bool across = false, bool down = false, int right = 0,
                int below = 0) {
    float sum = 0;
    for (int y = std::max(0, below); y < image.height + std::min(0, below); ++y)
        for (int x = std::max(0, right); x < image.width + std::min(0, right); ++x)
            sum += image(x, y) *
                   guide(across ? image.width - 1 - x : x - right, down ? image.height - 1 - y : y - below);
    return double(sum);
}

/// Returns where the guide fits far better, or an empty text. Shadows resemble moved normals and depth, but no moved albedo.
GuideFlaw misplaced(const char* name, const Grid& guide, const Grid& image, bool may_move, int cell) {
    constexpr double min_gain = .15, least = .25, fits = .35;
    constexpr int reach = 8;
    GuideFlaw best{name, edge_fit(guide, image)};
    best.better = std::max(best.agreement + min_gain, least);
    const auto consider = [&](double fit, const auto& where) {
        if (fit > best.better) best.better = fit, best.where = where;
    };
    consider(edge_fit(guide, image, true), "mirrored left to right");
    consider(edge_fit(guide, image, false, true), "upside down");
    consider(edge_fit(guide, image, true, true), "turned by 180 degrees");
    for (int y = -reach; may_move && best.agreement < fits && y <= reach; ++y)
        for (int x = -reach; x <= reach; ++x)
            consider(edge_fit(guide, image, false, false, x, y), "about " + std::to_string(x * cell) +
                                                                     " pixels to the right and " +
                                                                     std::to_string(y * cell) + " down");
    return best;
}

struct Mean {
    double value, variance; ///< of a tile, and of this mean
};

template <class Value>
Mean tile_mean(int column, int row, const Value& value) {
    constexpr int n = tile * tile;
    double sum = 0, squares = 0;
    for (int i = 0; i < n; ++i) {
        const auto v = double(value(column * tile + i % tile, row * tile + i / tile));
        sum += v, squares += v * v;
    }
    return {sum / n, std::max(0., squares - sum * sum / n) / n / n};
}

/// True if the means of neighbouring blocks differ by far more than noise explains, at 5 % of the borders or more.
bool shows_edges(const Grid& light) {
    constexpr double sure = 16, min_ratio = 1.35, min_share = .05; // sure: squared errors
    int all = 0, clear = 0;
    for (int y = 0; y + 1 < light.height / tile; ++y)
        for (int x = 0; x + 1 < light.width / tile; ++x)
            for (const Mean& next : {tile_mean(x + 1, y, light), tile_mean(x, y + 1, light)}) {
                const Mean here = tile_mean(x, y, light);
                const auto [less, more] = std::minmax({here.value, next.value});
                ++all;
                clear += more > min_ratio * less &&
                         (more - less) * (more - less) > sure * (here.variance + next.variance);
            }
    return clear > min_share * all;
}

} // namespace

VectorLook vector_look(std::span<const float> planes) {
    constexpr std::size_t max_looked_at = 20'000, enough = 64;
    VectorLook look;
    std::vector<double> lengths;
    const std::size_t n = planes.size() / 3, step = std::max<std::size_t>(1, n / max_looked_at);
    for (std::size_t i = 0; i < n; i += step) {
        const float x = planes[i], y = planes[n + i], z = planes[2 * n + i];
        const double length = std::hypot(double(x), double(y), double(z));
        if (!(length > 1e-3) || !std::isfinite(length)) continue;
        look.negative += std::min({x, y, z}) < -.05F;
        look.unit += std::abs(length - 1) < .05;
        lengths.push_back(length);
    }
    if (lengths.size() < enough) return {};
    const auto count = double(lengths.size());
    return {look.negative / count, look.unit / count, upper_median(std::move(lengths))};
}

HalfMatch match_halves(Size size, std::span<const float> a, std::span<const float> b) {
    constexpr std::size_t min_blocks = 16;
    const Grid left = light_of(size, a), right = light_of(size, b);
    const auto floor = double(.05F * (left.mean() + right.mean()) + 1e-6F);
    std::vector<double> errors, differences;
    for (int y = 0; y < left.height / tile; ++y)
        for (int x = 0; x < left.width / tile; ++x) {
            const Mean apart = tile_mean(x, y, [&](int u, int v) { return left(u, v) - right(u, v); }),
                       sum = tile_mean(x, y, [&](int u, int v) { return left(u, v) + right(u, v); });
            if (apart.value == 0 && apart.variance == 0) continue; // for example the same sky
            errors.push_back(std::abs(apart.value) / std::sqrt(apart.variance + 1e-20));
            differences.push_back(2 * std::abs(apart.value) / (sum.value + floor));
        }
    if (errors.size() < min_blocks) return {};
    return {upper_median(std::move(differences)), upper_median(std::move(errors))};
}

std::vector<GuideFlaw> guide_flaws(Size size, std::span<const float> beauty,
                                   const std::array<std::span<const float>, 3>& guides) {
    constexpr const char* names[] = {"albedo", "normal", "depth"};
    constexpr double least = .12;
    const Grid light = light_of(size, beauty), image = edges_of({logs_of(light)});
    std::array<Grid, 3> edges;
    std::array<double, 3> fits{-1, -1, -1}, most = fits; // to the image; to the image or another guide
    std::vector<GuideFlaw> flaws;
    std::string all;
    if (image.at.empty() || std::min(light.width, light.height) < 3 * tile) return flaws;
    for (std::size_t k = 0; k < 3; ++k) {
        if (!guides[k].empty()) edges[k] = edges_of(guide_planes(size, k, guides[k]));
        if (edges[k].at.empty()) continue;
        const GuideFlaw flaw = misplaced(names[k], edges[k], image, k == 0, size.width / image.width);
        if (!flaw.where.empty()) flaws.push_back(flaw);
        most[k] = fits[k] = flaw.agreement;
        all += (all.empty() ? "" : " and ") + std::string(names[k]);
        for (std::size_t other = 0; other < k; ++other) {
            const double fit = edges[other].at.empty() ? -1 : edge_fit(edges[k], edges[other]);
            for (const std::size_t one : {k, other}) most[one] = std::max(most[one], fit);
        }
    }
    if (!flaws.empty() || !shows_edges(light)) return flaws;
    if (const double best = std::ranges::max(fits); !edges[0].at.empty() && best < least)
        return {{all, best}};
    for (std::size_t k = 0; k < 3; ++k)
        if (!edges[k].at.empty() && all != names[k] && most[k] < least) flaws.push_back({names[k], most[k]});
    return flaws;
}

} // namespace atrous
