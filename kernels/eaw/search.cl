// Runs --edges auto: the per-pixel search of edge weights at one level (EAW paper, "edge-optimized"), as four
// passes in the layout that the level reads. eaw_decompose then takes its falloffs from the plane. Among
// candidates j = 0 to 3 with j / sigma^2 for 1 / sigma^2, a pixel takes the least error sum(d_j^2 + lambda
// |grad c_j|) over its window: d^2 is large if an edge gets into the details (halos), the gradient if the
// coarse image stays rough.
//
// Deviations: the window's samples are its (2 RADIUS + 1)^2 taps, without the paper's random rotation: they
// are regular neighbours here and the result is deterministic. The search and the level use the weights of
// robust_weight instead of the paper's Gaussians, which make soft and slanted edges steeper from level to
// level, so that gains reverse gradients and leave stripes next to edges (tests/eaw/search_slanted.cpp). The
// choice is continuous: candidates within NEAR of the least error share in it, so that rounding (which
// differs from schedule to schedule) cannot swap candidates. Pixels with equal errors take the mean of all
// candidates.
#include "atrous/column.h"
#include "atrous/store.h"
#include "eaw/groups.h"
#include "eaw/params.h"
#include "eaw/weight.h"

#define LAMBDA 0.0625f // of values in units of the space's own sigma
#define NEAR 0.5f
#define FLAT 1e-30f // errors below are all alike

// The vector at (x, y) and its window.
typedef struct {
    const Level *level;
    Column c;
    int x, y;
} Window;

// `border` is a constant, as in Column.
INLINE Window window_at(const Level *l, int x, int y, int border) {
    const Window w = {l, column_at(l, x, border), x, y};
    return w;
}

INLINE Level search_level(const EawSearch *p, global const int *tables) {
    return level_of(p->planes, tables, p->x, p->y, p->level, p->stride);
}

INLINE int is_inner(const Level *l, int x) { return block_at(l, x) & BLOCK_INNER; }

// Row that tap dy reads, or -1.
INLINE int window_row(const Window *w, int dy) { return tap_position(&w->level->y, w->y, dy); }

// The vector of plane `plane`, its taps dx in row `row`, and the place of its results.
INLINE vf own_value(const Window *w, global const plane_t *from, int plane) {
    return LOAD_PLANE(from + plane_index(plane, w->x, w->y, w->level->planes));
}
INLINE vf window_tap(const Window *w, global const plane_t *from, int plane, int row, int dx) {
    return tap_value(&w->c, from + plane_index(plane, 0, row, w->level->planes), dx);
}
INLINE void store_own(const Window *w, global plane_t *to, int plane, vf value) {
    store_here(w->level, to + plane_index(plane, 0, w->y, w->level->planes), value, w->x);
}

// h of tap (dx, dy), in the lanes for which it counts.
INLINE vf window_h(const Window *w, int dx, int dy) {
    return masked((vf)(tap_h[abs(dx)] * tap_h[abs(dy)]), tap_counts(&w->c, dx));
}

// Sums over the candidates' weights of one tap.
typedef struct {
    vf sum[CANDIDATES][LUMA]; // of weight * difference
    vf norm[CANDIDATES];
} CandidateSums;

// Adds a tap that differs by `difference` from the centre and has weight h: one division for all candidates.
INLINE void add_candidates(CandidateSums *s, const vf *difference, vf h, float falloff) {
    vf squared = 0.0f;
    UNROLL
    for (int i = 0; i < LUMA; ++i) squared = fma(difference[i], difference[i], squared);
    const vf u = tail_argument(squared, (vf)(falloff));
    const vf q1 = u + 1.0f, q2 = fma(u, (vf)(2.0f), (vf)(1.0f)), q3 = fma(u, (vf)(3.0f), (vf)(1.0f));
    const vf each = 1.0f / (q1 * q2 * q3);
    const vf edge[CANDIDATES] = {(vf)(1.0f), each * q2 * q3, each * q1 * q3, each * q1 * q2};
    UNROLL
    for (int j = 0; j < CANDIDATES; ++j) {
        const vf weight = h * edge[j];
        s->norm[j] += weight;
        UNROLL
        for (int i = 0; i < LUMA; ++i) s->sum[j][i] = fma(weight, difference[i], s->sum[j][i]);
    }
}

// c_j - c of all candidates, plane j LUMA + i.
INLINE void candidates_at(Window w, global const plane_t *coarse, global plane_t *out, const EawSearch *p) {
    vf centre[LUMA];
    UNROLL
    for (int i = 0; i < LUMA; ++i) centre[i] = own_value(&w, coarse, i);
    CandidateSums s;
    UNROLL
    for (int j = 0; j < CANDIDATES; ++j) {
        s.norm[j] = 0.0f;
        UNROLL
        for (int i = 0; i < LUMA; ++i) s.sum[j][i] = 0.0f;
    }
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int row = window_row(&w, dy);
        if (row < 0) continue;
        UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            vf difference[LUMA];
            UNROLL
            for (int i = 0; i < LUMA; ++i)
                difference[i] = masked(window_tap(&w, coarse, i, row, dx) - centre[i], tap_counts(&w.c, dx));
            add_candidates(&s, difference, window_h(&w, dx, dy), p->falloff);
        }
    }
    UNROLL
    for (int j = 0; j < CANDIDATES; ++j) {
        UNROLL
        for (int i = 0; i < LUMA; ++i) store_own(&w, out, j * LUMA + i, s.sum[j][i] / s.norm[j]);
    }
}

