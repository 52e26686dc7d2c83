// Plans one kernel, once per level, between two buffers.
#include "lab/bench/rows/rows.h"
#include <numbers>

namespace atrous {
namespace {

constexpr int pixel_bytes = 16;

/// The kernel's parameters.
struct Figure4 {
    std::int32_t width, height, level, last;
    float falloff;
};

} // namespace

Plan teach_plan(Size size, int levels, bool dilated) {
    const auto pixels = std::size_t(size.pixels());
    Plan plan;
    int from = plan.add(Buffer::Kind::numbers, "image", pixels * pixel_bytes);
    plan.inputs = {{"image", from}};
    const int buffers[] = {plan.add(Buffer::Kind::numbers, "coarse", pixels * pixel_bytes),
                           plan.add(Buffer::Kind::numbers, "coarser", pixels * pixel_bytes)};
    for (int level = 0; level < levels; ++level) {
        const int to = buffers[level % 2];
        KernelLaunch launch{"teach/figure4.cl", "figure4"};
        if (dilated) launch.defines.emplace_back("DILATED=1");
        launch.parameters = as_bytes(Figure4{size.width, size.height, level, level + 1 == levels,
                                             float(std::numbers::log2e / (2 * teach_sigma * teach_sigma))});
        launch.global[0] = std::size_t(size.width);
        launch.global[1] = std::size_t(size.height);
        launch.local[0] = 32;
        plan.passes.push_back({.stage = Stage::level,
                               .operation = std::move(launch),
                               .level = level,
                               .reads = {from},
                               .writes = {to},
                               .moves = {.planes_read = 4, .planes_written = 4, .pixels = pixels}});
        from = to;
    }
    plan.outputs = {{"image", from}};
    return plan;
}

} // namespace atrous
