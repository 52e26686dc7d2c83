// Runs `atrous bench --model-cache`: hit rates of the rows per level (schedule paper, figure 10).
#include "lab/bench/offline/cache.h"
#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "lab/bench/rows/modes.h"
#include "lab/bench/rows/output.h"

namespace atrous {
namespace {

double memory_bytes(const CacheCounts& c, const CacheRun& run) {
    return double(c.memory_lines) * run.caches.line / double(c.pixels);
}

/// Default rows: a few that cover the paper's comparison.
void choose_axes(BenchOptions& options) {
    if (!options.axes.empty() || !options.match.empty()) return;
    options.axes["schedule"] = axis_values("schedule", {"dilated", "permuted"});
    options.axes["order"] = axis_values("order", {"split", "subdivision"});
    options.axes["form"] = axis_values("form", {"direct", "tile"});
    options.axes["synthesis"] = axis_values("synthesis", {"fused"});
}

} // namespace

CacheRun cache_run(const CommandLine& line, const BenchOptions& options, const std::string& caches,
                   const std::string& units) {
    const int subgroup = options.settings.how.subgroup;
    return {parse_cache(line.value("model-cache", caches), "--model-cache"), subgroup == 0 ? 32 : subgroup,
            int(to_number(line.value("units", units)))};
}

DeviceTraits model_device() { return {false, 1, 1024, 48 << 10, "NVIDIA", "model"}; }

std::vector<CacheRow> replay_rows(const std::vector<BenchRow>& rows, Size size, const CacheRun& run) {
    const auto device = model_device();
    const Pixels shape = bench_shape(size);
    std::vector<CacheRow> out;
    for (const auto& row : rows)
        if (row.is_wavelets())
            out.push_back(
                {row.name, replay_levels(row.plan, eaw_replay_frame(*row.settings, shape, device), run)});
    return out;
}

double hit_rate(const CacheCounts& counts, std::size_t cache) {
    const std::uint64_t loads = counts.loads[cache];
    return loads ? double(counts.load_hits[cache]) / double(loads) : 1;
}

std::string cache_text(const std::vector<CacheRow>& rows, const CacheRun& run) {
    Table table;
    table.add({"row", "what"});
    for (const auto& level : rows[0].levels) table.rows[0].push_back("level " + std::to_string(level.level));
    int number = 0;
    std::string names;
    for (const auto& row : rows) {
        names += fixed(++number, 0) + "  " + row.name + "\n";
        for (std::size_t i = 0; i < run.caches.levels.size(); ++i) {
            table.add({std::to_string(number), run.caches.levels[i].name + " hits"});
            for (const auto& c : row.levels)
                table.rows.back().push_back(fixed(100 * hit_rate(c, i), 1) + "%");
        }
        if (run.caches.levels.size() > 1) { // limits late levels of the dilated schedule
            table.add({std::to_string(number), run.caches.levels[1].name + " B/pixel"});
            for (const auto& c : row.levels)
                table.rows.back().push_back(
                    fixed(double(c.loads[1] + c.store_lines) * run.caches.line / double(c.pixels), 1));
        }
        table.add({std::to_string(number), "memory B/pixel"});
        for (const auto& c : row.levels) table.rows.back().push_back(fixed(memory_bytes(c, run), 1));
    }
    return names +
           "\nHits of loads that reach the cache, and bytes per pixel that reach the second one, and memory\n" +
           table.text();
}

Json cache_json(const std::vector<CacheRow>& rows, const CacheRun& run) {
    const auto level_json = [&](const CacheCounts& c) {
        Json level = Json::Object{{"level", c.level}, {"kernel", c.kernel}};
        for (std::size_t i = 0; i < run.caches.levels.size(); ++i)
            level[run.caches.levels[i].name + "_hit_rate"] = hit_rate(c, i);
        level["load_lines"] = c.loads[0];
        level["store_lines"] = c.store_lines;
        level["memory_bytes_per_pixel"] = memory_bytes(c, run);
        return level;
    };
    Json all;
    all["line"] = run.caches.line;
    for (const auto& level : run.caches.levels) all[level.name] = level.bytes;
    all["ways"] = run.caches.levels[0].ways;
    all["subgroup"] = run.subgroup;
    all["units"] = run.units;
    all["rows"] = array_of(rows, [&](const CacheRow& row) {
        return Json::Object{{"name", row.name}, {"levels", array_of(row.levels, level_json)}};
    });
    return all;
}

int run_model_cache(const CommandLine& line) {
    BenchOptions options = bench_options(line);
    if (!line.has("size")) options.size = {1000, 1000};
    choose_axes(options);
    const CacheRun run = cache_run(line, options, "", "1");
    const OutputFiles files(line, {"json"});
    const auto rows = replay_rows(bench_rows(options, model_device()), options.size, run);
    files.finish({{"json", cache_json(rows, run).dump(2) + "\n"}}, cache_text(rows, run));
    return 0;
}

} // namespace atrous
