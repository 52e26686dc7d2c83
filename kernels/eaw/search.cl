// --edges auto: the per-pixel search of edge weights at one level (EAW paper, "edge-optimized"), as four passes in the
// layout that the level reads; eaw_decompose then takes its falloffs from the plane. Of candidates j = 0 to 3 with
// j / sigma^2 for 1 / sigma^2, a pixel wants the least error sum(d_j^2 + lambda |grad c_j|) over its window: d^2 stays
// where an edge gets into the details (halos), the gradient where the coarse image is left rough.
//
// Deviations: the window's samples are its (2 RADIUS + 1)^2 taps, without the paper's random rotation: they are regular
// neighbours here and the result is deterministic. Weights are robust_weight's, in the search and in the level, where
// the paper has Gaussians: those make soft and slanted edges steeper from level to level, and gains then turn gradients
// over and leave stripes beside edges (tests/eaw/search_slanted.cpp). The choice is continuous: candidates within NEAR
// of the least error share in it, so that rounding (which differs from schedule to schedule) cannot swap candidates;
// pixels that are alike for all candidates take their mean.
#include "eaw/column.h"

#define CANDIDATES 4
#define LAMBDA 0.0625f // of values in units of the space's own sigma
#define NEAR 0.5f
#define FLAT 1e-30f   // errors below are all alike

// The window of the vector at (x, y).
typedef struct {
    Column c;
    int y, border;
    global const int *ay;
    AxisTables ty;
    int pitch;
} Window;

INLINE Window window_at(int x, int y, global const int *tables, const EawSearch p, int border) {
    const Window w = {column_at(x, p.planes, p.x, p.stride, tables + p.x.first + p.level * p.x.level, border), y, border,
                      tables + p.y.first + p.level * p.y.level, p.y, p.planes.pitch};
    return w;
}

// Row that tap dy reads, or -1.
INLINE int window_row(const Window *w, int dy) { return tap_position(w->y, dy, w->ay, w->ty, w->c.stride); }

// Lanes whose tap dx lies inside, all bits.
INLINE vi inside(const Window *w, int dx) {
    return w->border && BORDER == BORDER_DROP ? ~(MASK(w->c.below < -dx) | MASK(w->c.above < dx)) : (vi)(-1);
}

// Tap dx of the plane row `row`.
INLINE vf tap_at(const Window *w, global const plane_t *row, int dx) {
    if (!w->border) return LOAD_PLANE(row + w->c.x + dx * w->c.stride);
    return tap_value(row, dx * w->c.stride, MASK(w->c.below < -dx), MASK(w->c.above < dx), &w->c);
}

INLINE int is_inner(global const int *tables, int x, const EawSearch p) {
    return tables[p.x.first + p.level * p.x.level + AXIS_BLOCK * p.x.length + x / VECTOR] & BLOCK_INNER;
}

// Each kernel below does `body(x, y, border)` for its vectors.
#define FOR_VECTORS(body)                                                                                              \
    const int y = get_global_id(1);                                                                                    \
    if (y >= p.planes.height) return;                                                                                  \
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {                    \
        if (is_inner(tables, x, p)) body(in, tables, out, x, y, p, 0);                                                 \
        else body(in, tables, out, x, y, p, 1);                                                                        \
    }

// c_j - c of all candidates, plane j LUMA + i: one division per tap and all its weights.
INLINE void candidates_at(global const plane_t *coarse, global const int *tables, global plane_t *out, int x, int y,
                          const EawSearch p, int border) {
    const Window w = window_at(x, y, tables, p, border);
    vf centre[LUMA], sum[CANDIDATES][LUMA], norm[CANDIDATES];
    UNROLL
    for (int i = 0; i < LUMA; ++i) centre[i] = LOAD_PLANE(coarse + place(i, x, y, p.planes));
    UNROLL
    for (int j = 0; j < CANDIDATES; ++j) {
        norm[j] = 0.0f;
        UNROLL
        for (int i = 0; i < LUMA; ++i) sum[j][i] = 0.0f;
    }
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int r = window_row(&w, dy);
        if (r < 0) continue;
        UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            vf delta[LUMA], squared = 0.0f;
            UNROLL
            for (int i = 0; i < LUMA; ++i) {
                delta[i] = tap_at(&w, coarse + place(i, 0, r, p.planes), dx) - centre[i];
                squared = fma(delta[i], delta[i], squared);
            }
            const vf h = masked((vf)(eaw_h[abs(dx)] * eaw_h[abs(dy)]), inside(&w, dx));
            const vf u = tail_argument(squared, (vf)(p.falloff));
            const vf q1 = u + 1.0f, q2 = fma(u, (vf)(2.0f), (vf)(1.0f)), q3 = fma(u, (vf)(3.0f), (vf)(1.0f));
            const vf each = 1.0f / (q1 * q2 * q3);
            const vf edge[CANDIDATES] = {(vf)(1.0f), each * q2 * q3, each * q1 * q3, each * q1 * q2};
            UNROLL
            for (int j = 0; j < CANDIDATES; ++j) {
                const vf weight = h * edge[j];
                norm[j] += weight;
                UNROLL
                for (int i = 0; i < LUMA; ++i) sum[j][i] = fma(weight, delta[i], sum[j][i]);
            }
        }
    }
    UNROLL
    for (int j = 0; j < CANDIDATES; ++j)
        UNROLL
        for (int i = 0; i < LUMA; ++i)
            store_here(out + place(j * LUMA + i, 0, y, p.planes), sum[j][i] / norm[j], x, p.planes.width);
}

