// Times only the scale filter's pass along rows, as the source does: per factor every access, first checked against the
// plain order. Conflicts are counted in the expressions that the kernel uses.
#include "banks/devices.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "filters/scale/plan.h"
#include "lab/bench/rows/long_run.h"
#include "lab/bench/rows/modes.h"
#include "lab/bench/rows/output.h"
#include "lab/bench/rows/run.h"
#include "lab/messages.h"
#include "opencl/device.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace atrous {
namespace {

constexpr int min_factor = 2, max_factor = 16;
constexpr Size source_plane{4096, 256}; ///< of pixels. The source's line has 4194304 floats
constexpr int source_line = 4194304;
constexpr double max_difference = 1e-5; // of values up to 1

/// Speed-ups of Gajjar's slides by permutation scrambling, for even factors from 2 on: pixels of four floats, then floats.
constexpr const char* slides[2][8] = {{"1.02 to 1.30", "1.40 to 2.15", "1.08 to 1.32", "1.65 to 2.51",
                                       "1.01 to 1.22", "1.22 to 2.10", "0.97 to 1.30", "1.25 to 2.63"},
                                      {"0.84 to 1.35", "1.07 to 1.79", "0.90 to 1.48", "1.77 to 2.73",
                                       "0.92 to 1.30", "1.22 to 1.89", "1.01 to 1.27", "2.66 to 4.15"}};

/// An image that is scaled along its rows.
struct ScaleShape {
    const char* name;
    Size size;
    bool pixels; ///< of four floats; otherwise floats
};

struct ScaleRow {
    std::string access;
    int factor = 0, predicted = 1,
        counted = 1; ///< conflict degrees of a step: by the theory, and by its expressions
    double ms = 0, mpixel_per_s = 0, speedup = 1;
};

struct ScaleBench {
    Engine &engine, &poisoned; ///< the second runs for comparison: values that are not written stay NaN
    const BenchOptions& options;
    DeviceTraits device;
    LongRun& all;
    bool estimated = false;
};

/// Worst degree over the steps of lanes that begin a factor apart.
int counted_degree(const kernels::ScaleAccess& order, int factor) {
    const BankMapping mapping{"", 4, 4, 4, order.banks};
    int worst = 1;
    for (int step = 0; step < order.taps; ++step) {
        std::vector<std::int64_t> elements;
        for (int lane = 0; lane < order.banks; ++lane)
            elements.push_back(std::int64_t(lane) * factor + kernels::access_tap(order, step, lane));
        worst = std::max(worst, conflict_degree(mapping, elements));
    }
    return worst;
}

struct TimedScale {
    const ScaleAccessRow* access;
    Plan plan;
    std::vector<float> input{}, result{};
    std::vector<double> ms{};
};

/// Values that depend on the position from the first row on, since guards differ.
std::vector<float> scale_input(const Plan& plan) {
    const Buffer& planes = plan.buffers[std::size_t(plan.input("planes"))];
    std::vector<float> input(planes.bytes / sizeof(float));
    const std::size_t first = planes.margins.guard / sizeof(float);
    for (std::size_t i = first; i < input.size(); ++i)
        input[i] = float((i - first) * 2654435761U % 1000) / 1000;
    return input;
}

Plan scale_plan_of(const ScaleBench& b, const ScaleShape& shape, int factor, const ScaleAccessRow& access) {
    ScaleSettings settings;
    settings.access = &access;
    const ScaleAxis axis = placed_axis(shape.size.width, factor).axis;
    return scale_rows_plan(resolve(settings), {axis, shape.size.height, 1, shape.pixels}, b.device);
}

/// Largest difference. NaN if one of them holds one.
double result_difference(const std::vector<float>& a, const std::vector<float>& b) {
    double most = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        const double off = std::abs(double(a[i]) - double(b[i]));
        if (std::isnan(off)) return off;
        most = std::max(most, off);
    }
    return most;
}

void check_access(const TimedScale& one, const TimedScale& first, int factor) {
    const double off = result_difference(one.result, first.result);
    if (!(off <= max_difference))
        throw internal_error(messages::bench_access, one.access->name, factor, scientific(off));
}

/// Runs the plan; the first plan that does not need compiling gives the estimate for all.
double run_scale(ScaleBench& b, TimedScale& one, bool warm) {
    const auto start = std::chrono::steady_clock::now();
    const RunReport report =
        (warm ? b.engine : b.poisoned)
            .run(one.plan, {bind_input("planes", std::as_bytes(std::span(one.input))),
                            bind_output("planes", std::as_writable_bytes(std::span(one.result)))});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    if (warm && !std::exchange(b.estimated, true)) b.all.estimate(took.count(), 0);
    return report.passes.front().ms;
}

/// Runs all accesses in turn, until a signal comes.
std::vector<TimedScale> timed_accesses(ScaleBench& b, const ScaleShape& shape, int factor,
                                       const std::vector<const ScaleAccessRow*>& accesses) {
    std::vector<TimedScale> all;
    for (const ScaleAccessRow* access : accesses) {
        Plan plan = scale_plan_of(b, shape, factor, *access);
        std::vector<float> input = scale_input(plan), result(plan.output_bytes("planes") / sizeof(float));
        all.push_back({access, std::move(plan), std::move(input), std::move(result)});
    }
    for (int repeat = -1; repeat < b.options.repeats; ++repeat) // -1: a warm-up
        for (TimedScale& one : all) {
            if (LongRun::stopped()) continue;
            const double ms = run_scale(b, one, repeat >= 0);
            b.all.done("scale at factor " + std::to_string(factor));
            if (repeat >= 0)
                one.ms.push_back(ms);
            else
                check_access(one, all.front(), factor);
        }
    return all;
}

