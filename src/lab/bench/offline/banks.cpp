// `atrous bench --match banks`: whether the analyser's time depends on how often a loop runs (it must not: it
// counts bases modulo a layer of banks, not iterations).
#include "banks/access.h"
#include "base/file.h"
#include "base/json.h"
#include "base/table.h"
#include "base/text.h"
#include "lab/bench/offline/offline.h"
#include "lab/bench/rows/run.h"
#include <chrono>
#include <iostream>

namespace atrous {
namespace {

struct Timing {
    std::int64_t iterations;
    double us; ///< median
    AccessCost cost;
};

/// A warp that reads rows of 33 elements in a loop over 7 columns, `iterations` times.
Timing time_loop(std::int64_t iterations, int repeats) {
    const BankMapping mapping{};
    const auto lanes = strided_lanes(33, 0, 32);
    Timing timing{iterations, 0, {}};
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) {
        const auto start = std::chrono::steady_clock::now();
        timing.cost = repeated_cost(mapping, lanes, 0, {{7, iterations}});
        const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
        times.push_back(took.count());
    }
    timing.us = median(times);
    return timing;
}

} // namespace

int run_banks_bench(const CommandLine& line) {
    const BenchOptions options = bench_options(line);
    const int repeats = std::max(101, options.repeats);
    time_loop(10, repeats);
    const Timing few = time_loop(10, repeats), many = time_loop(10'000'000, repeats);
    Table table;
    table.add({"name", "iterations", "accesses", "microseconds", "ratio"});
    Json::Array rows;
    for (const auto& t : {few, many}) {
        const double ratio = few.us > 0 ? t.us / few.us : 1;
        table.add({"banks", std::to_string(t.iterations), std::to_string(t.cost.accesses), fixed(t.us, 2),
                   fixed(ratio, 2)});
        Json j;
        j["name"] = "banks";
        j["iterations"] = t.iterations;
        j["accesses"] = t.cost.accesses;
        j["replays"] = t.cost.replays;
        j["us"] = t.us;
        j["ratio"] = ratio;
        rows.push_back(j);
    }
    if (!options.json.empty()) write_text(options.json, Json(rows).dump(2) + "\n");
    if (options.json != "-") std::cout << table.text();
    return 0;
}

} // namespace atrous
