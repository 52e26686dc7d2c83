// Where the own pixels of a work-item are and go, and what they add from beyond borders (forms `ring` and `tile`).
#ifndef ATROUS_EAW_OWN_PIXELS_H
#define ATROUS_EAW_OWN_PIXELS_H
#include "eaw/columns.h"

// The first own position, where results are stored (AxisBlock, and AXIS_STEP of the first two), and the own columns that miss
// taps (a bit each).
typedef struct {
    int x, block, step[2], edges;
} Own;

INLINE Own own_at(const Level *l, int x) {
    Own own = {x, BLOCK_SCATTER, {0, 0}, 0};
    if (STRIDE == 1) {
        own.block = block_at(l, x) & BLOCK_STORE;
        own.step[0] = axis_entry(&l->x, AXIS_STEP, x);
        own.step[1] = axis_entry(&l->x, AXIS_STEP, x + 1);
        const int odd = own.block == BLOCK_WHOLE ? own.step[0] & 3 : (own.step[0] | own.step[1]) & 1;
        if (own.block == BLOCK_REVERSE || odd)
            own.block = BLOCK_SCATTER; // vectors would not lie at multiples of their size
    }
    EVERY
    for (int c = 0; BORDER != BORDER_DROP && c < COLUMNS; ++c)
        if (x + APART(c) < l->x.n && !has_all_taps(&l->x, x + APART(c))) own.edges |= 1 << c;
    return own;
}

// A pixel's taps along an axis: those that it has, and which are looked at. Those that border clamp gives one pixel are one tap.
typedef struct {
    int below, above, first, last;
} AxisTaps;

INLINE AxisTaps taps_of(const Axis *a, int p) {
    AxisTaps t = {axis_entry(a, AXIS_BELOW, p), axis_entry(a, AXIS_ABOVE, p), -RADIUS, RADIUS};
    if (BORDER == BORDER_CLAMP && t.below < RADIUS) t.first = -t.below - 1;
    if (BORDER == BORDER_CLAMP && t.above < RADIUS) t.last = t.above + 1;
    return t;
}

// The first that is missing from tap d on.
INLINE int missing_from(const AxisTaps *t, int d) { return d < -t->below ? d : max(d, t->above + 1); }

INLINE float weight_of(const AxisTaps *t, int d) {
    if (BORDER != BORDER_CLAMP || (d >= -t->below && d <= t->above)) return AXIS_WEIGHT(d);
    return BEYOND_WEIGHT(RADIUS - (d < 0 ? t->below : t->above));
}

INLINE void sum_tap(EawSums *sums, global const plane_t *from, int plane, float hx, float hy) {
    float tap[PLANES];
    EVERY
    for (int i = 0; i < PLANES; ++i, from += plane) tap[i] = LOAD_ONE(from);
    eaw_group_tap(&sums[0], tap, hx, hy, -1);
    if (CHROMA > 0) eaw_group_tap(&sums[1], tap + LUMA, hx, hy, -1);
}

// The sums over the taps that the pixel at (x, y) misses: those of its rows that lie beyond its columns, then all of rows beyond.
INLINE void sum_missing(EawSums *sums, const EawPass *e, int x, int y) {
    const Axis *ax = &e->level.x, *ay = &e->level.y;
    const AxisTaps columns = taps_of(ax, x), rows = taps_of(ay, y);
    const PlaneStack planes = e->p->planes;
    NO_UNROLL
    for (int dx = missing_from(&columns, columns.first); dx <= columns.last; dx = missing_from(&columns, dx + 1)) {
        const float h = weight_of(&columns, dx);
        global const plane_t *from = e->coarse + plane_index(0, tap_position(ax, x, dx), y - APART(rows.below), planes);
        NO_UNROLL
        for (int dy = -rows.below; dy <= rows.above; ++dy, from += APART(planes.pitch))
            sum_tap(sums, from, planes.plane, h, AXIS_WEIGHT(dy));
    }
    NO_UNROLL
    for (int dy = missing_from(&rows, rows.first); dy <= rows.last; dy = missing_from(&rows, dy + 1)) {
        const float h = weight_of(&rows, dy);
        global const plane_t *from = e->coarse + plane_index(0, 0, tap_position(ay, y, dy), planes);
        NO_UNROLL
        for (int dx = columns.first; dx <= columns.last; ++dx)
            sum_tap(sums, from + tap_position(ax, x, dx), planes.plane, weight_of(&columns, dx), h);
    }
}

