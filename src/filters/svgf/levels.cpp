// The passes from a source to the last level: tables, start, variance, levels. Hides their ping-pong.
#include "filters/atrous/planes.h"
#include "filters/svgf/builder.h"
#include <algorithm>

namespace atrous {

using namespace kernels;

namespace {

/// Buffers of a level.
struct LevelStacks {
    int signal_in, guide_in, tables, neighbours, signal_out, guide_out;
};

int add_neighbours(SvgfBuilder& b) {
    const std::size_t bytes = table_bytes(b.frame.x, b.frame.y, b.frame.levels);
    const int tables = b.plan.add(Buffer::Kind::tables, "tables of neighbours", bytes);
    KernelLaunch launch{"svgf/neighbours.cl",
                        "svgf_neighbours",
                        {define("VECTOR", b.frame.vector)},
                        as_bytes(layout_tables(b.frame))};
    launch.global[0] = std::size_t(std::max(b.frame.x.length, b.frame.y.length));
    launch.global[1] = std::size_t(2 * b.frame.levels);
    launch.local[0] = std::min<std::size_t>(64, b.frame.device.largest_group);
    b.plan.passes.push_back({.stage = Stage::setup,
                             .operation = std::move(launch),
                             .writes = {tables},
                             .moves = {.other_bytes = bytes}});
    return tables;
}

// Luma goes into the first plane of `spare`.
void add_start(SvgfBuilder& b, const SvgfSource& source, int signal, int guide, int spare) {
    const SvgfStart p{b.frame.planes, b.lights(), source.extra() + 3 * int(b.roles.emission)};
    b.plan.passes.push_back(
        {.stage = Stage::search,
         .operation = image_launch(b, "svgf/start.cl", "svgf_start", as_bytes(p)),
         .reads = {source.frame, source.means},
         .writes = {signal, guide, spare},
         .moves = b.frame.moves(GATHERED_MEANS + 1 + b.lights(), b.linear() + GUIDE_PLANES + 1)});
}

void add_variance(SvgfBuilder& b, const SvgfSource& source, int luma, int guide, int signal) {
    const SvgfVariance p{b.frame.planes, b.linear(), source.is_window(),
                         b.roles.variance ? b.frame_planes() - 1 : 0};
    b.plan.passes.push_back({.stage = Stage::search,
                             .operation = image_launch(b, "svgf/variance.cl", "svgf_variance", as_bytes(p)),
                             .reads = {source.frame, source.means, luma, guide},
                             .writes = {signal},
                             .moves = b.frame.moves(1 + 8 + 2 * int(source.is_window()), 1)});
}

/// Guides that the levels after this one ask for, in another layout.
int moved_guides(const SvgfBuilder& b, int level) {
    const int last = b.settings.asked.levels - 1;
    if (level == last || !b.settings.how.schedule->permutes) return 0;
    return b.settings.fit(last) == 1 ? int(GUIDE_PLANES) : int(GUIDE_A);
}

void add_level(SvgfBuilder& b, int level, const LevelStacks& at) {
    const int moved = moved_guides(b, level), fit = b.settings.fit(level);
    KernelLaunch launch =
        image_launch(b, "svgf/level.cl", "svgf_level",
                     as_bytes(SvgfLevel{b.frame.planes, b.frame.x, b.frame.y, level, b.frame.stride(level),
                                        moved, b.linear(), float(b.settings.sigma())}));
    launch.defines.push_back(define("FIT", fit));
    launch.defines.push_back(define("LIGHTS", b.lights() > 0));
    const int guides = std::max(moved, fit == 1 ? int(GUIDE_PLANES) : int(GUIDE_A));
    b.plan.passes.push_back({.stage = Stage::level,
                             .operation = std::move(launch),
                             .level = level,
                             .reads = {at.signal_in, at.guide_in, at.tables, at.neighbours},
                             .writes = {at.signal_out, at.guide_out},
                             .moves = b.frame.moves(b.linear() + 1 + guides, b.linear() + 1 + moved)});
}

} // namespace

int add_levels(SvgfBuilder& b, const SvgfSource& source) {
    const int levels = b.settings.asked.levels;
    const int tables = add_tables(b.plan, b.frame), neighbours = add_neighbours(b);
    int signal = add_stack(b.plan, b.frame, "signal", b.linear() + 1);
    int spare = add_stack(b.plan, b.frame, "signal, next level", b.linear() + 1);
    int guide = add_stack(b.plan, b.frame, "guides", GUIDE_PLANES), spare_guide = guide;
    if (const int moved = moved_guides(b, 0))
        spare_guide = add_stack(b.plan, b.frame, "guides, next level", moved);
    add_start(b, source, signal, guide, spare);
    add_variance(b, source, spare, guide, signal);
    for (int l = 0; l < levels; ++l) {
        add_level(b, l, {signal, guide, tables, neighbours, spare, spare_guide});
        std::swap(signal, spare);
        if (moved_guides(b, l) > 0) std::swap(guide, spare_guide);
    }
    return signal;
}

} // namespace atrous
