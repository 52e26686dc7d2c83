// Defines the settings of the SVGF filter, the roles of frames, and their resolution for a device.
#pragma once
#include "filters/atrous/execution.h"
#include "filters/atrous/fact.h"
#include <span>

namespace atrous {

/// The terms of a tap's weight.
struct RenderFilter {
    const char* name;
    bool
        /// Gaussians of light, albedo, normal and depth (Dammertz 2010), without variance, otherwise SVGF's
        /// terms
        gaussian;
};
std::span<const RenderFilter> render_filters();

/// Guides that are filtered before they are used.
struct Prefilter {
    const char* name;
    bool automatic; ///< becomes another row, of noisy guides
    bool albedo, normal, depth;

    bool any() const { return albedo || normal || depth; }
};
std::span<const Prefilter> prefilters();

namespace svgf_range {
constexpr Range levels{1, 7};
constexpr Range samples{1, 1e9};
} // namespace svgf_range

/// The requested settings of `denoise`.
struct SvgfSettings {
    const RenderFilter* filter = &render_filters()[0];
    int levels = 5;
    int fit = 1;   ///< order of the local model from level 2 on: 0 = a mean, 1 = a plane over the features
    int reach = 2; ///< frames on each side of the window (0: single frames)
    bool recursive =
        false; ///< each frame goes into the history that the next one starts from, without a window
    /// With a history: frames before the first result that are filtered only for the history
    int warmup = 20;
    double sigma_luma = 3;     ///< largest difference of a tap's luma beyond noise, in deviations
    int sigma_normal = 32;     ///< power of the cosine between normals
    double sigma_depth = 2;    ///< tolerance around the plane of depth, in slopes
    double sigma_color = 4;    ///< Gaussian: deviation of light at level 0, half of it at each further one
    double sigma_albedo = 0.1; ///< Gaussian: deviation of albedo
    double strength = 1;       ///< scales sigma_luma and sigma_color. Below 1 the input is blended in, too
    double samples = 8;        ///< per pixel
    double own_albedo =
        0; ///< if vectors are wrong: the least that own() is, 0 to 1. Taps must have that albedo
    const Prefilter* prefilter = &prefilters()[0];
    double prefilter_share = 1; ///< not an option: weight of filtered guides, 0 to 1
    bool film_alpha = false;    ///< not an option: there are pixels without alpha
    bool halves = false;        ///< not an option: one of two halves, see svgf_filter_plan()
    bool pilots = false;        ///< not an option: frames of the run have pilots, except single ones
    Execution how{};

    /// True if frames stay unchanged, bit for bit: there is nothing to compute.
    bool is_neutral() const { return strength == 0 && !halves; }
    bool operator==(const SvgfSettings&) const = default;
};

/// Returns the frames on each side if no option sets them: at 2 samples, a window of three is 0.3 dB better than a
/// window of two and flickers less. At 8 it is not. `samples`: of the first frame (0: unknown).
inline int reach_for(double samples, const SvgfSettings& settings) {
    constexpr double few = 3;
    return settings.reach > 0 && samples > 0 && samples <= few ? 3 : settings.reach;
}

/// The requested settings of `denoise` on pixels.
struct RenderSettings {
    SvgfSettings filter{};
    bool samples_given = false; ///< --samples overrides the number in files
    /// Otherwise the samples decide the length of the window, see choose_window()
    bool temporal_given = false;
    bool filter_alpha = false;  ///< --alpha filter
    double clamp_fireflies = 0; ///< 0: they are not
};

/// Widens the window by one frame on each side for few samples, unless an option sets it. `samples` is the
/// number of the first frame, 0 if unknown.
inline void choose_window(double samples, RenderSettings& settings) {
    if (!settings.temporal_given) settings.filter.reach = reach_for(samples, settings.filter);
}

/// Settings that were checked, with every auto resolved. Only resolve() makes one.
struct SvgfResolved {
    SvgfSettings asked; ///< with every auto filled in
    Execution how;

    bool is_gaussian() const { return asked.filter->gaussian; }
    double luma() const;  ///< sigma_luma at so many samples
    double share() const; ///< of the result against the input
    /// Share of the frame's own albedo in the factor of the result, in a window with frames before and after, or without.
    double own(bool both_sides) const;
    double bright() const; ///< g0: largest ratio of a tap's albedo to the pixel's albedo
    /// Factor of the part of the residual that the result gets back, 0 to 1. 0: few samples, or Gaussians.
    double gives_back() const;
    /// Order of the model at a level.
    int fit(int level) const { return level >= 2 ? asked.fit : 0; }

