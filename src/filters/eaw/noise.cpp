// The passes that find thresholds from stored details: histogram and median of the finest ones, norms of all,
// then BayesShrink. Hides the layout of their buffers.
#include "filters/eaw/builder.h"
#include "filters/eaw/noise_levels.h"
#include <algorithm>
#include <cmath>

namespace atrous {

using namespace kernels;

namespace {

constexpr int measured_levels = 2; // the finest ones, of which there is a histogram

KernelLaunch noise_launch(const EawBuilder& b, const char* kernel, std::vector<std::byte> parameters) {
    return {"eaw/noise.cl", kernel, plane_defines(b, 1), std::move(parameters)};
}

/// A launch over the rows of all planes.
KernelLaunch rows_launch(const EawBuilder& b, const char* kernel, std::vector<std::byte> parameters) {
    KernelLaunch launch = noise_launch(b, kernel, std::move(parameters));
    launch.global[0] = std::size_t(b.plane_count());
    launch.global[1] = std::size_t(b.planes.height);
    return launch;
}

/// So many pixels of every plane, which is no whole plane.
Traffic part_of_planes(const EawBuilder& b, std::int64_t pixels) {
    return {.other_bytes = std::uint64_t(pixels) * std::uint64_t(b.plane_count()) * sizeof(float)};
}

void add_padding(EawBuilder& b, int detail) {
    if (b.planes.pitch == b.planes.width) return;
    const std::int64_t padding = std::int64_t(b.planes.pitch - b.planes.width) * b.planes.height;
    b.plan.passes.push_back({.stage = Stage::noise,
                             .operation = rows_launch(b, "noise_padding", as_bytes(b.planes)),
                             .writes = {detail},
                             .moves = part_of_planes(b, padding)});
}

void add_outside(EawBuilder& b, int level, int detail, int tables) {
    if (b.inner.size() == b.pixels.size) return;
    const NoiseRegion p{b.planes, b.x, b.y, level, b.inner_pixels()};
    b.plan.passes.push_back({.stage = Stage::noise,
                             .operation = rows_launch(b, "noise_outside", as_bytes(p)),
                             .reads = {tables},
                             .writes = {detail},
                             .moves = part_of_planes(b, b.pixels.size.pixels() - b.inner.size().pixels())});
}

void add_norms(EawBuilder& b, int level, int detail, int norms) {
    for (int i = 0; i < b.plane_count(); ++i) {
        const std::size_t plane = std::size_t(b.planes.plane);
        const Norm norm{std::size_t(b.planes.guard) + std::size_t(i) * plane, plane,
                        std::size_t(level * b.plane_count() + i)};
        b.plan.passes.push_back({.stage = Stage::noise,
                                 .operation = norm,
                                 .reads = {detail},
                                 .writes = {norms},
                                 .moves = b.moves(1, 0)});
    }
}

void add_histogram(EawBuilder& b, int level, int detail, int histogram) {
    const std::size_t lanes = std::min<std::size_t>(64, b.device.largest_group);
    constexpr std::size_t most_groups = 128; // each adds its counts to the one histogram at its end
    const NoiseHistogram p{b.planes, (level * b.plane_count()) << NOISE_BIN_BITS};
    KernelLaunch launch = noise_launch(b, "noise_histogram", as_bytes(p));
    launch.defines.push_back(define("GROUP_X", int(lanes)));
    launch.global[0] = lanes * std::min(most_groups, std::size_t(b.planes.height));
    launch.global[1] = std::size_t(b.plane_count());
    launch.local[0] = lanes;
    b.plan.passes.push_back({.stage = Stage::noise,
                             .operation = std::move(launch),
                             .reads = {detail},
                             .writes = {histogram},
                             .moves = b.moves(b.plane_count(), 0)});
}

std::vector<double> decay_of(const EawResolved& s) {
    if (!s.noise_model.starlet) {
        std::vector<double> halves;
        for (int l = 0; l < s.levels; ++l) halves.push_back(std::ldexp(1.0, -l));
        return halves;
    }
    auto decay = noise_of_levels(s.radius, s.levels);
    const double first = decay[0];
    for (double& d : decay) d /= first;
    return decay;
}

} // namespace

NoiseBuffers noise_buffers(EawBuilder& b) {
    const std::size_t planes = std::size_t(b.plane_count());
    return {
        b.plan.add(Buffer::Kind::counters, "histogram",
                   (measured_levels * planes << NOISE_BIN_BITS) * sizeof(std::uint32_t)),
        b.plan.add(Buffer::Kind::numbers, "norms", std::size_t(b.settings.levels) * planes * sizeof(float))};
}

void add_noise(EawBuilder& b, int level, int detail, int tables, const NoiseBuffers& at) {
    add_padding(b, detail);
    add_outside(b, level, detail, tables);
    add_norms(b, level, detail, at.norms);
    if (level < measured_levels) add_histogram(b, level, detail, at.histogram);
}

int add_thresholds(EawBuilder& b, const NoiseBuffers& at, std::int64_t pixels) {
    const std::size_t planes = std::size_t(b.plane_count());
    const int found = b.plan.add(Buffer::Kind::numbers, "thresholds",
                                 std::size_t(b.settings.levels + 1) * planes * sizeof(float));
    EawNoise p{};
    p.pixels = int(pixels);
    p.levels = b.settings.levels;
    std::ranges::transform(decay_of(b.settings), p.decay, [](double d) { return float(d); });
    KernelLaunch launch = noise_launch(b, "noise_thresholds", as_bytes(p));
    launch.global[0] = planes;
    std::uint64_t moved = 0;
    for (const int i : {at.histogram, at.norms, found}) moved += b.plan.buffers[std::size_t(i)].bytes;
    b.plan.passes.push_back({.stage = Stage::noise,
                             .operation = std::move(launch),
                             .reads = {at.histogram, at.norms},
                             .writes = {found},
                             .moves = {.other_bytes = moved}});
    return found;
}

} // namespace atrous