/// Rows, or none if a signal came before all were timed.
std::vector<ScaleRow> scale_rows_of(ScaleBench& b, const ScaleShape& shape, int factor) {
    std::vector<const ScaleAccessRow*> accesses;
    for (const ScaleAccessRow& row : scale_accesses())
        if (!row.vectors || (b.device.is_cpu && !shape.pixels)) accesses.push_back(&row);
    const std::vector<TimedScale> runs = timed_accesses(b, shape, factor, accesses);
    std::vector<ScaleRow> rows;
    if (std::ranges::any_of(runs, [](const TimedScale& one) { return one.ms.empty(); })) return rows;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        ScaleSettings settings;
        settings.access = accesses[i];
        ScaleAccessChoice choice = scale_access(settings, factor, b.device, shape.pixels ? 16 : 4);
        choice.order.taps = round_up(choice.order.taps, choice.order.tile);
        ScaleRow row{accesses[i]->name, factor};
        row.predicted = accesses[i]->vectors ? 1 : choice.degree;
        row.counted = accesses[i]->vectors ? 1 : counted_degree(choice.order, factor);
        row.ms = median(runs[i].ms);
        row.mpixel_per_s = mpixel_per_s(std::uint64_t(shape.size.pixels()), row.ms);
        row.speedup = median(runs.front().ms) / row.ms;
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string scale_text(const ScaleShape& shape, const std::vector<ScaleRow>& rows) {
    Table table;
    table.add(
        {"factor", "access", "ms", "Mpixel/s", "speed-up", "slides", "degree", "counted", "bandwidth loss"});
    for (const ScaleRow& row : rows)
        table.add({std::to_string(row.factor), row.access, fixed(row.ms, 3), fixed(row.mpixel_per_s, 0),
                   fixed(row.speedup, 2) + "x",
                   row.access == "scrambled" && row.factor % 2 == 0
                       ? slides[shape.pixels ? 0 : 1][row.factor / 2 - 1]
                       : "",
                   std::to_string(row.predicted), std::to_string(row.counted),
                   std::to_string(row.predicted) + "x"});
    return to_string(shape.size) + ", " + shape.name + "\n" + table.text("  ") + "\n";
}

Json scale_json(const ScaleShape& shape, const std::vector<ScaleRow>& rows) {
    const Json list = array_of(rows, [](const ScaleRow& row) {
        return Json::Object{{"factor", row.factor},
                            {"access", row.access},
                            {"ms", row.ms},
                            {"mpixel_per_s", row.mpixel_per_s},
                            {"speedup", row.speedup},
                            {"conflict_degree", row.predicted},
                            {"counted_degree", row.counted}};
    });
    return Json::Object{{"samples", shape.name}, {"size", to_string(shape.size)}, {"rows", list}};
}

} // namespace

int run_scale_bench(const CommandLine& line) {
    const BenchOptions options = bench_options(line);
    const bool has_size = line.has("size");
    const OutputFiles files(line, {"json"});
    const DeviceInfo device = choose_device(options.device);
    Engine engine(device);
    // Every factor, twice: pixels and floats.
    const std::size_t rows_at_most = 2 * (max_factor - min_factor + 1) * scale_accesses().size();
    LongRun all(rows_at_most * std::size_t(options.repeats + 1), options.yes);
    Engine poisoned(device, {.poison = true, .copies = true}); // host memory cannot be filled
    ScaleBench bench{engine, poisoned, options, traits_of(device), all};
    const Size plane = has_size ? options.size : source_plane;
    const ScaleShape shapes[] = {{"float4 samples", plane, true},
                                 {"float samples", {has_size ? int(plane.pixels()) : source_line, 1}, false}};
    Json::Array tables;
    std::string text = device.name + "\n" + std::to_string(options.repeats) +
                       " repeats; medians; slides: of three Quadros, Fermi to Maxwell" +
                       (device.is_cpu() ? "; a CPU has no banks: degrees are those of 32 banks, times show "
                                          "the cost of the accesses without them"
                                        : "") +
                       "\n\n";
    for (const ScaleShape& shape : shapes) {
        std::vector<ScaleRow> rows;
        for (int factor = min_factor; factor <= max_factor; ++factor)
            for (ScaleRow& row : scale_rows_of(bench, shape, factor)) rows.push_back(std::move(row));
        tables.push_back(scale_json(shape, rows));
        text += scale_text(shape, rows);
    }
    const Json object = Json::Object{{"atrous", version()},
                                     {"device", device_json(device)},
                                     {"interrupted", LongRun::stopped()},
                                     {"repeats", options.repeats},
                                     {"tables", tables}};
    files.finish({{"json", object.dump(2) + "\n"}}, text);
    return int(LongRun::exit_after(false));
}

} // namespace atrous
