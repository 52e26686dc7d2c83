// Runs the lowpass of a level with taps (far, near, centre, near, far) along both axes, and adds the details
// of that level: the way back of the framelet transform, whose lowpass is its own adjoint. Without details,
// the brightness that noise depends on.
#define MARGIN 2
#include "framelet/strip.h"

// The taps' sum.
INLINE vf lowpass(vf far_before, vf before, vf centre, vf after, vf far_after, const FrameletSmooth *p) {
    return p->centre * centre + p->near * (before + after) + p->far * (far_before + far_after);
}

#if VECTOR == 1
// Arguments as below. The sums of five rows along x are in registers, the first one's first.
kernel __attribute__((reqd_work_group_size(FRAMELET_LANES, 1, 1))) void
framelet_smooth(global const float *restrict planes, global const float *restrict details,
                global const int *restrict tables, global float *restrict out, const FrameletSmooth p) {
    local float shared[2][SHARED]; // of a row and of the one before it, which other work-items may still read
    const Column c = column_here(p.planes, p.level, p.strips);
    if (c.ax.count == 0 || c.ay.count == 0) return;
    const Placed in = column_at(&c, tables, p.x, p.y, p.from), here = column_at(&c, tables, p.x, p.y, p.level),
                 away = column_at(&c, tables, p.x, p.y, p.to);
    begin_shared(shared[0], c.lane);
    begin_shared(shared[1], c.lane);
    float s[5] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
    NO_UNROLL
    for (int i = 0; i < c.rows + 4; ++i) { // row i - 2 of the strip comes in, i - 4 goes out
        local float *row = shared[i % 2] + AROUND + c.lane;
        const int k = c.ay.first + i - 2, done = k - 2;
        *row = planes[pixel_of(&c, &in, p.source, k, p.planes)];
        barrier(CLK_LOCAL_MEM_FENCE);
        UNROLL
        for (int j = 0; j < 4; ++j) s[j] = s[j + 1];
        s[4] = lowpass(row[-2], row[-1], row[0], row[1], row[2], &p);
        if (i >= 4 && c.is_own) {
            float sum = lowpass(s[0], s[1], s[2], s[3], s[4], &p);
            if (p.adds) sum += details[pixel_of(&c, &here, 0, done, p.planes)];
            out[pixel_of(&c, &away, p.plane, done, p.planes)] = sum;
        }
    }
}
#else
// The row's lowpass along x.
INLINE void smooth_row(float *sums, const float *row, const FrameletSmooth *p) {
    FOR_VECTORS(x, 0) {
        STORE(lowpass(LOAD(row + x - 2), LOAD(row + x - 1), LOAD(row + x), LOAD(row + x + 1), LOAD(row + x + 2), p),
              sums + x);
    }
}

// Along y, from the sums of five rows, whose first one is in slot `first`.
INLINE void smooth_column(float *out, float (*sums)[LENGTH], int first, const FrameletSmooth *p) {
    const int a = first % 5, b = (first + 1) % 5, c = (first + 2) % 5, d = (first + 3) % 5, e = (first + 4) % 5;
    FOR_VECTORS(x, 0) {
        STORE(lowpass(LOAD(sums[a] + x), LOAD(sums[b] + x), LOAD(sums[c] + x), LOAD(sums[d] + x), LOAD(sums[e] + x), p),
              out + x);
    }
}

INLINE void add_details(float *out, const float *details) {
    FOR_VECTORS(x, 0) STORE(LOAD(out + x) + LOAD(details + x), out + x);
}

// planes: plane p.source is read, in the layout of p.from. details: plane 0, in the layout of the level.
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
#endif
