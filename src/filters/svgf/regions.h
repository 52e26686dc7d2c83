// The SVGF filter region by region: how far regions overlap, and prepared frames that lie on the host. Hides layouts; a
// region's result is that of the whole image, bit for bit.
#pragma once
#include "filters/svgf/settings.h"
#include "model/regions.h"
#include <cstddef>
#include <span>

namespace atrous {

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
