// Defines the settings of the EAW filter and their resolution for an image on a device, and decides which
// settings change pixels. Members have the defaults, and option rows show them.
#pragma once
#include "eaw/params.h"
#include "filters/atrous/execution.h"
#include "filters/atrous/fact.h"
#include "graph/curve.h"
#include "graph/tables.h"
#include "image/pixels.h"
#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <vector>

namespace atrous {

constexpr int max_levels = kernels::MAX_LEVELS;

/// The decrease of noise from level to level, for automatic denoising.
struct NoiseModel {
    const char* name;
    bool starlet; ///< exact deviations from filters/eaw/levels.h, otherwise 2^-level (EAW paper)
};
/// The way to remove noise: none, a filter that runs first, or thresholds found in the details.
struct Denoising {
    const char* name;
    bool runs_first;       ///< the framelet filter, before this one
    bool finds_thresholds; ///< BayesShrink
};
/// The way to shrink a detail d by a threshold T.
struct Shrink {
    const char* name;
    bool unbiased; ///< |d| >= 2 T is unchanged, and |d| falls smoothly below it, otherwise max(|d| - T, 0)
};

/// The tables. The first rows are the defaults.
std::span<const Denoising> denoisings();
std::span<const NoiseModel> noise_models();
std::span<const Shrink> shrinks();

/// One value per level, finest first. A shorter list repeats its last value. A curve replaces the list until
/// resolve() computes its values for the levels of an image.
struct PerLevel {
    std::vector<double> values;
    Curve curve{};
    double at(int level) const { return values[std::min(std::size_t(level), values.size() - 1)]; }
    /// True if every level has this value.
    bool is(double value) const {
        return std::all_of(values.begin(), values.end(), [value](double v) { return v == value; });
    }
};

/// The noise in the taps of an image's finest levels, for --noise-guard.
struct GuardedNoise {
    static constexpr std::size_t points = 48; ///< of a curve
    struct Group {
        std::array<double, points> variance{}; ///< of all planes together, at the lumas of luma_at()
        double most = 0;                       ///< largest deviation, in steps of 8 bits of a grey
    };
    double black = 0, white = 1;                ///< luma
    std::vector<std::array<Group, 2>> levels{}; ///< luma and chroma, finest level first, at most GUARD_LEVELS
    /// Returns the luma of a point: Chebyshev's points between black and white.
    double luma_at(std::size_t point) const;
};

/// The requested settings of `enhance`.
struct EawSettings {
    int levels = 0; ///< 0 = the 20 % rule (auto_levels)
    int radius = 2; ///< taps per side: 2 = B3-spline 1 4 6 4 1 / 16, 1 = 1 2 1 / 4
    const TapWeights* kernel = &tap_weights()[0];
    PerLevel luma{{1.0}};             ///< gain of luma details
    PerLevel chroma{{1.0}};           ///< gain of chroma details
    PerLevel luma_threshold{{0.0}};   ///< soft threshold in units of the space
    PerLevel chroma_threshold{{0.0}}; ///< gains of chroma
    PerLevel edges{};          ///< sigma of the edge-stopping Gaussian (0: off, empty: the space's default)
    bool search_edges = false; ///< instead, a search finds the weight of every pixel (--edges auto)
    const Denoising* denoise = &denoisings()[0];
    double denoise_strength = 1; ///< of the filter that runs first: scales the deviation of noise
    double chroma_denoise = 1;   ///< edge sigmas of chroma
    double denoise_detail = 0;   ///< part of the finest lightness details that it gives back
    const NoiseModel* noise_model = &noise_models()[0];
    const Shrink* shrink = &shrinks()[0];
    /// Boosts are whole from this luma above black, and none at black (0: whole everywhere).
    double protect_shadows = 0;
    double limit = 0;          ///< the detail at which half of a boost is left (0: no limit)
    double protect_tones = 0;  ///< reduction of changes that would clip integer samples: 0 none, 1 full
    double protect_blacks = 0; ///< the same if luma of integer samples would fall into black
    /// Factor of the noise's variance that is kept out of boosts, see guards_noise()
    double noise_guard = 0;
    double amount = 1;            ///< out = in + amount (result - in)
    const Space* space = nullptr; ///< null = lab for integers, log for floats
    const BorderRule* border = &find_row(borders(), "clamp", "border"); ///< taps outside the image
    bool shows_delta = false; ///< the output is the delta, on middle grey: for images of single details
    GuardedNoise noise{};     ///< of the image, for noise_guard (no levels: it is clean)
    Execution how{};
};

/// The settings, which presets may have for each space.
struct SettingsBySpace {
    EawSettings any;                          ///< before the space of the image is known
    std::map<const Space*, EawSettings> of{}; ///< a row per space
};

/// The effect of a level on the details of one group of planes.
struct EawGroupSettings {
    double gain, threshold;
    bool guarded; ///< noise is kept out of the boost
};
struct EawLevelSettings {
    double sigma; ///< of the edge-stopping Gaussian (0: off)
    EawGroupSettings luma, chroma;
};

/// Settings with every auto resolved for an image and a device. Only resolve() makes them.
struct EawResolved {
    EawSettings asked; ///< with every auto filled in: for the log, and for variants of the settings
    const Space& space;
    const BorderRule& border;
    int levels;                          ///< of `level`
    std::vector<EawLevelSettings> level; ///< finest first
    int radius;
    const TapWeights& kernel;
    bool search_edges;
    bool finds_thresholds; ///< replaces the given thresholds
    const NoiseModel& noise_model;
    const Shrink& shrink;
    double protect_shadows, limit, protect_tones, protect_blacks, amount;
    bool shows_delta;
    int guarded_levels; ///< the finest ones, which keep noise out of boosts
    Execution how;
    int strip_levels; ///< form strip: number of levels, finest first, that may run in it
    /// Pixels of a plane from which luma and chroma go down the levels one after the other: the memory that
    /// this saves is worth a second kernel per level.
    std::int64_t min_pixels_apart = 2 << 20;
    /// Only pixels whose column and row are multiples of it have to be right, others may be anything: a power of 2, of an image
    /// whose last column and row are multiples, too, as borders repeat these. Level l of other pixels is not needed from 2^l on,
    /// and with order=subdivision, in which the needed ones stay together, CPUs leave it out.
    int spacing = 1;

