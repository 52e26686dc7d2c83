// Adds the passes that find thresholds from stored details: histogram and median of the finest ones, norms of all, then
// BayesShrink. Hides the layout of their buffers. Also sums up the statistics of regions.
#include "filters/eaw/builder.h"
#include "filters/eaw/levels.h"
#include "filters/eaw/plan.h"
#include <algorithm>
#include <cmath>

namespace atrous {

using namespace kernels;

namespace {

constexpr int measured_levels = 2; // the finest ones, of which there is a histogram

KernelLaunch noise_launch(const EawBuilder& b, const char* kernel, std::vector<std::byte> parameters) {
    return {"eaw/noise.cl", kernel, eaw_defines(b, 1), std::move(parameters)};
}

/// A launch over the rows of all planes.
KernelLaunch rows_launch(const EawBuilder& b, const char* kernel, std::vector<std::byte> parameters) {
    KernelLaunch launch = noise_launch(b, kernel, std::move(parameters));
    launch.global[0] = std::size_t(b.plane_count());
    launch.global[1] = std::size_t(b.frame.size.height);
    return launch;
}

/// So many pixels of every plane, which is no whole plane.
Traffic part_of_planes(const EawBuilder& b, std::int64_t pixels) {
    return {.other_bytes = std::uint64_t(pixels) * std::uint64_t(b.plane_count()) * sizeof(float)};
}

void add_padding(EawBuilder& b, int detail) {
    const PlaneStack& planes = b.frame.planes;
    if (planes.pitch == planes.width) return;
    b.plan.passes.push_back(
        {.stage = Stage::noise,
         .operation = rows_launch(b, "noise_padding", as_bytes(planes)),
         .writes = {detail},
         .moves = part_of_planes(b, std::int64_t(planes.pitch - planes.width) * planes.height)});
}

// Moves at least the positions of rows and columns. The number of cleared details is known when the plan
// runs.
void add_outside(EawBuilder& b, int level, int detail, int tables, int inner) {
    const NoiseRegion p{b.frame.planes, b.frame.x, b.frame.y, level};
    b.plan.passes.push_back({.stage = Stage::noise,
                             .operation = rows_launch(b, "noise_outside", as_bytes(p)),
                             .reads = {tables, inner},
                             .writes = {detail},
                             .moves = {.other_bytes = std::uint64_t(p.x.n + p.y.n) * sizeof(int)}});
}

void add_norms(EawBuilder& b, int level, int detail, int norms) {
    const std::size_t plane = std::size_t(b.frame.planes.plane), guard = std::size_t(b.frame.planes.guard);
    for (int i = 0; i < b.plane_count(); ++i)
        b.plan.passes.push_back({.stage = Stage::noise,
                                 .operation = Norm{guard + std::size_t(i) * plane, plane,
                                                   std::size_t(level * b.plane_count() + i)},
                                 .reads = {detail},
                                 .writes = {norms},
                                 .moves = b.frame.moves(1, 0)});
}

void add_histogram(EawBuilder& b, int level, int detail, int histogram) {
    const std::size_t lanes = std::min<std::size_t>(64, b.frame.device.largest_group);
    constexpr std::size_t max_groups = 128; // each adds its counts to the one histogram at its end
    const NoiseHistogram p{b.frame.planes, (level * b.plane_count()) << NOISE_BIN_BITS};
    KernelLaunch launch = noise_launch(b, "noise_histogram", as_bytes(p));
    launch.defines.push_back(define("GROUP_X", int(lanes)));
    launch.global[0] = lanes * std::min(max_groups, std::size_t(b.frame.size.height));
    launch.global[1] = std::size_t(b.plane_count());
    launch.local[0] = lanes;
    b.plan.passes.push_back({.stage = Stage::noise,
                             .operation = std::move(launch),
                             .reads = {detail},
                             .writes = {histogram},
                             .moves = b.frame.moves(b.plane_count(), 0)});
}

std::vector<double> decay_of(const EawResolved& s) {
    if (!s.noise_model.starlet) {
        std::vector<double> halves;
        halves.reserve(std::size_t(s.levels));
        for (int l = 0; l < s.levels; ++l) halves.push_back(std::ldexp(1.0, -l));
        return halves;
    }
    auto decay = noise_of_levels(s.kernel, s.radius, s.levels);
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

void add_noise(EawBuilder& b, int level, int detail, int tables, int inner, const NoiseBuffers& at) {
    add_padding(b, detail);
    if (inner >= 0) add_outside(b, level, detail, tables, inner);
    add_norms(b, level, detail, at.norms);
    if (level < measured_levels) add_histogram(b, level, detail, at.histogram);
}

std::size_t threshold_bytes(const EawBuilder& b) {
    return std::size_t(b.settings.levels + 1) * std::size_t(b.plane_count()) * sizeof(float);
}

int add_thresholds(EawBuilder& b, const NoiseBuffers& at, std::int64_t pixels) {
    const int found = b.plan.add(Buffer::Kind::numbers, "thresholds", threshold_bytes(b));
    EawNoise p{};
    p.pixels = int(pixels);
    p.levels = b.settings.levels;
    std::ranges::transform(decay_of(b.settings), p.decay, [](double d) { return float(d); });
    KernelLaunch launch = noise_launch(b, "noise_thresholds", as_bytes(p));
    launch.global[0] = std::size_t(b.plane_count());
    std::uint64_t moved = 0;
    for (const int i : {at.histogram, at.norms, found}) moved += b.plan.buffers[std::size_t(i)].bytes;
    b.plan.passes.push_back({.stage = Stage::noise,
                             .operation = std::move(launch),
                             .reads = {at.histogram, at.norms},
                             .writes = {found},
                             .moves = {.other_bytes = moved}});
    return found;
}

using namespace kernels;

Plan eaw_noise_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device) {
    EawBuilder b = eaw_builder(settings, pixels, device);
    const PixelPasses samples = pixel_passes(b, pixels);
    const int tables = add_tables(b.plan, b.frame);
    const NoiseBuffers noise = noise_buffers(b);
    int coarse = add_stack(b, "coarse"), spare = add_stack(b, "coarse, next level");
    const int detail = add_stack(b, "detail"); // measured before the next level's
    add_enter(b.plan, samples, {coarse, coarse});
    for (int l = 0; l < settings.levels; ++l) {
        add_decompose(b, l, {coarse, spare, detail, detail, tables, -1, l == settings.levels - 1});
        add_noise(b, l, detail, tables, samples.inner, noise);
        std::swap(coarse, spare);
    }
    b.plan.outputs = {{"histogram", noise.histogram}, {"norms", noise.norms}};
    return std::move(b.plan);
}

void add_noise_of_region(NoiseTotals& totals, std::span<const std::uint32_t> histogram,
                         std::span<const float> norms, const Region& region) {
    const std::int64_t outside = region.outer.size().pixels() - region.inner.size().pixels();
    totals.histogram.resize(histogram.size());
    totals.squares.resize(norms.size());
    constexpr std::size_t bins = 1 << NOISE_BIN_BITS;
    for (std::size_t i = 0; i < histogram.size(); ++i) { // of a single level the second half stays empty
        const bool has_zeros = i % bins == 0 && i / bins < norms.size();
        totals.histogram[i] += histogram[i] - (has_zeros ? std::uint32_t(outside) : 0);
    }
    for (std::size_t i = 0; i < norms.size(); ++i) totals.squares[i] += double(norms[i]) * double(norms[i]);
}

std::vector<float> norms_of(const NoiseTotals& totals) {
    std::vector<float> norms;
    norms.reserve(totals.squares.size());
    for (const double squares : totals.squares) norms.push_back(float(std::sqrt(squares)));
    return norms;
}

Plan eaw_thresholds_plan(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                         std::int64_t count) {
    EawBuilder b = eaw_builder(settings, pixels, device);
    const NoiseBuffers measured = noise_buffers(b);
    for (const int i : {measured.histogram, measured.norms})
        b.plan.buffers[std::size_t(i)].kind = Buffer::Kind::numbers; // whole, not counted again
    b.plan.inputs = {{"histogram", measured.histogram}, {"norms", measured.norms}};
    b.plan.outputs = {{"thresholds", add_thresholds(b, measured, count)}};
    return std::move(b.plan);
}

} // namespace atrous
