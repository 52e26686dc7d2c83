// What the settings of the EAW filter are called, may be and are for.
#pragma once
#include "filters/atrous/fact.h"
#include "filters/eaw/settings.h"

namespace atrous {

inline constexpr std::tuple eaw_facts{
    Fact{
        "levels", &EawSettings::levels, Range{1, most_levels}, "N|auto",
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
    TableFact{
        "denoise", &EawSettings::denoise, denoisings,
        "Remove the image's own noise first: auto, best (three times the time) or bayes (BayesShrink thresholds); "
        "starts from preset neutral unless --preset is given"},
    Fact{
        "denoise-strength", &EawSettings::denoise_strength, Range{0, 2}, "A",
        "Scale the noise that --denoise auto and best remove, {range}: 1 as measured, 0 none; CHROMA multiplies it for "
        "colours, so 1,0 keeps colours"},
    Fact{"chroma-denoise", &EawSettings::chroma_denoise, Range{0, 2}, "A",
         "Scale the colour noise that --denoise removes, {range}", OptionLevel::hidden},
    Fact{
        "denoise-detail", &EawSettings::denoise_detail, Range{0, 1}, "A",
        "Return this share of the finest lightness details to a denoised image, {range}: texture, and grain with it"},
    TableFact{
        "noise-model", &EawSettings::noise_model, noise_models,
        "Set how --denoise bayes expects noise to fall from level to level: starlet (white noise) or halving (2^-level)",
        OptionLevel::preset},
    TableFact{"shrink", &EawSettings::shrink, shrinks,
              "Set what a threshold T shrinks: soft (every detail by T) or unbiased (only details below 2 T)",
              OptionLevel::preset},
    Fact{"protect-shadows", &EawSettings::protect_shadows, Range{0, any_size}, "L",
         "Fade boosts out towards black: none at black, full from L above it, {range}, in units of the space",
         OptionLevel::preset},
    Fact{"limit", &EawSettings::limit, Range{0, any_size}, "D",
         "Weaken boosts of large details: to a half at D, {range}, in units of the space",
         OptionLevel::preset},
    Fact{"protect-tones", &EawSettings::protect_tones, Range{0, 1}, "A",
         "Weaken changes of colours near black or white, {range}", OptionLevel::hidden},
    Fact{"protect-blacks", &EawSettings::protect_blacks, Range{0, 1}, "A",
         "Weaken changes that would turn shadows black, {range}", OptionLevel::hidden},
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
        "Filter in this colour space: lab (photographs), log (renders and HDR), linear, rgb (the file's values) or auto "
        "(lab for integers, log for floats)"},
    TableFact{
        "border", &EawSettings::border, borders,
        "Handle taps outside the image: clamp (nearest pixel), drop (none), reflect (mirror at the edge pixel) or mirror "
        "(approximate)",
        OptionLevel::expert},
    TableFact{"kernel", &EawSettings::kernel, tap_weights,
              "Set the tap weights: b3 (the spline of --radius) or box (equal weights, for comparisons)",
              OptionLevel::preset}};

} // namespace atrous
