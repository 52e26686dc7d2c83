// Loads and stores vectors of input and output samples: planes of floats, width by height, in sequence, without
// padding.
#ifndef ATROUS_SVGF_SAMPLES_H
#define ATROUS_SVGF_SAMPLES_H
#include "svgf/lanes.h"

#ifdef __OPENCL_VERSION__

INLINE size_t sample_index(int plane, int x, int y, PlaneStack planes) {
    return ((size_t)plane * planes.height + y) * planes.width + x;
}

#if VECTOR > 1
ROW vf last_samples(global const float *row, int last) {
    Lanes out;
    for (int i = 0; i < VECTOR; ++i) out.lane[i] = row[min(i, last)];
    return out.v;
}

ROW void put_lanes(global float *row, vf value, int count) {
    Lanes out;
    out.v = value;
    for (int i = 0; i < count; ++i) row[i] = out.lane[i];
}
#endif

// The vector at x. Lanes beyond the row repeat its last sample.
INLINE vf samples_at(global const float *samples, int plane, int x, int y, PlaneStack planes) {
    global const float *row = samples + sample_index(plane, 0, y, planes);
#if VECTOR > 1
    if (x + VECTOR > planes.width) return last_samples(row + x, planes.width - 1 - x);
#endif
    return LOAD(row + x);
}

INLINE void put_samples(global float *samples, int plane, int x, int y, PlaneStack planes, vf value) {
    global float *row = samples + sample_index(plane, 0, y, planes);
#if VECTOR > 1
    if (x + VECTOR > planes.width) {
        put_lanes(row + x, value, planes.width - x);
        return;
    }
#endif
    STORE(value, row + x);
}

#endif
#endif
