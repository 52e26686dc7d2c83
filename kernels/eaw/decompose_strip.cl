// Runs one level of the downward pass, form `strip` (CPUs): a work-item goes down a strip of columns, and
// computes the weight of each pair of pixels once, for both (eaw/pairs.h): half of the exponentials. Rows of
// values, of weights and of sums lie in local memory, in a strip as wide as the L2 cache holds. For weights
// that are the same seen from both pixels: one falloff for a level (EDGES 1), taps that are neighbours.
// Others, and levels without edge stopping, run in form `vector`.
#include "eaw/level.h"
#include "eaw/pairs.h"

#define RESULTS (PLANES + (GUARDED ? GROUPS : 0)) // rows of results

// The local memory of a work-group.
typedef struct {
    local float *values;  // RING rows of the planes, times the root of their group's falloff
    local float *weights; // RADIUS + 1 rows of the pairs of both groups
    local float *sums;    // a row: norm, squares and sums of luma, then chroma
    local float *results; // a row: c_{l+1} - c_l by position, and means of squares
} StripMemory;

INLINE float scale_of(const EawPass *e, int plane) {
    return sqrt(plane < LUMA ? e->p->luma.falloff : e->p->chroma.falloff);
}

// Row y of a segment that has rows top .. end - 1 comes in.
INLINE void enter_rows(const EawPass *e, const Strip *s, const StripMemory *m, int top, int end, int y) {
    const int from = seen_position(&e->level.y, top, end, y);
    NO_UNROLL
    for (int i = 0; i < PLANES; ++i) {
        local float *to = m->values + ((y + RING) % RING * PLANES + i) * STRIP_COLUMNS;
        if (from < 0) fill_rows(to, 1, FAR_AWAY);
        else enter_row(s->run, s->runs, to, e->coarse + plane_index(i, 0, from, e->p->planes), scale_of(e, i));
    }
}

// Gives a group its rows of sums.
INLINE void put_sums(PairRows *g, int group, local float *sums) {
    g->guarded = IS_GUARDED(group);
    g->norm = sums;
    g->squares = sums + STRIP_COLUMNS;
    g->sum = sums + 2 * STRIP_COLUMNS;
}

// Luma in the rows of a strip, at row y.
INLINE PairRows luma_rows(const StripMemory *m, int y) {
    PairRows g;
    const int turn = GROUPS * PAIRS * STRIP_COLUMNS, n = RADIUS + 1;
    g.planes = LUMA;
    UNROLL
    for (int d = -RADIUS; d <= RADIUS; ++d)
        g.values[RADIUS + d] = m->values + (y + d + RING) % RING * PLANES * STRIP_COLUMNS;
    g.weights = m->weights + (y + n) % n * turn;
    UNROLL
    for (int d = 1; d <= RADIUS; ++d) g.above[d - 1] = m->weights + (y - d + 2 * n) % n * turn;
    put_sums(&g, 0, m->sums);
    return g;
}

// Chroma, which follows luma in all rows.
INLINE PairRows chroma_rows(const PairRows *luma) {
    PairRows g;
    g.planes = CHROMA;
    UNROLL
    for (int d = 0; d < RING; ++d) g.values[d] = luma->values[d] + LUMA * STRIP_COLUMNS;
    g.weights = luma->weights + PAIRS * STRIP_COLUMNS;
    UNROLL
    for (int d = 0; d < RADIUS; ++d) g.above[d] = luma->above[d] + PAIRS * STRIP_COLUMNS;
    put_sums(&g, 1, luma->norm + (LUMA + 2) * STRIP_COLUMNS);
    return g;
}

// All weights of a row's pairs, and its sums over taps ahead. Rows 0, 1, 2: it and those below. `norm`: of
// luma.
CALLED void weigh_row(local const float *row0, local const float *row1, local const float *row2, local float *weights,
                      local float *norm, int columns) {
    PairRows luma = {.planes = LUMA, .weights = weights};
    put_sums(&luma, 0, norm);
    luma.values[RADIUS] = row0;
    luma.values[RADIUS + 1] = row1;
    luma.values[2 * RADIUS] = row2;
    const PairRows chroma = chroma_rows(&luma);
    NO_UNROLL
    for (int x = VECTOR; x < columns; x += VECTOR) {
        sum_ahead(&luma, x);
        if (CHROMA > 0) sum_ahead(&chroma, x);
    }
}

// Stores the results of `count` columns. Rows 0, 1, 2: the row of the columns and the rows above. scales: as
// in sum_behind.
CALLED void sum_run(PairRows luma, local float *results, int count, float luma_scale, float chroma_scale) {
    luma.planes = LUMA;
    luma.guarded = IS_GUARDED(0);
    const PairRows chroma = chroma_rows(&luma);
    NO_UNROLL
    for (int x = 0; x < count; x += VECTOR) {
        vf result[PLANES + 2]; // c_{l+1} - c_l, means of squares
        result[PLANES] = sum_behind(&luma, x, luma_scale, result);
        if (CHROMA > 0) result[PLANES + 1] = sum_behind(&chroma, x, chroma_scale, result + LUMA);
        UNROLL
        for (int j = 0; j < RESULTS; ++j) STORE(result[j], results + j * STRIP_COLUMNS + x);
    }
}