  private:
    explicit SvgfResolved(SvgfSettings filled) : asked(filled), how(filled.how) {}
    friend SvgfResolved resolve(const SvgfSettings& settings, const DeviceTraits& device, Size size);
};

/// Throws a usage error for values out of range and options without effect in this filter, with their names.
/// `size`: of the image, for the choice of a form, which does not change the layout of a prepared frame.
SvgfResolved resolve(const SvgfSettings& settings, const DeviceTraits& device, Size size = {});

/// The roles of a frame in addition to the beauty. Missing albedo and depth are 1, and a missing normal is
/// (0, 0, 1). Frames in a direction without motion are not used.
struct SvgfRoles {
    bool albedo = true, normal = true, depth = true;
    bool previous = true, next = true; ///< motion
    bool emission = false, variance = false;
    bool coverage = false; ///< parts of it are light only
    bool pilot = false;    ///< another denoiser's beauty
    int lights = 0;        ///< light AOVs, of 3 planes
    int unlit = 0;         ///< number of last planes among them that are no lights: alpha, divisors

    /// Planes of emission and lights together.
    int extras() const { return 3 * (lights + int(emission)); }
    bool operator==(const SvgfRoles&) const = default;
};

/// The frames of a window that are there, one after the other from its middle.
struct SvgfWindow {
    int before = 0, after = 0;
};

/// The vectors that a frame gets from its neighbour.
struct SvgfInversion {
    bool
        /// Vectors to the previous frame, from the neighbour's vectors to the next one, otherwise the reverse
        to_previous;
    bool of_files; ///< the neighbour's vectors were read, not found
};

inline constexpr std::tuple svgf_facts{
    TableFact{
        "filter", &SvgfSettings::filter, render_filters,
        "Choose the tap weights: svgf (from the noise variance, Schied 2017) or eaw (Gaussians of the features, Dammertz "
        "2010; single frames)"},
    Fact{
        "temporal", &SvgfSettings::reach, Range{0, 3}, "window:K|recursive[:W]|none",
        "Gather neighbouring frames along their motion: K frames on each side, {range}; recursive: a history of all frames "
        "before, with W warm-up frames per chunk; none: each frame separately"},
    Fact{"warmup", &SvgfSettings::warmup, Range{0, 1000}, "W",
         "Filter W frames before a run or chunk for the history only, {range}"},
    Fact{"fit", &SvgfSettings::fit, Range{0, 1}, "0|1",
         "Set the order of the local model from level 2 on, {range}: 0 a mean, 1 a plane over the features"},
    Fact{"levels", &SvgfSettings::levels, svgf_range::levels, "N",
         "Set the number of wavelet levels, {range}, each doubling the neighbourhood"},
    Fact{"sigma-luma", &SvgfSettings::sigma_luma, Range{0, 1000}, "S",
         "svgf: tolerate this many standard deviations of light, {range}"},
    Fact{"sigma-normal", &SvgfSettings::sigma_normal, Range{0, 1000}, "N",
         "Set the power of the cosine between normals, {range}"},
    Fact{"sigma-color", &SvgfSettings::sigma_color, Range{0, any_size}, "S",
         "eaw: set the standard deviation of light at the finest level, {range}"},
    Fact{"sigma-albedo", &SvgfSettings::sigma_albedo, Range{0, 1000}, "S",
         "eaw: set the standard deviation of albedo, {range}"},
    Fact{"sigma-depth", &SvgfSettings::sigma_depth, Range{0, 1000}, "S",
         "Tolerate this distance from the plane of depth, in slopes of it, {range}"},
    Fact{
        "strength", &SvgfSettings::strength, Range{0, 10}, "S",
        "Scale the tolerance for differences of light, {range}: below 1 the input is blended in, 0 gives it back bit for bit"},
    Fact{"samples", &SvgfSettings::samples, svgf_range::samples, "N|auto",
         "State the samples per pixel of the render, {range}"},
    TableFact{"prefilter", &SvgfSettings::prefilter, prefilters,
              "Filter guides before they are used: noisy guides (auto), none (off), or the named ones"}};

} // namespace atrous
