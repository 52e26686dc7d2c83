// The table of filter settings. Ranges and names are checked by filters/eaw/plan.h resolve(); the help states
// them.
#include "app/cli/setting_rows.h"
#include "base/error.h"
#include "base/text.h"
#include "model/tables.h"
#include <algorithm>
#include <deque>

namespace atrous {
namespace {

constexpr const char* what = "Filter";
constexpr const char* how = "How it is computed (no result changes)";
constexpr double any = std::numeric_limits<double>::infinity();

/// "auto|lab|log": the rows of a table as a placeholder, so that a new row is shown without an edit here.
const char* alternatives(std::vector<std::string> names, const char* first = nullptr) {
    static std::deque<std::string> kept; // placeholders live as long as the program
    if (first) names.insert(names.begin(), first);
    return kept.emplace_back(joined(names, "|")).c_str();
}

/// A list, or a curve where there are colons.
PerLevel to_per_level(const std::string& value) {
    if (value.find(':') == std::string::npos) return {to_numbers(value)};
    return {{0}, parse_curve(value, value)};
}
Json as_json(const PerLevel& list) {
    if (!list.curve.points.empty()) return to_string(list.curve);
    return list.values;
}

template <PerLevel EawSettings::*member>
void set_list(EawSettings& settings, const std::string& value) {
    settings.*member = to_per_level(value);
}
template <PerLevel EawSettings::*member>
Json get_list(const EawSettings& settings) {
    return as_json(settings.*member);
}
template <std::string EawSettings::*member>
void set_name(EawSettings& settings, const std::string& value) {
    settings.*member = value;
}
template <std::string EawSettings::*member>
Json get_name(const EawSettings& settings) {
    return settings.*member;
}

template <int EawSettings::*member>
void set_count(EawSettings& settings, const std::string& value) {
    settings.*member = value == "auto" ? 0 : int(to_number(value));
}
template <int EawSettings::*member>
Json get_count(const EawSettings& settings) {
    return settings.*member == 0 ? Json("auto") : Json(settings.*member);
}

void set_group(EawSettings& settings, const std::string& value) {
    const Size group = value == "auto" ? Size{} : parse_size(value, "--group", 1 << 20, "16x16");
    settings.group_width = group.width;
    settings.group_height = group.height;
}
Json get_group(const EawSettings& settings) {
    return settings.group_width == 0 ? Json("auto")
                                     : Json(to_string(Size{settings.group_width, settings.group_height}));
}

void set_radius(EawSettings& settings, const std::string& value) { settings.radius = int(to_number(value)); }
template <double EawSettings::*member>
void set_number(EawSettings& settings, const std::string& value) {
    settings.*member = to_number(value);
}
template <double EawSettings::*member>
Json get_number(const EawSettings& settings) {
    return settings.*member;
}
void set_edges(EawSettings& settings, const std::string& value) {
    settings.search_edges = value == "auto";
    settings.edges = settings.search_edges ? PerLevel{}
                     : value == "off"      ? PerLevel{{0}}
                                           : to_per_level(value);
}

Json get_radius(const EawSettings& settings) { return settings.radius; }
Json get_edges(const EawSettings& settings) {
    if (settings.search_edges) return "auto";
    return settings.edges.values.empty() ? Json("the space's own") : as_json(settings.edges);
}

} // namespace

const std::vector<SettingRow>& setting_rows() {
    using enum ValueKind;
    using S = EawSettings;
    static const std::vector<SettingRow> rows{
        {{what, "levels", 0, integer, "N|auto", "auto",
          "Number of levels, 1 to 10, each doubling the scale; auto: details up to 20 % of the longer side",
          1, most_levels, "auto"},
         set_count<&S::levels>,
         get_count<&S::levels>},
        {{what, "luma", 0, curve, "GAIN,..", "preset",
          "Gain of lightness details per level, finest first, 0 to 10: 1 keeps, above boosts, below smooths. "
          "One value holds for all levels, a shorter list repeats its last value. SCALE:GAIN,.. is a curve "
          "that means the same at every image size: SCALE 0 is the coarsest, 1 the finest (so for all "
          "lists)"},
         set_list<&S::luma>,
         get_list<&S::luma>},
        {{what, "chroma", 0, curve, "GAIN,..", "preset",
          "Gain of colour details per level, finest first, 0 to 10"},
         set_list<&S::chroma>,
         get_list<&S::chroma>},
        {{what, "luma-threshold", 0, curve, "T,..", "preset",
          "Lightness details are shrunk by T per level before the gain, which removes noise; from 0 up, in "
          "units of the space (L* in lab)"},
         set_list<&S::luma_threshold>,
         get_list<&S::luma_threshold>},
        {{what, "chroma-threshold", 0, curve, "T,..", "preset",
          "Colour details are shrunk by T per level before the gain; from 0 up, in units of the space"},
         set_list<&S::chroma_threshold>,
         get_list<&S::chroma_threshold>},
        {{what, "edges", 0, curve, "SIGMA,..|off|auto", "the space's own",
          "Edges stronger than about SIGMA are kept out of the details, against halos: a standard deviation "
          "per level in units of the space, from 0 up; smaller protects weaker edges; 0 and off protect "
          "none; auto searches it for every pixel",
          -any, any, "off|auto"},
         set_edges,
         get_edges},
        {{what, "denoise", 0, text, "off|auto", "off",
          "auto: thresholds from the image's own noise (median of the finest details, BayesShrink per level "
          "and plane), in place of those above; without --preset it starts from neutral",
          0, 0, "off|auto"},
         set_name<&S::denoise>,
         get_name<&S::denoise>},
        {{what, "noise-model", 0, text, alternatives(names_of(noise_models())), "starlet",
          "Of --denoise auto, how noise falls from level to level: starlet (as white noise does), halving "
          "(the paper's 2^-level, which smooths coarse levels more)"},
         set_name<&S::noise_model>,
         get_name<&S::noise_model>},
        {{what, "shrink", 0, text, alternatives(names_of(shrinks())), "soft",
          "How thresholds T shrink: soft (every detail by T), unbiased (details from 2 T up stay as they "
          "are)"},
         set_name<&S::shrink>,
         get_name<&S::shrink>},
        {{what, "protect-shadows", 0, number, "L", "0",
          "Boosts fade out towards black, where details are noise: none at black, whole from L above it, in "
          "units of the space (15 is usual in lab); 0 boosts shadows like the rest"},
         set_number<&S::protect_shadows>,
         get_number<&S::protect_shadows>},
        {{what, "limit", 0, number, "D", "0",
          "Boosts fall where details are large, against halos: to a half at D, to a tenth at 3 D, in units "
          "of the space (10 is usual in lab); 0 sets no limit"},
         set_number<&S::limit>,
         get_number<&S::limit>},
        {{what, "amount", 0, number, "A", "1",
          "Strength: output = input + A (result - input), -2 to 2; 0 gives the input, negative inverts"},
         set_number<&S::amount>,
         get_number<&S::amount>},
        {{what, "radius", 0, integer, "1|2", "2",
          "Taps to each side of a pixel, 1 or 2: 1 is the filter 1 2 1, 2 the B3-spline 1 4 6 4 1"},
         set_radius,
         get_radius},
        {{what, "space", 0, text, alternatives(names_of(spaces()), "auto"), "auto",
          "Where pixels are filtered: lab (photographs), log (renders and HDR), linear, rgb (the file's own "
          "values), auto (lab for integer files, log for float files)"},
         set_name<&S::space>,
         get_name<&S::space>},
        {{what, "border", 0, text, alternatives(names_of(borders())), "clamp",
          "What taps outside the image give: clamp (the nearest pixel), drop (nothing; may leave lines in a "
          "smooth sky), mirror (approximate)"},
         set_name<&S::border>,
         get_name<&S::border>},
        {{what, "storage", 0, text, alternatives(names_of(storages())), "float",
          "Planes on the device: float, or half (half the bytes to move, but approximate: 11 bits)"},
         set_name<&S::storage>,
         get_name<&S::storage>},
        {{how, "schedule", 0, text, alternatives(names_of(schedules())), "permuted",
          "permuted: every level moves pixels so that the next level's taps are neighbours; dilated: the "
          "plain algorithm"},
         set_name<&S::schedule>,
         get_name<&S::schedule>},
        {{how, "order", 0, text, alternatives(names_of(orders())), "split",
          "Where the permuted schedule puts pixels"},
         set_name<&S::order>,
         get_name<&S::order>},
        {{how, "form", 0, text, alternatives(names_of(forms()), "auto"), "auto",
          "How kernels are written: direct (one pixel per work-item), tile (the same, taps from local "
          "memory), vector (for CPUs), auto (by the device)"},
         set_name<&S::form>,
         get_name<&S::form>},
        {{how, "synthesis", 0, text, alternatives(names_of(syntheses()), "auto"), "auto",
          "fused (details are added while they are made), stored (kept, and added at the end), gather (the "
          "same, read in contiguous runs), auto (fused; with --denoise auto stored, on GPUs gather)"},
         set_name<&S::synthesis>,
         get_name<&S::synthesis>},
        {{how, "group", 0, text, "WxH|auto", "auto", "Work-items per work-group of forms direct and tile"},
         set_group,
         get_group},
        {{how, "map", 0, text, alternatives(names_of(maps()), "auto"), "auto",
          "Form tile: which work-item takes which pixel; auto asks the bank analyser (atrous banks tile)"},
         set_name<&S::map>,
         get_name<&S::map>},
        {{how, "element", 0, text, alternatives(names_of(elements()), "auto"), "auto",
          "Form tile: planar (32 bits per element of local memory) or pixel (128 bits)"},
         set_name<&S::element>,
         get_name<&S::element>},
        {{how, "banks", 0, integer, "N|auto", "auto",
          "Form tile: banks of local memory, 1 to 1024; auto: what is known of the device", 1, 1024, "auto"},
         set_count<&S::banks>,
         get_count<&S::banks>},
        {{how, "bank-bits", 0, integer, "N|auto", "auto", "Form tile: width of a bank, 8 to 128 bits", 8, 128,
          "auto"},
         set_count<&S::bank_bits>,
         get_count<&S::bank_bits>},
        {{how, "subgroup", 0, integer, "N|auto", "auto", "Form tile: work-items that run in step, 1 to 1024",
          1, 1024, "auto"},
         set_count<&S::subgroup>,
         get_count<&S::subgroup>},
    };
    return rows;
}

std::vector<OptionRow> setting_options() {
    std::vector<OptionRow> options;
    for (const auto& row : setting_rows()) options.push_back(row.option);
    return options;
}

const SettingRow* find_setting(const std::string& name) {
    const auto row =
        std::ranges::find_if(setting_rows(), [&](const SettingRow& r) { return name == r.option.name; });
    return row == setting_rows().end() ? nullptr : &*row;
}

Json settings_json(const EawSettings& settings) {
    Json object;
    for (const auto& row : setting_rows()) object[row.option.name] = row.get(settings);
    return object;
}

} // namespace atrous
