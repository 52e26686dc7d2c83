// One level of the downward pass, forms `direct` (VECTOR 1: a pixel per work-item) and `vector` (VECTOR lanes per
// step, rows of a CPU). Reads layout `level`, writes layout `level + 1` (the last level: the original one), so the
// next level's taps are neighbours again (schedule paper, sections 3.1 to 3.3). The dilated baseline is the same
// kernel with stride 2^level and tables of the identity.
// Fused synthesis carries along change = sum of (gain shrink(d) - d), which is the output minus the input: it
// needs no upward pass and no coarse image at the end (deviation from the paper, whose upward pass gathers).
#include "eaw/column.h"

// Adds the taps of one row to a group of `count` planes, of which `row` is the first. One group at a time: what a tap of
// one group needs fits the registers of a CPU, so that the loop unrolls without spills (measured: a quarter faster than
// both groups in one loop). `border` is a constant: 0 compiles without any check.
INLINE void add_row(vf *sum, vf *norm, const vf *centre, int count, global const plane_t *row, int dy,
                    falloff_t falloff, const Column *c, int border) {
    UNROLL
    for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
        const vi low = MASK(c->below < -dx), high = MASK(c->above < dx);
        vf tap[MOST_GROUP];
        UNROLL
        for (int i = 0; i < MOST_GROUP; ++i) {
            if (i >= count) continue;
            global const plane_t *plane_row = row + (size_t)i * c->plane;
            tap[i] = border ? tap_value(plane_row, dx * c->stride, low, high, c)
                            : LOAD_PLANE(plane_row + c->x + dx * c->stride);
        }
        eaw_group_tap(sum, norm, centre, tap, count, dx, dy, falloff, ~(low | high), border && BORDER == BORDER_DROP);
    }
}

// Sums all taps of the vector at (x, y).
INLINE void sum_taps(EawSums *s, const vf *centre, global const plane_t *coarse, int x, int y, global const int *ax,
                     global const int *ay, falloff_t luma_falloff, falloff_t chroma_falloff, const EawLevel p,
                     int border) {
    const Column c = column_at(x, p.planes, p.x, p.stride, ax, border);
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int r = tap_position(y, dy, ay, p.y, p.stride);
        if (r < 0) continue;
        global const plane_t *row = coarse + (size_t)r * p.planes.pitch;
        add_row(s->sum, &s->luma_norm, centre, LUMA, row, dy, luma_falloff, &c, border);
#if CHROMA > 0
        add_row(s->sum + LUMA, &s->chroma_norm, centre + LUMA, CHROMA, row + (size_t)LUMA * c.plane, dy,
                chroma_falloff, &c, border);
#endif
    }
}

// coarse: c_l. change_in: what the finer levels changed (fused). tables: of layout_tables. coarse_out: c_{l+1}.
// change_out: the change so far, or the detail d_l in the layout of c_l (stored). EDGE_PLANE: of eaw/search.cl.
kernel void eaw_decompose(global const plane_t *restrict coarse, global const plane_t *restrict change_in,
                          global const int *restrict tables, EDGE_PLANE global plane_t *restrict coarse_out,
                          global plane_t *restrict change_out, const EawLevel p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    global const int *ax = tables + p.x.first + p.level * p.x.level;
    global const int *ay = tables + p.y.first + p.level * p.y.level;
    global const plane_t *first = coarse + p.planes.guard;
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {
        const int block = ax[AXIS_BLOCK * p.x.length + x / VECTOR];
        vf centre[PLANES];
        UNROLL
        for (int i = 0; i < PLANES; ++i)
            centre[i] = LOAD_PLANE(first + (size_t)y * p.planes.pitch + (size_t)i * p.planes.plane + x);
        const falloff_t luma = FALLOFF(p.luma, x, y, p.planes), chroma = FALLOFF(p.chroma, x, y, p.planes);
        EawSums s;
        clear_sums(&s);
        if (block & BLOCK_INNER) sum_taps(&s, centre, first, x, y, ax, ay, luma, chroma, p, 0);
        else sum_taps(&s, centre, first, x, y, ax, ay, luma, chroma, p, 1);
        finish_level(&s, centre, x, y, ax, ay, block & BLOCK_STORE, change_in, coarse_out, change_out, p);
    }
}