// Turns the results of a row into c_{l+1} and the delta or detail, and stores them.
CALLED void finish_row(const EawPass *from, local const float *results, int left, int right, int y) {
    const EawPass copy = *from, *e = &copy; // in registers, because the compiler must assume that stores change `from`
    NO_UNROLL
    for (int x = left; x < right; x += VECTOR) {
        vf centre[PLANES], difference[PLANES + 2]; // and means of squares
        UNROLL
        for (int i = 0; i < PLANES; ++i) centre[i] = LOAD_PLANE(e->coarse + plane_index(i, x, y, e->p->planes));
        UNROLL
        for (int i = 0; i < RESULTS; ++i) difference[i] = LOAD(results + i * STRIP_COLUMNS + x - left);
        const int block = block_at(&e->level, x) & BLOCK_STORE;
        const vf lit = kept_of_boost(e, centre, difference);
        vf kept[2] = {lit, lit};
        if (GUARDED) keep_noise_out(e, luma_here(e, centre, x, y), difference + PLANES, difference, kept);
        if (block == BLOCK_SPLIT)
            store_level(e, centre, difference, kept, x, y, BLOCK_SPLIT); // nearly always: without the others
        else store_level(e, centre, difference, kept, x, y, block);
    }
}

// Processes row y when the rows of its taps are present. `stores`: false for a row outside the segment, which
// only needs its weights.
INLINE void one_row(const EawPass *e, const Strip *s, const StripMemory *m, int y, int stores) {
    const PairRows rows = luma_rows(m, y);
    weigh_row(rows.values[RADIUS], rows.values[RADIUS + 1], rows.values[2 * RADIUS], rows.weights, rows.norm,
              s->columns);
    if (!stores) return;
    for (int i = 0; i < s->runs; ++i) {
        local const StripRun *r = s->run + i;
        const int c = r->column;
        PairRows at = rows;
        for (int d = 0; d < RING; ++d) at.values[d] += c;
        for (int d = 0; d < RADIUS; ++d) at.above[d] += c;
        at.weights += c;
        at.norm += c;
        at.sum += c;
        at.squares += c;
        sum_run(at, m->results + r->first - s->left, r->count, 1.0f / scale_of(e, 0), 1.0f / scale_of(e, LUMA));
    }
    finish_row(e, m->results, s->left, s->right, y);
}

// Arguments as in eaw/decompose.cl. A work-group is one work-item. All work-groups cover the image evenly, in
// vectors.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
eaw_decompose_strip(global const plane_t *restrict coarse, global const plane_t *restrict delta_in,
                    global const int *restrict tables, global const plane_t *restrict edges,
                    global const plane_t *restrict luma, global plane_t *restrict coarse_out,
                    global plane_t *restrict delta_out, const EawLevel p) {
    local float values[RING * PLANES * STRIP_COLUMNS], weights[(RADIUS + 1) * GROUPS * PAIRS * STRIP_COLUMNS];
    local float sums[(PLANES + 2 * GROUPS) * STRIP_COLUMNS], results[RESULTS * STRIP_COLUMNS];
    local StripRun runs[MAX_RUNS];
    const EawPass e = {.p = &p,
                       .level = level_of(p.planes, tables, p.x, p.y, p.level, 1),
                       .coarse = coarse,
                       .delta_in = delta_in,
                       .edges = edges,
                       .luma = luma,
                       .coarse_out = coarse_out,
                       .delta_out = delta_out};
    const StripMemory m = {values, weights, sums, results};
    const int vectors = (p.planes.width + VECTOR - 1) / VECTOR, strips = get_global_size(0), bands = get_global_size(1);
    const int wide = (vectors + strips - 1) / strips * VECTOR, high = (p.planes.height + bands - 1) / bands;
    const int left = get_global_id(0) * wide, right = min(left + wide, p.planes.width);
    const int last = min((int)(get_global_id(1) + 1) * high, p.planes.height);
    if (left >= right) return;
    // Vectors also read columns outside the used ones.
    fill_rows(values, RING * PLANES, 0.0f);
    fill_rows(weights, (RADIUS + 1) * GROUPS * PAIRS, 0.0f);
    fill_rows(sums, PLANES + 2 * GROUPS, 0.0f);
    const Strip s = strip_of(&e.level.x, left, right, runs);
    for (int top = get_global_id(1) * high, end; top < last; top = end) { // segment by segment
        end = segment_end(&e.level.y, top, last);
        for (int y = top - 2 * RADIUS; y < end; ++y) {
            enter_rows(&e, &s, &m, top, end, y + RADIUS);
            if (y >= top - RADIUS) one_row(&e, &s, &m, y, y >= top);
        }
    }
}
