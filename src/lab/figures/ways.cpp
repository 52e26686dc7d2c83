// Makes the ways from rows of the tables. The statements of section 4.2 are a table: each row has a statement and the
// number that it gives for a baseline and a way.
#include "lab/figures/ways.h"
#include "base/text.h"
#include "lab/figures/figure.h"
#include <algorithm>
#include <numeric>

namespace atrous {
namespace {

const Schedule& schedule_that(bool permutes) {
    return *std::ranges::find(schedules(), permutes, &Schedule::permutes);
}
const Form& form_called(const char* name) { return find_row(forms(), name, "--form"); }

void add_orders(std::vector<Way>& ways, const std::string& label, const Form* form) {
    for (const Order* order : figure_orders())
        ways.push_back(
            {label + ", " + order->name, &schedule_that(true), order, form, &synthesis_that(true, false)});
}

using Times = std::vector<double>;

/// Levels between the first and the last (the last restores the layout); all later levels if there are only two.
double later(const Times& t) {
    if (t.size() < 2) return t[0];
    const auto end = t.size() > 2 ? t.end() - 1 : t.end();
    return std::accumulate(t.begin() + 1, end, 0.0) / double(end - t.begin() - 1);
}

struct Pair {
    Times base, way;
    double base_upward, way_upward;
};

std::string ratio(double value) { return fixed(value, 2); }
double whole(const Times& t, double upward) { return std::accumulate(t.begin(), t.end(), upward); }

std::string first_level(const Pair& p) { return ratio(p.base[0] / p.way[0]); }
std::string later_levels(const Pair& p) { return ratio(later(p.base) / later(p.way)); }
std::string max_of_later(const Pair& p) {
    double most = 0;
    for (std::size_t l = std::min<std::size_t>(1, p.way.size() - 1); l < p.way.size(); ++l)
        most = std::max(most, p.base[l] / p.way[l]);
    return ratio(most);
}
std::string upward_pass(const Pair& p) {
    return p.base_upward > 0 ? ratio(p.way_upward / p.base_upward) : "-";
}
std::string all_together(const Pair& p) {
    return ratio(whole(p.base, p.base_upward) / whole(p.way, p.way_upward));
}
std::string last_against_others(const Pair& p) { return ratio(p.way.back() / later(p.way)); }
std::string last_level(const Pair& p) { return ratio(p.base.back() / p.way.back()); }
std::string each_level(const Pair& p) {
    Times ratios;
    for (std::size_t l = 0; l < p.way.size(); ++l) ratios.push_back(p.base[l] / p.way[l]);
    const auto [least, most] = std::ranges::minmax(ratios);
    return ratio(least) + " to " + ratio(most);
}
/// Slowest to fastest of the levels that restore no layout.
std::string evenness(const Pair& p) {
    const auto end = p.way.size() > 1 ? p.way.end() - 1 : p.way.end();
    const auto [least, most] = std::ranges::minmax(Times(p.way.begin(), end));
    return ratio(most / least);
}

struct Statement {
    const char* filters; ///< ways that the statement covers
    bool tiles;          ///< for SHMEM; otherwise for GMEM
    const char* what;
    const char* paper;
    std::string (*here)(const Pair&);
};
constexpr Statement statements[] = {
    {"EAW|SVGF", false, "GMEM, first level", "1", first_level},
    {"EAW|SVGF", false, "GMEM, later levels", "about 1.5", later_levels},
    {"EAW|SVGF", false, "GMEM, most of later levels", "not in the text", max_of_later},
    {"EAW|SVGF", true, "SHMEM, first level", "2.5", first_level},
    {"EAW|SVGF", true, "SHMEM, later levels", "3.8", later_levels},
    {"EAW|SVGF", true, "SHMEM, most of later levels", "up to 3.8", max_of_later},
    {"EAW|SVGF", true, "SHMEM, slowest / fastest level but the last", "almost 1", evenness},
    {"SVGF", true, "SHMEM, last level / others (it restores the layout)", "1.53 (0.30 to 0.46 ms)",
     last_against_others},
    {"SVGF", true, "SHMEM, last level", "2.19", last_level},
    {"SVGF", true, "SHMEM, each level", "1.33 to 2.42 (RTX 2070)", each_level},
    {"EAW", false, "GMEM, each level", "0.09 to 0.16 ms before, 0.10 to 0.12 after (RX 7900 XT)", each_level},
    {"EAW", true, "SHMEM, each level", "1.72 to 2.85 (RX 7900 XT)", each_level},
    {"EAW", true, "SHMEM, upward pass / baseline's", "3.70 (1.05 to 3.88 ms); 1.24 (RX 7900 XT)",
     upward_pass},
    {"EAW", true, "SHMEM, levels and upward pass", "1.2", all_together},
};

} // namespace

std::vector<Way> paper_ways() {
    std::vector<Way> ways{
        {"baseline", &schedule_that(false), nullptr, &form_called("direct"), &synthesis_that(true, false)}};
    add_orders(ways, "GMEM", &form_called("direct"));
    add_orders(ways, "SHMEM", &form_called("tile"));
    return ways;
}

std::vector<Way> all_ways(const DeviceTraits& device) {
    std::vector<Way> ways = paper_ways();
    const Form& own = form_of(device);
    if (std::ranges::find(ways, &own, &Way::form) == ways.end()) {
        const std::string label = std::string("form ") + own.name;
        ways.push_back(
            {label + ", baseline", &schedule_that(false), nullptr, &own, &synthesis_that(true, false)});
        add_orders(ways, label, &own);
    }
    ways.push_back({"the program's own way", &schedule_that(true), &orders()[0], nullptr, nullptr});
    return ways;
}

std::vector<Way> more_ways(const DeviceTraits& device) {
    const Schedule &dilated = schedule_that(false), &permuted = schedule_that(true);
    const Order& order = orders()[0];
    const Synthesis& fused = synthesis_that(false, false);
    const Storage& half = *std::ranges::find(storages(), 2, &Storage::bytes);
    std::vector<Way> ways{{"no edge weights, baseline", &dilated, nullptr, nullptr, &fused, nullptr, false},
                          {"no edge weights, own way", &permuted, &order, nullptr, &fused, nullptr, false},
                          {"own way in halves", &permuted, &order, nullptr, &fused, &half, true}};
    if (device.is_cpu) return ways;
    const Form& ring = form_called("ring");
    ways.push_back({"form ring", &permuted, &order, &ring, &fused});
    ways.push_back({"form ring in halves", &permuted, &order, &ring, &fused, &half, true});
    return ways;
}

std::size_t way_at(const std::vector<Way>& ways, const Order* order, bool tiles) {
    return std::size_t(std::ranges::find_if(ways,
                                            [&](const Way& way) {
                                                return way.order == order && way.form &&
                                                       way.form->tiles == tiles;
                                            }) -
                       ways.begin());
}

std::vector<EawSettings> settings_of(const std::vector<Way>& ways, const EawSettings& common) {
    std::vector<EawSettings> settings;
    for (const Way& way : ways) {
        EawSettings& s = settings.emplace_back(common);
        s.how.schedule = way.schedule;
        if (way.order) s.how.order = way.order;
        s.how.form = way.form;
        s.how.synthesis = way.synthesis;
        if (way.storage) s.how.storage = way.storage;
        if (!way.edges) s.edges = {{0.0}};
    }
    return settings;
}

std::vector<PaperClaim> time_claims(const FilterTimes& times) {
    std::vector<PaperClaim> claims;
    for (const Statement& s : statements) {
        const auto filters = split(s.filters, '|');
        if (std::ranges::find(filters, times.filter) == filters.end()) continue;
        PaperClaim claim{times.filter + ": " + s.what, s.paper, {}};
        for (const Order* order : figure_orders()) {
            const RowResult &base = times.rows[0], &row = times.rows[way_at(times.ways, order, s.tiles)];
            const bool timed = !base.passes.empty() && row.error.empty() && !row.passes.empty();
            claim.here.push_back(timed ? s.here({level_ms(base), level_ms(row), stage_ms(base, Stage::upward),
                                                 stage_ms(row, Stage::upward)})
                                       : "-");
        }
        claims.push_back(std::move(claim));
    }
    return claims;
}

} // namespace atrous
