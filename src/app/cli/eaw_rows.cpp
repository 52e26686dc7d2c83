// The table of settings that say what the EAW filter computes.
#include "app/cli/setting_makers.h"

namespace atrous {
namespace {

constexpr const char* filter_heading = "Filter";
constexpr const char* of_preset = "preset"; // the default preset gives it

SettingRow<EawSettings> edges_row(const SettingText& text) {
    using S = EawSettings;
    return {option_of(text, ValueKind::curve, eaw_range::sigma, "off|auto"),
            [](S& s, const std::string& value) {
                s.search_edges = value == "auto";
                s.edges = s.search_edges ? PerLevel{} : value == "off" ? PerLevel{{0}} : to_per_level(value);
            },
            [](const S& s) -> Json {
                if (s.search_edges) return "auto";
                return s.edges.values.empty() ? Json("the space's own") : per_level_json(s.edges);
            }};
}

} // namespace

std::vector<SettingRow<EawSettings>> eaw_rows() {
    using S = EawSettings;
    return {
        integer_row({filter_heading, "levels", "N|auto",
                     "Number of levels, {range}, each doubling the scale; auto: details up to 20 % of the "
                     "longer side"},
                    &S::levels, eaw_range::levels, true),
        list_row(
            {filter_heading, "luma", "GAIN,..",
             "Gain of lightness details per level, finest first, {range}: 1 keeps, above boosts, below "
             "smooths. One value holds for all levels, a shorter list repeats its last value. "
             "SCALE:GAIN,.. is a curve that means the same at every image size: SCALE 0 is the coarsest, "
             "1 the finest (so for all lists)",
             of_preset},
            &S::luma, eaw_range::gain),
        list_row({filter_heading, "chroma", "GAIN,..",
                  "Gain of colour details per level, finest first, {range}", of_preset},
                 &S::chroma, eaw_range::gain),
        list_row(
            {filter_heading, "luma-threshold", "T,..",
             "Lightness details are shrunk by T per level before the gain, which removes noise; {range}, "
             "in units of the space (L* in lab)",
             of_preset},
            &S::luma_threshold, eaw_range::threshold),
        list_row({filter_heading, "chroma-threshold", "T,..",
                  "Colour details are shrunk by T per level before the gain; {range}, in units of the space",
                  of_preset},
                 &S::chroma_threshold, eaw_range::threshold),
        edges_row({filter_heading, "edges", "SIGMA,..|off|auto",
                   "Edges stronger than about SIGMA are kept out of the details, which avoids halos: a "
                   "standard deviation per level in units of the space, {range}; smaller protects weaker "
                   "edges; 0 and off protect none; auto searches it for every pixel",
                   "preset, else the space's own"}),
        table_row(
            {filter_heading, "denoise", nullptr,
             "Removes the image's own noise before all else, by brightness, colour and scale: auto (two "
             "passes of tight framelets), best (the same with larger filters, in three times the time); "
             "bayes: thresholds of BayesShrink, in place of those above. Without --preset each starts "
             "from neutral"},
            &S::denoise, denoisings()),
        number_row(
            {filter_heading, "denoise-strength", "A",
             "How strong noise is taken to be by --denoise auto and best, {range}: 1 as found, 0 none"},
            &S::denoise_strength, eaw_range::denoise_strength),
        number_row(
            {filter_heading, "chroma-denoise", "A",
             "The same of colour alone, beside --denoise-strength, {range}; 0 keeps colours as they are"},
            &S::chroma_denoise, eaw_range::denoise_strength),
        table_row({expert_heading, "noise-model", nullptr,
                   "How --denoise bayes expects noise to fall from level to level: starlet (as white noise "
                   "does), halving (the paper's 2^-level, which smooths coarse levels more)"},
                  &S::noise_model, noise_models()),
        table_row({expert_heading, "shrink", nullptr,
                   "What a threshold T shrinks: soft (every detail by T), unbiased (only details below 2 T; "
                   "those above stay as they are)"},
                  &S::shrink, shrinks()),
        number_row(
            {expert_heading, "protect-shadows", "L",
             "Boosts fade out towards black, where details are noise: none at black, whole from L "
             "above it; {range}, in units of the space (15 is usual in lab); 0 boosts shadows like the "
             "rest"},
            &S::protect_shadows, eaw_range::protect_shadows),
        number_row(
            {expert_heading, "limit", "D",
             "Boosts weaken where details are large, which avoids halos: to a half at D, to a tenth at "
             "3 D; {range}, in units of the space (10 is usual in lab); 0 sets no limit"},
            &S::limit, eaw_range::limit),
        number_row(
            {filter_heading, "protect-tones", "A",
             "Changes yield where a colour comes near black or white, so that none is clipped, {range}: 0 "
             "nowhere, 1 wholly; of integer files",
             of_preset},
            &S::protect_tones, eaw_range::protect_tones),
        number_row(
            {filter_heading, "noise-guard", "A",
             "Keeps noise out of what is amplified, {range}: boosts fade where details are no larger than the noise that "
             "--denoise auto would find, its variance taken A times; 0 amplifies noise like details. Thresholds and "
             "--denoise switch it off",
             of_preset},
            &S::noise_guard, eaw_range::noise_guard),
        number_row({filter_heading, "amount", "A",
                    "Strength: output = input + A (result - input), {range}; 0 gives the input, negative "
                    "inverts"},
                   &S::amount, eaw_range::amount),
        integer_row(
            {expert_heading, "radius", "1|2",
             "Taps to each side of a pixel, {range}: 1 is the filter 1 2 1, 2 the B3-spline 1 4 6 4 1"},
            &S::radius, eaw_range::radius, false),
        table_row({filter_heading, "space", nullptr,
                   "Where pixels are filtered: lab (photographs), log (renders and HDR), linear, rgb (the "
                   "file's own values), auto (lab for integer files, log for float files)"},
                  &S::space, spaces()),
        table_row(
            {expert_heading, "border", nullptr,
             "What taps outside the image give: clamp (the nearest pixel), drop (nothing; may leave "
             "lines in a smooth sky), reflect (the image mirrored about its edge pixels), mirror (approximate)"},
            &S::border, borders()),
        table_row({expert_heading, "kernel", nullptr,
                   "Weights of taps: b3 (the spline of --radius) or box (all alike; for comparisons)"},
                  &S::kernel, tap_weights()),
    };
}

} // namespace atrous
