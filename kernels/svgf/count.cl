// Counts pixels by the number of frames that helped them, for the log.
#include "atrous/plane.h"
#include "svgf/params.h"

// Pixels by their count of frames: below 1.5, below 2.5, ... A row per work-item.
kernel void svgf_count(global const plane_t *restrict means, global const SvgfPlace *restrict place,
                       global uint *restrict bins, const SvgfPlanes p) {
    const int y = get_global_id(1);
    if (y < place->inner.top || y >= place->inner.bottom) return;
    global const plane_t *counts = means + plane_index(GATHERED_COUNT, 0, y, p.planes);
    uint pixels[SVGF_COUNT_BINS];
    UNROLL
    for (int i = 0; i < SVGF_COUNT_BINS; ++i) pixels[i] = 0;
    for (int x = place->inner.left; x < place->inner.right; ++x) {
        const int bin = clamp((int)(LOAD_ONE(counts + x) - 0.5f), 0, SVGF_COUNT_BINS - 1);
        UNROLL
        for (int i = 0; i < SVGF_COUNT_BINS; ++i) pixels[i] += bin == i;
    }
    UNROLL
    for (int i = 0; i < SVGF_COUNT_BINS; ++i)
        if (pixels[i] > 0) atomic_add(bins + i, pixels[i]);
}
