// Reduces images to about 240 samples along an axis and edges to 120 cells, so that large images take little
// time.
#include "renders/guide_match.h"
#include "base/text.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace atrous {
namespace {

/// Returns the median of at least one number. For an even count, the larger of the two in the middle.
double upper_median(std::vector<double> values) {
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

constexpr int max_grid_size = 240, max_edge_cells = 120, tile = 8;

std::size_t index_of(Size size, int x, int y) {
    return std::size_t(y) * std::size_t(size.width) + std::size_t(x);
}

struct Grid {
    Size size{};
    std::vector<float> at{};

    float operator()(int x, int y) const { return at[index_of(size, x, y)]; }
    float mean() const { return std::reduce(at.begin(), at.end()) / float(at.size()); }
};

/// Returns an image with about `most` samples along an axis or fewer: means of some finite values, or 0.
template <class Value>
Grid reduced(Size size, int most, const Value& value) {
    const int step = std::max(1, int(std::lround(double(std::max(size.width, size.height)) / most))),
              skip = std::max(1, step / 4);
    Grid grid{{size.width / step, size.height / step}};
    for (int y = 0; y < grid.size.height; ++y)
        for (int x = 0; x < grid.size.width; ++x) {
            float sum = 0, count = 0;
            for (int v = y * step; v < (y + 1) * step; v += skip)
                for (int u = x * step; u < (x + 1) * step; u += skip)
                    if (const float one = value(index_of(size, u, v)); std::isfinite(one))
                        sum += one, ++count;
            grid.at.push_back(sum / std::max(count, 1.F));
        }
    return grid;
}

Grid light_of(Size size, std::span<const float> planes) {
    const auto n = std::size_t(size.pixels());
    return reduced(size, max_grid_size, [&](std::size_t i) {
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
    std::vector<Grid> grids;
    for (std::size_t from = 0; from < planes.size(); from += std::size_t(size.pixels()))
        grids.push_back(reduced(size, max_grid_size, [&](std::size_t i) {
            const float v = planes[from + i];
            return role == 1 ? v : v < sky ? std::log1p(v) : NAN;
        }));
    return grids;
}

/// Strength of edges with mean 0 and length 1, or nothing if there are few.
Grid edges_of(const std::vector<Grid>& planes) {
    constexpr float max_edge = 1.5F, strong = .2F, min_share = .02F;
    const Size size = planes.front().size;
    Grid edges = reduced(size, max_edge_cells, [&](std::size_t place) {
        const int x = int(place) % size.width, y = int(place) / size.width;
        float sum = 0;
        if (x < 1 || y < 1 || x + 1 >= size.width || y + 1 >= size.height) return sum;
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
    float squares = 0;
    for (float& e : edges.at) e -= mean, squares += e * e;
    for (float& e : edges.at) e /= std::max(std::sqrt(squares), 1e-10F);
    return edges;
}

constexpr const char* turns[] = {"", "mirrored left to right", "upside down", "turned by 180 degrees"};

/// Correlation of edges, of which the guide's are turned or moved by cells.
double edge_fit(const Grid& guide, const Grid& image, int turn = 0, int right = 0, int below = 0) {
    const auto [width, height] = image.size;
    float sum = 0;
    for (int y = std::max(0, below); y < height + std::min(0, below); ++y)
        for (int x = std::max(0, right); x < width + std::min(0, right); ++x)
            sum += image(x, y) *
                   guide(turn & 1 ? width - 1 - x : x - right, turn & 2 ? height - 1 - y : y - below);
    return double(sum);
}

/// Returns where the guide fits far better, or an empty text. Shadows resemble moved normals and depth, but
/// no moved albedo.
GuideFlaw misplaced(const char* name, const Grid& guide, const Grid& image, bool may_move, int cell) {
    constexpr double min_gain = .15, least = .25, fits = .35;
    GuideFlaw best{name, edge_fit(guide, image)};
    best.better = std::max(best.agreement + min_gain, least);
    for (int turn = 0; turn < 4; ++turn) {
        const int reach = turn == 0 && may_move && best.agreement < fits ? 8 : 0;
        for (int y = -reach; y <= reach; ++y)
            for (int x = -reach; x <= reach; ++x) {
                const double fit = edge_fit(guide, image, turn, x, y);
                if (fit <= best.better) continue;
                best.better = fit;
                best.where = turn > 0 ? turns[turn]
                                      : "about " + std::to_string(x * cell) + " pixels to the right and " +
                                            std::to_string(y * cell) + " down";
            }
    }
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

/// True if the means of neighbouring blocks differ by far more than noise explains, at 5 % of the borders.
bool shows_edges(const Grid& light) {
    constexpr double sure = 16, min_ratio = 1.35, min_share = .05; // sure: squared errors
    int all = 0, clear = 0;
    for (int y = 0; y + 1 < light.size.height / tile; ++y)
        for (int x = 0; x + 1 < light.size.width / tile; ++x)
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
    constexpr std::size_t max_looked_at = 100'000, enough = 64;
    VectorLook look;
    std::vector<double> lengths;
    unsigned sides = 0;
    const std::size_t n = planes.size() / 3, step = std::max<std::size_t>(1, n / max_looked_at);
    for (std::size_t i = 0; i < n; i += step) {
        const auto x = double(planes[i]), y = double(planes[n + i]), z = double(planes[2 * n + i]);
        const double length = std::hypot(x, y, z), decoded = std::hypot(2 * x - 1, 2 * y - 1, 2 * z - 1);
        if (!(length > 1e-3) || !std::isfinite(length)) continue;
        const auto [least, most] = std::minmax({x, y, z});
        look.negative += least < -.05;
        look.outside += least < 0 || most > 1;
        look.facing += z >= -.05 * length;
        look.unit += std::abs(length - 1) < .05;
        look.unit_decoded += decoded < .02 || std::abs(decoded - 1) < .02;
        look.pale += decoded > .1 && most - least < .25;
        sides |= (x > .2 * length ? 1 : 0) | (x < -.2 * length ? 2 : 0) | (y > .2 * length ? 4 : 0) |
                 (y < -.2 * length ? 8 : 0);
        lengths.push_back(length);
    }
    if (lengths.size() < enough) return {};
    for (double* share :
         {&look.negative, &look.outside, &look.facing, &look.unit, &look.unit_decoded, &look.pale})
        *share /= double(lengths.size());
    look.varied = sides == 15;
    look.length = upper_median(std::move(lengths));
    return look;
}

HalfMatch match_halves(Size size, std::span<const float> a, std::span<const float> b) {
    constexpr std::size_t min_blocks = 16;
    const Grid left = light_of(size, a), right = light_of(size, b);
    const auto floor = double(.05F * (left.mean() + right.mean()) + 1e-6F);
    std::vector<double> errors, differences;
    for (int y = 0; y < left.size.height / tile; ++y)
        for (int x = 0; x < left.size.width / tile; ++x) {
            const Mean apart = tile_mean(x, y, [&](int u, int v) { return left(u, v) - right(u, v); });
            const double both = tile_mean(x, y, left).value + tile_mean(x, y, right).value;
            if (apart.value == 0 && apart.variance == 0) continue; // for example the same sky
            errors.push_back(std::abs(apart.value) / std::sqrt(apart.variance + 1e-20));
            differences.push_back(2 * std::abs(apart.value) / (both + floor));
        }
    if (errors.size() < min_blocks) return {};
    return {upper_median(std::move(differences)), upper_median(std::move(errors))};
}

std::vector<GuideFlaw> guide_flaws(Size size, std::span<const float> beauty,
                                   const std::array<std::span<const float>, 3>& guides) {
    constexpr const char* names[] = {"albedo", "normal", "depth"};
    constexpr double least = .12;
    const Grid light = light_of(size, beauty);
    std::array<Grid, 4> edges; // the image's come last
    const Grid& image = edges.back() = edges_of({logs_of(light)});
    if (image.at.empty() || std::min(light.size.width, light.size.height) < 3 * tile) return {};
    std::vector<GuideFlaw> flaws;
    std::vector<std::string> found;
    double best = -1;
    for (std::size_t k = 0; k < 3; ++k) {
        if (!guides[k].empty()) edges[k] = edges_of(guide_planes(size, k, guides[k]));
        if (edges[k].at.empty()) continue;
        const GuideFlaw flaw = misplaced(names[k], edges[k], image, k == 0, size.width / image.size.width);
        if (!flaw.where.empty()) flaws.push_back(flaw);
        found.push_back(names[k]);
        best = std::max(best, flaw.agreement);
    }
    if (!flaws.empty() || !shows_edges(light)) return flaws;
    if (!edges[0].at.empty() && best < least) return {{joined(found, " and "), best}};
    for (std::size_t k = 0; k < 3 && found.size() > 1; ++k) {
        GuideFlaw flaw{names[k], -1};
        for (std::size_t other = 0; other < 4; ++other)
            if (other != k && !edges[k].at.empty() && !edges[other].at.empty())
                flaw.agreement = std::max(flaw.agreement, edge_fit(edges[k], edges[other]));
        if (flaw.agreement < least && !edges[k].at.empty()) flaws.push_back(flaw);
    }
    return flaws;
}

} // namespace atrous
