// Builds the plan of the EAW filter: layout tables, enter, per level the search for edge weights (if
// requested) and one decompose, the upward pass if details are stored, leave. Hides the alternation of
// buffers. In large images, first luma and then chroma goes down all levels, and memory holds
// nine planes instead of twelve, or both go down together if chroma is guarded by the brightness of luma. Also computes the reach of the filter and its regions.
#include "filters/eaw/plan.h"
#include "filters/eaw/builder.h"
#include "filters/eaw/settings.h"
#include <algorithm>
#include <array>

namespace atrous {
namespace {

/// Source of the thresholds of --denoise bayes.
enum class Thresholds { found, given };

/// Only the upward pass, of levels that are not guarded, reads the last coarse image.
bool keeps_last(const EawBuilder& b) {
    return !b.guards(b.settings.levels - 1) &&
           (b.keeps_coarse() || (b.stores_details() && b.settings.protect_shadows > 0));
}

/// The alternating stacks of levels: one is read, the other written.
struct Turns {
    int coarse, spare, delta, spare_delta;
};

/// The first coarse image that is kept takes turns. Each one after has a stack of its own.
int next_coarse(EawBuilder& b, int level, int before) {
    const bool own = b.keeps_coarse() && level > b.settings.guarded_levels;
    return own ? add_stack(b, "coarse " + std::to_string(level + 1)) : before;
}

Turns add_turns(EawBuilder& b) {
    const int levels = b.settings.levels;
    Turns at{};
    at.coarse = add_stack(b, "coarse");
    at.spare = levels > 1 || keeps_last(b) ? add_stack(b, "coarse, next level") : at.coarse;
    at.delta = add_stack(b, "delta");
    const bool one = levels == 1 || (b.stores_details() && b.settings.guarded_levels == 0);
    at.spare_delta = one ? at.delta : add_stack(b, "delta, next level");
    return at;
}

/// The buffer of thresholds for the upward pass, or -1.
int thresholds_of(EawBuilder& b, const std::vector<int>& details, int tables, Thresholds from) {
    if (!b.settings.finds_thresholds) return -1;
    if (from == Thresholds::given) {
        const int given = b.plan.add(Buffer::Kind::numbers, "thresholds", threshold_bytes(b));
        b.plan.inputs.push_back({"thresholds", given});
        return given;
    }
    const NoiseBuffers noise = noise_buffers(b);
    for (std::size_t l = 0; l < details.size(); ++l) add_noise(b, int(l), details[l], tables, -1, noise);
    const int found = add_thresholds(b, noise, b.frame.size.pixels());
    b.plan.outputs.push_back({"thresholds", found});
    return found;
}

/// True if an upward pass makes the delta in the order of pixels.
bool ends_upward(const EawBuilder& b) {
    return b.stores_details() && b.settings.guarded_levels < b.settings.levels;
}

/// True if luma and chroma go down the levels one after the other: chroma must not need luma, and the kernel
/// must take the groups separately.
bool groups_apart(const EawBuilder& b) {
    const EawResolved& s = b.settings;
    return b.chroma > 0 && b.frame.size.pixels() >= s.min_pixels_apart && s.levels > 1 &&
           s.how.form->vectors && !b.stores_details() && !s.search_edges && s.protect_shadows == 0;
}

/// One group on its way down: two stacks each, for levels in turn. The image lies in the first of `coarse`, and the delta
/// comes to lie in the first of `delta`.
struct GroupTurns {
    Planes planes;
    std::array<int, 2> coarse, delta;
};

/// Adds a level of a group. `luma`: luma's coarse image there, or -1.
void add_group_level(EawBuilder& b, int level, int tables, const GroupTurns& g, int luma = -1) {
    const int levels = b.settings.levels;
    const auto from = std::size_t(level % 2), to = std::size_t((levels - 1 - level) % 2);
    add_decompose(b, level,
                  {g.coarse[from], g.coarse[1 - from], g.delta[1 - to], g.delta[to], tables, -1,
                   level == levels - 1, g.planes, luma});
}

/// Adds luma and chroma apart. Chroma reuses the memory of luma, except luma's delta, unless chroma is guarded by luma: then both
/// go down together, in stacks of their own.
GroupStacks add_groups(EawBuilder& b, const PixelPasses& samples, int tables) {
    const bool together = std::ranges::any_of(
        b.settings.level, [](const EawLevelSettings& level) { return level.chroma.guarded; });
    const int most = std::max(b.luma, b.chroma);
    const auto add = [&](const char* name, int planes) { return add_stack(b.plan, b.frame, name, planes); };
    GroupTurns luma{Planes::luma, {}, {add("delta of luma", b.luma)}},
        chroma{Planes::chroma, {add("coarse, chroma", b.chroma), add("coarse, next level", most)}, {}};
    chroma.delta = {add("delta", most), add("delta, next level", most)};
    luma.coarse = {chroma.coarse[1], chroma.delta[0]};
    luma.delta[1] = chroma.delta[1];
    if (together) {
        luma.coarse = {add("coarse of luma", b.luma), add("coarse of luma, next level", b.luma)};
        luma.delta[1] = add("delta of luma, next level", b.luma);
    }
    add_enter(b.plan, samples, {luma.coarse[0], chroma.coarse[0]});
    for (int l = 0; l < b.settings.levels; ++l) {
        add_group_level(b, l, tables, luma);
        if (together) add_group_level(b, l, tables, chroma, luma.coarse[std::size_t(l % 2)]);
    }
    for (int l = 0; !together && l < b.settings.levels; ++l) add_group_level(b, l, tables, chroma);
    return {luma.delta[0], chroma.delta[0]};
}

/// A level that carries the delta along or, if they are stored, keeps its details or the coarse image that it
/// reads.
void add_eaw_level(EawBuilder& b, int level, Turns& at, int tables, int edges, std::vector<int>& kept) {
    const bool stored = b.stores_details() && !b.guards(level),
               ends = level == b.settings.levels - 1 && !keeps_last(b);
    if (stored)
        kept.push_back(b.keeps_coarse() ? at.coarse : add_stack(b, "detail " + std::to_string(level)));
    at.spare = next_coarse(b, level, at.spare);
    const int detail = !stored ? at.spare_delta : b.keeps_coarse() ? at.delta : kept.back();
    add_decompose(b, level, {at.coarse, at.spare, at.delta, detail, tables, edges, ends});
    std::swap(at.coarse, at.spare);
    if (!stored) std::swap(at.delta, at.spare_delta);
}

/// All planes together.
GroupStacks add_stacks(EawBuilder& b, const PixelPasses& samples, int tables, Thresholds from) {
    const EawResolved& settings = b.settings;
    Turns at = add_turns(b);
    const SearchBuffers search = settings.search_edges ? search_buffers(b) : SearchBuffers{};
    add_enter(b.plan, samples, {at.coarse, at.coarse});
    std::vector<int> kept;
    for (int l = 0; l < settings.levels; ++l) {
        const int edges = settings.search_edges ? add_search(b, l, at.coarse, tables, search) : -1;
        add_eaw_level(b, l, at, tables, edges, kept);
    }
    if (!kept.empty()) { // first the results of guarded levels
        kept.insert(kept.begin(), std::size_t(settings.guarded_levels), at.delta);
        const int delta = settings.guarded_levels > 0 ? at.spare_delta : at.delta;
        add_synthesize(b, {kept, tables, at.coarse, thresholds_of(b, kept, tables, from), delta});
        at.delta = delta;
    }
    return {at.delta, at.delta};
}

Plan build(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device, Thresholds from) {
    EawBuilder b = eaw_builder(settings, pixels, device);
    PixelPasses samples = pixel_passes(b, pixels);
    const int apart = b.spacing(settings.levels);
    if (apart > 1) samples.leave.defines.push_back(define("ROWS_APART", apart));
    const int tables = add_tables(b.plan, b.frame);
    const GroupStacks delta =
        groups_apart(b) ? add_groups(b, samples, tables) : add_stacks(b, samples, tables, from);
    add_leave(b.plan, samples, delta, tables);
    return std::move(b.plan);
}

/// Reflects in the layout of the whole image.
bool mirrors_layout(const EawResolved& settings) {
    return !settings.border.exact && settings.how.schedule->permutes;
}

RegionRule rule_of(const EawResolved& settings, PixelType type) {
    RegionRule rule{eaw_reach(settings, type)};
    if (mirrors_layout(settings))
        rule.whole_only = option_name(eaw_facts, &EawSettings::border) +
                          " mirror needs the whole image, because it reflects in its layout; use " +
                          option_name(eaw_facts, &EawSettings::border) + " clamp or " +
                          execution_option(&Execution::schedule) + "=dilated";
    return rule;
}

} // namespace

EawBuilder eaw_builder(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device) {
    const int planes = plane_count(pixels, settings.space), luma = luma_planes(pixels, settings.space);
    const int columns = settings.how.form->tiles || settings.how.form->rings ? own_columns : 1;
    EawBuilder b{.settings = settings,
                 .frame = atrous_frame(pixels.size, settings.how, settings.border,
                                       {settings.radius, settings.levels, planes, columns}, device),
                 .luma = luma,
                 .chroma = planes - luma};
    // Each sample that a level moves to its column writes to another line: 2.6 ms instead of 1.6 on an H100, 195
    // instead of 155 on two cores with AVX-512, for the last of 8 levels of 24 megapixels. `leave`, or the upward pass,
    // fetches columns for 8 of these 40.
    b.frame.columns_stay = settings.levels > 1 && settings.how.schedule->permutes;
    return b;
}

int add_stack(EawBuilder& b, const std::string& name) {
    return add_stack(b.plan, b.frame, name, b.plane_count());
}

PixelPasses pixel_passes(EawBuilder& b, const Pixels& pixels) {
    const EawResolved& s = b.settings;
    return pixel_passes(b.plan, b.frame, pixels,
                        {s.space, s.amount, s.shows_delta, s.protect_tones, s.protect_blacks, groups_apart(b),
                         ends_upward(b)});
}

Plan eaw_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device) {
    return build(settings, pixels, device, Thresholds::found);
}

