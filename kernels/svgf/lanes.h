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

// Whether any bits of the mask are set.
INLINE int any_lane(vi mask) { return any(mask); }

INLINE vf plane_value(global const plane_t *from, int plane, int x, int y, PlaneStack planes) {
    return LOAD_PLANE(from + plane_index(plane, x, y, planes));
}

// Samples of a plane that a vector reads: all lanes are inside the image.
typedef struct {
    IntLanes at; // of a plane
    int run;     // they follow each other
} Spots;

INLINE Spots spots_at(vi x, vi y, int pitch) {
    Spots s;
    s.at.v = y * pitch + x;
    s.run = !any_lane(MASK(s.at.v != lanes_from(s.at.lane[0])));
    return s;
}

// `plane`: its first sample in the image; `offset`: beside the spots. `run`: a constant, s.run or 0.
INLINE vf spot_value(const Spots *s, global const plane_t *plane, int offset, int run) {
#if VECTOR > 1
    if (!run) {
        Lanes out;
        for (int i = 0; i < VECTOR; ++i) out.lane[i] = LOAD_ONE(plane + (s->at.lane[i] + offset));
        return out.v;
    }
#endif
    return LOAD_PLANE(plane + (s->at.lane[0] + offset));
}

#endif
#endif
