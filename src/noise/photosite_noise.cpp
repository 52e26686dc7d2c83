// Follows Foi, Trimeche, Katkovnik, Egiazarian (2008): variance is a line over brightness. Blocks replace
// their segments. The residual is Immerkaer's (Fast Noise Variance Estimation, 1996) for one phase of the
// filter, which ignores slopes. A block is chosen by the phases next to the measured one: noise is
// independent between phases, so the choice adds no bias, and texture is in all of them. The part of a
// photosite that the other phases predict is texture and does not count.
#include "noise/photosite_noise.h"
#include "noise/noise_planes.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr int phase_block = 16;                  // side, in samples of a phase
constexpr int photosite_block = 2 * phase_block; // the same in photosites
constexpr std::size_t min_phase_blocks = 12;
constexpr std::size_t max_phase_blocks = 8000; // 8 megapixels. Larger images: as many, evenly spread
// Degrees of freedom of a block's variance: residuals of neighbours are correlated by -2/3 and 1/6 along an axis, whose
// squares add up to 30.1 over an axis of 16: 72, less the part explained by chance (simulated, as below).
constexpr double block_freedom = 68;
constexpr double rounding = 1.0 / 12; // variance of rounding to steps

/// A block of all phases.
struct PhotositeBlock {
    std::array<double, 4> mean{}; ///< above black
    std::array<double, 4> variance{};
    double light() const { return mean[0] + mean[1] + mean[2] + mean[3]; }
};

constexpr int residual_side = phase_block + 2; // with the neighbours of the block's outermost samples
/// The residuals of a block's phase. The first one lies a sample before the block.
using Residuals = std::array<double, std::size_t(residual_side* residual_side)>;

double& residual_at(Residuals& residuals, int x, int y) {
    return residuals[std::size_t((y + 1) * residual_side + x + 1)];
}

/// Range of samples of a phase that are not cut off. Sensors saturate below the white level in their files,
/// and not all photosites at once. Some files have no samples below black. Hot photosites do not show the
/// saturation of others.
struct Usable {
    double least, most;
};

Usable usable_samples(const Mosaic& mosaic, int phase) {
    constexpr double near = 0.995; // of the largest sample above black
    constexpr double hot = 1e-4;   // of all photosites, at most
    std::vector<std::uint32_t> counts(65536);
    std::uint64_t all = 0;
    for (int y = phase / 2; y < mosaic.size.height; y += 2)
        for (int x = phase % 2; x < mosaic.size.width; x += 2) ++counts[mosaic.at(x, y)], ++all;
    int least = 0, most = 65535;
    while (least < most && counts[std::size_t(least)] == 0) ++least;
    for (double above = 0; most > least; --most)
        if ((above += counts[std::size_t(most)]) > hot * double(all)) break;
    const double black = mosaic.black[std::size_t(phase)];
    return {double(least), std::min(mosaic.white, black + near * (most - black))};
}

/// Puts the phase's mean into the block. False if it is clipped.
bool read_phase(const Mosaic& mosaic, int left, int top, int phase, const Usable& usable,
                Residuals& residuals, PhotositeBlock& block) {
    const int dx = phase % 2, dy = phase / 2;
    const auto sample = [&](int x, int y) { return double(mosaic.at(left + 2 * x + dx, top + 2 * y + dy)); };
    const auto across = [&](int x, int y) { return sample(x - 1, y) - 2 * sample(x, y) + sample(x + 1, y); };
    double sum = 0;
    int clipped = 0;
    for (int y = -1; y <= phase_block; ++y)
        for (int x = -1; x <= phase_block; ++x) // the taps' squares add up to 36
            residual_at(residuals, x, y) = (across(x, y - 1) - 2 * across(x, y) + across(x, y + 1)) / 6;
    for (int y = 0; y < phase_block; ++y)
        for (int x = 0; x < phase_block; ++x) {
            const double value = sample(x, y);
            sum += value;
            clipped += value <= usable.least || value >= usable.most ? 1 : 0;
        }
    constexpr double count = phase_block * phase_block, max_clipped = 0.01;
    block.mean[std::size_t(phase)] = sum / count - mosaic.black[std::size_t(phase)];
    return clipped <= max_clipped * count;
}

constexpr std::size_t predictors = 8;                 // the photosites of other phases around one
using Predicted = std::array<double, predictors + 1>; // followed by the predicted one

