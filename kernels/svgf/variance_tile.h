// Computes the fit of svgf/variance.cl on GPUs: the taps of a work-group lie in local memory, and their moments are
// summed up while they are read, so that a work-item keeps nothing but registers. It has two pixels, one below the
// other, which share six of their seven rows.
#ifndef ATROUS_SVGF_VARIANCE_TILE_H
#define ATROUS_SVGF_VARIANCE_TILE_H

enum {
    WINDOW_X = SVGF_VARIANCE_X + 2 * REACH,
    WINDOW_Y = 2 * SVGF_VARIANCE_Y + 2 * REACH,
    WINDOW_CELLS = WINDOW_X * WINDOW_Y,
    VALUES = FEATURES + 1 // of a tap: its luma, then its features
};
enum { SURFACE_KIND, SKY_KIND, GLOW_KIND, OUTSIDE_KIND };

typedef struct {
    float4 low[WINDOW_CELLS], high[WINDOW_CELLS]; // the values of pixels
    int kind[WINDOW_CELLS];
} Window;

typedef union {
    float4 parts[2];
    float value[VALUES];
} Cell;

// For the counted taps, relative to a reference: their count, sums, and products of each two of their values.
typedef struct {
    float count, sum[VALUES], product[SVGF_ENTRY(VALUES, 0)];
} TapSums;

INLINE void fill_window(local Window *s, global const plane_t *luma, global const plane_t *guide, int left, int top,
                        int lane, PlaneStack planes) {
    for (int i = lane; i < WINDOW_CELLS; i += SVGF_VARIANCE_X * SVGF_VARIANCE_Y) {
        const int row = i / WINDOW_X, x = left + i - row * WINDOW_X, y = top + row;
        const int in_x = clamp(x, 0, planes.width - 1), in_y = clamp(y, 0, planes.height - 1);
        const float z = plane_value(guide, GUIDE_Z, in_x, in_y, planes);
        Cell cell;
        cell.value[0] = plane_value(luma, 0, in_x, in_y, planes);
        UNROLL
        for (int k = 0; k < FEATURES; ++k) cell.value[1 + k] = plane_value(guide, FEATURE_PLANE(k), in_x, in_y, planes);
        s->low[i] = cell.parts[0];
        s->high[i] = cell.parts[1];
        s->kind[i] = x != in_x || y != in_y     ? OUTSIDE_KIND
                     : svgf_is_emission_only(z) ? GLOW_KIND
                     : svgf_is_sky(z)           ? SKY_KIND
                                                : SURFACE_KIND;
    }
}

// The values of a cell, relative to a reference.
INLINE Cell cell_beside(local const Window *s, int at, const Cell *reference) {
    Cell cell;
    cell.parts[0] = s->low[at];
    cell.parts[1] = s->high[at];
    UNROLL
    for (int k = 0; k < VALUES; ++k) cell.value[k] -= reference->value[k];
    return cell;
}

// Adds rows of seven taps, the first of which is the cell `at`.
INLINE void add_rows(TapSums *sums, local const Window *s, int at, int rows, int kind, const Cell *reference) {
    NO_UNROLL
    for (int row = 0; row < rows; ++row, at += WINDOW_X) {
        UNROLL
        for (int dx = 0; dx < SIDE; ++dx) {
            if (s->kind[at + dx] != kind) continue;
            const Cell d = cell_beside(s, at + dx, reference);
            sums->count += 1.0f;
            UNROLL
            for (int i = 0; i < VALUES; ++i) {
                sums->sum[i] += d.value[i];
                UNROLL
                for (int k = 0; k < VALUES; ++k)
                    if (k <= i && i > 0)
                        sums->product[SVGF_ENTRY(i, k)] = fma(d.value[i], d.value[k], sums->product[SVGF_ENTRY(i, k)]);
            }
        }
    }
}

// Returns the squared residuals of the fit over the 7x7 taps from the cell `at` on, over the taps beyond its degrees of
// freedom.
INLINE float residual(const TapSums *sums, local const Window *s, int at, int kind, const Cell *reference) {
    const float share = 1.0f / sums->count, mean_y = sums->sum[0] * share;
    float mean[FEATURES], m[MOMENTS], b[FEATURES], squares = 0.0f, level = mean_y;
    UNROLL
    for (int i = 0; i < FEATURES; ++i) {
        mean[i] = sums->sum[1 + i] * share;
        b[i] = fma(sums->product[SVGF_ENTRY(1 + i, 0)], share, -mean_y * mean[i]);
        UNROLL
        for (int k = 0; k < FEATURES; ++k)
            if (k <= i)
                m[SVGF_ENTRY(i, k)] = fma(sums->product[SVGF_ENTRY(1 + i, 1 + k)], share, k == i ? SVGF_RIDGE : 0.0f);
    }
    svgf_about_mean(m, mean);
    svgf_solve(m, b);
    UNROLL
    for (int k = 0; k < FEATURES; ++k) level = fma(-b[k], mean[k], level);
    NO_UNROLL
    for (int row = 0; row < SIDE; ++row, at += WINDOW_X) {
        UNROLL
        for (int dx = 0; dx < SIDE; ++dx) {
            const Cell d = cell_beside(s, at + dx, reference);
            float left = d.value[0] - level;
            UNROLL
            for (int k = 0; k < FEATURES; ++k) left = fma(-b[k], d.value[1 + k], left);
            squares = fma(left, s->kind[at + dx] == kind ? left : 0.0f, squares);
        }
    }
    return squares / fmax(sums->count - (FEATURES + 1), 1.0f);
}

// The variances of the pixel whose taps begin at the cell `at`, and of that below.
INLINE void fitted_variances(local const Window *s, int at, float *out) {
    TapSums shared;
    Cell reference;
    int kind = OUTSIDE_KIND;
    NO_UNROLL
    for (int p = 0; p < 2; ++p) {
        const int first = at + p * WINDOW_X, own = first + REACH * WINDOW_X + REACH;
        if (s->kind[own] != kind) {
            kind = s->kind[own];
            reference.parts[0] = s->low[own];
            reference.parts[1] = s->high[own];
            shared.count = 0.0f;
            UNROLL
            for (int i = 0; i < VALUES; ++i) {
                shared.sum[i] = 0.0f;
                UNROLL
                for (int k = 0; k < VALUES; ++k)
                    if (k <= i) shared.product[SVGF_ENTRY(i, k)] = 0.0f;
            }
            add_rows(&shared, s, at + WINDOW_X, SIDE - 1, kind, &reference);
        }
        TapSums sums = shared;
        add_rows(&sums, s, at + p * SIDE * WINDOW_X, 1, kind, &reference);
        const float variance = residual(&sums, s, first, kind, &reference);
        out[0] = p == 0 ? variance : out[0]; // no index at run time, which would need a stack
        out[1] = variance;
    }
}

#endif
