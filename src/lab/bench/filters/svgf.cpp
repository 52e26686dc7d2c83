// Times the filter of renders: levels, gathering, preparation, next to the edge-avoiding wavelets on which its levels
// are based. Rows alternate; their plans run one after the other on the same frames.
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "filters/svgf/plan.h"
#include "lab/bench/data/pictures.h"
#include "lab/bench/filters/svgf_text.h"
#include "lab/bench/rows/long_run.h"
#include "lab/bench/rows/modes.h"
#include "lab/bench/rows/options.h"
#include "lab/bench/rows/output.h"
#include "lab/bench/rows/run.h"
#include <algorithm>
#include <chrono>
#include <map>
#include <thread>

namespace atrous {
namespace {

constexpr int svgf_levels = 5;
/// Forms add in different orders, and schedules are separate programs on GPUs: weights of large powers amplify
/// rounding. On a CPU the schedules of a form use the same arithmetic.
constexpr double max_difference_of_forms = 1e-4;

/// A timed plan on prepared frames.
struct Timed {
    RowResult result;
    std::vector<Binding> bindings;
};

/// The parts that the plans of a bench share.
struct SvgfBench {
    Engine& engine;
    Engine poisoned; ///< runs for comparison: pixels that are not written stay NaN
    const BenchOptions& options;
    DeviceTraits device;
    BenchRender render;
    DeviceArray means{}, image{}, photo{}, prepared{};
    std::map<std::string, DeviceArray> frames{}; ///< prepared, by schedule, whose guards differ, or by way
    std::uint32_t replaced = 0;
    std::vector<Timed> rows{};
    int levels = svgf_levels;
};

SvgfResolved svgf_settings(const SvgfBench& b, const Execution& how, int fit, int reach) {
    SvgfSettings s;
    s.levels = b.levels;
    s.fit = fit;
    s.reach = reach;
    s.how = how;
    return resolve(s, b.device);
}
SvgfResolved svgf_settings(const SvgfBench& b, const Schedule& schedule, int fit, int reach) {
    return svgf_settings(b, Execution{.schedule = &schedule}, fit, reach);
}

void add_row(SvgfBench& b, const std::string& name, Plan plan, std::vector<Binding> bindings) {
    b.rows.push_back({{{name, {}, std::move(plan)}, {}, {}, {}}, std::move(bindings)});
}

void add_prepare(SvgfBench& b, const Schedule& schedule) {
    const SvgfResolved settings = svgf_settings(b, schedule, 1, 2);
    const Size size = b.options.size;
    const std::size_t bytes = svgf_frame_bytes(settings, size, {}, b.device);
    const Plan plan = svgf_prepare_plan(settings, size, {}, b.device);
    auto bindings = samples_of(b.render);
    DeviceArray& frame = b.frames[schedule.name] = b.engine.array(bytes);
    bindings.push_back(bind_output("frame", frame));
    b.engine.run(plan, bindings); // input of the other rows
    if (!schedule.permutes) return;
    b.prepared = b.engine.array(bytes);
    bindings.back() = bind_output("frame", b.prepared);
    add_row(b, "svgf.prepare", plan, bindings);
}

/// Levels of a single frame.
void add_filter(SvgfBench& b, const Schedule& schedule, int fit) {
    const SvgfResolved settings = svgf_settings(b, schedule, fit, 0);
    add_row(b, std::string("svgf.") + schedule.name + ".fit" + std::to_string(fit),
            svgf_filter_plan(settings, b.options.size, {}, {}, b.device),
            {bind_input("frame", b.frames.at(schedule.name)), bind_output("image", b.image)});
}

/// Only gathering, from this many neighbours, all copies of the frame.
void add_gather(SvgfBench& b, const SvgfResolved& settings, const SvgfWindow& window) {
    Plan plan = svgf_gather_plan(settings, b.options.size, {}, window, b.device);
    if (b.means.bytes() == 0) b.means = b.engine.array(plan.buffers[std::size_t(plan.output("means"))].bytes);
    const DeviceArray& frame = b.frames.at(settings.how.schedule->name);
    std::vector<Binding> bindings{bind_input("frame", frame), bind_output("means", b.means)};
    for (const char* port : {"before 1", "before 2", "after 1", "after 2"})
        if (plan.input(port) >= 0) bindings.push_back(bind_input(port, frame));
    add_row(b, "svgf.gather." + std::to_string(window.before + window.after), std::move(plan), bindings);
}

void add_eaw(SvgfBench& b, const std::vector<float>& photo) {
    EawSettings s = b.options.settings;
    s.levels = svgf_levels;
    s.radius = 2;
    s.space = &find_row(spaces(), "linear", "space");
    // The form of the other rows: form strip shares weights of pairs, which are not symmetric in SVGF.
    s.how.form = svgf_settings(b, schedules()[0], 0, 0).how.form;
    const Pixels shape = bench_shape(b.options.size);
    b.photo = b.engine.array(std::as_bytes(std::span(photo)));
    add_row(b, "eaw.linear", eaw_plan(resolve(s, shape, b.device), shape, b.device),
            {bind_input("image", b.photo), bind_output("image", b.image),
             bind_output("replaced", std::as_writable_bytes(std::span(&b.replaced, 1)))});
}

/// Runs the row once, and compares its image with `first`, which is empty for the first of the rows that must agree.
void check_row(SvgfBench& b, Timed& row, DeviceArray& first, double most) {
    DeviceArray image = b.poisoned.array(b.image.bytes());
    auto bindings = row.bindings;
    *std::ranges::find(bindings, "image", &Binding::port) = bind_output("image", image);
    b.poisoned.run(row.result.row.plan, bindings);
    if (first.bytes() == 0) {
        first = std::move(image);
        return;
    }
    row.result.check = difference(image, first);
    must_agree(row.result.check.relative_l2, most, " (relative L2)");
}

/// Schedules never change a result.
void check_schedules(SvgfBench& b) {
    std::map<std::string, DeviceArray> images; // by fit
    for (Timed& row : b.rows) {
        const std::string& name = row.result.row.name;
        if (name.find(".fit") != std::string::npos)
            guarded(row.result, [&] {
                check_row(b, row, images[name.substr(name.size() - 4)],
                          b.device.is_cpu ? 0 : max_difference_of_forms);
            });
    }
    b.poisoned.release_memory();
}

/// Runs every row once, untimed. Returns the seconds.
double warm_up(SvgfBench& b) {
    const auto start = std::chrono::steady_clock::now();
    for (Timed& row : b.rows)
        if (row.result.error.empty()) b.engine.run(row.result.row.plan, row.bindings);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Times the rows in turn. Rows that a signal left untimed have an error.
std::vector<RowResult> timed(SvgfBench& b, LongRun& all) {
    for (int repeat = 0; repeat < b.options.repeats; ++repeat)
        for (Timed& row : b.rows) {
            if (LongRun::stopped() || !row.result.error.empty()) continue;
            // Buffers of another row that do not fit this one's were released. The first touch of new ones is
            // not part of the level that writes them first, level 0.
            b.engine.run(row.result.row.plan, row.bindings);
            const RunReport report = b.engine.run(row.result.row.plan, row.bindings);
            keep_times(row.result, report);
            all.done(row.result.row.name);
        }
    std::vector<RowResult> results;
    for (Timed& row : b.rows) {
        if (row.result.passes.empty() && row.result.error.empty())
            row.result.error = "interrupted before it was timed";
        results.push_back(std::move(row.result));
    }
    return results;
}

std::string way_name(const Execution& how) {
    return std::string("svgf.") + how.schedule->name + "." +
           (how.schedule->permutes ? how.order->name : "-") + "." + how.form->name;
}

/// Levels of a single frame, prepared for this way.
void add_way(SvgfBench& b, const Execution& how) {
    const SvgfResolved settings = svgf_settings(b, how, 0, 0);
    const std::string name = way_name(settings.how);
    const Size size = b.options.size;
    DeviceArray& frame = b.frames[name] = b.engine.array(svgf_frame_bytes(settings, size, {}, b.device));
    auto bindings = samples_of(b.render);
    bindings.push_back(bind_output("frame", frame));
    b.engine.run(svgf_prepare_plan(settings, size, {}, b.device), bindings);
    add_row(b, name, svgf_filter_plan(settings, size, {}, {}, b.device),
            {bind_input("frame", frame), bind_output("image", b.image)});
}

} // namespace

std::vector<RowResult> time_svgf_levels(Engine& engine, const BenchOptions& options,
                                        const std::vector<Execution>& ways) {
    const int threads = std::max(1, int(std::thread::hardware_concurrency()));
    SvgfBench b{engine, Engine(engine.device(), {.poison = true}), options, traits_of(engine.device()),
                bench_render(options.size, threads)};
    b.levels = std::min(options.settings.levels, int(svgf_range::levels.most));
    b.image = engine.array(3 * std::size_t(options.size.pixels()) * sizeof(float));
    DeviceArray first;
    LongRun all(ways.size() * std::size_t(options.repeats), true); // the wavelets' runs were confirmed
    for (const Execution& how : ways) {
        if (LongRun::stopped()) return {};
        const std::size_t rows = b.rows.size();
        try {
            add_way(b, how);
            check_row(b, b.rows.back(), first, max_difference_of_forms);
        } catch (const Error& error) {
            if (rows == 0) throw; // the reference of the other rows
            b.rows.resize(rows + 1);
            Timed& failed = b.rows.back();
            failed.result.row.name = way_name(how);
            failed.result.error = error.what();
            log_error(error.message.about(failed.result.row.name));
        }
    }
    warm_up(b);
    return timed(b, all);
}

int run_svgf_bench(const CommandLine& line) {
    const BenchOptions options = bench_options(line);
    const OutputFiles files(line, {"json"});
    const DeviceInfo device = choose_device(options.device);
    Engine engine(device);
    const int threads = std::max(1, int(std::thread::hardware_concurrency()));
    SvgfBench b{engine, Engine(engine.device(), {.poison = true}), options, traits_of(device),
                bench_render(options.size, threads)};
    b.image = engine.array(3 * std::size_t(options.size.pixels()) * sizeof(float));
    const Schedule& permuted = schedules()[0];
    const SvgfResolved windowed = svgf_settings(b, permuted, 1, 2);
    for (const Schedule& schedule : schedules()) add_prepare(b, schedule);
    add_eaw(b, bench_image(options.size, threads));
    for (const Schedule& schedule : schedules())
        for (const int fit : {0, 1}) add_filter(b, schedule, fit);
    for (const SvgfWindow& window :
         {SvgfWindow{0, 0}, SvgfWindow{1, 0}, SvgfWindow{1, 1}, SvgfWindow{2, 2}}) // the last: window:2
        add_gather(b, windowed, window);
    check_schedules(b);
    LongRun all(b.rows.size() * std::size_t(options.repeats), options.yes);
    all.estimate(2 * warm_up(b) / double(b.rows.size()), 0); // each follows a run that creates its buffers
    const BenchReport report{device, options.size, b.levels, options.repeats, 0, {}, timed(b, all)};
    files.finish({{"json", svgf_json(report).dump(2) + "\n"}}, svgf_text(report));
    const auto failed = [](const RowResult& row) { return !row.error.empty(); };
    return int(LongRun::exit_after(std::ranges::any_of(report.rows, failed)));
}

} // namespace atrous
