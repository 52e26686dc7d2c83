// Computes the place of a work-item's own pixels, the target of their results, and the taps outside the image that they
// add (forms `ring` and `tile`).
#ifndef ATROUS_EAW_OWN_PIXELS_H
#define ATROUS_EAW_OWN_PIXELS_H
#include "eaw/columns.h"

// Taps 1 and 2 beyond a pixel on both sides of an axis, as bits: -2, -1, 1, 2.
#define TAP_BITS 4
#define TAP_BIT(d) (1 << ((d) + 2 - ((d) > 0)))
#define TAP_OF(bit) ((bit)-2 + ((bit) > 1))

// The first own position, the target of results (AxisBlock, and AXIS_STEP of the first two), and the taps outside the
// image of the own columns (TAP_BITS each).
typedef struct {
    int x, block, step[2], missing;
} SeparateFile;

// True if the border gives tap d of a pixel with this many taps inside on that side. With clamp, taps of the
// same pixel count as one, the first.
INLINE int is_given(int d, int inside) { return BORDER == BORDER_CLAMP ? d == inside + 1 : d > inside; }
INLINE float given_weight(int d) {
    return BORDER == BORDER_CLAMP ? BEYOND_WEIGHT(RADIUS + 1 - MAGNITUDE(d)) : AXIS_WEIGHT(d);
}

INLINE SeparateFile own_at(const Level *l, int x) {
    SeparateFile own = {x, BLOCK_SCATTER, {0, 0}, 0};
    if (STRIDE == 1) {
        own.block = block_at(l, x) & BLOCK_STORE;
        own.step[0] = axis_entry(&l->x, AXIS_STEP, x);
        own.step[1] = axis_entry(&l->x, AXIS_STEP, x + 1);
        const int odd = own.block == BLOCK_WHOLE ? own.step[0] & 3 : (own.step[0] | own.step[1]) & 1;
        if (own.block == BLOCK_REVERSE || odd)
            own.block = BLOCK_SCATTER; // vectors would not lie at multiples of their size
    }
    EVERY
    for (int c = 0; BORDER != BORDER_DROP && c < COLUMNS; ++c) {
        const int p = x + APART(c);
        if (p >= l->x.n) continue;
        const int below = axis_entry(&l->x, AXIS_BELOW, p), above = axis_entry(&l->x, AXIS_ABOVE, p);
        EVERY
        for (int d = 1; d <= RADIUS; ++d)
            own.missing |= (is_given(d, below) * TAP_BIT(-d) + is_given(d, above) * TAP_BIT(d)) << c * TAP_BITS;
    }
    return own;
}

// Adds the taps of rows beyond the image, if columns are inside.
INLINE void add_rows_beyond(const ScaledPass *s, const ColumnPairs *pairs, const Window *row, Sums *sums, int x,
                            int y) {
    const Axis *rows = &s->pass.level.y;
    const PlaneStack planes = s->pass.p->planes;
    const int below = axis_entry(rows, AXIS_BELOW, y), above = axis_entry(rows, AXIS_ABOVE, y);
    NO_UNROLL
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        if (!is_given(MAGNITUDE(dy), dy < 0 ? below : above) || dy == 0) continue;
        global const plane_t *from = s->pass.coarse + plane_index(0, 0, tap_position(rows, y, dy), planes);
        Window other;
        EVERY
        for (int c = 0; c < WINDOW; ++c) {
            const int column = x + APART(c - BESIDE);
            global const plane_t *at = from + (STRIDE == 1 ? column : clamp(column, 0, planes.width - 1));
            EVERY
            for (int i = 0; i < PLANES; ++i)
                other.plane[i][c] = LOAD_ONE(at + (size_t)i * planes.plane) * SCALE_OF(s, i);
        }
        add_between(pairs, row, sums, &other, 0, given_weight(dy));
    }
}

