// Vectors of pixels of a row, and of places anywhere in an image, for the passes that are not levels.
#ifndef ATROUS_SVGF_LANES_H
#define ATROUS_SVGF_LANES_H
#include "atrous/plane.h"

#ifdef __OPENCL_VERSION__

#if VECTOR == 1
#define TO_INTS convert_int
#else
#define TO_INTS JOIN(convert_int, VECTOR)
#endif

// For loops over a pixel's values: a GPU keeps them in registers, which have no index at run time. On a CPU
// they stay loops, because unrolled code takes three times as long to compile.
#if VECTOR == 1
#define UNROLL_ON_GPU UNROLL
#else
#define UNROLL_ON_GPU NO_UNROLL
#endif

typedef union {
    vi v;
    int lane[VECTOR];
} IntLanes;

// x, x + 1, ...
INLINE vi lanes_from(int x) {
    IntLanes out;
    for (int i = 0; i < VECTOR; ++i) out.lane[i] = x + i;
    return out.v;
}

// True if any bits of the mask are set.
INLINE int any_lane(vi mask) { return any(mask); }

INLINE vf plane_value(global const plane_t *from, int plane, int x, int y, PlaneStack planes) {
    return LOAD_PLANE(from + plane_index(plane, x, y, planes));
}

// Returns a vector that may begin before its row or end after it: lanes there repeat its first or last sample.
INLINE vf edge_value(global const plane_t *from, int plane, int x, int y, PlaneStack planes) {
    global const plane_t *row = from + plane_index(plane, 0, y, planes);
    if (x >= 0 && x + VECTOR <= planes.width) return LOAD_PLANE(row + x);
    Lanes out;
    for (int i = 0; i < VECTOR; ++i) out.lane[i] = LOAD_ONE(row + clamp(x + i, 0, planes.width - 1));
    return out.v;
}

// The same also above and below the image.
INLINE vf near_value(global const plane_t *from, int plane, int x, int y, PlaneStack planes) {
    return edge_value(from, plane, x, clamp(y, 0, planes.height - 1), planes);
}

// Samples of a plane that a vector reads: all lanes are inside the image. Under smooth motion they form one run, or two
// runs for the first and the last lanes.
typedef struct {
    IntLanes at; // of a plane
    vi first;    // lanes that follow the first one
    int run;     // all do
    int runs;    // the others lead up to the last one
} Spots;

INLINE Spots spots_at(vi x, vi y, int pitch) {
    Spots s;
    s.at.v = y * pitch + x;
    s.first = MASK(s.at.v == lanes_from(s.at.lane[0]));
    s.run = !any_lane(~s.first);
    s.runs = s.run || !any_lane(~(s.first | MASK(s.at.v == lanes_from(s.at.lane[VECTOR - 1] - (VECTOR - 1)))));
    return s;
}

// Returns the vector of both runs, `offset` from the spots. `plane`: its first sample in the image.
INLINE vf two_runs(const Spots *s, global const plane_t *plane, int offset) {
    const vf first = LOAD_PLANE(plane + (s->at.lane[0] + offset));
    const vf last = LOAD_PLANE(plane + (s->at.lane[VECTOR - 1] - (VECTOR - 1) + offset));
    return select(last, first, s->first);
}

// The vector at the spots.
INLINE vf spot_value(const Spots *s, global const plane_t *plane) {
    if (s->run) return LOAD_PLANE(plane + s->at.lane[0]);
    if (s->runs) return two_runs(s, plane, 0);
    Lanes out;
    for (int i = 0; i < VECTOR; ++i) out.lane[i] = LOAD_ONE(plane + s->at.lane[i]);
    return out.v;
}

#endif
#endif
