// What the settings of the SVGF filter are called, may be and are for.
#pragma once
#include "filters/atrous/fact.h"
#include "filters/svgf/settings.h"

namespace atrous {

inline constexpr std::tuple svgf_facts{
    TableFact{
        "filter", &SvgfSettings::filter, render_filters,
        "svgf: weights that know the noise's variance (Schied 2017); eaw: Gaussians of light, albedo, normal "
        "and depth (Dammertz 2010), each frame by itself, for stills where svgf takes texture for noise"},
    Fact{
        "temporal", &SvgfSettings::reach, Range{0, 3}, "window:K|recursive|none",
        "Frames on each side to gather along the motion vectors, {range}, 3 by itself where the first file says "
        "fewer than 4 samples; recursive: all "
        "frames before, through a history (SVGF, with --fit 0 and --sigma-.. 4, 128, 1), so that "
        "results depend on where a run or chunk begins; none: each frame by itself"},
    Fact{
        "warmup", &SvgfSettings::warmup, Range{0, 1000}, "W",
        "recursive: frames before the first of a run or chunk, filtered only for the history, {range}; after 20 "
        "frames 1 % of one is left"},
    Fact{
        "fit", &SvgfSettings::fit, Range{0, 1}, "0|1",
        "Order of the local model from level 2 on, {range}: 0 is a mean, 1 a plane over albedo, normal and depth, "
        "which keeps shading"},
    Fact{"levels", &SvgfSettings::levels, svgf_range::levels, "N",
         "Levels of the wavelet, {range}; each doubles what is looked at"},
    Fact{
        "sigma-luma", &SvgfSettings::sigma_luma, Range{0, 1000}, "S",
        "svgf: by how many deviations a tap's light may be off beyond what noise explains, {range}, at 8 samples and more "
        "(at 2 a third more): larger smooths more"},
    Fact{"sigma-normal", &SvgfSettings::sigma_normal, Range{0, 1000}, "N",
         "Power of the cosine between normals, {range}: larger keeps more edges; 0: normals do not count"},
    Fact{
        "sigma-color", &SvgfSettings::sigma_color, Range{0, any_size}, "S",
        "eaw: standard deviation of the light that a tap may be off at the finest level, {range}; half of it at "
        "each further one"},
    Fact{"sigma-albedo", &SvgfSettings::sigma_albedo, Range{0, 1000}, "S",
         "eaw: standard deviation of the albedo that a tap may be off, {range}"},
    Fact{"sigma-depth", &SvgfSettings::sigma_depth, Range{0, 1000}, "S",
         "How far a tap may be off the plane of depth, in slopes of it, {range}: smaller keeps more edges"},
    Fact{
        "strength", &SvgfSettings::strength, Range{0, 10}, "S",
        "How far light may differ and still be mixed, as a factor, {range}; below 1 the input is blended in, and 0 "
        "gives it back bit for bit"},
    Fact{"samples", &SvgfSettings::samples, svgf_range::samples, "N|auto",
         "Samples per pixel of the render, {range}"}};

} // namespace atrous
