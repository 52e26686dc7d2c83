// Makes rows from the tables of graph/tables.h: a small set that varies one axis at a time, the combinations
// of the lists given, or all combinations whose names match patterns.
#include "lab/bench/rows/rows.h"
#include "base/error.h"
#include "base/text.h"
#include "lab/bench/rows/native.h"
#include "lab/messages.h"
#include "renders/layers.h"
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace atrous {
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

/// Adds the native loop, on the processor's own device; on other devices only on request.
void add_native(Choice& c, const RowPatterns* match = nullptr) {
    if (!c.device.is_cpu && !match) return;
    const EawResolved settings = resolve(c.options.settings, c.shape, c.device);
    if (!native_can(settings)) return;
    if (const char* name = "native-dilated"; !match || match->matches(name))
        c.rows.push_back(
            {.name = name, .settings = settings, .plan = c.rows.front().plan, .is_native = true});
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

/// One value of an axis: it sets the setting.
using Value = std::function<void(EawSettings&)>;
using Values = std::vector<Value>;

template <class Row>
Value value(const Row* Execution::*field, const Row* row) {
    return [=](EawSettings& s) { s.how.*field = row; };
}
Value value(const BorderRule* EawSettings::*field, const BorderRule* row) {
    return [=](EawSettings& s) { s.*field = row; };
}

template <class Field, class Row>
Values values(Field field, const std::vector<const Row*>& given) {
    Values out;
    for (const Row* row : given) out.push_back(value(field, row));
    return out;
}
template <class Field, class Row>
Values all_values(Field field, std::span<const Row> rows) {
    Values out;
    for (const Row& row : rows) out.push_back(value(field, &row));
    return out;
}

/// An axis of the combinations: the values of one setting.
struct Axis {
    Values given;
    Values every;
    bool of_tiles = false;    ///< only for form tile
    bool of_permuted = false; ///< only for permuted schedules
};

template <class Field, class Row>
Axis axis(Field field, const std::vector<const Row*>& given, std::span<const Row> rows, bool of_tiles = false,
          bool of_permuted = false) {
    return {values(field, given), all_values(field, rows), of_tiles, of_permuted};
}

std::vector<Axis> axes_of(const BenchAxes& a) {
    using E = Execution;
    return {axis(&E::schedule, a.schedules, schedules()),
            axis(&E::order, a.orders, orders(), false, true),
            axis(&E::form, a.forms, forms()),
            axis(&E::map, a.maps, maps(), true),
            axis(&E::element, a.elements, elements(), true),
            axis(&E::synthesis, a.syntheses, syntheses()),
            axis(&EawSettings::border, a.borders, borders()),
            axis(&E::storage, a.storages, storages())};
}

bool applies(const Axis& axis, const Execution& how) {
    const bool tiles = how.form && how.form->tiles;
    return (tiles || !axis.of_tiles) && (how.schedule->permutes || !axis.of_permuted);
}

/// Work-groups of forms direct and tile, from issue and paper; 0x0 = the device's default.
std::vector<Size> groups_of(const BenchAxes& a, bool all) {
    if (!a.groups.empty()) return a.groups;
    return all ? std::vector<Size>{{0, 0}, {8, 8}, {16, 8}, {16, 16}, {32, 8}} : std::vector<Size>{{0, 0}};
}

/// A product of axes under construction.
struct Product {
    Choice& choice;
    const std::vector<Axis>& axes;
    const std::vector<Size>& groups;
    bool all; ///< axes without values take all values or their default
    const RowPatterns* match;
};

/// Adds every combination of the axes from `at` on to the values that `s` has for earlier axes.
void add_product(const Product& p, std::size_t at, EawSettings s) {
    if (at == p.axes.size()) {
        for (const Size group : p.groups) {
            s.how.group = group;
            add(p.choice, s, p.match);
        }
        return;
    }
    const Axis& axis = p.axes[at];
    if (!applies(axis, s.how) || (axis.given.empty() && !p.all)) return add_product(p, at + 1, s);
    for (const auto& set : axis.given.empty() ? axis.every : axis.given) {
        set(s);
        add_product(p, at + 1, s);
    }
}

void add_product(Choice& c, bool all, const RowPatterns* match) {
    const auto axes = axes_of(c.options.axes);
    const auto groups = groups_of(c.options.axes, all);
    add_product({c, axes, groups, all, match}, 0, c.options.settings);
}

/// Rows that differ from `s` in one setting.
void add_each(Choice& c, EawSettings s, const Values& values) {
    for (const auto& set : values) {
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

const Schedule& baseline_schedule() {
    return *std::ranges::find_if(schedules(), [](const Schedule& schedule) { return !schedule.permutes; });
}
const Form& tile_form() {
    return *std::ranges::find_if(forms(), [](const Form& form) { return form.tiles; });
}

/// Adds the default rows: the program's own way, and one axis at a time from there. Tiles are of interest on
/// GPUs. On a CPU they are many times slower, as are forms of CPUs on GPUs.
void add_default(Choice& c) {
    using E = Execution;
    EawSettings usual = c.options.settings, dilated = usual, tile = usual;
    dilated.how.schedule = &baseline_schedule();
    tile.how.form = &tile_form();
    add(c, usual);
    add_each(c, usual, all_values(&E::order, orders()));
    if (!c.device.is_cpu) {
        add(c, tile);
        add_each(c, tile, all_values(&E::map, maps()));
        add_each(c, tile, all_values(&E::element, elements()));
        add_planes(c, tile);
        add_each(c, tile, all_values(&E::storage, storages()));
        EawSettings ring = usual;
        ring.how.form = &*std::ranges::find_if(forms(), &Form::rings);
        add_each(c, ring, all_values(&E::storage, storages()));
        add_each(c, ring, {value(&E::schedule, &baseline_schedule())});
    }
    for (const Form& form : forms())
        if (!form.tiles && (form.vectors || form.strips) == c.device.is_cpu)
            add_each(c, usual, {value(&E::form, &form)});
    add_each(c, dilated, all_values(&E::synthesis, syntheses()));
    add_each(c, usual, all_values(&E::synthesis, syntheses()));
    add_native(c);
}

/// The dilated baseline: fused, exact, with the single given value of an axis; on GPUs in the plain form.
EawSettings baseline_of(const BenchOptions& o, const DeviceTraits& device) {
    EawSettings s = o.settings;
    s.how.schedule = &baseline_schedule();
    if (o.axes.borders.size() == 1) s.border = o.axes.borders[0];
    if (!device.is_cpu)
        s.how.form = &form_of(device);
    else if (o.axes.forms.size() == 1 && !o.axes.forms[0]->tiles)
        s.how.form = o.axes.forms[0];
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
        add_native(c, &match);
        add_teach(c, match);
        if (c.rows.size() == 1 && !match.matches(c.rows[0].name))
            throw usage_error(messages::match_none, options.match);
    } else if (options.axes.any()) {
        add_product(c, false, nullptr);
    } else {
        add_default(c);
    }
    if (c.rows.size() == 1 && !c.refused.empty()) throw usage_error(c.refused);
    return std::move(c.rows);
}

} // namespace atrous
