// One level of the downward pass, form `march` (GPUs): a work-item has COLUMNS neighbouring positions and goes down MARCH_ROWS rows with
// what it has read and summed up in registers (eaw/march.h). So a pixel costs two loads and half the address arithmetic,
// tables and index computations of four, and about two thirds of the weights. For weights that are the same seen from both
// pixels: one falloff for a level (EDGES 0 and 1), taps that are neighbours. Others run in form `direct`.
// Borders: all go the way of border drop, where taps that are missing weigh nothing; with other borders pixels that miss some
// then add what these give, each by itself.
#include "eaw/march.h"

#ifndef MARCH_ROWS
#define MARCH_ROWS 31 // rows of a work-item; with RADIUS more, which are read above them, a multiple of TURNS
#endif

// A work-item: its first position, where it has its results stored (AxisBlock, and AXIS_STEP of the first two), and the
// own columns that miss taps (a bit each).
typedef struct {
    int x, block, step[2], edges;
} March;

INLINE March march_at(const Level *l, int x) {
    March m = {
        x, block_at(l, x) & BLOCK_STORE, {axis_entry(&l->x, AXIS_STEP, x), axis_entry(&l->x, AXIS_STEP, x + 1)}, 0};
    const int even = ((m.step[0] | m.step[1]) & 1) == 0;
    if (m.block == BLOCK_WHOLE ? (m.step[0] & 3) != 0 : m.block != BLOCK_SPLIT || !even) m.block = BLOCK_SCATTER;
    EVERY
    for (int c = 0; BORDER != BORDER_DROP && c < COLUMNS; ++c)
        if (x + c < l->x.n && !has_all_taps(&l->x, x + c)) m.edges |= 1 << c;
    return m;
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
        global const plane_t *from = e->coarse + plane_index(0, tap_position(ax, x, dx), y - rows.below, planes);
        NO_UNROLL
        for (int dy = -rows.below; dy <= rows.above; ++dy, from += planes.pitch)
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

// Adds them to the sums of the own pixels in row y; `missing`: the columns of these, a bit each.
INLINE void add_missing(const EawPass *e, MarchSums *s, int x, int y, int missing) {
    for (; missing; missing &= missing - 1) {
        const int own = 31 - clz(missing & -missing);
        float centre[PLANES];
        EawSums sums[2];
        EVERY
        for (int i = 0; i < PLANES; ++i) centre[i] = LOAD_ONE(e->coarse + plane_index(i, x + own, y, e->p->planes));
        begin_sums(sums, e, x + own, y, centre);
        sum_missing(sums, e, x + own, y);
        EVERY
        for (int c = 0; c < COLUMNS; ++c) {
            EVERY
            for (int g = 0; g < GROUPS; ++g) s->norm[g][c] += c == own ? sums[g].norm : 0.0f;
            EVERY
            for (int i = 0; i < PLANES; ++i)
                s->sum[i][c] += c != own ? 0.0f : i < LUMA ? sums[0].sum[i] : sums[1].sum[i < LUMA ? 0 : i - LUMA];
        }
    }
}

// Stores the values of the own positions in a row of the next layout.
INLINE void store_moved(const EawPass *e, const March *m, global plane_t *row, const float *value) {
    if (m->block == BLOCK_SPLIT) {
        STORE_TWO(((float2)(value[0], value[2])), row + m->step[0]);
        STORE_TWO(((float2)(value[1], value[3])), row + m->step[1]);
    } else if (m->block == BLOCK_WHOLE) {
        STORE_FOUR(((float4)(value[0], value[1], value[2], value[3])), row + m->step[0]);
    } else {
        EVERY
        for (int c = 0; c < COLUMNS; ++c)
            if (m->x + c < e->p->planes.width) STORE_ONE(value[c], row + axis_entry(&e->level.x, AXIS_STEP, m->x + c));
    }
}

// Stores them where they are. What lies behind the end of a row is written as it was.
INLINE void store_own(const EawPass *e, int x, global plane_t *row, const float *value) {
    EVERY
    for (int c = 0; c < COLUMNS; ++c)
        if (x + c < e->p->planes.width) STORE_ONE(value[c], row + x + c);
}

// Turns the sums of row y into c_{l+1} and the delta or detail, and stores them. `delta`: so far.
INLINE void finish_row(const EawPass *e, const March *m, const MarchRow *row, const MarchSums *s, const float4 *delta,
                       int y) {
    const EawLevel *p = e->p;
    const int to = axis_entry(&e->level.y, AXIS_STEP, y); // in the next layout
    float difference[PLANES][COLUMNS], kept[COLUMNS];
    EVERY
    for (int c = 0; c < COLUMNS; ++c) {
        const float share[2] = {1.0f / s->norm[0][c], 1.0f / s->norm[GROUPS - 1][c]};
        float centre[PLANES], change[PLANES];
        EVERY
        for (int i = 0; i < PLANES; ++i) {
            centre[i] = row->plane[i][BESIDE + c];
            change[i] = difference[i][c] = s->sum[i][c] * share[i < LUMA ? 0 : 1];
        }
        kept[c] = kept_of_boost(e, centre, change);
    }
    EVERY
    for (int i = 0; i < PLANES; ++i) {
        const size_t here = plane_index(i, 0, y, p->planes), there = plane_index(i, 0, to, p->planes);
        float value[COLUMNS];
        if (!(p->flags & EAW_LAST)) {
            EVERY
            for (int c = 0; c < COLUMNS; ++c) value[c] = row->plane[i][BESIDE + c] + difference[i][c];
            store_moved(e, m, e->coarse_out + there, value);
        }
        if (p->flags & EAW_COARSE) continue;
        if (p->flags & EAW_STORED) {
            EVERY
            for (int c = 0; c < COLUMNS; ++c) value[c] = -difference[i][c];
            store_own(e, m->x, e->delta_out + here, value);
            continue;
        }
        const float before[COLUMNS] = {delta[i].x, delta[i].y, delta[i].z, delta[i].w};
        EVERY
        for (int c = 0; c < COLUMNS; ++c)
            value[c] =
                detail_delta(-difference[i][c], i < LUMA ? p->luma : p->chroma, p->protection, kept[c]) + before[c];
        store_moved(e, m, e->delta_out + there, value);
    }
}

// What finer levels changed of the own pixels of row y.
INLINE void read_delta(float4 *delta, const EawPass *e, int x, int y) {
    EVERY
    for (int i = 0; i < PLANES; ++i) delta[i] = (float4)(0.0f);
    if (e->p->flags & (EAW_FIRST | EAW_STORED | EAW_COARSE)) return;
    EVERY
    for (int i = 0; i < PLANES; ++i) delta[i] = LOAD_FOUR(e->delta_in + plane_index(i, x, y, e->p->planes));
}

// Row y, which is rows[turn] of those in turns. Of rows above `top`, the first of the work-item's, nothing is wanted but their pairs
// with rows below. Their results go where those of `top` do, and are soon written over: a branch around that would let compilers
// move sums behind it, with all that they are made of.
STEP void march_row(const EawPass *e, const March *m, const ColumnPairs *pairs, MarchRow *rows, MarchSums *sums,
                    int turn, int y, int top) {
    const MarchRow *row = &rows[turn];
    MarchSums *own = &sums[turn];
    float4 delta[PLANES];
    const int to = max(y, top);
    read_row(&rows[(turn + RADIUS) % TURNS], e, m->x, y + RADIUS); // long before it is needed
    read_delta(delta, e, m->x, to);
    begin_row(&sums[(turn + RADIUS) % TURNS]);
    const int below = y < 0 ? 0 : axis_entry(&e->level.y, AXIS_ABOVE, y);
    add_in_row(e->p, pairs, row, own);
    EVERY
    for (int d = 1; d <= RADIUS; ++d)
        add_between(e->p, pairs, row, own, &rows[(turn + d) % TURNS], &sums[(turn + d) % TURNS],
                    below >= d ? AXIS_WEIGHT(d) : NO_WEIGHT);
    EVERY
    for (int d = 0; d < TURNS; ++d) keep_sums(&sums[d]);
    if (BORDER != BORDER_DROP) {
        const int all = (1 << min(COLUMNS, e->p->planes.width - m->x)) - 1;
        add_missing(e, own, m->x, to, y < top ? 0 : has_all_taps(&e->level.y, y) ? m->edges : all);
    }
    finish_row(e, m, row, own, delta, to);
}

// Arguments as in eaw/decompose.cl.
kernel void eaw_decompose_march(global const plane_t *restrict coarse, global const plane_t *restrict delta_in,
                                global const int *restrict tables, global const plane_t *restrict edges,
                                global plane_t *restrict coarse_out, global plane_t *restrict delta_out,
                                const EawLevel p) {
    const int x = get_global_id(0) * COLUMNS, top = get_global_id(1) * MARCH_ROWS;
    if (x >= p.planes.width || top >= p.planes.height) return;
    const EawPass e = {.p = &p,
                       .level = level_of(p.planes, tables, p.x, p.y, p.level, 1),
                       .coarse = coarse,
                       .delta_in = delta_in,
                       .edges = edges,
                       .coarse_out = coarse_out,
                       .delta_out = delta_out};
    const March m = march_at(&e.level, x);
    const ColumnPairs pairs = column_pairs(&e.level.x, x);
    const int end = min(top + MARCH_ROWS, p.planes.height), first = end - MARCH_ROWS - RADIUS;
    MarchRow rows[TURNS];
    MarchSums sums[TURNS];
    EVERY
    for (int d = 0; d < RADIUS; ++d) {
        read_row(&rows[d], &e, x, first + d);
        begin_row(&sums[d]);
    }
    NO_UNROLL
    for (int y = first; y < end; y += TURNS) { // written out, so that no compiler looks rows up at run time
        march_row(&e, &m, &pairs, rows, sums, 0, y, top);
        march_row(&e, &m, &pairs, rows, sums, 1, y + 1, top);
        if (RADIUS == 2) march_row(&e, &m, &pairs, rows, sums, 2, y + 2, top);
    }
}
