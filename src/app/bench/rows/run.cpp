// Checks and times the rows, and copies; hides warm-ups, taking turns, medians and rates.
#include "app/bench/rows/run.h"
#include "app/bench/data/pictures.h"
#include "app/bench/native/native.h"
#include "app/bench/rows/long_run.h"
#include "base/error.h"
#include "base/log.h"
#include "base/table.h"
#include "base/text.h"
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <thread>
#include <utility>

namespace atrous {
namespace {

/// Two exact rows are each within 1e-5 of the exact result (what the tests hold the schedules to); values
/// reach 1.
constexpr double largest_allowed = 1e-5;

struct Bench {
    Engine& engine;
    std::optional<NativeFilter> native{};
    DeviceArray input{}, result{}, baseline{};
    const BorderRule* border = nullptr; ///< the baseline's: rows of another one differ, and rightly
};

RunReport run_native(NativeFilter& native, const BenchRow& row) {
    const auto times = native.run(*row.native);
    RunReport report;
    for (const auto& pass : row.plan.passes)
        if (pass.stage == Stage::level)
            report.add({row.native->name, pass.stage, pass.level,
                        pass.moves.other_planes ? 0 : times[std::size_t(pass.level)], pass.moves.bytes(),
                        pass.moves.pixels},
                       pass.moves.other_planes);
    return report;
}

RunReport run_row(Bench& bench, const BenchRow& row) {
    if (row.native) return run_native(*bench.native, row);
    std::uint32_t replaced = 0;
    return bench.engine.run(row.plan,
                            {bind_input("image", bench.input), bind_output("image", bench.result),
                             bind_output("replaced", std::as_writable_bytes(std::span(&replaced, 1)))});
}

std::span<const std::byte> bytes_of(const std::vector<float>& values) {
    return std::as_bytes(std::span(values));
}

/// The first run: compiles, fills caches, and gives the result to compare. Its times count only where no others come.
RunReport check_row(Bench& bench, RowResult& result) {
    RunReport ran = run_row(bench, result.row);
    if (result.row.native) bench.result = bench.engine.array(bytes_of(bench.native->result()));
    const EawResolved& settings = *result.row.settings;
    if (bench.baseline.bytes() == 0) {
        bench.baseline = std::exchange(bench.result, bench.engine.array(bench.result.bytes()));
        bench.border = &settings.border;
        keep_times(result, ran);
        return ran;
    }
    result.check = difference(bench.result, bench.baseline);
    if (&settings.border == bench.border && is_exact(settings.how, settings.border) &&
        !(result.check.largest <= largest_allowed))
        throw Error(Exit::internal, "differs from the baseline by " + scientific(result.check.largest) +
                                        "; at most " + scientific(largest_allowed) + " is allowed");
    keep_times(result, ran);
    return ran;
}

void guarded(RowResult& result, const auto& work) {
    if (!result.error.empty()) return;
    try {
        work();
    } catch (const Error& error) {
        result.error = error.what();
        log_error(result.row.name + ": " + result.error);
    }
}

/// Programs that are compiled for the rows: kernel files with their macros.
std::size_t programs_of(std::span<const BenchRow> rows) {
    std::set<std::pair<std::string, std::vector<std::string>>> programs;
    for (const BenchRow& row : rows)
        for (const Pass& pass : row.plan.passes)
            if (const auto* launch = std::get_if<KernelLaunch>(&pass.operation))
                programs.emplace(launch->file, launch->defines);
    return programs.size();
}

/// Checks the baseline, and says by it what all rows will take.
void begin(Bench& bench, BenchReport& report, const std::vector<BenchRow>& rows, LongRun& all) {
    RowResult& baseline = report.rows[0];
    double compiled = 0;
    guarded(baseline, [&] { compiled = check_row(bench, baseline).compile_ms / 1e3; });
    if (bench.baseline.bytes() == 0) throw Error(Exit::internal, "the baseline failed: " + baseline.error);
    const auto start = std::chrono::steady_clock::now();
    guarded(baseline, [&] { run_row(bench, baseline.row); });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    const auto programs = [](std::span<const BenchRow> of) { return double(programs_of(of)); };
    all.estimate(took.count(), compiled / programs(std::span(rows).first(1)) *
                                   (programs(rows) - programs(std::span(rows).first(1))));
    all.done(baseline.row.name);
}

void check_rows(Bench& bench, BenchReport& report, LongRun& all) {
    for (auto& result : std::span(report.rows).subspan(1)) {
        if (LongRun::stopped()) return;
        log_verbose("checking " + result.row.name);
        guarded(result, [&] { check_row(bench, result); });
        all.done(result.row.name);
    }
}

/// A turn of all rows; the first one that counts takes the place of the times that checks took.
void run_turn(Bench& bench, BenchReport& report, int repeat, LongRun& all) {
    log_verbose(repeat < 0 ? "warming up" : "repeat " + std::to_string(repeat + 1));
    for (auto& result : report.rows) {
        if (LongRun::stopped()) return;
        guarded(result, [&] {
            const auto ran = run_row(bench, result.row);
            if (repeat == 0) result.passes.clear();
            if (repeat >= 0) keep_times(result, ran);
        });
        all.done(result.row.name);
    }
}

} // namespace

void keep_times(RowResult& result, const RunReport& report) {
    for (std::size_t i = 0; i < report.passes.size(); ++i) {
        const auto& pass = report.passes[i];
        if (result.passes.size() <= i)
            result.passes.push_back({pass.name, pass.stage, pass.level, pass.bytes, pass.pixels, {}});
        result.passes[i].ms.push_back(pass.ms);
    }
}

BenchReport run_rows(Engine& engine, const std::vector<BenchRow>& rows, const BenchOptions& options) {
    const int threads = std::max(1, int(std::thread::hardware_concurrency()));
    const auto image = bench_image(options.size, threads);
    Bench bench{engine};
    bench.input = engine.array(bytes_of(image));
    bench.result = engine.array(bench.input.bytes());
    BenchReport report{engine.device(), options.size, rows[0].settings->levels, options.repeats, 0, {}};
    for (const auto& row : rows) {
        if (row.native && !bench.native) bench.native.emplace(*row.settings, options.size, image, threads);
        report.rows.push_back({row, {}, {}, {}});
    }
    const auto count = [](std::size_t n, const char* what) {
        return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
    };
    log_info("timing " + count(rows.size(), "row") + ", " + count(std::size_t(options.repeats), "repeat") +
             " each");
    LongRun all(rows.size() * std::size_t(options.repeats + 2), options.yes);
    begin(bench, report, rows, all);
    check_rows(bench, report, all);
    bench.baseline = {};
    // More than caches hold, whatever the image.
    const std::size_t copied = std::clamp<std::size_t>(image.size() * sizeof(float), 64u << 20, 1u << 30);
    report.copy_gb_per_s = copy_bandwidth(engine, copied);
    for (int repeat = -1; repeat < options.repeats; ++repeat) // -1: the second warm-up
        run_turn(bench, report, repeat, all);
    report.interrupted = LongRun::stopped() ? LongRun::exit_code() : Exit::ok;
    for (auto& result : report.rows)
        if (result.passes.empty() && result.error.empty()) result.error = "interrupted before it was timed";
    if (!report.rows[0].error.empty())
        throw Error(Exit::internal, "the baseline failed: " + report.rows[0].error);
    return report;
}

double copy_bandwidth(Engine& engine, std::size_t bytes) {
    const auto& device = engine.device();
    const bool cpu = device.type == DeviceInfo::Type::cpu;
    const int vector = cpu ? std::clamp(device.native_vector, 4, 16) : 4, run = cpu ? 4096 : 1;
    const int vectors = int(bytes / sizeof(float) / std::size_t(vector));
    const std::size_t whole = std::size_t(vectors) * std::size_t(vector) * sizeof(float);
    Plan plan;
    const int from =
        plan.add(Buffer::Kind::counters, "copied from", whole); // zeros: untouched pages read faster
    const int to = plan.add(Buffer::Kind::counters, "copied to", whole);
    KernelLaunch launch{"bench/copy.cl", "bench_copy", {"VECTOR=" + std::to_string(vector)}};
    launch.parameters = as_bytes(std::array<std::int32_t, 2>{vectors, run});
    launch.global[0] = std::size_t((vectors + run - 1) / run);
    launch.local[0] = cpu ? 1 : std::min<std::size_t>(256, device.largest_group);
    const Pass pass{.stage = Stage::copy,
                    .operation = std::move(launch),
                    .reads = {from},
                    .writes = {to},
                    .moves = {.other_bytes = 2 * whole}};
    plan.passes.assign(4, pass); // a launch alone hides clocks that rise
    double fastest = 0;
    for (int i = 0; i < 4; ++i)
        for (const auto& time : engine.run(plan, {}).passes)
            fastest = std::max(fastest, gb_per_s(time.bytes, time.ms));
    return fastest;
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double stage_ms(const RowResult& row, Stage stage) {
    double sum = 0;
    for (const auto& pass : row.passes)
        if (pass.stage == stage) sum += median(pass.ms);
    return sum;
}

std::uint64_t stage_bytes(const RowResult& row, Stage stage) {
    std::uint64_t sum = 0;
    for (const auto& pass : row.passes)
        if (pass.stage == stage) sum += pass.bytes;
    return sum;
}

std::vector<double> level_ms(const RowResult& row) {
    std::vector<double> times;
    for (const auto& pass : row.passes)
        if (pass.stage == Stage::level) times.push_back(median(pass.ms));
    return times;
}

double flatness(const RowResult& row) {
    const auto times = level_ms(row);
    if (times.empty()) return 0;
    const auto [fastest, slowest] = std::ranges::minmax(times);
    return fastest > 0 ? slowest / fastest : 0;
}

double gb_per_s(std::uint64_t bytes, double ms) { return ms > 0 ? double(bytes) / ms * 1e-6 : 0; }
double mpixel_per_s(std::uint64_t pixels, double ms) { return ms > 0 ? double(pixels) / ms * 1e-3 : 0; }

} // namespace atrous