  private:
    explicit EawResolved(EawSettings filled);
    friend EawResolved resolve(const EawSettings& settings, const Pixels& pixels, const DeviceTraits& device);
};

/// The space that the settings mean for samples of that type and transfer.
const Space& space_of(const EawSettings& settings, const Pixels& pixels);

/// Resolves every auto for an image and a device. `pixels`: size, type, channels and transfer. Their bytes are
/// not read. Throws a usage error for values out of range, contradictions and settings beyond the device's
/// limits, with the options and the allowed values.
EawResolved resolve(const EawSettings& settings, const Pixels& pixels, const DeviceTraits& device);

/// Returns the settings with EawSettings::noise, for the pixels and device for which `settings` were resolved.
EawResolved with_noise(const EawResolved& settings, GuardedNoise noise, const Pixels& pixels,
                       const DeviceTraits& device);

/// True if details are shrunk by thresholds, given or found.
bool shrinks_details(const EawSettings& settings);
/// True if --noise-guard has an effect: details are amplified, and neither thresholds nor --denoise remove
/// noise.
bool guards_noise(const EawSettings& settings);
/// True if every image stays unchanged, except for samples that are not finite.
bool is_neutral(const EawResolved& settings);
/// Returns the settings without all changes of pixels, as a start for images of single levels.
EawSettings neutralised(EawSettings settings);

inline constexpr std::tuple eaw_facts{
    Fact{
        "levels", &EawSettings::levels, Range{1, max_levels}, "N|auto",
        "Set the number of levels, {range}, each doubling the scale; auto covers details up to 20 % of the longer side"},
    Fact{
        "luma", &EawSettings::luma, Range{0, 10}, "GAIN,..",
        "Multiply lightness details by a gain per level: {range}, finest first; 1 keeps, more boosts, less smooths. A short "
        "list repeats its last value; SCALE:GAIN,.. is a curve from the coarsest (0) to the finest level (1)"},
    Fact{"chroma", &EawSettings::chroma, Range{0, 10}, "GAIN,..",
         "Multiply colour details by a gain per level: {range}, finest first"},
    Fact{"luma-threshold", &EawSettings::luma_threshold, Range{0, any_size}, "T,..",
         "Shrink lightness details by T per level before the gain, {range}, in units of the space",
         OptionLevel::preset},
    Fact{"chroma-threshold", &EawSettings::chroma_threshold, Range{0, any_size}, "T,..",
         "Shrink colour details by T per level before the gain, {range}, in units of the space",
         OptionLevel::preset},
    Fact{
        "edges", &EawSettings::edges, Range{0, any_size}, "SIGMA,..|off|auto",
        "Protect edges stronger than SIGMA from halos: a standard deviation per level, {range}, in units of the space; "
        "smaller protects weaker edges; off protects none; auto searches the value for every pixel"},
    TableFact{"denoise", &EawSettings::denoise, denoisings,
              "Remove the image's own noise first: auto or bayes (BayesShrink thresholds); "
              "starts from preset neutral unless --preset is given"},
    Fact{
        "denoise-strength", &EawSettings::denoise_strength, Range{0, 2}, "A",
        "Scale the noise that --denoise auto removes, {range}: 1 as measured, 0 none; CHROMA multiplies it for "
        "colours, so 1,0 keeps colours"},
    Fact{"chroma-denoise", &EawSettings::chroma_denoise, Range{0, 2}, "A",
         "Scale the colour noise that --denoise removes, {range}"},
    Fact{
        "denoise-detail", &EawSettings::denoise_detail, Range{0, 1}, "A",
        "Return this share of the finest lightness details to a denoised image, {range}: texture, and grain with it"},
    TableFact{
        "noise-model", &EawSettings::noise_model, noise_models,
        "Set how --denoise bayes expects noise to fall from level to level: starlet (white noise) or halving (2^-level)",
        OptionLevel::preset},
    TableFact{"shrink", &EawSettings::shrink, shrinks,
              "Shrink by a threshold T: soft (every detail by T) or unbiased (only details below 2 T)",
              OptionLevel::preset},
    Fact{"protect-shadows", &EawSettings::protect_shadows, Range{0, any_size}, "L",
         "Fade boosts out towards black: none at black, full from L above it, {range}, in units of the space",
         OptionLevel::preset},
    Fact{"limit", &EawSettings::limit, Range{0, any_size}, "D",
         "Weaken boosts of large details: to a half at D, {range}, in units of the space",
         OptionLevel::preset},
    Fact{"protect-tones", &EawSettings::protect_tones, Range{0, 1}, "A",
         "Weaken changes of colours near black or white, {range}"},
    Fact{"protect-blacks", &EawSettings::protect_blacks, Range{0, 1}, "A",
         "Weaken changes that would turn shadows black, {range}"},
    Fact{
        "noise-guard", &EawSettings::noise_guard, Range{0, 2}, "A",
        "Keep boosts from amplifying noise, {range}: 1 for the noise as measured, 0 amplifies noise like details; has no "
        "effect with --denoise"},
    Fact{
        "amount", &EawSettings::amount, Range{-2, 2}, "A",
        "Scale the whole change, {range}: 0 gives the input, 0.5 half of the change, negative values the opposite"},
    Fact{"radius", &EawSettings::radius, Range{1, 2}, "1|2",
         "Set the taps to each side of a pixel, {range}: 1 is the filter 1 2 1, 2 the B3-spline",
         OptionLevel::expert},
    TableFact{
        "space", &EawSettings::space, spaces,
        "Filter in this colour space: lab (photographs), log (renders), linear, ictcp (PQ and HLG), rgb (the file's values) "
        "or auto (lab for integers, log for floats, ictcp for PQ and HLG)"},
    TableFact{
        "border", &EawSettings::border, borders,
        "Handle taps outside the image: clamp (nearest pixel), drop (none), reflect (mirror at the edge pixel) or mirror "
        "(approximate)",
        OptionLevel::expert},
    TableFact{"kernel", &EawSettings::kernel, tap_weights,
              "Set the tap weights: b3 (the spline of --radius) or box (equal weights, for comparisons)",
              OptionLevel::preset}};

} // namespace atrous