ReplayFrame eaw_replay_frame(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device) {
    const EawBuilder b = eaw_builder(settings, pixels, device);
    ReplayFrame frame{.planes = b.frame.planes,
                      .tables = layout_tables(b.frame),
                      .count = b.plane_count(),
                      .vector = b.frame.vector,
                      .coarse_alone = b.keeps_coarse()};
    if (b.frame.tile) frame.tile = b.frame.tile->map.map;
    if (b.frame.tile) frame.columns = b.frame.columns;
    return frame;
}

Plan eaw_given_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device) {
    return build(settings, pixels, device, Thresholds::given);
}

int eaw_reach(const EawResolved& settings, PixelType type) {
    const int of_level = settings.search_edges ? search_reach(settings.radius) : settings.radius;
    const int of_repair = is_float(type) ? 1 : 0;
    return of_level * ((1 << settings.levels) - 1) + of_repair;
}

bool eaw_needs_whole(const EawResolved& settings) {
    return settings.finds_thresholds || mirrors_layout(settings);
}

FilterRegions eaw_regions(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                          const MemoryLimits& limits) {
    const auto plan_of = [&](Size size) {
        EawResolved own = settings;
        if (size != pixels.size) own.spacing = 1; // regions begin anywhere
        return eaw_plan(own, shape_of(pixels, size), device);
    };
    return fit_regions(pixels.size, rule_of(settings, pixels.type), plan_of, limits);
}

} // namespace atrous
