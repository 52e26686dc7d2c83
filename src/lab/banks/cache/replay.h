// Sends the addresses of global memory that the levels of a plan touch, in the order of its work-items, through a cache
// model, which gives the hit rates of the schedule paper's figure 10, without a device.
//
// The model: work-groups run one after the other in rows, on `units` compute units in turn, each with an L1
// of its own. A work-group's sub-groups go from tap to tap together. One access of a sub-group touches each
// line once. Loads go L1, L2, ..., memory. Stores go past L1, as GPUs do. Axis tables are small, and left
// out. So are the cells between runs (kernels/atrous/cells.h): tiles are of positions.
#pragma once
#include "graph/plan.h"
#include "graph/replay_frame.h"
#include "lab/banks/cache/cache.h"

namespace atrous {

/// The counts of one pass.
struct CacheCounts {
    std::string kernel;
    int level = 0;
    std::vector<std::uint64_t> loads, load_hits; ///< lines requested and found, per cache level
    std::uint64_t store_lines = 0;               ///< lines requested by stores
    std::uint64_t memory_lines = 0;              ///< lines that came from memory, for loads and stores
    std::uint64_t pixels = 0;
};

struct CacheRun {
    CacheSpec caches;
    int subgroup = 32; ///< work-items with a common access
    int units = 1;
};

/// The levels of a plan (its passes of that stage), finest first. A level reads a stack of coarse planes (the
/// first input of the pass), and in fused synthesis, from the second level on, a stack of deltas (the
/// second). It writes a coarse one and, last, one of details or deltas, if any.
std::vector<CacheCounts> replay_levels(const Plan& plan, const ReplayFrame& frame, const CacheRun& run);

} // namespace atrous
