// Runs one level, forms `direct` (VECTOR 1: a pixel per work-item) and `vector` (rows of a CPU). Reads layout `level`,
// writes layout `level + 1` (the last level: the original one), signal and guides alike, so that the next level's taps
// are neighbours again (Dolp 2024, section 3). The dilated baseline is the same kernel with stride 2^level and tables
// of the identity. Its guides stay where they are.
#include "svgf/level.h"

ROW void filter_row(const SvgfPass *pass, global plane_t *guide_out, Row row) {
    const SvgfLevel p = *pass->p;
    SvgfPass s = *pass;
    s.p = &p;
    for (int x = row.x; x < p.planes.width; x += row.step) filter_pixels(&s, guide_out, x, row.y);
}

// signal, guide: stacks as the level reads them. tables: of layout_tables. neighbours: of svgf_neighbours.
kernel void svgf_level(global const plane_t *restrict signal, global const plane_t *restrict guide,
                       global const int *restrict tables, global const int *restrict neighbours,
                       global plane_t *restrict signal_out, global plane_t *restrict guide_out, const SvgfLevel p) {
#if KEEPS_WEIGHTS
    local float kept[TAPS * LANES];
#endif
    const Row row = row_here();
    if (row.y >= p.planes.height) return;
    const SvgfPass s = {
        .p = &p,
        .level = level_of(p.planes, tables, p.x, p.y, p.level, STRIDE_OF(p)),
        .signal = signal,
        .guide = guide,
        .neighbours = neighbours,
#if KEEPS_WEIGHTS
        .kept = kept + (get_local_id(1) * get_local_size(0) + get_local_id(0)),
#endif
        .signal_out = signal_out
    };
    filter_row(&s, guide_out, row);
}
