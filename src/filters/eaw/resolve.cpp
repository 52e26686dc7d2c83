// Checks the settings of the EAW filter and resolves every `auto`.
#include "base/error.h"
#include "base/text.h"
#include "filters/atrous/frame.h"
#include "filters/eaw/levels.h"
#include "filters/eaw/messages.h"
#include "filters/eaw/settings.h"
#include "filters/pixel/passes.h"
#include <algorithm>
#include <utility>

namespace atrous {
namespace {

/// Interpolation of the curves of a list.
struct ListRow {
    PerLevel EawSettings::*list;
    const CurveRule& rule;
};
constexpr ListRow lists[] = {{&EawSettings::luma, gain_rule},
                             {&EawSettings::chroma, gain_rule},
                             {&EawSettings::luma_threshold, threshold_rule},
                             {&EawSettings::chroma_threshold, threshold_rule},
                             {&EawSettings::edges, sigma_rule}};

using ListFact = Fact<EawSettings, PerLevel>;

/// Calls `visit` with each list's fact.
template <class Visit>
void for_each_list(const Visit& visit) {
    for_each_fact(eaw_facts, [&](const auto& fact) {
        if constexpr (std::is_same_v<decltype(fact), const ListFact&>) visit(fact);
    });
}

/// The option of a setting, for messages.
template <class T>
std::string option(T EawSettings::*member) {
    return option_name(eaw_facts, member);
}

void check_list(const EawSettings& s, const ListFact& fact) {
    const auto& [values, curve] = s.*fact.member;
    const std::string name = option(fact.member);
    for (const auto& point : curve.points) check_range(name, point.value, fact.range);
    if (values.empty()) throw usage_error(messages::levels_empty, name);
    if (values.size() > std::size_t(max_levels))
        throw usage_error(messages::levels_long, name, values.size(), max_levels);
    for (const double value : values) check_range(name, value, fact.range);
}

void sample_curve(EawSettings& s, const ListFact& fact, Size size) {
    PerLevel& list = s.*fact.member;
    if (list.curve.points.empty()) return;
    const CurveRule& rule = std::ranges::find(lists, fact.member, &ListRow::list)->rule;
    list.values.clear();
    for (int level = 0; level < s.levels; ++level)
        list.values.push_back(std::clamp(evaluate(list.curve, rule, relative_scale(level, size)),
                                         fact.range.least, fact.range.most));
    list.curve = {};
}

void check_tile(const EawSettings& s, const Pixels& pixels, const DeviceTraits& device) {
    if (!s.how.form->tiles) return;
    const Synthesis& synthesis = *s.how.synthesis;
    check_plane_groups(s.how, synthesis.stores_details && !synthesis.gathers_blocks);
    choose_tile(s.how, s.radius, plane_count(pixels, *s.space), device, own_columns); // reports the reason
}

StripNeeds strip_needs(const EawSettings& s, const Pixels& pixels) {
    const int planes = plane_count(pixels, *s.space);
    return {planes, planes > luma_planes(pixels, *s.space) ? 2 : 1};
}

void check_form(const EawSettings& s, const Pixels& pixels, const DeviceTraits& device) {
    check_right("eaw", *s.how.form, device);
    check_group(s.how, device);
    check_tile(s, pixels, device);
    if (s.how.form->rings) check_ring(s.how, plane_count(pixels, *s.space), device);
    if (s.how.form->strips) check_strip(device, s.radius, strip_needs(s, pixels));
}

/// Returns whether a form, which was measured with other settings, can compute these.
bool can_use(EawSettings s, const Form& form, const Pixels& pixels, const DeviceTraits& device) try {
    s.how.form = &form;
    check_form(s, pixels, device);
    return true;
} catch (const Error&) {
    return false;
}

/// `s` has a synthesis.
const Form& form_for(const EawSettings& s, const Pixels& pixels, const DeviceTraits& device) {
    const FormNeeds needs{"eaw", pixels.size, s.border->name};
    if (const Form* tuned = tuned_form(needs, device); tuned && can_use(s, *tuned, pixels, device))
        return *tuned;
    if (!prefers_strips(device, s.radius, strip_needs(s, pixels)) || is_wrong("eaw", "strip", device))
        return best_form(needs, device);
    return *std::ranges::find_if(forms(), &Form::strips);
}

/// Thresholds computed from all details of a level need stored details.
const Synthesis& synthesis_for(const EawSettings& s, const DeviceTraits& device) {
    const bool reads_runs = !device.is_cpu && s.protect_shadows == 0;
    const bool found = s.denoise->finds_thresholds;
    return synthesis_that(found, found && reads_runs);
}

void check_denoise(const EawSettings& s) {
    const Synthesis& synthesis = *s.how.synthesis;
    if (s.protect_shadows > 0 && synthesis.gathers_blocks)
        throw usage_error(messages::shadows_gather, option(&EawSettings::protect_shadows),
                          execution_option(&Execution::synthesis));
    if (!s.denoise->finds_thresholds) return;
    const std::string denoise = option(&EawSettings::denoise), bayes = s.denoise->name;
    if (s.search_edges)
        throw usage_error(messages::bayes_edges, denoise, bayes, option(&EawSettings::edges), denoise);
    if (!synthesis.stores_details)
        throw usage_error(messages::bayes_synthesis, denoise, bayes, execution_option(&Execution::synthesis),
                          synthesis.name);
    if (!s.how.storage->exact)
        throw usage_error(messages::bayes_storage, denoise, bayes, execution_option(&Execution::storage),
                          s.how.storage->name);
}

void check_chroma(const EawSettings& s) {
    if (s.space->chroma == 0 && !(s.chroma.is(1) && s.chroma_threshold.is(0)))
        throw usage_error(messages::space_chroma, option(&EawSettings::chroma),
                          option(&EawSettings::chroma_threshold), s.space->name, option(&EawSettings::space));
}

/// True if every detail stays unchanged.
bool keeps_details(const EawSettings& s) {
    return !s.denoise->finds_thresholds && s.luma.is(1) && s.chroma.is(1) && s.luma_threshold.is(0) &&
           s.chroma_threshold.is(0);
}

/// True if the guard changes a group by more than 1/16 of a step of 8 bits. It changes a boost of g by at most
/// (g - 1) |d| (2.25 V / E)^2 with E >= 2.25 V and |d| <= sqrt(E) / h(0): (g - 1) 1.5 sqrt(V) / h(0).
bool is_guarded(const EawSettings& s, int level, std::size_t group) {
    if (!guards_noise(s) || level >= int(s.noise.levels.size())) return false;
    const double gain = (group == 0 ? s.luma : s.chroma).at(level);
    const GuardedNoise::Group& noise = s.noise.levels[std::size_t(level)][group];
    const double change =
        1.5 / s.kernel->at(s.radius, 0) * (gain - 1) * std::sqrt(s.noise_guard) * noise.most;
    return std::max(s.amount, 1.0) * change > 1.0 / 16;
}

bool is_zero(const PerLevel& list) {
    return list.is(0) &&
           std::ranges::all_of(list.curve.points, [](const CurvePoint& point) { return point.value == 0; });
}

} // namespace

EawResolved::EawResolved(EawSettings filled)
    : asked(std::move(filled)), space(*asked.space), border(*asked.border), levels(asked.levels),
      radius(asked.radius), kernel(*asked.kernel), search_edges(asked.search_edges),
      finds_thresholds(asked.denoise->finds_thresholds), noise_model(*asked.noise_model),
      shrink(*asked.shrink), protect_shadows(asked.protect_shadows), limit(asked.limit),
      protect_tones(asked.protect_tones), protect_blacks(asked.protect_blacks), amount(asked.amount),
      shows_delta(asked.shows_delta), guarded_levels(0), how(asked.how), strip_levels(0) {
    for (int l = 0; l < levels; ++l) {
        level.push_back({asked.edges.at(l),
                         {asked.luma.at(l), asked.luma_threshold.at(l), is_guarded(asked, l, 0)},
                         {asked.chroma.at(l), asked.chroma_threshold.at(l), is_guarded(asked, l, 1)}});
        if (level.back().luma.guarded || level.back().chroma.guarded) guarded_levels = l + 1;
    }
}

const Space& space_of(const EawSettings& settings, const Pixels& pixels) {
    if (settings.space) return *settings.space;
    return find_row(spaces(),
                    is_hdr(pixels.transfer) ? "ictcp"
                    : is_float(pixels.type) ? "log"
                                            : "lab",
                    "space");
}

EawResolved resolve(const EawSettings& settings, const Pixels& pixels, const DeviceTraits& device) {
    EawSettings s = settings;
    s.space = &space_of(settings, pixels);
    if (!s.how.synthesis) s.how.synthesis = &synthesis_for(s, device);
    if (!s.how.form) s.how.form = &form_for(s, pixels, device);
    // Noise must not stop the filter that shall smooth it, so its default is wider there.
    if (s.edges.values.empty())
        s.edges.values = {s.space->default_sigma * (s.denoise->finds_thresholds ? 2 : 1)};
    if (s.search_edges) s.edges = {{s.space->default_sigma}};
    for_each_list([&](const ListFact& fact) { check_list(s, fact); });
    check_ranges(s, eaw_facts);
    check_denoise(s);
    if (s.levels == 0) s.levels = auto_levels(pixels.size);
    for_each_list([&](const ListFact& fact) { sample_curve(s, fact, pixels.size); });
    check_chroma(s);
    check_form(s, pixels, device);
    EawResolved resolved(std::move(s));
    if (resolved.how.form->strips) resolved.strip_levels = levels_for_strips(pixels.size);
    return resolved;
}

EawResolved with_noise(const EawResolved& settings, GuardedNoise noise, const Pixels& pixels,
                       const DeviceTraits& device) {
    EawSettings known = settings.asked;
    known.noise = std::move(noise);
    return resolve(known, pixels, device);
}

bool shrinks_details(const EawSettings& s) {
    return s.denoise->finds_thresholds || !is_zero(s.luma_threshold) || !is_zero(s.chroma_threshold);
}

bool guards_noise(const EawSettings& s) {
    const auto amplifies = [](const PerLevel& gains) {
        const auto is_boost = [](double gain) { return gain > 1; };
        const auto& points = gains.curve.points; // values are not yet set if there are some
        if (points.empty()) return std::ranges::any_of(gains.values, is_boost);
        return std::ranges::any_of(points, is_boost, &CurvePoint::value);
    };
    return s.noise_guard > 0 && (amplifies(s.luma) || amplifies(s.chroma)) && s.amount > 0 &&
           !s.shows_delta && !s.denoise->runs_first && !shrinks_details(s);
}

bool is_neutral(const EawResolved& resolved) { return resolved.amount == 0 || keeps_details(resolved.asked); }

EawSettings neutralised(EawSettings s) {
    const EawSettings plain;
    s.luma = plain.luma;
    s.chroma = plain.chroma;
    s.luma_threshold = plain.luma_threshold;
    s.chroma_threshold = plain.chroma_threshold;
    s.denoise = plain.denoise;
    s.protect_shadows = plain.protect_shadows;
    s.protect_tones = plain.protect_tones;
    s.protect_blacks = plain.protect_blacks;
    s.noise_guard = plain.noise_guard;
    s.noise = plain.noise;
    s.limit = plain.limit;
    s.amount = plain.amount;
    s.how.synthesis = nullptr; // the one of denoising would keep all details
    return s;
}

} // namespace atrous
