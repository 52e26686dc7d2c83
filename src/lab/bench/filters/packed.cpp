// Makes the four rows, on one prepared frame; rows take turns. Prints bytes and times of packed guides beside those of planes.
#include "lab/bench/filters/packed.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/json.h"
#include "base/table.h"
#include "base/text.h"
#include "filters/svgf/plan.h"
#include "lab/bench/data/pictures.h"
#include "lab/bench/rows/long_run.h"
#include "lab/bench/rows/options.h"
#include "lab/bench/rows/output.h"
#include "lab/bench/rows/run.h"
#include "opencl/device.h"
#include <algorithm>
#include <chrono>
#include <iostream>
#include <thread>

namespace atrous {
namespace {

/// |difference| / |result| that packed guides may make; on the bench's picture it is 1.5e-4.
constexpr double most_of_packing = 1e-3;
constexpr int packed_levels = 5;
constexpr double most_of_forms = 1e-4; // which add in other orders

struct PackedRow {
    const Form* form;
    bool packed;
    RowResult result;
};

struct PackedBench {
    Engine& engine;
    const BenchOptions& options;
    DeviceTraits device;
    DeviceArray frame{}, image{};
    std::vector<PackedRow> rows{};
};

SvgfResolved settings_of(const PackedBench& b, const Form& form, bool packed) {
    SvgfSettings s;
    s.reach = 0;
    s.packed_guides = packed;
    s.how.form = &form;
    return resolve(s, b.device);
}

void prepare(PackedBench& b, int threads) {
    const SvgfResolved settings = settings_of(b, form_of(b.device), false);
    const Size size = b.options.size;
    Render render = bench_render(size, threads);
    b.frame = b.engine.array(svgf_frame_bytes(settings, size, {}, b.device));
    b.image = b.engine.array(3 * std::size_t(size.pixels()) * sizeof(float));
    auto bindings = samples_of(render);
    bindings.push_back(bind_output("frame", b.frame));
    b.engine.run(svgf_prepare_plan(settings, size, {}, b.device), bindings);
}

void add_rows(PackedBench& b, const Form& form) {
    for (const bool packed : {false, true}) {
        const std::string name = std::string("svgf.") + (packed ? "packed." : "planes.") + form.name;
        Plan plan = svgf_filter_plan(settings_of(b, form, packed), b.options.size, {}, {}, b.device);
        b.rows.push_back({&form, packed, {{name, {}, std::move(plan)}, {}, {}, {}}});
    }
}

RunReport run_row(PackedBench& b, Engine& engine, const PackedRow& row, DeviceArray& image) {
    return engine.run(row.result.row.plan, {bind_input("frame", b.frame), bind_output("image", image)});
}

/// Compares each row with the planes of its form, and these with those of the first.
void check_rows(PackedBench& b) {
    Engine poisoned(b.engine.device(), {.poison = true}); // pixels that nothing writes are NaN
    const auto image_of = [&](const PackedRow& row) {
        DeviceArray image = poisoned.array(b.image.bytes());
        run_row(b, poisoned, row, image);
        return image;
    };
    const DeviceArray first = image_of(b.rows.front());
    DeviceArray planes;
    for (PackedRow& row : b.rows) {
        if (!row.packed) planes = image_of(row);
        guarded(row.result, [&] {
            DeviceArray image = image_of(row);
            row.result.check = difference(image, row.packed ? planes : first);
            must_agree(row.result.check.relative_l2, row.packed ? most_of_packing : most_of_forms,
                       " (relative L2)");
        });
    }
}

/// Runs every row once, untimed; the seconds that it took.
double warm_up(PackedBench& b) {
    const auto start = std::chrono::steady_clock::now();
    for (const PackedRow& row : b.rows)
        if (row.result.error.empty()) run_row(b, b.engine, row, b.image);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Times the rows in turn, each after a run that brings its buffers.
void time_rows(PackedBench& b) {
    LongRun all(b.rows.size() * std::size_t(b.options.repeats), b.options.yes);
    all.estimate(2 * warm_up(b) / double(b.rows.size()), 0);
    for (int repeat = 0; repeat < b.options.repeats; ++repeat)
        for (PackedRow& row : b.rows) {
            if (LongRun::stopped() || !row.result.error.empty()) continue;
            run_row(b, b.engine, row, b.image);
            keep_times(row.result, run_row(b, b.engine, row, b.image));
            all.done(row.result.row.name);
        }
}

/// Bytes per pixel that a level reads and writes; of these the guides that it reads.
struct LevelBytes {
    int all, guides;
};
LevelBytes bytes_of(const PackedRow& row, int level) {
    const auto& passes = row.result.row.plan.passes;
    const auto at = [&](int number) -> const Traffic& {
        return std::ranges::find(passes, number, &Pass::level)->moves;
    };
    const int signal = at(packed_levels - 1).planes_written; // the last level moves no guides on
    const Traffic& moves = at(level);
    return {(moves.planes_read + moves.planes_written) * moves.sample_bytes,
            (moves.planes_read - signal) * moves.sample_bytes};
}

double levels_ms(const PackedRow& row) { return stage_ms(row.result, Stage::level); }

/// How many times faster than planes in the same form.
double speedup(const PackedBench& b, const PackedRow& row) {
    const auto planes = std::ranges::find_if(
        b.rows, [&](const PackedRow& other) { return !other.packed && other.form == row.form; });
    return levels_ms(*planes) / levels_ms(row);
}

std::string text_of(const PackedBench& b) {
    Table table;
    table.add(
        {"row", "guides B", "level 0", "1", "2", "3", "4", "levels ms", "speed-up", "paper", "difference"});
    for (const PackedRow& row : b.rows) {
        std::vector<std::string> cells{row.result.row.name,
                                       std::to_string(bytes_of(row, packed_levels - 1).guides)};
        for (const double ms : level_ms(row.result)) cells.push_back(fixed(ms, 2));
        cells.resize(2 + packed_levels);
        cells.push_back(fixed(levels_ms(row), 2));
        cells.push_back(fixed(speedup(b, row), 2) + "x");
        cells.push_back(row.packed && row.form->tiles ? "1.24x" : ""); // section 4.2, staged decompression
        cells.push_back(row.packed ? scientific(row.result.check.largest) : "");
        table.add(std::move(cells));
    }
    std::string moved;
    for (const bool packed : {false, true}) {
        moved += packed ? "; packed" : "bytes per pixel and level, read and written: planes";
        for (int level = 0; level < packed_levels; ++level)
            moved += " " + std::to_string(bytes_of(b.rows[packed], level).all);
    }
    return b.engine.device().name + "\n" + to_string(b.options.size) + ", " +
           std::to_string(b.options.repeats) +
           " repeats; medians, in milliseconds; largest difference from planes\n" + moved + "\n\n" +
           table.text();
}

Json packed_json(const PackedBench& b) {
    Json::Array rows;
    for (const PackedRow& row : b.rows) {
        Json::Array levels;
        const auto times = level_ms(row.result);
        for (int level = 0; level < int(times.size()); ++level) {
            Json one;
            one["level"] = level;
            one["ms"] = times[std::size_t(level)];
            one["bytes_per_pixel"] = bytes_of(row, level).all;
            one["guide_bytes_per_pixel"] = bytes_of(row, level).guides;
            levels.push_back(one);
        }
        Json of;
        of["name"] = row.result.row.name;
        if (!row.result.error.empty()) of["error"] = row.result.error;
        of["form"] = row.form->name;
        of["guides"] = row.packed ? "packed" : "planes";
        of["levels"] = levels;
        of["levels_ms"] = levels_ms(row);
        of["speedup"] = speedup(b, row);
        of["max_difference"] = row.result.check.largest;
        of["relative_l2"] = row.result.check.relative_l2;
        rows.push_back(of);
    }
    Json j;
    j["atrous"] = version();
    j["device"] = device_json(b.engine.device());
    j["size"] = to_string(b.options.size);
    j["repeats"] = b.options.repeats;
    j["interrupted"] = LongRun::stopped();
    j["rows"] = rows;
    return j;
}

} // namespace

int run_packed_bench(const CommandLine& line) {
    const BenchOptions options = bench_options(line);
    OutputFiles files(line, {"json"});
    const DeviceInfo device = choose_device(options.device);
    Engine engine(device);
    PackedBench b{engine, options, traits_of(device)};
    prepare(b, std::max(1, int(std::thread::hardware_concurrency())));
    const Form& tile = *std::ranges::find(forms(), true, &Form::tiles);
    for (const Form* form : {&form_of(b.device), &tile}) add_rows(b, *form);
    check_rows(b);
    time_rows(b);
    files.write("json", packed_json(b).dump(2) + "\n");
    if (!files.takes_stdout()) std::cout << text_of(b);
    files.check();
    const auto failed = [](const PackedRow& row) { return !row.result.error.empty(); };
    return int(LongRun::exit_after(std::ranges::any_of(b.rows, failed)));
}

} // namespace atrous
