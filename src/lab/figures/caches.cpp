// Prints figure 10: cache hit rates per level by the cache model. The default is the paper's device
// (RTX 3070: 46 multiprocessors with 128 KiB each, 4 MiB shared). Throughputs and instructions would need counters that
// OpenCL lacks.
#include "base/text.h"
#include "lab/bench/offline/cache.h"
#include "lab/bench/show/chart.h"
#include "lab/figures/figure.h"
#include "lab/figures/ways.h"

namespace atrous {
namespace {

constexpr const char* paper_caches = "L1=128K,L2=4M,line=128";
constexpr const char* paper_units = "46";

struct Rates {
    CacheRun run;
    std::vector<Way> ways;
    std::vector<CacheRow> rows;

    double at(std::size_t row, std::size_t level, std::size_t cache) const {
        return 100 * hit_rate(rows[row].levels[level], cache);
    }
    std::string first_and_last(std::size_t row, std::size_t cache) const {
        return fixed(at(row, 0, cache), 0) + " to " + fixed(at(row, rows[row].levels.size() - 1, cache), 0) +
               " %";
    }
};

std::vector<Chart> charts_of(const Rates& r, const BenchOptions& o) {
    std::vector<Chart> charts;
    for (std::size_t cache = 0; cache < r.run.caches.levels.size(); ++cache) {
        const auto& level = r.run.caches.levels[cache];
        Chart chart{level.name + " hit rate, " + to_string(o.size) + " pixels",
                    "loads that hit of those that reach the cache; model: " + format_bytes(level.bytes) +
                        (cache == 0 ? " on each of " + std::to_string(r.run.units) + " units" : ""),
                    "% hits",
                    "first to last level",
                    int(r.rows[0].levels.size()),
                    {},
                    100};
        for (std::size_t row = 0; row < r.rows.size(); ++row) {
            std::vector<double> values;
            for (std::size_t l = 0; l < r.rows[row].levels.size(); ++l) values.push_back(r.at(row, l, cache));
            chart.series.push_back({r.ways[row].label, r.first_and_last(row, cache), values});
        }
        charts.push_back(std::move(chart));
    }
    return charts;
}

std::vector<PaperClaim> claims_of(const Rates& r) {
    const std::size_t last = r.run.caches.levels.size() - 1;
    const auto both = [&](bool tiles, std::size_t cache) {
        std::vector<std::string> cells;
        for (const Order* order : figure_orders())
            cells.push_back(r.first_and_last(way_at(r.ways, order, tiles), cache));
        return cells;
    };
    const auto baseline = [&](std::size_t cache) {
        return std::vector<std::string>(figure_orders().size(), r.first_and_last(0, cache));
    };
    const std::string first = r.run.caches.levels[0].name, shared = r.run.caches.levels[last].name;
    return {{"baseline: " + first + " hits, first to last level", "96 to 31 %", baseline(0)},
            {"GMEM: " + first + " hits", "nearly as the baseline's first level", both(false, 0)},
            {"SHMEM: " + first + " hits", "lower: local memory serves", both(true, 0)},
            {"baseline: " + shared + " hits", "rising to 96 % at l = 4", baseline(last)},
            {"GMEM: " + shared + " hits", "nearly constant", both(false, last)},
            {"SHMEM: " + shared + " hits", "nearly constant", both(true, last)}};
}

} // namespace

FigureResult caches_figure(const FigureInput& input) {
    const DeviceTraits device = model_device();
    Rates r{cache_run(input.line, input.options, paper_caches, paper_units), paper_ways(), {}};
    r.rows = replay_rows(rows_of(settings_of(r.ways, input.options.settings), input.options.size, device),
                         input.options.size, r.run);
    FigureResult figure{cache_text(r.rows, r.run),
                        cache_json(r.rows, r.run),
                        charts_svg("Cache hit rates per level", charts_of(r, input.options)),
                        {},
                        claims_of(r)};
    for (const Order* order : figure_orders()) figure.columns.emplace_back(order->name);
    figure.notes = {
        "A model of addresses, not a measurement: work-groups run one after the other, lines are "
        "whole, and no other work shares the caches.",
        "The baseline's first cache hits more at the last level than the paper's 31 %: that depends on the "
        "image's size and the number of levels, which its text does not state, and on what else shares the cache.",
        "The paper's throughputs (25.6 to 17.4 % of the multiprocessors' in the baseline, 27.2 % in "
        "ascending and 29.6 % in subdivision order) and instructions (8.1 and 15.8 % more) are not "
        "here: OpenCL has no counters of them."};
    return figure;
}

} // namespace atrous
