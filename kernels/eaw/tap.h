// Adds one tap of the edge-avoiding filter, shared by all forms of the kernel: separate weights and norms for the luma
// and the chroma group, sums of weighted differences to the centre. c_{l+1} = c + sum(w (c_tap - c)) / sum(w): the
// difference form of equation 2 of the EAW paper keeps constants constant and gives the detail c_l - c_{l+1} without
// cancellation.
#ifndef ATROUS_EAW_TAP_H
#define ATROUS_EAW_TAP_H
#include "atrous/level.h"
#include "eaw/detail.h"
#include "eaw/groups.h"
#include "eaw/weight.h"

#ifndef EDGES
#define EDGES 1 // 0: no edge stopping at this level, weights are the constants h; 2: a falloff per pixel
#endif

// A tap's weight without its edge is h(dx) h(dy). If edges stop it by an exponential, h is given as its
// logarithm, which is part of the exponent anyway. NO_WEIGHT removes a missing tap (2^-126 at most).
#if EDGES == 1
#define AXIS_WEIGHT(d) tap_log2_h[MAGNITUDE(d)]
#define BOTH_WEIGHTS(x, y) ((x) + (y))
#define NO_WEIGHT -200.0f
#else
#define AXIS_WEIGHT(d) tap_h[MAGNITUDE(d)]
#define BOTH_WEIGHTS(x, y) ((x) * (y))
#define NO_WEIGHT 0.0f
#endif

#if EDGES == 2
typedef vf falloff_t;
#else
typedef float falloff_t;
#endif

// One group at a pixel, or at a vector of them: the reference of taps, and their sums so far.
typedef struct {
    int planes;           // of the group: a constant, at most MAX_GROUP
    falloff_t falloff;    // as in EawGroup
    vf centre[MAX_GROUP]; // c_l
    vf sum[MAX_GROUP];    // of weight * (tap - centre)
    vf norm;              // sum of the weights
    vf squares;           // sum of weight * (tap - centre)^2, of all planes
    int guarded;          // a constant: 1 if `squares` is needed
} EawSums;

// Adds one tap of a group, with weight hx hy (BOTH_WEIGHTS of them), in the lanes whose bits are set in
// `mask`. Other lanes may have read memory that is not written, as after the plane of luma in a stack of two
// planes: a weight of 0 times NaN would be NaN, so their differences are selected.
INLINE void eaw_group_tap(EawSums *s, const vf *tap, float hx, float hy, vi mask) {
    vf difference[MAX_GROUP], squared;
    UNROLL
    for (int i = 0; i < MAX_GROUP; ++i) {
        if (i >= s->planes) continue;
        difference[i] = masked(tap[i] - s->centre[i], mask);
        squared = i == 0 ? difference[0] * difference[0] : fma(difference[i], difference[i], squared);
    }
#if EDGES == 1
    vf weight = edge_weight(squared, (vf)(s->falloff), BOTH_WEIGHTS(hx, hy));
#else
    vf weight = (vf)(BOTH_WEIGHTS(hx, hy));
    if (EDGES) weight *= robust_weight(squared, (vf)(s->falloff));
#endif
    weight = masked(weight, mask);
    s->norm += weight;
    UNROLL
    for (int i = 0; i < MAX_GROUP; ++i) {
        if (i >= s->planes) continue;
        s->sum[i] = fma(weight, difference[i], s->sum[i]);
    }
    if (s->guarded) s->squares = fma(weight, squared, s->squares);
}

#endif
