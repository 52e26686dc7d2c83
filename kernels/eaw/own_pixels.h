// Computes the place of a work-item's own pixels and the target of their results (forms `ring` and `tile`).
#ifndef ATROUS_EAW_OWN_PIXELS_H
#define ATROUS_EAW_OWN_PIXELS_H
#include "eaw/columns.h"

// The target of results: their row, AxisBlock, and AXIS_STEP of the first two if they are a vector.
typedef struct {
    int row, block, step[2];
} Target;

INLINE Target target_of(const Level *l, const Cells *cells, int y) {
    Target to = {axis_entry(&l->y, AXIS_STEP, y), BLOCK_SCATTER, {0, 0}};
    const int x = vector_of(cells);
    if (x < 0) return to;
    to.block = block_at(l, x) & BLOCK_STORE;
    to.step[0] = axis_entry(&l->x, AXIS_STEP, x);
    to.step[1] = axis_entry(&l->x, AXIS_STEP, x + 1);
    const int odd = to.block == BLOCK_WHOLE ? to.step[0] & 3 : (to.step[0] | to.step[1]) & 1;
    if (to.block == BLOCK_REVERSE || odd) to.block = BLOCK_SCATTER; // vectors would not lie at multiples of their size
    return to;
}

// Loads what the cells show in row y of a stack. Cells that show nothing read a sample that is not used.
INLINE void load_cells(float4 *to, global const plane_t *from, const Cells *cells, int y, PlaneStack planes) {
    const int x = vector_of(cells);
    from += plane_index(0, 0, y, planes);
    EVERY
    for (int i = 0; i < PLANES; ++i, from += planes.plane) {
        if (x >= 0) to[i] = LOAD_FOUR(from + x);
        else
            to[i] = (float4)(LOAD_ONE(from + shown_position(cells->cell[0])),
                             LOAD_ONE(from + shown_position(cells->cell[1])),
                             LOAD_ONE(from + shown_position(cells->cell[2])),
                             LOAD_ONE(from + shown_position(cells->cell[3])));
    }
}

// The cells in a row (cell_at) that show nothing, as bits.
INLINE int hidden_cells(const Cells *cells, int row) {
    int hidden = 0;
    EVERY
    for (int c = 0; BORDER == BORDER_DROP && c < COLUMNS; ++c) hidden |= ((row | cells->cell[c]) < 0) << c;
    return hidden;
}

INLINE float4 scaled_cells(float4 loaded, float scale, int hidden) {
    const float4 scaled = loaded * scale;
    if (BORDER != BORDER_DROP || !hidden) return scaled;
    return (float4)(hidden & 1 ? FAR_AWAY : scaled.x, hidden & 2 ? FAR_AWAY : scaled.y,
                    hidden & 4 ? FAR_AWAY : scaled.z, hidden & 8 ? FAR_AWAY : scaled.w);
}

// Stores the own pixels of all planes, `plane` apart, in a row of the next layout. One branch, and one look-up of a pixel,
// for all planes: fewer instructions, and stores that begin together.
INLINE void store_moved(const EawPass *e, const Target *target, const Cells *cells, global plane_t *to, size_t plane,
                        float value[PLANES][COLUMNS]) {
    if (target->block == BLOCK_SPLIT) {
        EVERY
        for (int i = 0; i < PLANES; ++i, to += plane) {
            STORE_TWO(((float2)(value[i][0], value[i][2])), to + target->step[0]);
            STORE_TWO(((float2)(value[i][1], value[i][3])), to + target->step[1]);
        }
        return;
    }
    if (target->block == BLOCK_WHOLE) {
        EVERY
        for (int i = 0; i < PLANES; ++i, to += plane)
            STORE_FOUR(((float4)(value[i][0], value[i][1], value[i][2], value[i][3])), to + target->step[0]);
        return;
    }
    EVERY
    for (int c = 0; c < COLUMNS; ++c) {
        if (!is_own(cells->cell[c])) continue;
        global plane_t *at = to + axis_entry(&e->level.x, AXIS_STEP, shown_position(cells->cell[c]));
        EVERY
        for (int i = 0; i < PLANES; ++i, at += plane) STORE_ONE(value[i][c], at);
    }
}

// Stores them where they are.
INLINE void store_own(const Cells *cells, global plane_t *to, size_t plane, float value[PLANES][COLUMNS]) {
    EVERY
    for (int i = 0; i < PLANES; ++i, to += plane) {
        EVERY
        for (int c = 0; c < COLUMNS; ++c)
            if (is_own(cells->cell[c])) STORE_ONE(value[i][c], to + shown_position(cells->cell[c]));
    }
}

// Turns the sums of row y into c_{l+1} and the delta or detail, and stores them. `before`: the delta of finer levels.
INLINE void finish_row(const ScaledPass *s, const Cells *cells, const Window *row, const Sums *sums,
                       const float4 *before, int y) {
    const EawPass *e = &s->pass;
    const EawLevel *p = e->p;
    float coarse[PLANES][COLUMNS], detail[PLANES][COLUMNS], delta[PLANES][COLUMNS];
    EVERY
    for (int c = 0; c < COLUMNS; ++c) {
        float share[GROUPS], squares[GROUPS], centre[PLANES], difference[PLANES];
        EVERY
        for (int g = 0; g < GROUPS; ++g) {
            share[g] = native_recip(sums->norm[g][c]) * UNSCALE_OF(s, g * LUMA);
            squares[g] = sums->squares[g][c] * share[g] * UNSCALE_OF(s, g * LUMA);
        }
        EVERY
        for (int i = 0; i < PLANES; ++i) {
            centre[i] = row->plane[i][BESIDE + c] * UNSCALE_OF(s, i);
            difference[i] = sums->sum[i][c] * share[i < LUMA ? 0 : GROUPS - 1];
        }
        const float lit = kept_of_boost(e, centre, difference);
        float kept[2] = {lit, lit};
        if (GUARDED) keep_noise_out(e, luma_of(centre), squares, difference, kept);
        EVERY
        for (int i = 0; i < PLANES; ++i) {
            const float finer[COLUMNS] = {before[i].x, before[i].y, before[i].z, before[i].w};
            coarse[i][c] = fma(row->plane[i][BESIDE + c], UNSCALE_OF(s, i), difference[i]);
            detail[i][c] = -difference[i];
            delta[i][c] =
                detail_delta(detail[i][c], i < LUMA ? p->luma : p->chroma, p->protection, kept[i >= LUMA]) + finer[c];
        }
    }
    const Target target = target_of(&e->level, cells, y);
    const size_t there = plane_index(0, 0, target.row, p->planes), plane = p->planes.plane;
    if (p->flags & EAW_STORED) store_own(cells, e->delta_out + plane_index(0, 0, y, p->planes), plane, detail);
    if (!(p->flags & EAW_LAST)) store_moved(e, &target, cells, e->coarse_out + there, plane, coarse);
    if (!(p->flags & (EAW_STORED | EAW_COARSE))) store_moved(e, &target, cells, e->delta_out + there, plane, delta);
}

#endif
