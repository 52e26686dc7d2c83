// Chooses blocks by one half of their pixels and measures the other half, so that the choice does not bias the result:
// noise has the same power there, texture does not. Then applies rules whose numbers separate photographs with noise
// from clean ones: the difference between halves, the length of tails, the share of chroma next to luma.
#include "noise/noise_search.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace atrous {
namespace {

using Blocks = std::vector<std::size_t>;

/// Quarters that make a half: each lies on one diagonal of the block.
constexpr std::size_t halves[2][2] = {{0, 3}, {1, 2}};

double half_of(const OpponentStatistics::Quarters& quarters, std::size_t half) {
    return (double(quarters[halves[half][0]]) + double(quarters[halves[half][1]])) / 2;
}

/// Excess of each half of each block over the flattest blocks, summed over the details of these planes at two
/// levels.
struct FlatDetails {
    std::size_t first_plane, planes, first_level;
};
constexpr FlatDetails chroma_details{1, 2, 1}; // JPEG and noise reduction crush its finest level
constexpr FlatDetails luma_details{0, 1, 0};

/// The blocks that are flattest by one half, by the other, and by both.
struct Flattest {
    std::array<Blocks, 2> by_half;
    Blocks by_both;
};

class QuarterSearch {
  public:
    QuarterSearch(const OpponentStatistics& statistics, Blocks blocks, const FlatDetails& details)
        : statistics_(statistics), blocks_(std::move(blocks)) {
        for (const auto& plane : statistics.planes) units_.push_back(mean_of_blocks(plane.map));
        for (auto& half : flatness_) half.assign(blocks_.size(), 0);
        for (std::size_t p = details.first_plane; p < details.first_plane + details.planes; ++p)
            for (std::size_t l = details.first_level; l < details.first_level + 2; ++l)
                add(statistics.planes[p].square[l]);
        for (std::size_t i = 0; i < blocks_.size(); ++i) both_.push_back(flatness_[0][i] + flatness_[1][i]);
    }

    Flattest flattest(double fraction) const {
        const auto n = double(blocks_.size());
        const auto count = std::size_t(std::min(std::max(40.0, fraction * n), n - 1));
        return {{lowest(flatness_[0], count), lowest(flatness_[1], count)}, lowest(both_, count)};
    }

    /// Returns the power of the measured halves at a level, in units of the map.
    std::vector<float> measured(const Flattest& chosen, std::size_t by, std::size_t plane,
                                std::size_t level) const {
        std::vector<float> found;
        for (const std::size_t block : chosen.by_half[by])
            found.push_back(float(half_of(statistics_.planes[plane].square[level][block], 1 - by)));
        return found;
    }

    /// NaN, which exceeds nothing, if no block was chosen.
    double kurtosis(const Flattest& chosen, std::size_t plane) const {
        if (chosen.by_both.empty()) return std::numeric_limits<double>::quiet_NaN();
        double sum = 0;
        for (const std::size_t block : chosen.by_both)
            sum += double(statistics_.planes[plane].kurtosis[block]);
        return sum / double(chosen.by_both.size());
    }

    /// All blocks that are nearly as flat as the chosen ones: of a place that is even, most.
    Blocks even(const Flattest& chosen) const {
        constexpr float more = 1.7f;
        std::vector<float> flat;
        for (std::size_t i = 0; i < blocks_.size(); ++i)
            if (std::ranges::binary_search(chosen.by_both, blocks_[i])) flat.push_back(both_[i]);
        const auto most = more * float(quantile(flat, 0.5));
        Blocks found;
        for (std::size_t i = 0; i < blocks_.size(); ++i)
            if (both_[i] <= most) found.push_back(blocks_[i]);
        return found;
    }

    /// Variance in squared steps of 8 bits where a map's unit is 1.
    double unit(std::size_t plane) const { return units_[plane]; }

  private:
    const OpponentStatistics& statistics_;
    Blocks blocks_;
    std::vector<double> units_{};                  ///< per plane
    std::array<std::vector<float>, 2> flatness_{}; ///< per usable block
    std::vector<float> both_{};

    double mean_of_blocks(const std::vector<float>& values) const {
        double sum = 0;
        for (const std::size_t block : blocks_) sum += double(values[block]);
        return sum / double(blocks_.size());
    }

