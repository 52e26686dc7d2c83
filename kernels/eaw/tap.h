// One tap of the edge-avoiding filter, shared by all forms of the kernel: separate weights and norms for the luma
// and the chroma group, sums of weighted differences to the centre.
// c_{l+1} = c + sum(w (c_tap - c)) / sum(w): the difference form of equation 2 of the EAW paper keeps constants
// constant and gives the detail c_l - c_{l+1} without cancellation.
#ifndef ATROUS_EAW_TAP_H
#define ATROUS_EAW_TAP_H
#include "atrous/portable.h"
#include "eaw/weight.h"

#ifndef LUMA
#define LUMA 1 // planes weighted together as luma: 1, or 3 in space rgb
#endif
#ifndef CHROMA
#define CHROMA 2 // planes weighted together as chroma: 0 or 2
#endif
#define PLANES (LUMA + CHROMA)
#ifndef RADIUS
#define RADIUS 2 // taps per side: 2 (B3-spline 1 4 6 4 1) or 1 (1 2 1)
#endif
#ifndef EDGES
#define EDGES 1 // 0: no edge stopping at this level, weights are the constants h; 2: a falloff per pixel
#endif

KERNELS_BEGIN

#ifdef __OPENCL_VERSION__
#define TABLE constant float
#else
#define TABLE inline constexpr float
#endif

// Weights h of one axis by distance, and their logarithms to base 2.
#if RADIUS == 2
TABLE eaw_h[3] = {0.375f, 0.25f, 0.0625f};
TABLE eaw_log2_h[3] = {-1.4150375f, -2.0f, -4.0f};
#else
TABLE eaw_h[2] = {0.5f, 0.25f};
TABLE eaw_log2_h[2] = {-1.0f, -2.0f};
#endif

#if EDGES == 2
typedef vf falloff_t;
#else
typedef float falloff_t;
#endif

typedef struct {
    vf sum[PLANES]; // of weight * (tap - centre)
    vf luma_norm, chroma_norm;
} EawSums;

// Keeps the weight in the lanes whose mask bits are set.
INLINE vf masked(vf weight, vi mask) { return AS_VF(AS_VI(weight) & mask); }

#define MOST_GROUP 3 // planes; loops have this length and ask i < count, since only constant lengths unroll

// Adds one tap of a group of `count` planes, with weight h(dx) h(dy), to the group's sums and norm. `mask`: lanes whose
// tap is inside (all bits), if use_mask.
INLINE void eaw_group_tap(vf *sum, vf *norm, const vf *centre, const vf *tap, int count, int dx, int dy,
                          falloff_t falloff, vi mask, int use_mask) {
    const int ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy;
    vf delta[MOST_GROUP], squared;
    UNROLL
    for (int i = 0; i < MOST_GROUP; ++i) {
        if (i >= count) continue;
        delta[i] = tap[i] - centre[i];
        squared = i == 0 ? delta[0] * delta[0] : fma(delta[i], delta[i], squared);
    }
#if EDGES == 1
    vf weight = edge_weight(squared, (vf)(falloff), eaw_log2_h[ax] + eaw_log2_h[ay]);
#else
    vf weight = (vf)(eaw_h[ax] * eaw_h[ay]);
    if (EDGES) weight *= robust_weight(squared, (vf)(falloff));
#endif
    if (use_mask) weight = masked(weight, mask);
    *norm += weight;
    UNROLL
    for (int i = 0; i < MOST_GROUP; ++i)
        if (i < count) sum[i] = fma(weight, delta[i], sum[i]);
}

// Adds one tap of both groups.
INLINE void eaw_tap(EawSums *s, const vf *centre, const vf *tap, int dx, int dy, falloff_t luma_falloff,
                    falloff_t chroma_falloff, vi mask, int use_mask) {
    eaw_group_tap(s->sum, &s->luma_norm, centre, tap, LUMA, dx, dy, luma_falloff, mask, use_mask);
#if CHROMA > 0
    eaw_group_tap(s->sum + LUMA, &s->chroma_norm, centre + LUMA, tap + LUMA, CHROMA, dx, dy, chroma_falloff, mask,
                  use_mask);
#endif
}

KERNELS_END

#endif
