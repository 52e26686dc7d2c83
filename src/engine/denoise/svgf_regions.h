// Frames and windows on the device, whole or region by region.
#pragma once
#include "engine/denoise/svgf_frames.h"

namespace atrous {

/// Where a window does not fit the limits, region by region. Throws a memory error where no region of a window does.
SvgfFrame prepare_frame(SvgfDevice& device, const SvgfResolved& settings, const RenderPlanes& planes,
                        const MemoryLimits& limits = {});

/// Regions that a result is computed in (one: whole) where vectors lead so far: an overlap, and a grid that fits. Throws as
/// prepare_frame().
Regions svgf_regions(SvgfPlans& plans, const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                     int motion, const MemoryLimits& limits);
/// Columns of the other side that a picture of 360 degrees is filtered with on each side: what filters reach, and in a window
/// so many for vectors that lead across, in all frames alike.
int columns_beside(const SvgfResolved& settings);
/// The largest way that vectors lead within the image, in x or y, rounded up to a multiple of 8, so that frames of a shot have
/// regions of one size.
int largest_motion(const RenderPlanes& planes);

/// Filters the frame in the middle of `window`: 2 K + 1 frames in order, null where one is missing; beyond a hole none is
/// used. Where vectors lead from one frame to the next in one direction only, the other ones are found from them first,
/// and kept in their frame. Region by region where frames are on the host; the result is the same. Throws a file error for
/// frames of different sizes, emission, variance or lights, saying both, and an internal error for a window without its
/// middle or longer than the settings' reach. `known`: of the neighbours.
SvgfPicture filter_frame(SvgfDevice& device, const SvgfResolved& settings, std::span<SvgfFrame* const> window,
                         const MemoryLimits& limits = {},
                         const kernels::SvgfNeighbours& known = usual_neighbours);

} // namespace atrous