// In all kernels here: tables of layout_tables. out: planes in the level's layout.
kernel void eaw_search_candidates(global const plane_t *restrict coarse, global const int *restrict tables,
                                  global plane_t *restrict out, const EawSearch p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    const Level l = search_level(&p, tables);
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {
        if (is_inner(&l, x)) candidates_at(window_at(&l, x, y, 0), coarse, out, &p);
        else candidates_at(window_at(&l, x, y, 1), coarse, out, &p);
    }
}

// The gradients of all candidates at a vector.
typedef struct {
    global const plane_t *coarse, *candidates;
    vf centre[LUMA], moved[CANDIDATES * LUMA]; // c and c_j - c
    vf squares[CANDIDATES];                    // of the differences so far
} Gradients;

// Adds the squared differences of every candidate's c_j between a pixel and its tap (dx, 0) in row `row`.
INLINE void add_differences(Gradients *g, const Window *w, int row, int dx) {
    UNROLL
    for (int i = 0; i < LUMA; ++i) {
        const vf of_coarse = window_tap(w, g->coarse, i, row, dx) - g->centre[i];
        UNROLL
        for (int j = 0; j < CANDIDATES; ++j) {
            const vf of_moved = window_tap(w, g->candidates, j * LUMA + i, row, dx) - g->moved[j * LUMA + i];
            const vf difference = masked(of_coarse + of_moved, tap_counts(&w->c, dx));
            g->squares[j] = fma(difference, difference, g->squares[j]);
        }
    }
}

// d_j^2 + lambda |grad c_j| of all candidates, in plane j. The gradient is the root mean square of both one-sided
// differences, so that mirrored segments need no sign and no oscillation is overlooked.
INLINE void errors_at(Window w, global const plane_t *coarse, global const plane_t *candidates, global plane_t *out,
                      const EawSearch *p) {
    Gradients g = {.coarse = coarse, .candidates = candidates};
    UNROLL
    for (int i = 0; i < LUMA; ++i) g.centre[i] = own_value(&w, coarse, i);
    UNROLL
    for (int i = 0; i < CANDIDATES * LUMA; ++i) g.moved[i] = own_value(&w, candidates, i);
    add_differences(&g, &w, w.y, -1);
    add_differences(&g, &w, w.y, 1);
    for (int dy = -1; dy <= 1; dy += 2) {
        const int row = window_row(&w, dy);
        if (row >= 0) add_differences(&g, &w, row, 0);
    }
    UNROLL
    for (int j = 0; j < CANDIDATES; ++j) {
        vf squared = 0.0f;
        UNROLL
        for (int i = 0; i < LUMA; ++i) squared = fma(g.moved[j * LUMA + i], g.moved[j * LUMA + i], squared);
        store_own(&w, out, j, p->scale * p->scale * squared + LAMBDA * p->scale * sqrt(0.5f * g.squares[j]));
    }
}

kernel void eaw_search_errors(global const plane_t *restrict coarse, global const plane_t *restrict candidates,
                              global const int *restrict tables, global plane_t *restrict out, const EawSearch p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    const Level l = search_level(&p, tables);
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {
        if (is_inner(&l, x)) errors_at(window_at(&l, x, y, 0), coarse, candidates, out, &p);
        else errors_at(window_at(&l, x, y, 1), coarse, candidates, out, &p);
    }
}

// The candidate with the least error over the window, 0 to CANDIDATES - 1, in plane 0.
INLINE void choice_at(Window w, global const plane_t *errors, global plane_t *out) {
    const float share = 1.0f / ((2 * RADIUS + 1) * (2 * RADIUS + 1)); // keeps sums in range
    vf error[CANDIDATES];
    UNROLL
    for (int j = 0; j < CANDIDATES; ++j) error[j] = 0.0f;
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int row = window_row(&w, dy);
        if (row < 0) continue;
        UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            UNROLL
            for (int j = 0; j < CANDIDATES; ++j) {
                const vf tap = masked(window_tap(&w, errors, j, row, dx), tap_counts(&w.c, dx));
                error[j] = fma(tap, (vf)(share), error[j]);
            }
        }
    }
    const vf least = fmin(fmin(error[0], error[1]), fmin(error[2], error[3]));
    vf sum = 0.0f, norm = 0.0f;
    UNROLL
    for (int j = 0; j < CANDIDATES; ++j) {
        const vf weight = fmax(least - error[j] + (NEAR * least + FLAT), 0.0f);
        sum = fma(weight, (vf)(j), sum);
        norm += weight;
    }
    store_own(&w, out, 0, sum / norm);
}

kernel void eaw_search_choose(global const plane_t *restrict errors, global const int *restrict tables,
                              global plane_t *restrict out, const EawSearch p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    const Level l = search_level(&p, tables);
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {
        if (is_inner(&l, x)) choice_at(window_at(&l, x, y, 0), errors, out);
        else choice_at(window_at(&l, x, y, 1), errors, out);
    }
}

// The falloff of the chosen candidate, smoothed by h, in plane 0.
INLINE void smooth_at(Window w, global const plane_t *choices, global plane_t *out, const EawSearch *p) {
    vf sum = 0.0f, norm = 0.0f;
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int row = window_row(&w, dy);
        if (row < 0) continue;
        UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            const vf weight = window_h(&w, dx, dy);
            sum = fma(weight, masked(window_tap(&w, choices, 0, row, dx), tap_counts(&w.c, dx)), sum);
            norm += weight;
        }
    }
    store_own(&w, out, 0, p->falloff * sum / norm);
}

kernel void eaw_search_smooth(global const plane_t *restrict choices, global const int *restrict tables,
                              global plane_t *restrict out, const EawSearch p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    const Level l = search_level(&p, tables);
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {
        if (is_inner(&l, x)) smooth_at(window_at(&l, x, y, 0), choices, out, &p);
        else smooth_at(window_at(&l, x, y, 1), choices, out, &p);
    }
}
