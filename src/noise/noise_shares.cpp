// Derives the noise of every plane, level and band from flat blocks: low quantiles of their statistics, the allowed
// differences between levels, and the limit of luma next to chroma.
#include "noise/noise_search.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr std::size_t levels = kernels::FRAMELET_LEVELS, measured_levels = 3;

using Bands = std::array<double, kernels::FRAMELET_BANDS>;

double sum_of(const Bands& bands) {
    double sum = 0;
    for (const double b : bands) sum += b;
    return sum;
}

void scale(Bands& bands, double factor) {
    for (double& b : bands) b *= factor;
}

/// Corrections applied to the variance of flat blocks, per noise rule.
struct NoisePolicy {
    bool mean;    ///< all of it, otherwise a low quantile, because some blocks contain texture
    bool total;   ///< no more than the flattest blocks have in all
    bool levels;  ///< no more than the level before allows
    bool blotchy; ///< chroma that cameras or JPEG have smoothed has its noise at level 2
    bool spread;  ///< flat blocks that differ are partly texture
    bool luma;    ///< luma has no more than chroma, about
    bool chroma;  ///< chroma has noise as well
};
constexpr NoisePolicy noise_policies[] = {
    // by NoiseRule: mean, total, levels, blotchy, spread, luma, chroma
    {false, true, true, false, true, true, true},    // none
    {false, true, true, false, true, true, true},    // channels
    {false, true, true, false, true, true, true},    // chroma
    {false, true, true, false, true, false, false},  // luma
    {false, true, true, true, false, false, true},   // places
    {true, false, false, false, false, false, true}, // floor
    {false, true, true, false, false, false, true},  // given
};

/// Variances of all planes, levels and bands, relative to the planes' maps.
class Shares {
  public:
    Shares(const NoiseSearch& search, const FrameletBank& bank, const NoisePolicy& course)
        : search_(search), white_(white_levels(bank)), course_(course), share_(search.bands.map.size()) {
        for (std::size_t plane = 0; plane < share_.size(); ++plane) find_levels(plane);
    }

    bool has_chroma() const { return share_.size() > 1; }
    double power(std::size_t plane, std::size_t level) const {
        return sum_of(share_[plane][level]) / white_[level].total;
    }
    double chroma_power(std::size_t level) const { return std::max(power(1, level), power(2, level)); }
    /// Returns chroma's unit of power in luma's.
    double luma_units() const { return mean_of(search_.bands.map[1]) / mean_of(search_.bands.map[0]); }
    /// JPEG or a camera's noise reduction took the finest chroma.
    bool has_crushed_chroma() const { return chroma_power(1) > 12 * chroma_power(0); }

    /// Luma's power at a level is at most this, in units of chroma's map.
    void cap_luma(std::size_t level, double most) { cap(0, level, most * luma_units()); }
    void scale_plane(std::size_t plane, double factor) {
        for (Bands& bands : share_[plane]) scale(bands, factor);
    }
    void scale_all(double factor) {
        for (std::size_t plane = 0; plane < share_.size(); ++plane) scale_plane(plane, factor);
    }
    /// Flat blocks that have more are texture.
    void limit_floor() {
        constexpr double most = 7; // deviation of luma, in steps of 8 bits
        const double deviation = std::sqrt(power(0, 1) * mean_of(search_.bands.map[0]));
        scale_all(std::pow(std::min(1.0, most / std::max(1e-9, deviation)), 2));
    }
    void put(NoiseFound& found) const {
        for (std::size_t p = 0; p < share_.size(); ++p)
            for (std::size_t l = 0; l < levels; ++l) {
                std::ranges::transform(share_[p][l], found.noise.share[p][l].begin(),
                                       [](double v) { return float(v); });
                found.power[p][l] = power(p, l);
                found.deviation[p][l] = std::sqrt(found.power[p][l] * mean_of(search_.bands.map[p]));
            }
    }

  private:
    const NoiseSearch& search_;
    std::array<WhiteLevel, levels> white_;
    const NoisePolicy& course_;
    std::vector<std::array<Bands, levels>> share_;

    void cap(std::size_t plane, std::size_t level, double most) {
        scale(share_[plane][level], std::min(1.0, most / std::max(1e-12, power(plane, level))));
    }

