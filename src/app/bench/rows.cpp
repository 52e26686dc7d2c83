// Makes rows from the tables of model/tables.h: a small set that varies one axis at a time, the combinations
// of the lists given, or all combinations that a regular expression matches.
#include "app/bench/rows.h"
#include "app/bench/native.h"
#include "base/error.h"
#include "model/tables.h"
#include <map>
#include <regex>
#include <set>

namespace atrous {
namespace {

using Names = std::vector<std::string>;

struct Choice {
    const BenchOptions& options;
    const DeviceTraits& device;
    Pixels shape;
    std::vector<BenchRow> rows{};
    std::set<std::string> names{};
    std::map<std::string, ResolvedForm>
        known{};           ///< forms by their settings: choosing a map takes a millisecond
    std::string refused{}; ///< why the last combination does not exist
};

const ResolvedForm& known_form(Choice& c, const EawSettings& s) {
    const std::string key = s.form + " " + s.map + " " + s.element + " " + s.synthesis + " " +
                            to_string(Size{s.group_width, s.group_height});
    if (const auto at = c.known.find(key); at != c.known.end()) return at->second;
    return c.known.emplace(key, resolved_form(s, c.device)).first->second;
}

/// Adds a row unless it exists already (axes that do not apply give the same name) or cannot be.
void add(Choice& c, const EawSettings& settings, const std::regex* match = nullptr) {
    const auto& form = known_form(c, settings);
    if (!form.refused.empty()) {
        c.refused = form.refused;
        return;
    }
    const auto name = row_name(settings, form, c.shape.size);
    if ((match && !std::regex_search(name, *match)) || !c.names.insert(name).second) return;
    BenchRow row{name, settings, {}, false};
    if (!c.options.list) {
        row.settings = resolve(settings, c.shape, c.device);
        row.plan = eaw_plan(row.settings, c.shape, c.device);
    }
    c.rows.push_back(std::move(row));
}

void add_native(Choice& c) {
    const auto settings = resolve(c.options.settings, c.shape, c.device);
    if (!native_can(settings)) return;
    c.rows.push_back({"native", settings, c.rows.front().plan, true});
}

/// An axis of the combinations: the values of one setting.
struct Axis {
    std::string EawSettings::*field;
    Names given;
    Names every;
    bool of_tiles = false;    ///< means something in form tile alone
    bool of_permuted = false; ///< means something in permuted schedules alone
};

std::vector<Axis> axes_of(const BenchAxes& a) {
    using S = EawSettings;
    return {{&S::schedule, a.schedules, names_of(schedules())},
            {&S::order, a.orders, names_of(orders()), false, true},
            {&S::form, a.forms, names_of(forms())},
            {&S::map, a.maps, names_of(maps()), true},
            {&S::element, a.elements, names_of(elements()), true},
            {&S::synthesis, a.syntheses, names_of(syntheses())},
            {&S::border, a.borders, names_of(borders())},
            {&S::storage, a.storages, names_of(storages())}};
}

bool applies(const Axis& axis, const EawSettings& s) {
    const bool tiles = s.form != "auto" && find_row(forms(), s.form, "--form").tiles;
    const bool permutes = find_row(schedules(), s.schedule, "--schedule").permutes;
    return (tiles || !axis.of_tiles) && (permutes || !axis.of_permuted);
}

/// Work-groups of forms direct and tile: those of issue and paper; 0x0 = the device's default.
std::vector<Size> groups_of(const BenchAxes& a, bool all) {
    if (!a.groups.empty()) return a.groups;
    return all ? std::vector<Size>{{0, 0}, {8, 8}, {16, 8}, {16, 16}, {32, 8}} : std::vector<Size>{{0, 0}};
}

/// A product of axes under construction.
struct Product {
    Choice& choice;
    const std::vector<Axis>& axes;
    const std::vector<Size>& groups;
    bool all; ///< axes not given take every value, else their default
    const std::regex* match;
};

/// Adds every combination of the axes from `at` on to what `s` has for those before.
void add_product(const Product& p, std::size_t at, EawSettings s) {
    if (at == p.axes.size()) {
        for (const Size group : p.groups) {
            s.group_width = group.width;
            s.group_height = group.height;
            add(p.choice, s, p.match);
        }
        return;
    }
    const Axis& axis = p.axes[at];
    if (!applies(axis, s) || (axis.given.empty() && !p.all)) return add_product(p, at + 1, s);
    for (const auto& value : axis.given.empty() ? axis.every : axis.given) {
        s.*axis.field = value;
        add_product(p, at + 1, s);
    }
}

void add_product(Choice& c, bool all, const std::regex* match) {
    const auto axes = axes_of(c.options.axes);
    const auto groups = groups_of(c.options.axes, all);
    add_product({c, axes, groups, all, match}, 0, c.options.settings);
}

/// Rows that differ from `s` in one setting.
void add_each(Choice& c, EawSettings s, std::string EawSettings::*field, const Names& values) {
    for (const auto& value : values) {
        s.*field = value;
        add(c, s);
    }
}

/// The default rows: the program's own way, and one axis at a time from there. Forms other than the device's
/// own are of interest on GPUs; on a CPU they are known to be many times slower.
void add_default(Choice& c) {
    using S = EawSettings;
    S usual = c.options.settings, dilated = usual, tile = usual;
    dilated.schedule = "dilated";
    tile.form = "tile";
    add(c, usual);
    add_each(c, usual, &S::order, names_of(orders()));
    if (!c.device.is_cpu) {
        add_each(c, usual, &S::form, names_of(forms()));
        add_each(c, tile, &S::map, names_of(maps()));
        add_each(c, tile, &S::element, names_of(elements()));
        add_each(c, tile, &S::storage, names_of(storages()));
    }
    add_each(c, dilated, &S::synthesis, names_of(syntheses()));
    add_each(c, usual, &S::synthesis, names_of(syntheses()));
    if (c.device.is_cpu) add_native(c);
}

/// The dilated baseline: the device's own form, fused, exact, with what was asked for alone where one thing
/// was.
EawSettings baseline_of(const BenchOptions& o) {
    EawSettings s = o.settings;
    s.schedule = "dilated";
    if (o.axes.borders.size() == 1) s.border = o.axes.borders[0];
    if (o.axes.forms.size() == 1 && !find_row(forms(), o.axes.forms[0], "--form").tiles)
        s.form = o.axes.forms[0];
    return s;
}

std::regex regex_of(const std::string& text) {
    try {
        return std::regex(text);
    } catch (const std::regex_error& error) {
        throw usage_error("--match: '" + text + "' is not a regular expression (" + error.what() + ")");
    }
}

} // namespace

std::vector<BenchRow> bench_rows(const BenchOptions& options, const DeviceTraits& device) {
    Choice c{options, device, bench_shape(options.size)};
    add(c, baseline_of(options));
    if (c.rows.empty()) throw usage_error(c.refused);
    if (!options.match.empty()) {
        const auto match = regex_of(options.match);
        add_product(c, true, &match);
        if (device.is_cpu && std::regex_search("native", match)) add_native(c);
    } else if (options.axes.any()) {
        add_product(c, false, nullptr);
    } else {
        add_default(c);
    }
    if (c.rows.size() == 1 && !options.match.empty() &&
        !std::regex_search(c.rows[0].name, regex_of(options.match)))
        throw usage_error("--match: no row is called like '" + options.match +
                          "'; 'atrous bench --match . --list' prints all names");
    if (c.rows.size() == 1 && !c.refused.empty()) throw usage_error(c.refused);
    return std::move(c.rows);
}

} // namespace atrous