/// Adds up the products of all of them over a block.
std::array<Predicted, predictors + 1> products_of(std::array<Residuals, 4>& residuals, int phase) {
    struct Place {
        std::size_t phase;
        int x, y;
    };
    std::vector<Place> places;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            if (dx == 0 && dy == 0) continue;
            const int x = phase % 2 + dx, y = phase / 2 + dy; // photosites
            places.push_back({std::size_t(2 * (y & 1) + (x & 1)), (x - (x & 1)) / 2, (y - (y & 1)) / 2});
        }
    places.push_back({std::size_t(phase), 0, 0});
    std::array<Predicted, predictors + 1> sums{};
    for (int y = 0; y < phase_block; ++y)
        for (int x = 0; x < phase_block; ++x) {
            Predicted values{};
            for (std::size_t i = 0; i <= predictors; ++i)
                values[i] = residual_at(residuals[places[i].phase], x + places[i].x, y + places[i].y);
            for (std::size_t i = 0; i <= predictors; ++i)
                for (std::size_t j = i; j <= predictors; ++j) sums[i][j] += values[i] * values[j];
        }
    return sums;
}

/// Returns the mean square of the part of this phase that the other phases do not predict: texture is in all of them,
/// noise is not. Elimination leaves the last square without the part explained by the phases before it.
double unexplained(std::array<Predicted, predictors + 1> sums) {
    const double all = sums[predictors][predictors];
    for (std::size_t k = 0; k < predictors; ++k) {
        if (!(sums[k][k] > 1e-9 * all) || !(sums[k][k] > 0)) continue;
        for (std::size_t i = k + 1; i <= predictors; ++i) {
            const double factor = sums[k][i] / sums[k][k];
            for (std::size_t j = i; j <= predictors; ++j) sums[i][j] -= factor * sums[k][j];
        }
    }
    // Chance explains so much of noise that is independent (simulated: 20000 blocks).
    constexpr double left_by_chance = 0.915;
    return std::max(0.0, sums[predictors][predictors]) / (phase_block * phase_block) / left_by_chance;
}

/// Blocks that are not clipped, dark ones first.
std::vector<PhotositeBlock> photosite_blocks(const Mosaic& mosaic) {
    std::vector<PhotositeBlock> blocks;
    constexpr int margin = 4; // of photosites on which residuals around a block depend
    const int columns = (mosaic.size.width - 2 * margin) / photosite_block,
              rows = (mosaic.size.height - 2 * margin) / photosite_block;
    if (columns < 1 || rows < 1) return blocks;
    const std::size_t all = std::size_t(columns) * std::size_t(rows),
                      apart = (all + max_phase_blocks - 1) / max_phase_blocks;
    std::array<Residuals, 4> residuals{};
    std::array<Usable, 4> usable{};
    for (int phase = 0; phase < 4; ++phase) usable[std::size_t(phase)] = usable_samples(mosaic, phase);
    for (std::size_t i = 0; i < all; i += apart) {
        const int left = margin + int(i % std::size_t(columns)) * photosite_block,
                  top = margin + int(i / std::size_t(columns)) * photosite_block;
        PhotositeBlock block;
        bool whole = true;
        for (int phase = 0; phase < 4; ++phase)
            whole &= read_phase(mosaic, left, top, phase, usable[std::size_t(phase)],
                                residuals[std::size_t(phase)], block);
        if (!whole) continue;
        for (int phase = 0; phase < 4; ++phase)
            block.variance[std::size_t(phase)] = unexplained(products_of(residuals, phase));
        blocks.push_back(block);
    }
    std::ranges::sort(blocks, {}, &PhotositeBlock::light);
    return blocks;
}

double median_variance(std::span<const PhotositeBlock> blocks, std::size_t phase) {
    std::vector<float> values;
    for (const PhotositeBlock& block : blocks) values.push_back(float(block.variance[phase]));
    return quantile(std::move(values), 0.5);
}

/// A variance measured at a brightness, and its deviation relative to itself, by chance.
struct LinePoint {
    double x = 0, y = 0, deviation = 0;
};

/// Returns mean and variance of this phase over the blocks of one brightness that are flattest in the other phases.
LinePoint flattest(std::span<const PhotositeBlock> group, std::size_t phase) {
    constexpr double chosen_share = 0.15;
    constexpr std::size_t min_chosen = 12;
    std::array<double, 4> usual{};
    for (std::size_t other = 0; other < 4; ++other) usual[other] = median_variance(group, other) + rounding;
    std::vector<std::pair<double, const PhotositeBlock*>> order;
    for (const PhotositeBlock& block : group) {
        double score = 0;
        for (std::size_t other = 0; other < 4; ++other)
            if (other != phase) score += block.variance[other] / usual[other];
        order.emplace_back(score, &block);
    }
    std::ranges::sort(order);
    const std::size_t count =
        std::min(order.size(), std::max(min_chosen, std::size_t(chosen_share * double(order.size()))));
    std::vector<float> variances;
    LinePoint point;
    for (std::size_t i = 0; i < count; ++i) {
        variances.push_back(float(order[i].second->variance[phase]));
        point.x += order[i].second->mean[phase] / double(count);
    }
    const double median =
        std::pow(1 - 2 / (9 * block_freedom), 3); // of chi-square over its mean (Wilson, Hilferty 1931)
    point.y = quantile(std::move(variances), 0.5) / median;
    point.deviation =
        std::sqrt(2 / block_freedom * 1.57 / double(count)); // a median is so much worse than a mean
    return point;
}

