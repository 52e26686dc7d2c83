// Makes rows from the tables of graph/tables.h: a small set that varies one axis at a time, the combinations
// of the lists given, or all combinations whose names match patterns.
#include "lab/bench/rows/rows.h"
#include "base/error.h"
#include "base/text.h"
#include "filters/atrous/tile.h"
#include "lab/messages.h"
#include "renders/layers.h"
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace atrous {

Pixels bench_shape(Size size) { return {size, PixelType::f32, 3, Alpha::none, Transfer::srgb, {}}; }

namespace {

/// The patterns of --match, which match any part of a name. * stands for anything.
class RowPatterns {
  public:
    /// Throws a usage error for characters that no name has, for example of a regular expression.
    explicit RowPatterns(const std::string& list) {
        constexpr std::size_t longest = 200; // far above any name
        if (list.size() > longest) throw usage_error(messages::match_long, list.size(), longest);
        if (const auto at = list.find_first_of("^$()[]{}|+?\\"); at != std::string::npos)
            throw usage_error(messages::match_character, std::string(1, list[at]));
        for (const std::string& pattern : split(list, ',')) {
            if (pattern.empty()) throw usage_error(messages::match_empty, list);
            globs_.push_back("*" + pattern + "*");
        }
    }
    bool matches(const std::string& name) const {
        return std::ranges::any_of(globs_,
                                   [&](const std::string& one) { return glob(one, name).has_value(); });
    }

  private:
    std::vector<std::string> globs_{};
};

/// The parts of a name that depend on the device: the choice for `auto`, and the analyser's map.
struct ResolvedForm {
    std::string form, map, element, group, synthesis;
    Message refused{}; ///< the reason why these settings cannot run; empty if they can
};

ResolvedForm resolved_form(const EawSettings& settings, const DeviceTraits& device) {
    const Pixels shape = bench_shape({64, 64});
    ResolvedForm out;
    EawSettings one_level = settings;
    one_level.levels = 1;
    try {
        const auto s = resolve(one_level, shape, device);
        const auto plan = eaw_plan(s, shape, device);
        out = {s.how.form->name, "-", "", "-", s.how.synthesis->name, ""};
        for (const auto& pass : plan.passes)
            if (pass.stage == Stage::level) {
                const auto& local = std::get<KernelLaunch>(pass.operation).local;
                out.group = std::to_string(local[0]) + "x" + std::to_string(local[1]);
            }
        if (s.how.form->rings && s.how.group.width > 0) out.group = to_string(s.how.group); // with the rows
        if (!s.how.form->tiles) return out;
        const auto tile = choose_tile(s.how, s.radius, shape.colours, device, own_columns);
        out.map = s.how.map ? s.how.map->name : tile.map.name; // planes and blocks share a tile
        out.element = tile.element.name;
    } catch (const Error& error) {
        out.refused = error.message;
    }
    return out;
}

std::string row_name(const EawSettings& s, const ResolvedForm& form, Size size) {
    const Execution& how = s.how;
    std::string name = std::string("eaw.") + how.schedule->name + "." +
                       (how.schedule->permutes ? how.order->name : "-") + "." + form.form + "." + form.map +
                       "." + form.group;
    const std::pair<std::string, std::string> unusual[] = {
        {form.element, elements()[0].name},      {form.synthesis, syntheses()[0].name},
        {s.border->name, borders()[0].name},     {s.kernel->name, tap_weights()[0].name},
        {how.storage->name, storages()[0].name}, {s.edges.values == std::vector{0.0} ? "no-edges" : "", ""}};
    for (const auto& [value, usual] : unusual)
        if (!value.empty() && value != usual) name += "." + value;
    return name + "." + to_string(size);
}

/// The input for resolving a form.
using FormKey = std::tuple<const Form*, const Map*, const Element*, const Synthesis*, int, int>;

struct Choice {
    const BenchOptions& options;
    const DeviceTraits& device;
    Pixels shape;
    std::vector<BenchRow> rows{};
    std::set<std::string> names{};
    std::map<FormKey, ResolvedForm> known{}; ///< choosing a map takes a millisecond
    Message refused{};                       ///< why the last combination does not exist
};

const ResolvedForm& known_form(Choice& c, const EawSettings& s) {
    const FormKey key{s.how.form,      s.how.map,         s.how.element,
                      s.how.synthesis, s.how.group.width, s.how.group.height};
    if (const auto at = c.known.find(key); at != c.known.end()) return at->second;
    return c.known.emplace(key, resolved_form(s, c.device)).first->second;
}

/// Adds a row unless it exists already (axes that do not apply give the same name) or is impossible.
void add(Choice& c, const EawSettings& settings, const RowPatterns* match = nullptr) {
    const auto& form = known_form(c, settings);
    if (!form.refused.empty()) {
        c.refused = form.refused;
        return;
    }
    const auto name = row_name(settings, form, c.shape.size);
    if ((match && !match->matches(name)) || !c.names.insert(name).second) return;
    BenchRow row{.name = name};
    if (!c.options.list) {
        row.settings.emplace(resolve(settings, c.shape, c.device));
        row.plan = eaw_plan(*row.settings, c.shape, c.device);
    }
    c.rows.push_back(std::move(row));
}

/// Adds the rows of kernels/teach whose names match, the dilated one first.
void add_teach(Choice& c, const RowPatterns& match) {
    const EawResolved settings = resolve(c.options.settings, c.shape, c.device);
    for (const bool dilated : {true, false})
        if (const char* name = dilated ? "teach-dilated" : "teach"; match.matches(name))
            c.rows.push_back({.name = name,
                              .settings = settings,
                              .plan = teach_plan(c.shape.size, settings.levels, dilated),
                              .teaches = true});
}

/// All values of a setting that a table has. Work-groups have no table: the device's default, and common sizes.
AxisValues every_value(const std::string& option) {
    if (option == "group") return axis_values(option, {"auto", "8x8", "16x8", "16x16", "32x8"});
    auto names = split(find_setting(option)->option.words, '|');
    std::erase(names, "auto");
    return axis_values(option, names);
}

bool applies(const BenchAxis& axis, const Execution& how) {
    const bool tiles = how.form && how.form->tiles;
    return (tiles || !axis.of_tiles) && (how.schedule->permutes || !axis.of_permuted);
}

/// A product of axes under construction.
struct Product {
    Choice& choice;
    std::vector<AxisValues> values; ///< of bench_axes. Empty: the default
    const RowPatterns* match;
};

/// Adds every combination of the axes from `at` on to the values that `s` has for earlier axes.
void add_product(const Product& p, std::size_t at, EawSettings s) {
    if (at == p.values.size()) return add(p.choice, s, p.match);
    if (!applies(bench_axes[at], s.how) || p.values[at].empty()) return add_product(p, at + 1, s);
    for (const auto& set : p.values[at]) {
        set(s);
        add_product(p, at + 1, s);
    }
}

/// `all`: axes that are not given take all values.
void add_product(Choice& c, bool all, const RowPatterns* match) {
    std::vector<AxisValues> values;
    for (const BenchAxis& axis : bench_axes) {
        const auto given = c.options.axes.find(axis.option);
        values.push_back(given != c.options.axes.end() ? given->second
                         : all                         ? every_value(axis.option)
                                                       : AxisValues{});
    }
    add_product({c, std::move(values), match}, 0, c.options.settings);
}

/// Rows that differ from `s` in one setting, with all of its values.
void add_each(Choice& c, EawSettings s, const char* option) {
    for (const auto& set : every_value(option)) {
        set(s);
        add(c, s);
    }
}

/// Maps with an upward pass of their own, in addition to the maps that they resemble.
void add_planes(Choice& c, EawSettings s) {
    s.how.synthesis = &synthesis_that(true, false);
    for (const Map& map : maps())
        if (map.plane_groups)
            for (const char* name : {map.tile, map.name}) {
                s.how.map = &find_row(maps(), name, "--map");
                add(c, s);
            }
}

const Schedule& baseline_schedule() { return *std::ranges::find(schedules(), false, &Schedule::permutes); }

/// Adds the default rows: the program's own way, and one axis at a time from there. Tiles are of interest on
/// GPUs. On a CPU they are many times slower, as are forms of CPUs on GPUs.
void add_default(Choice& c) {
    EawSettings usual = c.options.settings, dilated = usual, tile = usual;
    dilated.how.schedule = &baseline_schedule();
    tile.how.form = &*std::ranges::find_if(forms(), &Form::tiles);
    add(c, usual);
    add_each(c, usual, "order");
    if (!c.device.is_cpu) {
        add(c, tile);
        add_each(c, tile, "map");
        add_each(c, tile, "element");
        add_planes(c, tile);
        add_each(c, tile, "storage");
        EawSettings ring = usual;
        ring.how.form = &*std::ranges::find_if(forms(), &Form::rings);
        add_each(c, ring, "storage");
        ring.how.schedule = &baseline_schedule();
        add(c, ring);
    }
    for (EawSettings other = usual; const Form& form : forms()) {
        if (form.tiles || (form.vectors || form.strips) != c.device.is_cpu) continue;
        other.how.form = &form;
        add(c, other);
    }
    add_each(c, dilated, "synthesis");
    add_each(c, usual, "synthesis");
}

/// The dilated baseline: fused, exact, with the single given value of an axis, but on GPUs always, and on
/// CPUs otherwise, in the plain form.
EawSettings baseline_of(const BenchOptions& o, const DeviceTraits& device) {
    EawSettings s = o.settings;
    s.how.schedule = &baseline_schedule();
    const auto take_only = [&](const char* option, EawSettings& to) {
        if (const auto given = o.axes.find(option); given != o.axes.end() && given->second.size() == 1)
            given->second.front()(to);
    };
    take_only("border", s);
    EawSettings formed = s;
    take_only("form", formed);
    const bool is_given = device.is_cpu && formed.how.form && !formed.how.form->tiles;
    s.how.form = is_given ? formed.how.form : &form_of(device);
    return s;
}

} // namespace

std::vector<BenchRow> rows_of(const std::vector<EawSettings>& settings, Size size,
                              const DeviceTraits& device) {
    const Pixels shape = bench_shape(size);
    std::vector<BenchRow> rows;
    for (const EawSettings& s : settings) {
        const ResolvedForm form = resolved_form(s, device);
        if (!form.refused.empty()) throw usage_error(form.refused);
        const EawResolved resolved = resolve(s, shape, device);
        rows.push_back({row_name(s, form, size), resolved, eaw_plan(resolved, shape, device)});
    }
    return rows;
}

std::vector<BenchRow> bench_rows(const BenchOptions& options, const DeviceTraits& device) {
    Choice c{options, device, bench_shape(options.size)};
    add(c, baseline_of(options, device));
    if (c.rows.empty()) throw usage_error(c.refused);
    if (!options.match.empty()) {
        const RowPatterns match(options.match);
        add_product(c, true, &match);
        add_teach(c, match);
        if (c.rows.size() == 1 && !match.matches(c.rows[0].name))
            throw usage_error(messages::match_none, options.match);
    } else if (!options.axes.empty()) {
        add_product(c, false, nullptr);
    } else {
        add_default(c);
    }
    if (c.rows.size() == 1 && !c.refused.empty()) throw usage_error(c.refused);
    return std::move(c.rows);
}

} // namespace atrous