    /// The bands of a level from the flat blocks, but no more than the flattest blocks of that level have in all.
    Bands measured_bands(std::size_t plane, std::size_t level) const {
        const auto& energy = search_.bands.energy[plane][level];
        const WhiteLevel& white = white_[level];
        Bands bands{};
        std::vector<float> total(search_.blocks.count());
        for (std::size_t b = 1; b < energy.size(); ++b) {
            const std::vector<float> flat = chosen(energy[b], search_.flat);
            bands[b] = course_.mean ? mean_of(flat) : quantile(flat, band_quantile) / white.quantile[b];
            for (std::size_t i = 0; i < total.size(); ++i) total[i] += energy[b][i];
        }
        if (course_.total && !search_.known && search_.whole_count > 100) {
            const double most = quantile(chosen(total, search_.whole), total_share) / white.total_quantile;
            scale(bands, std::min(1.0, most / std::max(1e-12, sum_of(bands))));
        }
        return bands;
    }

    /// From level 0 to 1 noise that is nearly white is white, since texture adds there. More is bounded.
    static double next_power(double ratio, bool is_luma) {
        if (ratio < 2.2) return 1.05;
        if (ratio < 4) return 1.05 + (ratio - 2.2) / 1.8 * (4 - 1.05);
        return ratio < 12 || is_luma ? std::min(ratio, 7.0) : ratio;
    }

    /// From level 1 to 2.
    double max_growth(double ratio, bool is_luma) const {
        if (course_.blotchy) return is_luma ? 1.7 : 9.0;
        return std::clamp(std::sqrt(ratio), 1.15, ratio < 12 || is_luma ? 1.7 : 3.0);
    }

    /// The levels of a plane, each bounded by the one before.
    void find_levels(std::size_t plane) {
        auto& own = share_[plane];
        for (std::size_t l = 0; l < measured_levels; ++l) own[l] = measured_bands(plane, l);
        if (course_.levels) bound_levels(plane);
        for (std::size_t b = 1; b < own[3].size(); ++b)
            if (white_[2].energy[b] > 0) own[3][b] = own[2][b] * white_[3].energy[b] / white_[2].energy[b];
    }

    void bound_levels(std::size_t plane) {
        const double finest = std::max(1e-9, power(plane, 0));
        cap(plane, 1, finest * next_power(power(plane, 1) / finest, plane == 0));
        const double ratio = power(plane, 1) / finest;
        cap(plane, 2, power(plane, 1) * max_growth(ratio, plane == 0));
    }
};

/// Channels are independent, so luma has no more noise than chroma. If JPEG crushed fine chroma, the next
/// level counts.
void bound_luma(Shares& s) {
    if (!s.has_chroma() || s.chroma_power(0) <= 1e-3) return;
    const bool crushed = s.has_crushed_chroma();
    for (std::size_t l = 0; l < levels; ++l)
        s.cap_luma(l, crushed ? 2.2 * s.chroma_power(std::min<std::size_t>(l + 1, levels - 1))
                              : 1.25 * s.chroma_power(l));
}

/// Luma that looks like texture keeps at least the share that camera matrices give it next to chroma, and this part of
/// the excess.
void bound_textured_luma(Shares& s, double even) {
    constexpr std::array<double, levels> least{0.5, 0.3, 0.3, 0.3}; // of the greater chroma's power
    for (std::size_t l = 0; l < levels; ++l) {
        const double low = least[l] * s.chroma_power(l), power = s.power(0, l) / s.luma_units();
        if (power > low) s.cap_luma(l, low + even * (power - low));
    }
}

void widen(const FrameletBank& bank, NoiseFound& found) {
    const auto more = float(mosaic_excess(std::size_t(bank.bands())));
    if (found.rule != NoiseRule::chroma) return;
    for (auto& plane : found.noise.share)
        for (auto& level : plane)
            for (float& band : level) band *= more;
}

} // namespace

void find_shares(const NoiseSearch& search, const NoiseVerdict& channels, const QuarterVerdict& quarters,
                 const FrameletBank& bank, NoiseFound& found) {
    const NoisePolicy& course = noise_policies[std::size_t(found.rule)];
    Shares s(search, bank, course);
    if (course.luma) bound_luma(s);
    if (course.spread) s.scale_all(1 / std::pow(std::max(1.0, found.spread / 1.12), 2));
    if (found.rule == NoiseRule::channels && channels.luma_cap > 0)
        for (std::size_t l = 0; l < levels; ++l) s.cap_luma(l, channels.luma_cap * s.chroma_power(l));
    if (found.rule == NoiseRule::chroma) bound_textured_luma(s, quarters.luma_even);
    if (!course.chroma)
        for (const std::size_t chroma : {1U, 2U}) s.scale_plane(chroma, 0);
    if (found.rule == NoiseRule::floor) s.limit_floor();
    s.scale_all(found.amount);
    s.put(found);
    widen(bank, found);
    if (std::ranges::none_of(found.power, [](const auto& of) { return std::ranges::max(of) > 0; }))
        found.amount = 0, found.rule = NoiseRule::none;
}

} // namespace atrous
