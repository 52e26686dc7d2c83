// Builds the plan of the scale filter: samples to light, filtered down the columns at once, then along rows,
// then light to samples. Columns come first, since the filter makes fewer rows of many while it reads them:
// no image of light is ever whole.
#include "filters/scale/plan.h"
#include "filters/atrous/frame.h"
#include "filters/pixel/passes.h"
#include "filters/scale/builder.h"
#include "filters/scale/settings.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace atrous {

using namespace kernels;

namespace {

/// Vectors of a work-item: as many as keep their sums in a cache, and rows of a file in its lines.
constexpr int widest_strip = 8, max_sums = 256;
/// Rows of the result per work-item: rows of the file between two runs are read by both.
constexpr int cpu_run = 64, gpu_run = 16;
/// Work-items of a work-group, of devices without vectors.
constexpr int lanes_of_gpu = 64;

ScaleSpan along_x(const Rect& r) { return {r.x, r.width}; }
ScaleSpan along_y(const Rect& r) { return {r.y, r.height}; }

/// Data of all passes of a part.
struct Part {
    const ScaleResolved& settings;
    const Pixels& pixels;
    const ScaleGeometry& geometry;
    Rect outputs, source;
    const DeviceTraits& device;
    int planes; ///< colours and alpha
    int tones = -1;
    Plan plan{};
};

ProfileParams profile_of(const Pixels& pixels) {
    return pixels.profile ? pixels.profile->params : ProfileParams{};
}

KernelLaunch sample_launch(const Part& part, const char* file, const char* kernel) {
    KernelLaunch launch{file, kernel, {define("VECTOR", scale_vector(part.device))}};
    const auto macros = sample_macros(part.pixels, true);
    launch.defines.insert(launch.defines.end(), macros.begin(), macros.end());
    return launch;
}

/// Buffers of the pass down the columns, and the width of its work-items.
struct Columns {
    int image, inner, replaced, rows, weights, active;
    ScalePlanes to;
};

/// Adds the plan's ports, and tables and planes of the columns.
Columns add_column_buffers(Part& part, int reach) {
    const ScaleTaps down = scale_taps(part.settings, part.geometry.y, along_y(part.outputs));
    const int active = max_outputs(part.settings, part.geometry.y);
    const ColumnTables tables = column_tables(down, along_y(part.source), active);
    const PlaneStack shape = plane_stack({part.source.width, part.outputs.height}, reach);
    Plan& plan = part.plan;
    const std::size_t bytes = std::size_t(part.source.size().pixels()) * part.pixels.pixel_bytes();
    Columns at{.image = plan.add(Buffer::Kind::samples, "image", bytes),
               .inner = plan.add_constants("inner",
                                           as_bytes(PixelRect{0, 0, part.source.width, part.source.height})),
               .replaced = plan.add(Buffer::Kind::counters, "replaced", sizeof(std::uint32_t)),
               .rows = add_table(plan, "rows of outputs", tables.rows),
               .weights = add_table(plan, "weights down columns", tables.weights),
               .active = active,
               .to = {add_scale_planes(plan, "columns filtered", shape, part.planes), shape, part.planes}};
    part.tones = add_tone_curves(plan, part.pixels, true, at.image);
    plan.inputs = {{"image", at.image}, {"inner", at.inner}};
    plan.outputs = {{"replaced", at.replaced}};
    return at;
}

/// Adds the pass down the columns and returns its planes.
ScalePlanes add_columns(Part& part, const RowTaps& along) {
    const Columns at = add_column_buffers(part, along.taps.taps);
    const PlaneStack& shape = at.to.shape;
    const int vector = scale_vector(part.device), run = vector > 1 ? cpu_run : gpu_run;
    const int strip = vector > 1 ? std::clamp(max_sums / (at.active * part.planes), 1, widest_strip) : 1;
    KernelLaunch launch = sample_launch(part, "scale/columns.cl", "scale_columns");
    launch.defines.push_back(define("ACTIVE", at.active));
    launch.defines.push_back(define("STRIP", strip));
    launch.parameters = as_bytes(ScaleColumns{shape, part.source.height, run, profile_of(part.pixels)});
    launch.global[0] = std::size_t(round_up(shape.width, strip * vector) / (strip * vector));
    launch.global[1] = std::size_t(round_up(shape.height, run) / run);
    if (vector == 1) launch.local[0] = std::min<std::size_t>(lanes_of_gpu, part.device.largest_group);
    part.plan.passes.push_back({.stage = Stage::enter,
                                .operation = std::move(launch),
                                .reads = {at.image, part.tones, at.inner, at.rows, at.weights},
                                .writes = {at.to.buffer, at.replaced},
                                .moves = {.planes_written = part.planes,
                                          .pixels = std::uint64_t(shape.width) * std::uint64_t(shape.height),
                                          .file_bytes = part.plan.buffers[std::size_t(at.image)].bytes}});
    return at.to;
}

void add_samples(Part& part, const ScalePlanes& from) {
    const std::size_t bytes = std::size_t(part.outputs.size().pixels()) * part.pixels.pixel_bytes();
    const int result = part.plan.add(Buffer::Kind::samples, "result", bytes);
    part.plan.outputs.push_back({"image", result});
    KernelLaunch launch = sample_launch(part, "scale/leave.cl", "scale_leave");
    launch.parameters = as_bytes(ScaleLeave{from.shape, profile_of(part.pixels)});
    launch.global[1] = std::size_t(from.shape.height);
    if (scale_vector(part.device) == 1) {
        launch.global[0] = std::size_t(from.shape.width);
        launch.local[0] = std::min<std::size_t>(lanes_of_gpu, part.device.largest_group);
    }
    part.plan.passes.push_back({.stage = Stage::leave,
                                .operation = std::move(launch),
                                .reads = {from.buffer, part.tones},
                                .writes = {result},
                                .moves = {.planes_read = part.planes,
                                          .pixels = std::uint64_t(part.outputs.size().pixels()),
                                          .file_bytes = bytes}});
}

/// Returns the start of a part's own pixels.
int own_begin(const ScaleResolved& settings, const ScaleAxis& axis, int output) {
    if (output == 0) return 0;
    return output >= axis.out ? axis.in : scale_source(settings, axis, {output, 1}).first;
}

/// Kaiser's window: with 5 taps at a cutoff of 0.95 nothing from 1.25 times the output's Nyquist frequency up
/// is above -45 dB, and up to 0.6 times it nothing is off by 0.06 dB (tests/scale/quality.cpp).
constexpr double kaiser_shape = 4.5;

double lanczos(double x) {
    const double a = std::numbers::pi * x;
    return x == 0 ? 1 : std::sin(a) / a;
}
double hann(double x) { return 0.5 + 0.5 * std::cos(std::numbers::pi * x); }
double kaiser(double x) {
    return std::cyl_bessel_i(0, kaiser_shape * std::sqrt(std::max(0.0, 1 - x * x))) /
           std::cyl_bessel_i(0, kaiser_shape);
}

constexpr std::array window_rows = {ScaleWindow{"kaiser", 0.95, kaiser}, ScaleWindow{"lanczos", 1, lanczos},
                                    ScaleWindow{"hann", 1, hann}};
constexpr std::array access_rows = {ScaleAccessRow{"naive", kernels::ACCESS_NAIVE, false},
                                    ScaleAccessRow{"strided", kernels::ACCESS_STRIDED, false},
                                    ScaleAccessRow{"scrambled", kernels::ACCESS_SCRAMBLED, false},
                                    ScaleAccessRow{"vector", kernels::ACCESS_NAIVE, true}};

} // namespace

