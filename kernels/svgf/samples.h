// Vectors of the samples that enter and leave: planes of floats, width by height, one behind the other, without padding.
#ifndef ATROUS_SVGF_SAMPLES_H
#define ATROUS_SVGF_SAMPLES_H
#include "svgf/lanes.h"

#ifdef __OPENCL_VERSION__

INLINE size_t sample_index(int plane, int x, int y, PlaneStack planes) {
    return ((size_t)plane * planes.height + y) * planes.width + x;
}

// The vector at x; lanes beyond the row repeat its last sample.
INLINE vf samples_at(global const float *samples, int plane, int x, int y, PlaneStack planes) {
    global const float *row = samples + sample_index(plane, 0, y, planes);
#if VECTOR > 1
    if (x + VECTOR > planes.width) {
        Lanes out;
        for (int i = 0; i < VECTOR; ++i) out.lane[i] = row[min(x + i, planes.width - 1)];
        return out.v;
    }
#endif
    return LOAD(row + x);
}

INLINE void put_samples(global float *samples, int plane, int x, int y, PlaneStack planes, vf value) {
    global float *row = samples + sample_index(plane, 0, y, planes);
#if VECTOR > 1
    if (x + VECTOR > planes.width) {
        Lanes out;
        out.v = value;
        for (int i = 0; x + i < planes.width; ++i) row[x + i] = out.lane[i];
        return;
    }
#endif
    STORE(value, row + x);
}

#endif
#endif
