// The SVGF filter as plans of passes: a frame is prepared once, then filtered in its window. Region by region, too, whose
// result is that of the whole image, bit for bit. Hides buffers, layouts and what frames keep for their neighbours.
#pragma once
#include "filters/svgf/settings.h"
#include "graph/plan.h"
#include "graph/regions.h"
#include "svgf/params.h"
#include <cstddef>
#include <span>

namespace atrous {

/// Neighbours of a window of which nothing is known.
constexpr kernels::SvgfNeighbour usual_neighbour{1, 0};
constexpr kernels::SvgfNeighbours usual_neighbours{{usual_neighbour, usual_neighbour, usual_neighbour},
                                                   {usual_neighbour, usual_neighbour, usual_neighbour}};

// Plans for a region of an image (regions.h) have an input "place", a kernels::SvgfPlace; without it the region is the image.

/// Bytes of a prepared frame: a device array.
std::size_t svgf_frame_bytes(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                             const DeviceTraits& device);

/// Samples of roles to a prepared frame. Inputs "beauty" and those of "albedo", "normal", "depth", "previous", "next",
/// "emission", "variance" (of the pixels' mean), "lights" and "coverage" (below 0: light alone) that the roles have: planes of floats, width by height, one behind the other; 3 each, but for depth and coverage (1),
/// motion (x, y in pixels, rows down) and lights (3 of each). Outputs
/// "frame", of svgf_frame_bytes(), and "replaced", the count (32 bits) of samples of the beauty that were not finite.
/// Throws a file error if a plane would have too many pixels.
Plan svgf_prepare_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                       const DeviceTraits& device);

/// Vectors of a frame that its files lack, from those that its neighbour has to it: input "from", the neighbour;
/// output "frame", the frame itself, prepared, of which all but those vectors stays. A pixel gets the vector that leads to
/// it, negated; of several that of the nearest surface, then of the first pixel; none where none does, or where, of files, the
/// pixel's own vector of the other direction differs from it by more than two pixels and a quarter of its length (root of both squares).
Plan svgf_invert_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                      const SvgfInversion& how, const DeviceTraits& device);

/// A window to its result. Inputs "frame" (its middle), "before 1", "before 2", .., "after 1", ..: prepared frames; outputs
/// "image", planes of floats: 3 of the beauty, 3 of each light, 3 of the emission if there is one; and "counts", 8
/// numbers of 32 bits: pixels whose count of frames is below 1.5, below 2.5, ...
Plan svgf_filter_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                      const SvgfWindow& window, const DeviceTraits& device);

/// Bytes of what a frame leaves to the next one: a device array.
std::size_t svgf_history_bytes(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                               const DeviceTraits& device);

/// A frame and its history to its result, as published (Schied 2017). Inputs "frame" and, where there is a frame before
/// it, "before" (that frame, prepared) and "history" (what it left); outputs "kept" (what this one leaves) and those of
/// svgf_filter_plan(), counts being the frames of the history.
Plan svgf_recursive_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles, bool has_before,
                         const DeviceTraits& device);

/// What the levels of that plan start from, for tests: output "means", planes as kernels/svgf/params.h says
/// (SvgfGatheredPlane), each a PlaneStack's.
Plan svgf_gather_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                      const SvgfWindow& window, const DeviceTraits& device);

/// Pixels beside a pixel that it depends on when it is prepared: 2 (2^levels - 1) of the levels, 3 of v0, 1 of what is not
/// finite.
int svgf_prepare_reach(const SvgfResolved& settings);
/// The same when it is filtered, in prepared frames: of levels and v0; in a window, also of the box and the taps where
/// `motion`, the largest way from frame to frame in x or y, leads, and of where vectors that are found come from.
int svgf_filter_reach(const SvgfResolved& settings, int motion);

/// A prepared frame on the host, as its array holds it: svgf_frame_bytes().
struct SvgfStored {
    Size size;
    std::span<std::byte> bytes;
};
/// Copies a rectangle of all planes of one to a place of another one.
void svgf_copy_rect(const SvgfResolved& settings, const SvgfRoles& roles, const DeviceTraits& device,
                    const SvgfStored& from, const Rect& rect, const SvgfStored& to, int x, int y);

} // namespace atrous