// Adds them to the sums of the own pixels in row y.
INLINE void add_missing(const ScaledPass *s, Sums *sums, const Own *own, int y) {
    const EawPass *e = &s->pass;
    const int in_row = (e->p->planes.width - own->x + STRIDE - 1) / STRIDE;
    int missing = has_all_taps(&e->level.y, y) ? own->edges : (1 << min(COLUMNS, in_row)) - 1;
    for (; missing; missing &= missing - 1) {
        const int column = 31 - clz(missing & -missing), x = own->x + APART(column);
        float centre[PLANES];
        EawSums more[2];
        EVERY
        for (int i = 0; i < PLANES; ++i) centre[i] = LOAD_ONE(e->coarse + plane_index(i, x, y, e->p->planes));
        begin_sums(more, e, x, y, centre);
        sum_missing(more, e, x, y);
        EVERY
        for (int c = 0; c < COLUMNS; ++c) {
            EVERY
            for (int g = 0; g < GROUPS; ++g) sums->norm[g][c] += c == column ? more[g].norm : 0.0f;
            EVERY
            for (int i = 0; i < PLANES; ++i)
                sums->sum[i][c] +=
                    c != column ? 0.0f
                                : SCALE_OF(s, i) * (i < LUMA ? more[0].sum[i] : more[1].sum[i < LUMA ? 0 : i - LUMA]);
        }
    }
}

// Stores the own pixels of all planes, `plane` apart, in a row of the next layout.
INLINE void store_moved(const EawPass *e, const Own *own, global plane_t *to, size_t plane,
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
INLINE void store_own(const EawPass *e, const Own *own, global plane_t *to, size_t plane,
                      float value[PLANES][COLUMNS]) {
    EVERY
    for (int i = 0; i < PLANES; ++i, to += plane) {
        EVERY
        for (int c = 0; c < COLUMNS; ++c)
            if (own->x + APART(c) < e->p->planes.width) STORE_ONE(value[i][c], to + own->x + APART(c));
    }
}

// Turns the sums of row y into c_{l+1} and the delta or detail, and stores them. `to`: the row in the next layout; `before`: the delta of
// finer levels.
INLINE void finish_row(const ScaledPass *s, const Own *own, const Window *row, const Sums *sums, const float4 *before,
                       int y, int to) {
    const EawPass *e = &s->pass;
    const EawLevel *p = e->p;
    float coarse[PLANES][COLUMNS], detail[PLANES][COLUMNS], delta[PLANES][COLUMNS];
    EVERY
    for (int c = 0; c < COLUMNS; ++c) {
        float share[GROUPS], centre[PLANES], difference[PLANES];
        EVERY
        for (int g = 0; g < GROUPS; ++g) share[g] = native_recip(sums->norm[g][c]) * UNSCALE_OF(s, g * LUMA);
        EVERY
        for (int i = 0; i < PLANES; ++i) {
            centre[i] = row->plane[i][BESIDE + c] * UNSCALE_OF(s, i);
            difference[i] = sums->sum[i][c] * share[i < LUMA ? 0 : GROUPS - 1];
        }
        const float kept = kept_of_boost(e, centre, difference);
        EVERY
        for (int i = 0; i < PLANES; ++i) {
            const float finer[COLUMNS] = {before[i].x, before[i].y, before[i].z, before[i].w};
            coarse[i][c] = fma(row->plane[i][BESIDE + c], UNSCALE_OF(s, i), difference[i]);
            detail[i][c] = -difference[i];
            delta[i][c] = detail_delta(detail[i][c], i < LUMA ? p->luma : p->chroma, p->protection, kept) + finer[c];
        }
    }
    const size_t there = plane_index(0, 0, to, p->planes), plane = p->planes.plane;
    if (p->flags & EAW_STORED) store_own(e, own, e->delta_out + plane_index(0, 0, y, p->planes), plane, detail);
    if (!(p->flags & EAW_LAST)) store_moved(e, own, e->coarse_out + there, plane, coarse);
    if (!(p->flags & (EAW_STORED | EAW_COARSE))) store_moved(e, own, e->delta_out + there, plane, delta);
}

#endif
