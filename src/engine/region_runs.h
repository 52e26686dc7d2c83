// One region of an image after the other through a plan, whatever the filter.
#pragma once
#include "base/json.h"
#include "graph/regions.h"
#include "image/pixels.h"
#include "opencl/engine.h"
#include <functional>
#include <string>

namespace atrous {

/// How a region is computed that has a plan of its own: from a rectangle of the input, of which those pixels count whose
/// samples no region before it had; its result is all that the region's inner rectangle is.
struct PlannedRegion {
    Plan plan;
    Rect from, counted; ///< of the input
};
using RegionPlanner = std::function<PlannedRegion(const Pixels& input, const Region&)>;

/// A plan of one region, with an input "image", the samples of the region's outer rectangle, and an input "inner", its
/// inner one in the outer one's coordinates (kernels::PixelRect).
struct RegionRun {
    const Plan& plan;
    std::vector<Binding> bindings{}; ///< of the plan's other ports
    Pixels* output = nullptr;        ///< where the inner pixels of the output "image" go; null: there is none
    std::function<void(const Region&)> done = {}; ///< after each region, when its outputs are there
    RegionPlanner planned = {};                   ///< where each region has its own plan, in place of `plan`
};

/// Runs the plan for all regions of `input`; times, bytes and pixels of a pass are those of all regions together.
/// `output` must not be the input. Throws an error of kind `interrupted` between regions when it is.
RunReport run_regions(Engine& engine, const Regions& regions, const Pixels& input, const RegionRun& run);

/// count, columns, rows, size, overlap, extra (share of pixels computed beyond those of the image), for logs.
Json regions_json(const Regions& regions);
/// "3x2 of 2168x2245", "1" of a whole image, "0" of none.
std::string regions_text(const Regions& regions);

/// Adds a run's times to those of the same pass and level.
void add_times(RunReport& all, const RunReport& one);

/// Copies a rectangle of one picture to a place in another one. Of scratch files whole rows come into memory.
void copy_rect(const Pixels& from, const Rect& rect, Pixels& to, int x, int y);

/// A picture of these pixels; it knows where they lie (Pixels::left, top). Columns beyond a side are those of the other one.
Pixels cut(const Pixels& pixels, const Rect& rect);

/// Bytes of pixels and values, for bindings.
std::span<const std::byte> bytes_of(const Pixels& pixels);
std::span<std::byte> bytes_of(Pixels& pixels);
template <class T>
std::span<std::byte> bytes_of(std::vector<T>& values) {
    return std::as_writable_bytes(std::span(values));
}

} // namespace atrous
