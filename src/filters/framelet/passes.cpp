// Adds the passes of the framelet filter, one function each: kernel, macros, buffers, parameters, traffic.
#include "filters/framelet/builder.h"
#include <algorithm>

namespace atrous {

using namespace kernels;

namespace {

/// Rows of a strip: enough for a small share of margins. GPUs need more strips.
constexpr int strip_rows = 128, short_strip_rows = 32;

int ceil_div(int a, int b) { return (a + b - 1) / b; }

/// Returns the pixels of a strip's row whose results need `margin` more pixels on each side.
int strip_width(const AtrousContext& frame, int margin) {
    return frame.vector > 1 ? int(FRAMELET_STRIP) : FRAMELET_LANES - 2 * margin;
}

FrameletStrips strips_of(const AtrousContext& frame, int level, int margin) {
    const int apart = 1 << level, rows = frame.vector > 1 ? strip_rows : short_strip_rows;
    return {ceil_div(ceil_div(frame.size.width, apart), strip_width(frame, margin)),
            ceil_div(ceil_div(frame.size.height, apart), rows), rows};
}

KernelLaunch strip_launch(const FrameletBuilder& b, const char* file, const char* kernel, int level,
                          const FrameletStrips& strips) {
    const AtrousContext& frame = b.frame;
    KernelLaunch launch{file, kernel, plane_defines(frame, frame.vector)};
    launch.local[0] = frame.vector > 1 ? 1 : std::size_t(FRAMELET_LANES);
    launch.global[0] = std::size_t(std::min(1 << level, frame.size.width) * strips.columns) * launch.local[0];
    launch.global[1] = std::size_t(std::min(1 << level, frame.size.height) * strips.rows);
    return launch;
}

} // namespace

std::array<float, 9> opponents(int colours) {
    if (colours == 1) return {1};
    constexpr float r2 = 0.707106781f, r3 = 0.577350269f, r6 = 0.408248290f;
    return {r3, r3, r3, r2, 0, -r2, r6, -2 * r6, r6};
}

void add_mix(FrameletBuilder& b, const char* kernel, int one, std::vector<int> reads, int written) {
    FrameletMix p{b.frame.planes, b.frame.x, b.frame.y, {}};
    const auto weights = opponents(b.colours);
    std::copy(weights.begin() + 3 * one, weights.end(), p.weight);
    KernelLaunch launch{"framelet/mix.cl", kernel, plane_defines(b.frame, b.frame.vector), as_bytes(p)};
    launch.defines.push_back(define("CHANNELS", b.colours));
    if (b.light) launch.defines.emplace_back("LIGHT=1");
    set_grid(b.frame, launch);
    b.plan.passes.push_back({.stage = Stage::denoise,
                             .operation = std::move(launch),
                             .reads = std::move(reads),
                             .writes = {written},
                             .moves = b.frame.moves(b.colours, 1)});
}

void add_smooth(FrameletBuilder& b, int level, const PlaneAt& from, const PlaneAt& to, int details,
                const LowpassTaps& taps) {
    const FrameletStrips strips = strips_of(b.frame, level, 2);
    const FrameletSmooth p{b.frame.planes, b.frame.x, b.frame.y,  strips,   level,
                           from.level,     to.level,  from.plane, to.plane, details >= 0,
                           taps.centre,    taps.near, taps.far};
    KernelLaunch launch = strip_launch(b, "framelet/smooth.cl", "framelet_smooth", level, strips);
    launch.parameters = as_bytes(p);
    b.plan.passes.push_back({.stage = Stage::denoise,
                             .operation = std::move(launch),
                             .level = level,
                             .reads = {from.stack, details >= 0 ? details : from.stack, b.tables},
                             .writes = {to.stack},
                             .moves = b.frame.moves(details >= 0 ? 2 : 1, 1)});
}

// Deviations of 2.8 and 3.2 for luma and chroma, and a Wiener filter with 1.1 and 1.5 times the variance:
// tuned on photographs.
double noise_factor(int pass, int plane) {
    if (pass == 1) return plane == 0 ? 7.8 : 10.0;
    return plane == 0 ? 1.1 : 1.5;
}

void add_level(FrameletBuilder& b, int plane, int level, const FrameletLevelBuffers& at) {
    const int pass = at.oracle < 0 ? 1 : 2, last = level == framelet_levels - 1;
    const double back = pass == 2 && plane == 0 && level == 0 ? b.settings.asked.detail : 0;
    const FrameletStrips strips = strips_of(b.frame, level, 2 + (pass - 1));
    FrameletLevel p{b.frame.planes, b.frame.x, b.frame.y, strips, level, level + !last, {}, float(back)};
    const double factor = noise_factor(pass, plane) * b.settings.scale(plane);
    const BandNoise& share = b.noise.share[std::size_t(plane)][std::size_t(level)];
    for (int i = 0; i < FRAMELET_BANDS; ++i) p.noise[i] = float(factor * double(share[std::size_t(i)]));
    KernelLaunch launch = strip_launch(b, "framelet/level.cl", "framelet_level", level, strips);
    launch.defines.push_back(define("PASS", pass));
    if (back > 0) launch.defines.push_back(define("GIVES_BACK", 1));
    launch.parameters = as_bytes(p);
    b.plan.passes.push_back({.stage = Stage::denoise,
                             .operation = std::move(launch),
                             .level = level,
                             .reads = {at.coarse, pass == 1 ? at.coarse : at.oracle, at.map, b.tables},
                             .writes = {at.coarse_out, at.other_out, at.details},
                             .moves = b.frame.moves(pass + 1, last ? 2 : 3)});
}

} // namespace atrous
