// What a user can ask of the EAW filter, and what becomes of it for an image on a device. The one place that says
// which settings change pixels. Defaults are those of the members; option rows show them.
#pragma once
#include "eaw/params.h"
#include "filters/atrous/execution.h"
#include "graph/curve.h"
#include "graph/tables.h"
#include "image/pixels.h"
#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace atrous {

constexpr int most_levels = kernels::MOST_LEVELS;

/// How noise falls from level to level, for automatic denoising.
struct NoiseModel {
    const char* name;
    bool starlet; ///< the exact deviations of filters/eaw/levels.h; else 2^-level (EAW paper)
};
/// How noise is removed: not at all, by a filter that runs first, or by thresholds that are found in the details.
struct Denoising {
    const char* name;
    const char* bank;      ///< of the framelet filter that runs before this one; null: none does
    bool finds_thresholds; ///< BayesShrink
};
/// How a detail d is shrunk by a threshold T.
struct Shrink {
    const char* name;
    bool unbiased; ///< |d| >= 2 T stays as it is, below it |d| falls smoothly; else max(|d| - T, 0)
};

/// The tables; the first rows are the defaults.
std::span<const Denoising> denoisings();
std::span<const NoiseModel> noise_models();
std::span<const Shrink> shrinks();

/// One value per level, finest first; a shorter list repeats its last value. Where there is a curve it holds
/// instead, until resolve() makes values of it for the levels of an image.
struct PerLevel {
    std::vector<double> values;
    Curve curve{};
    double at(int level) const { return values[std::min(std::size_t(level), values.size() - 1)]; }
    /// Whether every level has this value.
    bool is(double value) const {
        return std::all_of(values.begin(), values.end(), [value](double v) { return v == value; });
    }
};

/// What noise alone has in the details of a picture's finest levels, for --noise-guard.
struct GuardedNoise {
    using Curve = std::array<float, kernels::GUARD_ENTRIES>;
    double white = 1; ///< luma of the curves' last entries; the first ones are black's
    /// Per level, finest first, at most GUARD_LEVELS: variance of luma's details, and of chroma's, over the luma of the next
    /// coarse image; of all planes of the group together.
    std::vector<std::array<Curve, 2>> levels{};
};

/// The settings of `enhance`, as asked.
struct EawSettings {
    int levels = 0; ///< 0 = the 20 % rule (auto_levels)
    int radius = 2; ///< taps per side: 2 = B3-spline 1 4 6 4 1 / 16, 1 = 1 2 1 / 4
    const TapWeights* kernel = &tap_weights()[0];
    PerLevel luma{{1.0}};             ///< gain of luma details
    PerLevel chroma{{1.0}};           ///< gain of chroma details
    PerLevel luma_threshold{{0.0}};   ///< soft threshold in units of the space
    PerLevel chroma_threshold{{0.0}}; ///< the same for chroma
    PerLevel edges{};          ///< sigma of the edge-stopping Gaussian; 0 = off; empty = the space's default
    bool search_edges = false; ///< instead, a search finds the weight of every pixel (--edges auto)
    const Denoising* denoise = &denoisings()[0];
    double denoise_strength = 1; ///< of the filter that runs first: scales the deviation of noise
    double chroma_denoise = 1;   ///< the same of colour, beside it
    double denoise_detail = 0;   ///< part of the finest lightness details that it gives back
    const NoiseModel* noise_model = &noise_models()[0];
    const Shrink* shrink = &shrinks()[0];
    /// Boosts are whole from this luma above black, and none at black; 0 = whole everywhere.
    double protect_shadows = 0;
    double limit = 0; ///< the detail at which half of a boost is left; 0 = no limit
    double protect_tones =
        0; ///< how far changes yield where they would clip integer samples: 0 not at all, 1 wholly
    double protect_blacks = 0;    ///< the same where luma of integer samples would fall into black
    double noise_guard = 0;       ///< times noise's variance: what is kept out of boosts, see guards_noise()
    double amount = 1;            ///< out = in + amount (result - in)
    const Space* space = nullptr; ///< null = lab for integers, log for floats
    const BorderRule* border = &find_row(borders(), "clamp", "border"); ///< taps outside the image
    bool shows_delta = false; ///< the output is the delta, on middle grey: for pictures of single details
    GuardedNoise noise{};     ///< of the picture, for noise_guard; no levels: it is clean
    Execution how{};
};

/// What a level does with the details of one group of planes.
struct EawGroupSettings {
    double gain, threshold;
};
struct EawLevelSettings {
    double sigma; ///< of the edge-stopping Gaussian; 0 = off
    EawGroupSettings luma, chroma;
};

/// Settings with every auto resolved for an image and a device: what will run. Only resolve() makes one.
struct EawResolved {
    EawSettings asked; ///< with every auto filled in: for the log, and to ask for a variant of it
    const Space& space;
    const BorderRule& border;
    int levels;                          ///< of `level`
    std::vector<EawLevelSettings> level; ///< finest first
    int radius;
    const TapWeights& kernel;
    bool search_edges;
    bool finds_thresholds; ///< in place of those given
    const NoiseModel& noise_model;
    const Shrink& shrink;
    double protect_shadows, limit, protect_tones, protect_blacks, amount;
    bool shows_delta;
    int guarded_levels; ///< the finest ones, behind each of which a pass keeps noise out of boosts
    Execution how;
    int strip_levels; ///< form strip: how many levels, finest first, may run in it

  private:
    explicit EawResolved(EawSettings filled);
    friend EawResolved resolve(const EawSettings& settings, const Pixels& pixels, const DeviceTraits& device);
};

/// The space that the settings mean for samples of that type.
const Space& space_of(const EawSettings& settings, PixelType type);

/// Resolves every auto for an image and a device. `pixels`: size, type and channels; their bytes are not read.
/// Throws a usage error for values out of range and for settings that contradict each other or ask for more than
/// the device can do, naming the options and what is allowed.
EawResolved resolve(const EawSettings& settings, const Pixels& pixels, const DeviceTraits& device);

/// The same with EawSettings::noise. `pixels`, `device`: those that these were resolved for.
EawResolved with_noise(const EawResolved& settings, GuardedNoise noise, const Pixels& pixels,
                       const DeviceTraits& device);

/// Whether details are shrunk by thresholds, given or found.
bool shrinks_details(const EawSettings& settings);
/// Whether --noise-guard does something: details are amplified somewhere, and neither thresholds nor --denoise remove noise.
bool guards_noise(const EawSettings& settings);
/// Whether every picture comes out as it is, apart from samples that are not finite.
bool is_neutral(const EawResolved& settings);
/// The settings with all that changes pixels taken out: what pictures of single levels start from.
EawSettings neutralised(EawSettings settings);

} // namespace atrous