kernel void eaw_search_candidates(global const plane_t *restrict in, global const int *restrict tables,
                                  global plane_t *restrict out, const EawSearch p) {
    FOR_VECTORS(candidates_at)
}

// Adds the squares of half of what every candidate's c_j differs by between a pixel and its tap (dx, 0) in row r.
INLINE void add_gradient(vf *gradient, const vf *centre, const vf *moved, global const plane_t *coarse,
                         global const plane_t *candidates, const Window *w, int r, int dx, PlaneStack planes) {
    UNROLL
    for (int i = 0; i < LUMA; ++i) {
        const vf step = tap_at(w, coarse + place(i, 0, r, planes), dx) - centre[i];
        UNROLL
        for (int j = 0; j < CANDIDATES; ++j) {
            const vf change = tap_at(w, candidates + place(j * LUMA + i, 0, r, planes), dx) - moved[j * LUMA + i];
            const vf g = masked(step + change, inside(w, dx));
            gradient[j] = fma(g, g, gradient[j]);
        }
    }
}

// d_j^2 + lambda |grad c_j| of all candidates, in plane j. The gradient is the root mean square of both one-sided
// differences, so that mirrored segments need no sign and no oscillation is overlooked.
INLINE void errors_at(global const plane_t *coarse, global const plane_t *candidates, global const int *tables,
                      global plane_t *out, int x, int y, const EawSearch p, int border) {
    const Window w = window_at(x, y, tables, p, border);
    vf centre[LUMA], moved[CANDIDATES * LUMA], gradient[CANDIDATES];
    UNROLL
    for (int i = 0; i < LUMA; ++i) centre[i] = LOAD_PLANE(coarse + place(i, x, y, p.planes));
    UNROLL
    for (int i = 0; i < CANDIDATES * LUMA; ++i) moved[i] = LOAD_PLANE(candidates + place(i, x, y, p.planes));
    UNROLL
    for (int j = 0; j < CANDIDATES; ++j) gradient[j] = 0.0f;
    add_gradient(gradient, centre, moved, coarse, candidates, &w, y, -1, p.planes);
    add_gradient(gradient, centre, moved, coarse, candidates, &w, y, 1, p.planes);
    for (int dy = -1; dy <= 1; dy += 2) {
        const int r = window_row(&w, dy);
        if (r >= 0) add_gradient(gradient, centre, moved, coarse, candidates, &w, r, 0, p.planes);
    }
    UNROLL
    for (int j = 0; j < CANDIDATES; ++j) {
        vf squared = 0.0f;
        UNROLL
        for (int i = 0; i < LUMA; ++i) squared = fma(moved[j * LUMA + i], moved[j * LUMA + i], squared);
        const vf error = p.scale * p.scale * squared + LAMBDA * p.scale * sqrt(0.5f * gradient[j]);
        store_here(out + place(j, 0, y, p.planes), error, x, p.planes.width);
    }
}

kernel void eaw_search_errors(global const plane_t *restrict coarse, global const plane_t *restrict candidates,
                              global const int *restrict tables, global plane_t *restrict out, const EawSearch p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {
        if (is_inner(tables, x, p)) errors_at(coarse, candidates, tables, out, x, y, p, 0);
        else errors_at(coarse, candidates, tables, out, x, y, p, 1);
    }
}

// The candidate with the least error over the window, 0 to CANDIDATES - 1, in plane 0.
INLINE void choice_at(global const plane_t *errors, global const int *tables, global plane_t *out, int x, int y,
                      const EawSearch p, int border) {
    const Window w = window_at(x, y, tables, p, border);
    const float share = 1.0f / ((2 * RADIUS + 1) * (2 * RADIUS + 1)); // keeps sums in range
    vf error[CANDIDATES];
    UNROLL
    for (int j = 0; j < CANDIDATES; ++j) error[j] = 0.0f;
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int r = window_row(&w, dy);
        if (r < 0) continue;
        UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            UNROLL
            for (int j = 0; j < CANDIDATES; ++j) {
                const vf tap = masked(tap_at(&w, errors + place(j, 0, r, p.planes), dx), inside(&w, dx));
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
    store_here(out + place(0, 0, y, p.planes), sum / norm, x, p.planes.width);
}

kernel void eaw_search_choose(global const plane_t *restrict in, global const int *restrict tables,
                              global plane_t *restrict out, const EawSearch p) {
    FOR_VECTORS(choice_at)
}

// The falloff of the chosen candidate, smoothed by h, in plane 0.
INLINE void falloff_at(global const plane_t *choices, global const int *tables, global plane_t *out, int x, int y,
                       const EawSearch p, int border) {
    const Window w = window_at(x, y, tables, p, border);
    vf sum = 0.0f, norm = 0.0f;
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        const int r = window_row(&w, dy);
        if (r < 0) continue;
        UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            const vf weight = masked((vf)(eaw_h[abs(dx)] * eaw_h[abs(dy)]), inside(&w, dx));
            sum = fma(weight, masked(tap_at(&w, choices + place(0, 0, r, p.planes), dx), inside(&w, dx)), sum);
            norm += weight;
        }
    }
    store_here(out + place(0, 0, y, p.planes), p.falloff * sum / norm, x, p.planes.width);
}

kernel void eaw_search_smooth(global const plane_t *restrict in, global const int *restrict tables,
                              global plane_t *restrict out, const EawSearch p) {
    FOR_VECTORS(falloff_at)
}
