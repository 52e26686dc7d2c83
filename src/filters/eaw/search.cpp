// Adds the passes of --edges auto: per level, the search for the edge weight of every pixel (EAW paper,
// "edge-optimized"). The paper's numbers have no unit: sigma_r = j (l + 1), j = 0 to 3, at level l, where 0 stops at no
// edge, and lambda 0.003. Here sigma_r multiplies the falloff of a sigma of an eighteenth of the space's own, and
// lambda is a sixteenth of the space's own sigma: then details are doubled without halos, edges at all angles keep the
// sign of every gradient, and waves of 3 L still pass as without edge stopping (tests/eaw/search_edges.cpp,
// tests/eaw/search_slanted.cpp).
#include "filters/eaw/builder.h"

namespace atrous {

using namespace kernels;

namespace {

constexpr double narrower = 18; // sigma of candidate 1 at level 0 is the space's own divided by this

KernelLaunch search_launch(const EawBuilder& b, const char* kernel, int level) {
    KernelLaunch launch{"eaw/search.cl", kernel, eaw_defines(b, b.frame.vector)};
    launch.defines.push_back(define("RADIUS", b.settings.radius));
    launch.defines.push_back(define("BORDER", b.settings.border.code));
    if (b.settings.kernel.macro) launch.defines.emplace_back(b.settings.kernel.macro);
    const double own = b.settings.space.default_sigma;
    EawSearch p{};
    p.planes = b.frame.planes;
    p.x = b.frame.x;
    p.y = b.frame.y;
    p.level = level;
    p.stride = b.frame.stride(level);
    p.falloff = float((level + 1) * robust_falloff(own / narrower));
    p.scale = float(1 / own);
    launch.parameters = as_bytes(p);
    set_grid(b.frame, launch);
    return launch;
}

void add(EawBuilder& b, const char* kernel, int level, std::vector<int> reads, int writes,
         const Traffic& moves) {
    b.plan.passes.push_back({.stage = Stage::search,
                             .operation = search_launch(b, kernel, level),
                             .level = level,
                             .reads = std::move(reads),
                             .writes = {writes},
                             .moves = moves});
}

} // namespace

// The errors need candidates one tap further, and the choice and the smoothing need a window each. Candidates
// reach as far as the filter.
int search_reach(int radius) { return radius + 1 + radius + radius; }

SearchBuffers search_buffers(EawBuilder& b) {
    const auto stack = [&](const char* name, int count) { return add_stack(b.plan, b.frame, name, count); };
    const int tried = stack("edge candidates", CANDIDATES * b.luma);
    return {tried, stack("edge errors", CANDIDATES)};
}

int add_search(EawBuilder& b, int level, int coarse, int tables, const SearchBuffers& at) {
    const int tried = CANDIDATES * b.luma;
    add(b, "eaw_search_candidates", level, {coarse, tables}, at.tried, b.frame.moves(b.luma, tried));
    add(b, "eaw_search_errors", level, {coarse, at.tried, tables}, at.errors,
        b.frame.moves(b.luma + tried, CANDIDATES));
    add(b, "eaw_search_choose", level, {at.errors, tables}, at.tried, b.frame.moves(CANDIDATES, 1));
    add(b, "eaw_search_smooth", level, {at.tried, tables}, at.errors, b.frame.moves(1, 1));
    return at.errors;
}

} // namespace atrous
