// Runs one level of the downward pass, forms `direct` (VECTOR 1: a pixel per work-item) and `vector` (VECTOR lanes per
// step, rows of a CPU). Reads layout `level`, writes layout `level + 1` (the last level: the original one), so the next
// level's taps are neighbours again (schedule paper, sections 3.1 to 3.3). The dilated baseline is the same kernel with
// stride 2^level and tables of the identity. Fused synthesis carries along delta = sum of (gain shrink(d) - d), which
// is the result minus the input: it needs no upward pass and no coarse image at the end (deviation from the paper,
// whose upward pass gathers).
#include "eaw/level.h"
#if VECTOR == 1
#include "atrous/pixel_column.h"
#else
#include "atrous/column.h"
#endif

#if VECTOR == 1
// Sums all taps of the pixel at (x, y). `border` is a constant: 0 if the image has all taps. Rows follow each
// other at one distance, or are looked up.
INLINE void sum_taps(EawSums *sums, const EawPass *e, int x, int y, int border) {
    const PlaneStack planes = e->p->planes;
    const Column c = column_at(&e->level.x, x, border);
    const Axis *rows = &e->level.y;
    float h[2 * RADIUS + 1];
    UNROLL
    for (int dx = -RADIUS; dx <= RADIUS; ++dx) h[dx + RADIUS] = has_tap(&c, dx) ? AXIS_WEIGHT(dx) : NO_WEIGHT;
    global const plane_t *row = e->coarse + plane_index(0, 0, y - RADIUS * rows->stride, planes);
    NO_UNROLL // unrolled, the loads of all rows would begin at once and take the registers of other work-items
        for (int dy = -RADIUS; dy <= RADIUS; ++dy, row += (size_t)rows->stride * planes.pitch) {
        global const plane_t *from = row;
        if (border) {
            const int at = tap_position(rows, y, dy);
            if (at < 0) continue;
            if (!READS_ALL_TAPS) from = e->coarse + plane_index(0, 0, at, planes);
        }
        UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            float tap[PLANES];
            UNROLL
            for (int i = 0; i < PLANES; ++i) tap[i] = LOAD_ONE(from + (size_t)i * planes.plane + c.from[dx + RADIUS]);
            eaw_group_tap(&sums[0], tap, h[dx + RADIUS], AXIS_WEIGHT(dy), -1);
            if (CHROMA > 0) eaw_group_tap(&sums[1], tap + LUMA, h[dx + RADIUS], AXIS_WEIGHT(dy), -1);
        }
    }
}
#else
// Adds the taps of one row to a group. `row` is the row of its first plane. One group at a time: the values
// for a tap of one group fit the registers of a CPU, so that the loop unrolls without spills (measured: a
// quarter faster than both groups in one loop).
INLINE void add_row(EawSums *s, const Column *c, global const plane_t *row, int plane, int dy) {
    UNROLL
    for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
        vf tap[MAX_GROUP];
        UNROLL
        for (int i = 0; i < MAX_GROUP; ++i)
            if (i < s->planes) tap[i] = tap_value(c, row + (size_t)i * plane, dx);
        eaw_group_tap(s, tap, AXIS_WEIGHT(dx), AXIS_WEIGHT(dy), tap_counts(c, dx));
    }
}

// Sums all taps of the vector at (x, y). `border` is a constant: 0 compiles without any check.
INLINE void sum_taps(EawSums *sums, const EawPass *e, int x, int y, int border) {
    const PlaneStack planes = e->p->planes;
    const Column c = column_at(&e->level, x, border);
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int from = tap_position(&e->level.y, y, dy);
        if (from < 0) continue;
        add_row(&sums[0], &c, e->coarse + plane_index(0, 0, from, planes), planes.plane, dy);
        if (CHROMA > 0) add_row(&sums[1], &c, e->coarse + plane_index(LUMA, 0, from, planes), planes.plane, dy);
    }
}
#endif

INLINE void decompose_pixels(const EawPass *e, int x, int y) {
    const int block = block_at(&e->level, x);
    vf centre[PLANES];
    UNROLL
    for (int i = 0; i < PLANES; ++i) centre[i] = LOAD_PLANE(e->coarse + plane_index(i, x, y, e->p->planes));
    EawSums sums[2];
    begin_sums(sums, e, x, y, centre);
#if VECTOR == 1
    if (!READS_ALL_TAPS && (block & BLOCK_INNER) && has_all_taps(&e->level.y, y)) sum_taps(sums, e, x, y, 0);
#else
    if (block & BLOCK_INNER) sum_taps(sums, e, x, y, 0);
#endif
    else sum_taps(sums, e, x, y, 1);
    finish_level(e, sums, x, y, block & BLOCK_STORE);
}

ROW void decompose_row(const EawPass *pass, Row row) {
    const EawLevel p = *pass->p;
    EawPass e = *pass;
    e.p = &p;
    for (int x = row.x; x < p.planes.width; x += row.step) decompose_pixels(&e, x, row.y);
}

// Arguments as in EawPass. tables: of layout_tables.
kernel void eaw_decompose(global const plane_t *restrict coarse, global const plane_t *restrict delta_in,
                          global const int *restrict tables, global const plane_t *restrict edges,
                          global const plane_t *restrict luma, global plane_t *restrict coarse_out,
                          global plane_t *restrict delta_out, const EawLevel p) {
    const Row row = row_here();
    if (row.y >= p.planes.height || (VECTOR > 1 && p.flags & EAW_EVEN && row.y & 1)) return;
    const EawPass e = {.p = &p,
                       .level = level_of(p.planes, tables, p.x, p.y, p.level, STRIDE_OF(p)),
                       .coarse = coarse,
                       .delta_in = delta_in,
                       .edges = edges,
                       .luma = luma,
                       .coarse_out = coarse_out,
                       .delta_out = delta_out};
    decompose_row(&e, row);
}
