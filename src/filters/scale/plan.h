// Plans the scaling of an image, for the whole result or a part of it. Hides tables, buffers and the access to taps.
#pragma once
#include "filters/atrous/regions.h"
#include "filters/scale/axis.h"
#include "image/pixels.h"

namespace atrous {

/// An image and its scaled copy.
struct ScaleGeometry {
    ScaleAxis x, y;
    Size in() const { return {x.in, y.in}; }
    Size out() const { return {x.out, y.out}; }
    bool same() const { return x.same() && y.same(); }
    bool operator==(const ScaleGeometry&) const = default;
};

/// The part of the image that a part of the copy depends on.
Rect scale_source(const ScaleResolved& settings, const ScaleGeometry& geometry, const Rect& outputs);
/// Returns the source pixels that no earlier part of the copy, in the order of rows, has used, so that each is counted
/// once.
Rect scale_own_source(const ScaleResolved& settings, const ScaleGeometry& geometry, const Rect& outputs);

/// The plan for `outputs` of the copy, from pixels of this type and these channels (their size and bytes are
/// not read), whose colours are filtered as light and weighted with alpha. Inputs "image", the samples of
/// scale_source(), and "inner", a kernels::PixelRect of them where samples that are not finite count (all, if
/// it is not bound). Outputs "image", the samples of `outputs`, and "replaced", the count (32 bits) of
/// samples that were NaN or infinite. Throws a file error if a plane would have too many pixels, and an
/// internal one for a profile that the host must apply.
Plan scale_plan(const ScaleResolved& settings, const Pixels& pixels, const ScaleGeometry& geometry,
                const Rect& outputs, const DeviceTraits& device);

/// Regions of the copy, which do not overlap (one, if its plan fits), and the plan of one of them. Throws a
/// file error if even the least region does not fit.
FilterRegions scale_regions(const ScaleResolved& settings, const Pixels& pixels,
                            const ScaleGeometry& geometry, const DeviceTraits& device,
                            const MemoryLimits& limits);

/// The pass along rows only: planes of `in` pixels per row -> planes scaled along rows. For the bench.
struct ScaleRowsCase {
    ScaleAxis axis;
    int rows = 1, planes = 1;
    bool pixels = false; ///< elements are pixels of four floats, otherwise floats
};
/// Inputs and outputs "planes", as they lie in the plan's buffers.
Plan scale_rows_plan(const ScaleResolved& settings, const ScaleRowsCase& of, const DeviceTraits& device);

} // namespace atrous