// Adds the taps of columns beyond the image: at once one of each own column that has some left. No others differ between columns.
INLINE void add_columns_beyond(const ScaledPass *s, const Window *row, Sums *sums, const SeparateFile *own, int y) {
    const Axis *rows = &s->pass.level.y, *columns = &s->pass.level.x;
    const PlaneStack planes = s->pass.p->planes;
    const int below = axis_entry(rows, AXIS_BELOW, y), above = axis_entry(rows, AXIS_ABOVE, y);
    for (int missing = own->missing, rest = 0; missing; missing = rest, rest = 0) {
        int from[COLUMNS];
        float h[COLUMNS];
        EVERY
        for (int c = 0; c < COLUMNS; ++c) {
            const int taps = missing >> c * TAP_BITS & 15, d = TAP_OF(31 - clz(taps | 1)), x = own->x + APART(c);
            from[c] = taps ? tap_position(columns, x, d) : min(x, planes.width - 1);
            h[c] = taps ? given_weight(d) : NO_WEIGHT;
            rest |= (taps & ~TAP_BIT(d)) << c * TAP_BITS;
        }
        NO_UNROLL
        for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
            const int inside = dy < 0 ? below : above, distance = MAGNITUDE(dy);
            if (distance > inside && !is_given(distance, inside)) continue;
            global const plane_t *at = s->pass.coarse + plane_index(0, 0, tap_position(rows, y, dy), planes);
            Window taps;
            EVERY
            for (int i = 0; i < PLANES; ++i, at += planes.plane) {
                EVERY
                for (int c = 0; c < COLUMNS; ++c) taps.plane[i][BESIDE + c] = LOAD_ONE(at + from[c]) * SCALE_OF(s, i);
            }
            const float of_row = distance > inside ? given_weight(dy) : AXIS_WEIGHT(dy);
            EVERY
            for (int c = 0; c < COLUMNS; ++c)
                add_pair(row, sums, BESIDE + c, &taps, 0, BESIDE + c, BOTH_WEIGHTS(h[c], of_row));
        }
    }
}

// Adds the taps outside the image to the sums of the own pixels in row y, for borders other than drop.
INLINE void add_beyond(const ScaledPass *s, const ColumnPairs *pairs, const Window *row, Sums *sums,
                       const SeparateFile *own, int y) {
    if (BORDER == BORDER_DROP) return;
    if (!has_all_taps(&s->pass.level.y, y)) add_rows_beyond(s, pairs, row, sums, own->x, y);
    if (own->missing) add_columns_beyond(s, row, sums, own, y);
    keep_sums(sums);
}

// Stores the own pixels of all planes, `plane` apart, in a row of the next layout.
INLINE void store_moved(const EawPass *e, const SeparateFile *own, global plane_t *to, size_t plane,
                        float value[PLANES][COLUMNS]) {
    if (own->block == BLOCK_SPLIT) { // one branch for all planes: fewer instructions, and stores that begin together
        EVERY
        for (int i = 0; i < PLANES; ++i, to += plane) {
            STORE_TWO(((float2)(value[i][0], value[i][2])), to + own->step[0]);
            STORE_TWO(((float2)(value[i][1], value[i][3])), to + own->step[1]);
        }
        return;
    }
    EVERY
    for (int i = 0; i < PLANES; ++i, to += plane) {
        if (own->block == BLOCK_WHOLE) {
            STORE_FOUR(((float4)(value[i][0], value[i][1], value[i][2], value[i][3])), to + own->step[0]);
            continue;
        }
        EVERY
        for (int c = 0; c < COLUMNS; ++c) {
            const int x = own->x + APART(c);
            if (x < e->p->planes.width) STORE_ONE(value[i][c], to + axis_entry(&e->level.x, AXIS_STEP, x));
        }
    }
}

// Stores them where they are.
INLINE void store_own(const EawPass *e, const SeparateFile *own, global plane_t *to, size_t plane,
                      float value[PLANES][COLUMNS]) {
    EVERY
    for (int i = 0; i < PLANES; ++i, to += plane) {
        EVERY
        for (int c = 0; c < COLUMNS; ++c)
            if (own->x + APART(c) < e->p->planes.width) STORE_ONE(value[i][c], to + own->x + APART(c));
    }
}

// Turns the sums of row y into c_{l+1} and the delta or detail, and stores them. `to`: the row in the next
// layout. `before`: the delta of finer levels.
INLINE void finish_row(const ScaledPass *s, const SeparateFile *own, const Window *row, const Sums *sums,
                       const float4 *before, int y, int to) {
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
    const size_t there = plane_index(0, 0, to, p->planes), plane = p->planes.plane;
    if (p->flags & EAW_STORED) store_own(e, own, e->delta_out + plane_index(0, 0, y, p->planes), plane, detail);
    if (!(p->flags & EAW_LAST)) store_moved(e, own, e->coarse_out + there, plane, coarse);
    if (!(p->flags & (EAW_STORED | EAW_COARSE))) store_moved(e, own, e->delta_out + there, plane, delta);
}

#endif
