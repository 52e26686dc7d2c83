// One run of each of the SVGF filter's plans, for a whole image or for a region of one. For svgf_frames.cpp and
// svgf_regions.cpp alone.
#pragma once
#include "app/denoise/svgf_frames.h"
#include "svgf/params.h"

namespace atrous {

/// `planes`: of the region that lies at `place`; null: of the image. The frame is on the device.
SvgfFrame prepare_at(SvgfDevice& device, const SvgfResolved& settings, const RenderPlanes& planes,
                     const kernels::SvgfPlace* place);
/// `window`: as filter_frame() has it, of frames on the device, checked.
SvgfPicture filter_at(SvgfDevice& device, const SvgfResolved& settings, std::span<SvgfFrame* const> window,
                      const kernels::SvgfPlace* place);
/// Throws the errors of filter_frame().
void check_window(const SvgfResolved& settings, std::span<SvgfFrame* const> window);

} // namespace atrous
