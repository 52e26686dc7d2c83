// Plans the SVGF filter: a frame is prepared once, then filtered in its window. Regions give the result of the whole
// image, bit for bit. Hides buffers, layouts and the data that frames keep for their neighbours.
#pragma once
#include "filters/svgf/settings.h"
#include "graph/plan.h"
#include "graph/regions.h"
#include "svgf/params.h"
#include <cstddef>
#include <span>

namespace atrous {

/// Neighbours of a window with unknown properties.
constexpr kernels::SvgfNeighbour usual_neighbour{1, 0};
constexpr kernels::SvgfNeighbours usual_neighbours{{usual_neighbour, usual_neighbour, usual_neighbour},
                                                   {usual_neighbour, usual_neighbour, usual_neighbour}};

// Plans for a region of an image (regions.h) have an input "place", a kernels::SvgfPlace. Without it the
// region is the image.

/// Bytes of a prepared frame: a device array.
std::size_t svgf_frame_bytes(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                             const DeviceTraits& device);

/// Prepares a frame from the samples of its roles. Inputs "beauty" and, for the roles that exist, "albedo",
/// "normal", "depth", "previous", "next", "emission", "variance" (of the pixels' mean), "lights",
/// "coverage" (below 0: light only) and "pilot" (not finite: none): planes of floats, width by height, in sequence, 3 each, except depth and
/// coverage (1), motion (x, y in pixels, rows down) and lights (3 each). Outputs "frame", of
/// svgf_frame_bytes(), and "replaced", the count (32 bits) of samples of the beauty that were not finite.
/// Throws a file error if a plane would have too many pixels.
Plan svgf_prepare_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                       const DeviceTraits& device);

/// Finds the missing vectors of a frame from its neighbour's vectors to it: input "from", the neighbour, and
/// output "frame", the prepared frame itself, of which only these vectors change. A pixel gets the negated
/// vector that leads to it, or, among several, the vector of the nearest surface, then of the first pixel. It
/// gets none if there is none, or if, in vectors of files, its own vector of the other direction differs by
/// more than two pixels and a quarter of its length (root of both squares).
Plan svgf_invert_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                      const SvgfInversion& how, const DeviceTraits& device);

/// A window to its result. Inputs "frame" (its middle), "before 1", "before 2", .., "after 1", ..: prepared
/// frames. Outputs "image", planes of floats: 3 of the beauty, 3 of each light, 3 of the emission if there is
/// one, and "counts", 8 numbers of 32 bits: pixels whose count of frames is below 1.5, below 2.5, ...
/// For halves, "image" continues with the unfiltered beauty and lights of the frame, and in a window with their means over frames.
/// All have the same emission. The strength applies only to it, because it applies to other light when halves are joined.
Plan svgf_filter_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                      const SvgfWindow& window, const DeviceTraits& device);

/// With a pilot, svgf_pilot_plan() applies the strength to light.
/// Mixes a result with the pilot of its frame, which is made steady along the window: inputs as of svgf_filter_plan(), and
/// "result", its "image", of joined halves if there are any. Output "image". Pixels without a pilot stay as they are. Lights
/// change by their part of the beauty.
Plan svgf_pilot_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                     const SvgfWindow& window, const DeviceTraits& device);

/// Returns the number of planes of "image".
int svgf_image_planes(const SvgfResolved& settings, const SvgfRoles& roles);

/// Returns the bytes that a frame leaves to the next one: a device array.
std::size_t svgf_history_bytes(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                               const DeviceTraits& device);

/// Filters a frame with its history, as published (Schied 2017). Inputs "frame" and, if there is a previous
/// frame, "before" (that frame, prepared) and "history" (its "kept"). Outputs "kept" (for the next frame) and
/// the outputs of svgf_filter_plan(), with counts of frames in the history.
Plan svgf_recursive_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles, bool has_before,
                         const DeviceTraits& device);

/// Computes the input of the plan's levels, for tests: output "means", planes in the order of kernels/svgf/params.h
/// (SvgfGatheredPlane), each a PlaneStack's.
Plan svgf_gather_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                      const SvgfWindow& window, const DeviceTraits& device);

/// Returns the reach of preparing a pixel: 2 (2^levels - 1) for the levels, 3 for v0, 1 for samples that are not
/// finite, 8 for guides that are filtered.
int svgf_prepare_reach(const SvgfResolved& settings, bool prefilters);
/// Reach of the residual's shares: details 1, local means 2 (1 + 2) and 2 (4 + 4), shares 2.
constexpr int residual_reach = 1 + 6 + 16 + 2;
/// Reach of a pilot, except along the motion: local brightness 2 (1 + 2), outliers 2 (1 + 2 + 4), details 1, products 2 (1 + 2 + 4 + 8)
/// after details, shares 2, residuals 2 (1 + 2 + 4), their squares and the gate 2 each. The levels may reach less.
constexpr int pilot_reach = 6 + 14 + 1 + 6 + 1 + 30 + 2 + 14 + 2 + 2;
/// Returns the reach of filtering a pixel, in prepared frames: levels, v0 and the residual, and in a window, also the box
/// and the taps at the end of `motion`, the largest displacement from frame to frame in x or y, and the
/// source of found vectors.
int svgf_filter_reach(const SvgfResolved& settings, int motion, bool has_pilot = false);

/// A prepared frame on the host, as its array holds it: svgf_frame_bytes().
struct SvgfStored {
    Size size;
    std::span<std::byte> bytes;
};
/// Copies a rectangle of all planes of one to a place of another one.
void svgf_copy_rect(const SvgfResolved& settings, const SvgfRoles& roles, const DeviceTraits& device,
                    const SvgfStored& from, const Rect& rect, const SvgfStored& to, int x, int y);

} // namespace atrous