    void add(const std::vector<OpponentStatistics::Quarters>& square) {
        std::vector<float> all;
        for (const std::size_t block : blocks_)
            all.push_back(float((half_of(square[block], 0) + half_of(square[block], 1)) / 2));
        const double flat = std::max(1e-6, quantile(all, 0.05));
        for (std::size_t half = 0; half < 2; ++half)
            for (std::size_t i = 0; i < blocks_.size(); ++i)
                flatness_[half][i] += float(half_of(square[blocks_[i]], half) / flat);
    }

    Blocks lowest(const std::vector<float>& flatness, std::size_t count) const {
        std::vector<float> sorted = flatness;
        std::ranges::nth_element(sorted, sorted.begin() + std::ptrdiff_t(count - 1));
        const float most = sorted[count - 1];
        Blocks found;
        for (std::size_t i = 0; i < blocks_.size(); ++i)
            if (flatness[i] <= most) found.push_back(blocks_[i]);
        return found;
    }
};

/// ln(80 % quantile / 20 % quantile): their difference, infinite if a fifth is 0.
double spread_of(const std::vector<float>& values) {
    const double low = quantile(values, 0.2);
    return low > 0 && std::isfinite(low) ? std::log(quantile(values, 0.8) / low) : INFINITY;
}

/// Measures a fraction of the blocks, flattest in chroma.
struct ChromaEvidence {
    double spread = 0;    ///< of both chromas together at level 1
    double kurtosis = 0;  ///< of the chroma that has more (3: Gaussian)
    double of_luma = 0;   ///< deviation of the greater chroma over luma's, at the level that has most
    double deviation = 0; ///< of white noise with level 1 of the greater chroma, in steps of 8 bits
};

double greater_chroma(const QuarterSearch& search, const Flattest& chosen, std::size_t by,
                      std::size_t level) {
    const auto of = [&](std::size_t plane) {
        return quantile(search.measured(chosen, by, plane, level), 0.3) * search.unit(plane);
    };
    return std::max(of(1), of(2));
}

double chroma_spread(const QuarterSearch& search, const Flattest& chosen, std::size_t by) {
    std::vector<float> sum(chosen.by_half[by].size());
    for (const std::size_t plane : {1U, 2U}) {
        const std::vector<float> one = search.measured(chosen, by, plane, 1);
        const auto median = float(quantile(one, 0.5));
        if (!(median > 0)) return INFINITY; // no noise: most are grey
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += one[i] / median;
    }
    return spread_of(sum);
}

ChromaEvidence chroma_evidence(const QuarterSearch& search, double fraction) {
    const Flattest chosen = search.flattest(fraction);
    ChromaEvidence found;
    std::array<double, OpponentStatistics::levels> ratio{};
    for (const std::size_t by : {0U, 1U}) {
        found.spread += chroma_spread(search, chosen, by) / 2;
        found.deviation += std::sqrt(greater_chroma(search, chosen, by, 1)) / 2;
        for (std::size_t l = 0; l < ratio.size(); ++l) {
            const double luma = quantile(search.measured(chosen, by, 0, l), 0.2) * search.unit(0);
            ratio[l] += std::sqrt(greater_chroma(search, chosen, by, l) / std::max(1e-12, luma)) / 2;
        }
    }
    found.of_luma = std::ranges::max(ratio);
    found.kurtosis = std::max(search.kurtosis(chosen, 1), search.kurtosis(chosen, 2));
    return found;
}

/// Measures a fraction of the blocks, flattest in luma.
struct LumaEvidence {
    std::array<double, 2> spread{};    ///< at levels 0 and 1
    std::array<double, 2> deviation{}; ///< of white noise with as much, in steps of 8 bits
    double kurtosis = 0;
};

LumaEvidence luma_evidence(const QuarterSearch& search, double fraction) {
    const Flattest chosen = search.flattest(fraction);
    LumaEvidence found;
    for (const std::size_t by : {0U, 1U})
        for (std::size_t l = 0; l < 2; ++l) {
            const std::vector<float> measured = search.measured(chosen, by, 0, l);
            found.spread[l] += spread_of(measured) / 2;
            found.deviation[l] += std::sqrt(quantile(measured, 0.5) * search.unit(0)) / 2;
        }
    found.kurtosis = search.kurtosis(chosen, 0);
    return found;
}

/// Several small doubts remove all trust. One small doubt removes none.
double settled(double t) { return ramp((t - 0.2) / 0.6); }

double trust_of(const ChromaEvidence& e) {
    if (!(e.deviation > 0.05)) return 0;
    return settled(ramp((0.88 - e.spread) / 0.12) * ramp((3.28 - e.kurtosis) / 0.08) *
                   ramp((e.of_luma - 0.42) / 0.12) * ramp(e.deviation - 2.5));
}

double trust_of(const LumaEvidence& e) {
    const auto [fine, coarse] = e.deviation;
    // Nearly white details are strong evidence. Other details may be noise only if they are faint.
    const double slope = coarse < 1.6 * fine ? ramp((12 - coarse) / 3) : ramp((6.5 - coarse) / 1.5);
    const double decay = ramp((3.6 - coarse / std::max(1e-9, fine)) / 0.4);
    return settled(ramp((0.80 - e.spread[1]) / 0.12) * ramp((3.22 - e.kurtosis) / 0.10) * slope * decay *
                   ramp((fine - 1.65) / 0.35));
}

double evenness_of(const LumaEvidence& e) {
    return ramp((1.0 - e.spread[1]) / 0.2) * ramp((3.45 - e.kurtosis) / 0.15) *
           ramp((0.75 - e.spread[0]) / 0.15);
}

/// Judges one tile, so that texture elsewhere does not count: noise left by cameras or JPEG is even. A stronger even
/// tile is a lawn.
double trust_of_place(const LumaEvidence& e) {
    const auto [fine, coarse] = e.deviation;
    return ramp((0.66 - e.spread[1]) / 0.08) * ramp((3.15 - e.kurtosis) / 0.1) * ramp((9 - coarse) / 2) *
           ramp((fine - 0.7) / 0.2) * ramp((4.2 - coarse / std::max(1e-9, fine)) / 0.6);
}

/// Several tiles have to agree, of an image that has room for other things.
void judge_places(const OpponentStatistics& statistics, const std::vector<bool>& usable,
                  std::span<const NoiseTile> tiles, QuarterVerdict& verdict) {
    constexpr std::size_t min_tiles = 32, min_of_tile = 64;
    constexpr double fraction = 0.25;
    verdict.even.assign(usable.size(), false);
    if (tiles.size() < min_tiles) return;
    double sum = 0;
    for (const NoiseTile& tile : tiles) {
        Blocks blocks;
        for (std::size_t i = tile.first_block; i < tile.first_block + tile.blocks(); ++i)
            if (usable[i]) blocks.push_back(i);
        if (blocks.size() < min_of_tile) continue;
        const QuarterSearch search(statistics, std::move(blocks), luma_details);
        const double trust = trust_of_place(luma_evidence(search, fraction));
        sum += trust;
        if (trust < 0.5) continue;
        for (const std::size_t block : search.even(search.flattest(fraction))) verdict.even[block] = true;
    }
    verdict.places = std::ranges::count(verdict.even, true) > 0 ? ramp(sum - 1) : 0;
}

constexpr std::array fractions{0.03, 0.10, 0.25};

} // namespace

QuarterVerdict judge_quarters(const OpponentStatistics& statistics, const std::vector<bool>& usable,
                              std::span<const NoiseTile> tiles, bool is_grey) {
    QuarterVerdict verdict;
    judge_places(statistics, usable, tiles, verdict);
    if (is_grey) return verdict;
    Blocks blocks;
    for (std::size_t i = 0; i < usable.size(); ++i)
        if (usable[i]) blocks.push_back(i);
    const QuarterSearch chroma(statistics, blocks, chroma_details), luma(statistics, blocks, luma_details);
    const Flattest flat = chroma.flattest(fractions.back());
    verdict.crushed = greater_chroma(chroma, flat, 0, 1) > 12 * greater_chroma(chroma, flat, 0, 0);
    for (const double fraction : fractions) {
        verdict.chroma = std::max(verdict.chroma, trust_of(chroma_evidence(chroma, fraction)));
        const LumaEvidence e = luma_evidence(luma, fraction);
        if (fraction > fractions[0]) verdict.luma = std::max(verdict.luma, trust_of(e));
        verdict.luma_even = std::max(verdict.luma_even, evenness_of(e));
    }
    return verdict;
}

} // namespace atrous
