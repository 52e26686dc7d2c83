// Filters planes along their rows: for each output the taps from its start on, times a row of weights shared by outputs
// of the same phase. starts: the first tap of each output, then its row of weights. Taps outside the image have weight
// zero.
#include "atrous/plane.h"
#include "scale/access.h"
#include "scale/params.h"

#ifndef GROUP
#define GROUP 64 // lanes of a work-group
#endif
#ifndef CAPACITY
#define CAPACITY 1024 // elements that a work-group reads
#endif
#ifndef ACCESS
#define ACCESS ACCESS_NAIVE // see scale/access.h
#define TILE 1
#define BANKS 32
#define EXCLUSIVE 1
#endif
#ifdef PIXEL_ELEMENTS
typedef float4 element_t; // a pixel of four channels
#else
typedef float element_t;
#endif

// The sum of a vector's lanes, always in the same order.
INLINE float lane_sum(vf v) {
#if VECTOR == 1
    return v;
#else
#if VECTOR == 16
    const float8 eight = v.lo + v.hi;
    const float4 four = eight.lo + eight.hi;
#elif VECTOR == 8
    const float4 four = v.lo + v.hi;
#else
    const float4 four = v;
#endif
    const float2 two = four.lo + four.hi;
    return two.x + two.y;
#endif
}

// Access `vector`: a row of a plane per work-item, VECTOR taps at a time.
kernel void scale_rows_vector(global const float *restrict from, global const int *restrict starts,
                              global const float *restrict weights, global float *restrict to, const ScaleRows p) {
    const int y = get_global_id(0), plane = get_global_id(1);
    if (y >= p.to.height || plane >= p.planes) return;
    global const float *row = from + plane_index(plane, 0, y, p.from);
    global float *out = to + plane_index(plane, 0, y, p.to);
    for (int x = 0; x < p.to.width; ++x) {
        global const float *at = row + starts[x];
        global const float *weight = weights + starts[p.to.width + x] * p.taps;
        vf sum = 0.0f;
        for (int k = 0; k < p.taps; k += VECTOR) sum += LOAD(weight + k) * LOAD(at + k);
        out[x] = lane_sum(sum);
    }
}

// Other accesses: a work-group reads the shared input of its outputs into local memory. Each lane sums in the
// order of its access.
kernel void scale_rows_local(global const element_t *restrict from, global const int *restrict starts,
                             global const float *restrict weights, global element_t *restrict to, const ScaleRows p) {
    local element_t samples[CAPACITY];
    const int lane = get_local_id(0), x = get_global_id(0), at_y = get_global_id(1);
    const int plane = at_y / p.to.height, y = at_y - plane * p.to.height;
    const int left = x - lane, right = min(left + GROUP, p.to.width) - 1;
    const int begin = starts[left], count = starts[right] + p.taps - begin;
    global const element_t *row = from + plane_index(plane, 0, y, p.from) + begin;
    for (int i = lane; i < count; i += GROUP) samples[i] = row[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x > right) return;
    const ScaleAccess order = {ACCESS, p.taps, TILE, BANKS, EXCLUSIVE};
    const int at = starts[x] - begin;
    global const float *weight = weights + starts[p.to.width + x] * p.taps;
    element_t sum = 0.0f;
    for (int step = 0; step < p.taps; ++step) {
        const int tap = access_tap(order, step, lane);
        sum += weight[tap] * samples[at + tap];
    }
    to[plane_index(plane, x, y, p.to)] = sum;
}