Rect scale_source(const ScaleResolved& settings, const ScaleGeometry& geometry, const Rect& outputs) {
    const ScaleSpan x = scale_source(settings, geometry.x, along_x(outputs));
    const ScaleSpan y = scale_source(settings, geometry.y, along_y(outputs));
    return {x.first, y.first, x.count, y.count};
}

Rect scale_own_source(const ScaleResolved& settings, const ScaleGeometry& geometry, const Rect& outputs) {
    const ScaleSpan x = along_x(outputs), y = along_y(outputs);
    const int left = own_begin(settings, geometry.x, x.first), top = own_begin(settings, geometry.y, y.first);
    return {left, top, own_begin(settings, geometry.x, x.end()) - left,
            own_begin(settings, geometry.y, y.end()) - top};
}

Plan scale_plan(const ScaleResolved& settings, const Pixels& pixels, const ScaleGeometry& geometry,
                const Rect& outputs, const DeviceTraits& device) {
    Part part{settings, pixels,           geometry, outputs, scale_source(settings, geometry, outputs),
              device,   pixels.channels()};
    RowTaps along = row_taps(settings, geometry.x, along_x(outputs), device);
    for (int& first : along.taps.first) first -= part.source.x;
    const ScalePlanes from = add_columns(part, along);
    const PlaneStack shape = plane_stack(outputs.size(), 0);
    const ScalePlanes to{add_scale_planes(part.plan, "rows filtered", shape, part.planes), shape,
                         part.planes};
    add_rows(part.plan, along, from, to, device);
    add_samples(part, to);
    return std::move(part.plan);
}

FilterRegions scale_regions(const ScaleResolved& settings, const Pixels& pixels,
                            const ScaleGeometry& geometry, const DeviceTraits& device,
                            const MemoryLimits& limits) {
    const Size out = geometry.out();
    const auto plan_of = [&](Size size) { // in the middle, where sources are largest
        const Rect outputs{(out.width - size.width) / 2, (out.height - size.height) / 2, size.width,
                           size.height};
        return scale_plan(settings, pixels, geometry, outputs, device);
    };
    return fit_regions(out, {0, {}, "use fewer --taps, "}, plan_of, limits);
}

Plan scale_rows_plan(const ScaleResolved& settings, const ScaleRowsCase& of, const DeviceTraits& device) {
    const int element = of.pixels ? 16 : 4;
    const RowTaps along = row_taps(settings, of.axis, {0, of.axis.out}, device, element);
    Plan plan;
    const PlaneStack in = plane_stack({of.axis.in, of.rows}, along.taps.taps);
    const PlaneStack out = plane_stack({of.axis.out, of.rows}, 0);
    const ScalePlanes from{add_scale_planes(plan, "planes", in, of.planes, element), in, of.planes, element};
    const ScalePlanes to{add_scale_planes(plan, "result", out, of.planes, element), out, of.planes, element};
    plan.inputs = {{"planes", from.buffer}};
    plan.outputs = {{"planes", to.buffer}};
    add_rows(plan, along, from, to, device);
    return plan;
}

std::span<const ScaleWindow> scale_windows() { return window_rows; }
std::span<const ScaleAccessRow> scale_accesses() { return access_rows; }

ScaleResolved resolve(const ScaleSettings& settings) {
    check_ranges(settings, scale_facts);
    return ScaleResolved(settings);
}

} // namespace atrous
