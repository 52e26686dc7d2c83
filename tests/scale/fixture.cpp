// Runs the scale filter for its tests.
#include "scale/fixture.h"
#include "engine/region_runs.h"

namespace atrous::test {
namespace {

template <class Row>
const Row* row_named(std::span<const Row> rows, const std::string& name) {
    return name.empty() ? nullptr : &find_row(rows, name, "a test");
}

/// The axis of `n` pixels scaled to `out` pixels, edge to edge.
ScaleAxis axis_to(int n, int out) { return {n, out, double(n) / out, 0}; }

reference::ScaleAxisCase case_of(const ScaleAxis& axis) { return {axis.out, axis.factor, axis.origin}; }

} // namespace

ScaleGeometry geometry_of(Size in, double fx, double fy) {
    return {placed_axis(in.width, fx).axis, placed_axis(in.height, fy).axis};
}

ScaleGeometry geometry_to(Size in, Size out) {
    return {axis_to(in.width, out.width), axis_to(in.height, out.height)};
}

ScaleSettings scale_settings(int taps, const std::string& window, const std::string& access) {
    return {taps, row_named(scale_windows(), window), row_named(scale_accesses(), access)};
}

Pixels scaled(Engine& e, const ScaleSettings& settings, const Pixels& input, const ScaleGeometry& geometry,
              std::uint32_t* replaced) {
    Pixels out = shape_of(input, geometry.out());
    out.bytes = Bytes(out.byte_count());
    std::uint32_t count = 0;
    const Rect all{0, 0, geometry.x.out, geometry.y.out};
    e.run(scale_plan(resolve(settings), input, geometry, all, traits(e)),
          {bind_input("image", bytes_of(input)), bind_output("image", bytes_of(out)),
           bind_output("replaced", std::as_writable_bytes(std::span(&count, 1)))});
    if (replaced) *replaced = count;
    return out;
}

reference::Image expected(const ScaleSettings& settings, const reference::Image& planes,
                          const ScaleGeometry& geometry) {
    return reference::scale(planes,
                            {case_of(geometry.x), case_of(geometry.y), settings.taps, settings.window->name});
}

} // namespace atrous::test
