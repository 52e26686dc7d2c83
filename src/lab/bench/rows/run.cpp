// Checks and times the rows in turn, and copies, after warm-ups. Computes medians and rates.
#include "lab/bench/rows/run.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "lab/bench/data/pictures.h"
#include "lab/bench/rows/long_run.h"
#include "lab/messages.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <thread>
#include <utility>

namespace atrous {
namespace {

/// Each of two exact rows is within 1e-5 of the exact result (the bound of the tests); values reach 1.
constexpr double largest_allowed = 1e-5;
constexpr std::size_t flushed = 256u << 20; // more than any cache
constexpr int max_turns = 20;               // times --repeat, if noise stays

/// Rows with the same input, compared with the first of them.
struct Compared {
    DeviceArray input{}, result{}, baseline{};
    const BorderRule* border = nullptr; ///< the baseline's: rows with another one differ, as expected,
    double sigma = 0;                   ///< like rows with other edges
};

struct Bench {
    Engine& engine;
    Engine poisoned; ///< runs for comparison: pixels that are not written stay NaN
    Compared planes{},
        teach{};  ///< of kernels/teach: pixels of four floats, the dilated row first if both exist
    Plan flush{}; ///< run before each row with --cold

    Compared& of(const BenchRow& row) { return row.teaches ? teach : planes; }
};

RunReport run_row(Bench& bench, Engine& engine, const BenchRow& row) {
    Compared& own = bench.of(row);
    std::uint32_t replaced = 0;
    std::vector<Binding> bindings{bind_input("image", own.input), bind_output("image", own.result)};
    if (!row.teaches)
        bindings.push_back(bind_output("replaced", std::as_writable_bytes(std::span(&replaced, 1))));
    return engine.run(row.plan, bindings);
}

std::span<const std::byte> bytes_of(const std::vector<float>& values) {
    return std::as_bytes(std::span(values));
}

/// Runs the row first: compiles, fills caches, and gives the result to compare. Its times count only without others.
RunReport check_row(Bench& bench, RowResult& result) {
    Compared& own = bench.of(result.row);
    own.result = bench.poisoned.array(own.input.bytes());
    RunReport ran = run_row(bench, bench.poisoned, result.row);
    keep_times(result, ran);
    const EawResolved& settings = *result.row.settings;
    if (own.baseline.bytes() == 0) {
        own.baseline = std::exchange(own.result, bench.engine.array(own.input.bytes()));
        own.border = &settings.border;
        own.sigma = settings.level[0].sigma;
        return ran;
    }
    result.check = difference(own.result, own.baseline);
    if (&settings.border == own.border && settings.level[0].sigma == own.sigma &&
        is_exact(settings.how, settings.border))
        must_agree(result.check.largest, largest_allowed);
    return ran;
}

/// Number of programs for the rows: kernel files with their macros.
std::size_t programs_of(std::span<const BenchRow> rows) {
    std::set<std::pair<std::string, std::vector<std::string>>> programs;
    for (const BenchRow& row : rows)
        for (const Pass& pass : row.plan.passes)
            if (const auto* launch = std::get_if<KernelLaunch>(&pass.operation))
                programs.emplace(launch->file, launch->defines);
    return programs.size();
}

/// Checks the baseline, and estimates the time of all rows by it.
void begin(Bench& bench, BenchReport& report, const std::vector<BenchRow>& rows, LongRun& all) {
    RowResult& baseline = report.rows[0];
    double compiled = 0;
    guarded(baseline, [&] { compiled = check_row(bench, baseline).compile_ms / 1e3; });
    if (bench.planes.baseline.bytes() == 0) throw internal_error(messages::bench_baseline, baseline.error);
    const auto start = std::chrono::steady_clock::now();
    guarded(baseline, [&] { run_row(bench, bench.engine, baseline.row); });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    const auto programs = [](std::span<const BenchRow> of) { return double(programs_of(of)); };
    all.estimate(took.count(), compiled / programs(std::span(rows).first(1)) *
                                   (programs(rows) - programs(std::span(rows).first(1))));
    all.done(baseline.row.name);
}

/// Returns whether the noise of a median is above `noise`; false if that is 0.
bool is_noisy(const BenchReport& report, double noise) {
    return noise > 0 && std::ranges::any_of(report.rows, [&](const RowResult& row) {
               const Interval time = median_interval(together_of_repeats(row));
               return row.error.empty() && (!time.known || time.noise() > noise);
           });
}

void check_rows(Bench& bench, BenchReport& report, LongRun& all) {
    for (auto& result : std::span(report.rows).subspan(1)) {
        if (LongRun::stopped()) return;
        log_verbose(message(messages::bench_checking, result.row.name));
        guarded(result, [&] { check_row(bench, result); });
        all.done(result.row.name);
    }
}

/// Runs a turn of all rows. The first one that counts replaces the times of the checks.
void run_turn(Bench& bench, BenchReport& report, int repeat, LongRun& all) {
    log_verbose(repeat < 0 ? message(messages::bench_warm_up) : message(messages::bench_repeat, repeat + 1));
    for (auto& result : report.rows) {
        if (LongRun::stopped()) return;
        guarded(result, [&] {
            if (!bench.flush.passes.empty()) bench.engine.run(bench.flush, {});
            const auto ran = run_row(bench, bench.engine, result.row);
            if (repeat == 0) result.passes.clear();
            if (repeat >= 0) keep_times(result, ran);
        });
        all.done(result.row.name);
    }
}

} // namespace

void guarded(RowResult& result, const std::function<void()>& work) {
    if (!result.error.empty()) return;
    try {
        work();
    } catch (const Error& error) {
        result.error = error.what();
        log_error(error.message.about(result.row.name));
    }
}

void must_agree(double difference, double most, const char* measure) {
    if (difference <= most) return;
    if (std::isnan(difference)) throw internal_error(messages::bench_unwritten);
    throw internal_error(messages::bench_differs, scientific(difference), measure, scientific(most));
}

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
    Bench bench{engine, Engine(engine.device(), {.poison = true})};
    bench.planes.input = engine.array(bytes_of(image));
    if (std::ranges::any_of(rows, &BenchRow::teaches)) {
        std::vector<float> pixels(image.size() / 3 * 4);
        for (std::size_t i = 0; i < image.size(); ++i) pixels[i / 3 * 4 + i % 3] = image[i];
        bench.teach.input = engine.array(bytes_of(pixels));
    }
    BenchReport report{engine.device(), options.size, rows[0].settings->levels, options.repeats, 0, {}, {}};
    report.cold = options.cold;
    for (const auto& row : rows) {
        report.rows.push_back({row, {}, {}, {}});
    }
    const auto count = [](std::size_t n, const char* what) {
        return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
    };
    log_info(message(messages::bench_timing, count(rows.size(), "row"),
                     count(std::size_t(options.repeats), "repeat")));
    LongRun all(rows.size() * std::size_t(options.repeats + 2), options.yes);
    begin(bench, report, rows, all);
    check_rows(bench, report, all);
    bench.planes.baseline = {};
    bench.teach.baseline = {};
    bench.poisoned.release_memory();
    // Exceeds caches with any image.
    const std::size_t copied = std::clamp<std::size_t>(image.size() * sizeof(float), 64u << 20, 1u << 30);
    report.ceilings = measure_ceilings(engine, copied);
    report.copy_gb_per_s = report.ceilings[0] * 1e-9;
    if (options.cold) bench.flush = copy_plan(engine.device(), flushed);
    for (int repeat = -1; repeat < options.repeats; ++repeat) // -1: the second warm-up
        run_turn(bench, report, repeat, all);
    while (report.repeats < max_turns * options.repeats && is_noisy(report, options.noise) &&
           !LongRun::stopped()) {
        run_turn(bench, report, report.repeats, all);
        ++report.repeats;
    }
    report.interrupted = LongRun::stopped() ? LongRun::exit_code() : Exit::ok;
    for (auto& result : report.rows)
        if (result.passes.empty() && result.error.empty()) result.error = "interrupted before it was timed";
    if (!report.rows[0].error.empty()) throw internal_error(messages::bench_baseline, report.rows[0].error);
    return report;
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::optional<PerUnit> level_shares(const BenchReport& report, const RowResult& row,
                                    const PassSamples& level) {
    if (!row.row.is_wavelets() || level.stage != Stage::level) return {};
    return shares_of(needs_of(*row.row.settings, 3, level.bytes, level.pixels), report.ceilings,
                     median(level.ms));
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

std::vector<double> together_of_repeats(const RowResult& row) {
    std::vector<double> sums;
    for (const PassSamples& pass : row.passes) {
        if (pass.stage != Stage::level && pass.stage != Stage::upward && pass.stage != Stage::leave) continue;
        sums.resize(std::max(sums.size(), pass.ms.size()));
        for (std::size_t i = 0; i < pass.ms.size(); ++i) sums[i] += pass.ms[i];
    }
    return sums;
}

double together_ms(const RowResult& row) {
    return stage_ms(row, Stage::level) + stage_ms(row, Stage::upward) + stage_ms(row, Stage::leave);
}

double speed_up(const RowResult& baseline, const RowResult& row) {
    const double not_compared = !row.row.is_wavelets() ? stage_ms(baseline, Stage::leave) : 0;
    return (together_ms(baseline) - not_compared) / together_ms(row);
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
