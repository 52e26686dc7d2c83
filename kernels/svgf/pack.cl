// Packs the guides of the levels, pixel by pixel, where they are.
#include "atrous/store.h"
#include "svgf/lanes.h"
#include "svgf/packed.h"

// guide: all planes of guides; words: the first p.words of each pixel (SvgfWord), a plane each.
kernel void svgf_pack_guides(global const plane_t *restrict guide, global plane_t *restrict words, const SvgfPack p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    const Level l = {p.planes};
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {
        vf guides[GUIDE_PLANES];
        vi packed[SVGF_WORDS];
        UNROLL
        for (int k = 0; k < GUIDE_PLANES; ++k) guides[k] = plane_value(guide, k, x, y, p.planes);
        svgf_pack(guides, packed);
        UNROLL
        for (int k = 0; k < SVGF_WORDS; ++k)
            if (k < p.words) store_here(&l, words + plane_index(k, 0, y, p.planes), AS_VF(packed[k]), x);
    }
}
