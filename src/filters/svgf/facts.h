// What the settings of the SVGF filter are called, may be and are for.
#pragma once
#include "filters/atrous/fact.h"
#include "filters/svgf/settings.h"

namespace atrous {

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
         "Filter W frames before a run or chunk for the history only, {range}", OptionLevel::hidden},
    Fact{"fit", &SvgfSettings::fit, Range{0, 1}, "0|1",
         "Set the order of the local model from level 2 on, {range}: 0 a mean, 1 a plane over the features",
         OptionLevel::expert},
    Fact{"levels", &SvgfSettings::levels, svgf_range::levels, "N",
         "Set the number of wavelet levels, {range}, each doubling the neighbourhood"},
    Fact{"sigma-luma", &SvgfSettings::sigma_luma, Range{0, 1000}, "S",
         "svgf: tolerate this many standard deviations of light, {range}", OptionLevel::hidden},
    Fact{"sigma-normal", &SvgfSettings::sigma_normal, Range{0, 1000}, "N",
         "Set the power of the cosine between normals, {range}", OptionLevel::hidden},
    Fact{"sigma-color", &SvgfSettings::sigma_color, Range{0, any_size}, "S",
         "eaw: set the standard deviation of light at the finest level, {range}", OptionLevel::hidden},
    Fact{"sigma-albedo", &SvgfSettings::sigma_albedo, Range{0, 1000}, "S",
         "eaw: set the standard deviation of albedo, {range}", OptionLevel::hidden},
    Fact{"sigma-depth", &SvgfSettings::sigma_depth, Range{0, 1000}, "S",
         "Tolerate this distance from the plane of depth, in slopes of it, {range}", OptionLevel::hidden},
    Fact{
        "strength", &SvgfSettings::strength, Range{0, 10}, "S",
        "Scale the tolerance for differences of light, {range}: below 1 the input is blended in, 0 gives it back bit for bit"},
    Fact{"samples", &SvgfSettings::samples, svgf_range::samples, "N|auto",
         "State the samples per pixel of the render, {range}"}};

} // namespace atrous
