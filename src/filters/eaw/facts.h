// What the settings of the EAW filter are called, may be and are for.
#pragma once
#include "filters/atrous/fact.h"
#include "filters/eaw/settings.h"

namespace atrous {

inline constexpr std::tuple eaw_facts{
    Fact{"levels", &EawSettings::levels, Range{1, most_levels}, "N|auto",
         "Number of levels, {range}, each doubling the scale; auto: details up to 20 % of the longer side"},
    Fact{"luma", &EawSettings::luma, Range{0, 10}, "GAIN,..",
         "Gain of lightness details per level, finest first, {range}: 1 keeps, above boosts, below "
         "smooths. One value holds for all levels, a shorter list repeats its last value. "
         "SCALE:GAIN,.. is a curve that means the same at every image size: SCALE 0 is the coarsest, "
         "1 the finest (so for all lists)"},
    Fact{"chroma", &EawSettings::chroma, Range{0, 10}, "GAIN,..",
         "Gain of colour details per level, finest first, {range}"},
    Fact{"luma-threshold", &EawSettings::luma_threshold, Range{0, any_size}, "T,..",
         "Lightness details are shrunk by T per level before the gain, which removes noise; {range}, "
         "in units of the space (L* in lab)"},
    Fact{"chroma-threshold", &EawSettings::chroma_threshold, Range{0, any_size}, "T,..",
         "Colour details are shrunk by T per level before the gain; {range}, in units of the space"},
    Fact{"edges", &EawSettings::edges, Range{0, any_size}, "SIGMA,..|off|auto",
         "Edges stronger than about SIGMA are kept out of the details, which avoids halos: a "
         "standard deviation per level in units of the space, {range}; smaller protects weaker "
         "edges; 0 and off protect none; auto searches it for every pixel"},
    TableFact{"denoise", &EawSettings::denoise, denoisings,
              "Removes the image's own noise before all else, by brightness, colour and scale: auto (two "
              "passes of tight framelets), best (the same with larger filters, in three times the time); "
              "bayes: thresholds of BayesShrink, in place of those above. Without --preset each starts "
              "from neutral"},
    Fact{"denoise-strength", &EawSettings::denoise_strength, Range{0, 2}, "A",
         "How much of the noise --denoise auto and best remove, {range}: 1 as found, 0 none"},
    Fact{"chroma-denoise", &EawSettings::chroma_denoise, Range{0, 2}, "A",
         "The same factor for colour only, beside --denoise-strength, {range}; 0 keeps colours as they are"},
    Fact{
        "denoise-detail", &EawSettings::denoise_detail, Range{0, 1}, "A",
        "How much of what --denoise auto and best take of the finest lightness details they give back, {range}: "
        "texture, and grain with it"},
    TableFact{"noise-model", &EawSettings::noise_model, noise_models,
              "How --denoise bayes expects noise to fall from level to level: starlet (as white noise "
              "does), halving (the paper's 2^-level, which smooths coarse levels more)",
              true},
    TableFact{"shrink", &EawSettings::shrink, shrinks,
              "What a threshold T shrinks: soft (every detail by T), unbiased (only details below 2 T; "
              "those above stay as they are)",
              true},
    Fact{"protect-shadows", &EawSettings::protect_shadows, Range{0, any_size}, "L",
         "Boosts fade out towards black, where details are noise: none at black, whole from L "
         "above it; {range}, in units of the space (15 is usual in lab); 0 boosts shadows like the "
         "rest",
         true},
    Fact{"limit", &EawSettings::limit, Range{0, any_size}, "D",
         "Boosts weaken where details are large, which avoids halos: to a half at D, to a tenth at "
         "3 D; {range}, in units of the space (10 is usual in lab); 0 sets no limit",
         true},
    Fact{"protect-tones", &EawSettings::protect_tones, Range{0, 1}, "A",
         "Changes yield where a colour comes near black or white, so that none is clipped, {range}: 0 "
         "nowhere, 1 wholly; of integer files"},
    Fact{"protect-blacks", &EawSettings::protect_blacks, Range{0, 1}, "A",
         "Changes yield where shadows would become black, {range}: 0 nowhere, 1 wholly; of integer files"},
    Fact{
        "noise-guard", &EawSettings::noise_guard, Range{0, 2}, "A",
        "Keeps noise from being amplified, {range}: boosts fade where details are no larger than the noise that "
        "--denoise auto would find, or where that is unsure than what flat parts have, its variance taken A "
        "times; 0 amplifies noise like details. Thresholds and --denoise switch it off"},
    Fact{"amount", &EawSettings::amount, Range{-2, 2}, "A",
         "Strength: output = input + A (result - input), {range}; 0 gives the input, negative inverts"},
    Fact{"radius", &EawSettings::radius, Range{1, 2}, "1|2",
         "Taps to each side of a pixel, {range}: 1 is the filter 1 2 1, 2 the B3-spline 1 4 6 4 1", true},
    TableFact{"space", &EawSettings::space, spaces,
              "Where pixels are filtered: lab (photographs), log (renders and HDR), linear, rgb (the "
              "file's own values), auto (lab for integer files, log for float files)"},
    TableFact{
        "border", &EawSettings::border, borders,
        "What taps outside the image give: clamp (the nearest pixel), drop (nothing; may leave "
        "lines in a smooth sky), reflect (the image mirrored about its edge pixels), mirror (approximate)",
        true},
    TableFact{"kernel", &EawSettings::kernel, tap_weights,
              "Weights of taps: b3 (the spline of --radius) or box (all alike; for comparisons)", true}};

} // namespace atrous
