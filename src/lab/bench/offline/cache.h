// Runs rows of the bench through the cache model.
#pragma once
#include "base/json.h"
#include "lab/banks/cache/replay.h"
#include "lab/bench/rows/rows.h"

namespace atrous {

struct CacheRow {
    std::string name;
    std::vector<CacheCounts> levels;
};

/// Reads --model-cache and --units, with these defaults. Throws a usage error.
CacheRun cache_run(const CommandLine& line, const BenchOptions& options, const std::string& caches,
                   const std::string& units);

/// A GPU of the paper's kind, for rows without a device: forms direct and tile.
DeviceTraits model_device();

/// Returns the hits and misses of the rows' levels, made for model_device().
std::vector<CacheRow> replay_rows(const std::vector<BenchRow>& rows, Size size, const CacheRun& run);

/// Returns the share of hits among the loads that reach the cache, by its number; 1 without loads.
double hit_rate(const CacheCounts& counts, std::size_t cache);

/// Tables as text, and all numbers.
std::string cache_text(const std::vector<CacheRow>& rows, const CacheRun& run);
Json cache_json(const std::vector<CacheRow>& rows, const CacheRun& run);

} // namespace atrous
