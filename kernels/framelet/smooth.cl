// The lowpass of a level with taps (far, near, centre, near, far) along both axes, and the details of that level added:
// the way back of the framelet transform, whose lowpass is its own adjoint; without details, the brightness that noise
// depends on.
#define MARGIN 2
#include "framelet/strip.h"

// The row's lowpass along x.
INLINE void smooth_row(float *sums, const float *row, const FrameletSmooth *p) {
    FOR_VECTORS(x, 0) {
        const vf near = LOAD(row + x - 1) + LOAD(row + x + 1), far = LOAD(row + x - 2) + LOAD(row + x + 2);
        STORE(p->centre * LOAD(row + x) + p->near * near + p->far * far, sums + x);
    }
}

// Along y, from the sums of five rows, whose first one is in slot `first`.
INLINE void smooth_column(float *out, float (*sums)[LENGTH], int first, const FrameletSmooth *p) {
    const int a = first % 5, b = (first + 1) % 5, c = (first + 2) % 5, d = (first + 3) % 5, e = (first + 4) % 5;
    FOR_VECTORS(x, 0) {
        const vf near = LOAD(sums[b] + x) + LOAD(sums[d] + x), far = LOAD(sums[a] + x) + LOAD(sums[e] + x);
        STORE(p->centre * LOAD(sums[c] + x) + p->near * near + p->far * far, out + x);
    }
}

INLINE void add_details(float *out, const float *details) {
    FOR_VECTORS(x, 0) STORE(LOAD(out + x) + LOAD(details + x), out + x);
}

// planes: plane p.source is read, in the layout of p.from; details: plane 0, in the layout of the level.
kernel void framelet_smooth(global const float *restrict planes, global const float *restrict details,
                            global const int *restrict tables, global float *restrict out, const FrameletSmooth p) {
    const StripAxis ax = strip_axis(p.planes.width, p.level, get_global_id(0), p.strips.columns, WIDTH);
    const StripAxis ay = strip_axis(p.planes.height, p.level, get_global_id(1), p.strips.rows, p.strips.height);
    if (ax.count == 0 || ay.count == 0) return;
    const StripRuns in = strip_runs(&ax, tables, p.x, p.from), here = strip_runs(&ax, tables, p.x, p.level),
                    away = strip_runs(&ax, tables, p.x, p.to);
    float row[LENGTH], sums[5][LENGTH], result[LENGTH];
    const int rows = min(p.strips.height, ay.count - ay.first);
    for (int i = 0; i < rows + 4; ++i) { // row i - 2 of the strip comes in, i - 4 goes out
        const int k = ay.first + i - 2, done = k - 2;
        load_strip(row, planes + plane_index(p.source, 0, strip_row(&ay, tables, p.y, p.from, k), p.planes), &ax, &in);
        smooth_row(sums[i % 5], row, &p);
        if (i < 4) continue;
        smooth_column(result, sums, i - 4, &p);
        if (p.adds) {
            load_strip(row, details + plane_index(0, 0, strip_row(&ay, tables, p.y, p.level, done), p.planes), &ax,
                       &here);
            add_details(result, row);
        }
        store_strip(out + plane_index(p.plane, 0, strip_row(&ay, tables, p.y, p.to, done), p.planes), result, &ax,
                    &away);
    }
}