/// The factors of 1, x and x^2, x relative to the brightest point. The last one is texture's or uneven photosites', not light's.
using Terms = std::array<double, 3>;

double line_at(const Terms& terms, double x) { return terms[0] + x * (terms[1] + x * terms[2]); }

/// Fits the first `count` terms, none below 0, by least squares: each in turn, until they settle.
Terms fit(std::span<const LinePoint> points, std::span<const double> weights, std::size_t count) {
    constexpr int turns = 3000;
    std::array<Terms, 3> normal{};
    Terms right{}, terms{};
    for (std::size_t n = 0; n < points.size(); ++n) {
        const Terms powers{1, points[n].x, points[n].x * points[n].x};
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = 0; j < count; ++j) normal[i][j] += weights[n] * powers[i] * powers[j];
            right[i] += weights[n] * powers[i] * points[n].y;
        }
    }
    for (int turn = 0; turn < turns; ++turn)
        for (std::size_t i = 0; i < count; ++i) {
            double rest = right[i];
            for (std::size_t j = 0; j < count; ++j) rest -= j == i ? 0 : normal[i][j] * terms[j];
            terms[i] = normal[i][i] > 0 ? std::max(0.0, rest / normal[i][i]) : 0;
        }
    return terms;
}

/// Returns the line along the points' lower edge, fitted repeatedly relative to itself, and its `chi` square. Points far above
/// it have texture and count less.
Terms lower_line(std::span<const LinePoint> points, std::size_t count, double& chi) {
    constexpr int rounds = 12;
    constexpr double far = 2.5, // deviations above the line
        min_deviation = 0.02;   // groups of blocks are never that much alike
    double least = INFINITY;
    for (const LinePoint& point : points) least = std::min(least, point.y);
    least = std::max(least, 1e-6) * 1e-3;
    std::vector<double> line, weights(points.size()), ratios(points.size());
    for (const LinePoint& point : points) line.push_back(std::max(point.y, least));
    Terms terms{};
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double deviation = std::hypot(points[i].deviation, min_deviation) * line[i],
                         high = (points[i].y - line[i]) / deviation;
            weights[i] = 1 / (deviation * deviation);
            if (round > 1 && high > far) weights[i] *= std::pow(far / high, 3);
        }
        terms = fit(points, weights, count);
        chi = 0;
        for (std::size_t i = 0; i < points.size(); ++i) {
            line[i] = std::max(least, line_at(terms, points[i].x));
            ratios[i] = points[i].y / line[i];
            chi += weights[i] * std::pow(points[i].y - line_at(terms, points[i].x), 2);
        }
        if (round != 1) continue;
        std::ranges::sort(ratios); // down to the lowest fifth
        for (double& v : line) v *= std::min(1.0, ratios[ratios.size() / 5]);
    }
    return terms;
}

/// Puts gain and read noise: a straight line, or a bent one if that fits much better.
void put_line(std::vector<LinePoint> points, double& gain, double& read) {
    constexpr double much_better =
        12; // of chi square with one degree of freedom: once in 2000 times by chance
    double brightest = 1, straight = 0, bent = 0;
    for (const LinePoint& point : points) brightest = std::max(brightest, point.x);
    for (LinePoint& point : points) point.x = std::max(0.0, point.x) / brightest;
    Terms terms = lower_line(points, 2, straight);
    const Terms with_bend = lower_line(points, 3, bent);
    if (bent < straight - much_better) terms = with_bend;
    gain = terms[1] / brightest;
    read = std::max(0.0, terms[0] - rounding);
}

} // namespace

std::optional<PhotositeNoise> photosite_noise(const Mosaic& mosaic) {
    const std::vector<PhotositeBlock> blocks = photosite_blocks(mosaic);
    if (blocks.size() < min_phase_blocks) return std::nullopt;
    constexpr std::size_t group_size = 24, max_groups = 32;
    const std::size_t groups = std::clamp<std::size_t>(blocks.size() / group_size, 1, max_groups);
    std::array<std::vector<LinePoint>, 3> points;
    for (std::size_t g = 0; g < groups; ++g) {
        const std::size_t first = blocks.size() * g / groups, end = blocks.size() * (g + 1) / groups;
        const auto group = std::span(blocks).subspan(first, end - first);
        for (std::size_t phase = 0; phase < 4; ++phase)
            points[std::size_t(mosaic.colour[phase])].push_back(flattest(group, phase));
    }
    PhotositeNoise noise;
    for (std::size_t c = 0; c < 3; ++c) put_line(std::move(points[c]), noise.gain[c], noise.read[c]);
    noise.range = mosaic.white - (mosaic.black[0] + mosaic.black[1] + mosaic.black[2] + mosaic.black[3]) / 4;
    return noise;
}

} // namespace atrous
