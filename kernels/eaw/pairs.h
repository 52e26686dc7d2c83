// Computes the weight of each pair of pixels once for both (form `strip`): half of the taps of a pixel lie ahead of it
// (to the right, or in a row below), and the others are pairs in which it lies ahead. LLVM keeps the order of this
// text: weights of STAGE taps are computed stage by stage, each stage a loop over them. In the order of taps, it would
// start all exponentials at once and spill the rest to the stack.
#ifndef ATROUS_EAW_PAIRS_H
#define ATROUS_EAW_PAIRS_H
#include "atrous/strip.h"
#include "eaw/groups.h"

#define PAIRS (RADIUS + RADIUS * (2 * RADIUS + 1))
#define STAGE 4 // taps; PAIRS is a multiple
#define GROUPS (CHROMA > 0 ? 2 : 1)

// Pair k is of a pixel and the one at (PAIR_X, PAIR_Y) from it.
#define PAIR_X(k) ((k) < RADIUS ? (k) + 1 : ((k)-RADIUS) % (2 * RADIUS + 1) - RADIUS)
#define PAIR_Y(k) ((k) < RADIUS ? 0 : ((k)-RADIUS) / (2 * RADIUS + 1) + 1)

// Weights h of a tap, as constants of constants: folded into the polynomial's coefficients they cost nothing.
#if defined(BOX)
#define AXIS_H(d) (1.0f / (2 * RADIUS + 1))
#elif RADIUS == 2
#define AXIS_H(d) ((d) == 0 ? 0.375f : (d) == 1 || (d) == -1 ? 0.25f : 0.0625f)
#else
#define AXIS_H(d) ((d) == 0 ? 0.5f : 0.25f)
#endif
#define PAIR_H(k) (AXIS_H(PAIR_X(k)) * AXIS_H(PAIR_Y(k)))

// Limit of falloff * difference^2. The least weight is 2^-116 h, and no exponent wraps round: h >= 2^-8. Squares of taps that
// border drop leaves out would be large in spite of that weight.
#define MAX_EXPONENT 116.0f
#define TO_INT 12582912.0f // adding it rounds to an integer in the low bits

// A group of planes in the rows of a strip, at one column of row y.
typedef struct {
    int planes;                        // a constant, at most MAX_GROUP
    local const float *values[RING];   // rows y - RADIUS .. y + RADIUS of its first plane
    local float *weights;              // of pairs of row y with pixels ahead: a row per pair
    local const float *above[RADIUS];  // rows y - 1, y - 2
    local float *norm, *sum, *squares; // of row y: weights, weighted differences (a row per plane) and their squares
    int guarded;                       // a constant: 1 if `squares` is needed
} PairRows;

INLINE vf limited(vf squared) { return squared < (vf)(MAX_EXPONENT) ? squared : (vf)(MAX_EXPONENT); }

#define EACH UNROLL for (int i = 0; i < STAGE; ++i)
// h(k) c, in all lanes.
INLINE vf pair_constant(int k, float c) { return (vf)(PAIR_H(k) * c); }

// Returns weights of STAGE pairs from k on, from falloff * difference^2: h 2^-squared. The polynomial has degree 4,
// with a relative error of 2.6e-6 that affects only the weights: they are normalised and multiply differences, so that
// results differ by less than 2e-7 of the largest difference between taps (tests/eaw/strip.cpp).
INLINE void pair_weights(vf *weight, const vf *squared, int k) {
    vf rounded[STAGE], f[STAGE];
    EACH f[i] = limited(squared[i]);
    EACH rounded[i] = TO_INT - f[i];
    EACH f[i] = (TO_INT - rounded[i]) - f[i]; // -1/2 to 1/2
    EACH weight[i] = fma(pair_constant(k + i, 0.00957010201f), f[i], pair_constant(k + i, 0.0559178603f));
    EACH weight[i] = fma(weight[i], f[i], pair_constant(k + i, 0.240247448f));
    EACH weight[i] = fma(weight[i], f[i], pair_constant(k + i, 0.693121815f));
    EACH weight[i] = fma(weight[i], f[i], pair_constant(k + i, 0.999999261f));
    EACH weight[i] = AS_VF(AS_VI(weight[i]) + (AS_VI(rounded[i]) << 23));
}

// The weights of a group's pairs of the vector at column x with pixels ahead, and the sums over these pairs.
INLINE void sum_ahead(const PairRows *g, int x) {
    vf centre[MAX_GROUP], sum[MAX_GROUP], norm = (vf)(AXIS_H(0) * AXIS_H(0)), squares = (vf)(0.0f);
    UNROLL
    for (int j = 0; j < MAX_GROUP; ++j) {
        if (j < g->planes) centre[j] = LOAD(g->values[RADIUS] + j * STRIP_COLUMNS + x);
        sum[j] = (vf)(0.0f);
    }
    UNROLL
    for (int k = 0; k < PAIRS; k += STAGE) {
        vf difference[MAX_GROUP][STAGE]; // to the centre: the subtrahend can come from memory
        vf squared[STAGE], weight[STAGE];
        UNROLL
        for (int j = 0; j < MAX_GROUP; ++j) {
            if (j >= g->planes) continue;
            EACH difference[j][i] =
                centre[j] - LOAD(g->values[RADIUS + PAIR_Y(k + i)] + j * STRIP_COLUMNS + x + PAIR_X(k + i));
            if (j == 0) EACH squared[i] = difference[0][i] * difference[0][i];
            else EACH squared[i] = fma(difference[j][i], difference[j][i], squared[i]);
        }
        pair_weights(weight, squared, k);
        EACH {
            STORE(weight[i], g->weights + (k + i) * STRIP_COLUMNS + x);
            norm += weight[i];
            UNROLL
            for (int j = 0; j < MAX_GROUP; ++j) {
                if (j >= g->planes) continue;
                sum[j] = fma(-weight[i], difference[j][i], sum[j]);
            }
            if (g->guarded) squares = fma(weight[i], limited(squared[i]), squares);
        }
    }
    STORE(norm, g->norm + x);
    if (g->guarded) STORE(squares, g->squares + x);
    UNROLL
    for (int j = 0; j < MAX_GROUP; ++j)
        if (j < g->planes) STORE(sum[j], g->sum + j * STRIP_COLUMNS + x);
}

// Adds the pairs of the vector at column x with later pixels. Then `difference` is c_{l+1} - c_l, times 1 / scale. Returns the mean of
// (tap - c_l)^2, if guarded.
INLINE vf sum_behind(const PairRows *g, int x, float scale, vf *difference) {
    vf centre[MAX_GROUP], sum[MAX_GROUP], norm = LOAD(g->norm + x),
                                          squares = g->guarded ? LOAD(g->squares + x) : (vf)(0.0f);
    UNROLL
    for (int j = 0; j < MAX_GROUP; ++j) {
        if (j >= g->planes) continue;
        centre[j] = LOAD(g->values[RADIUS] + j * STRIP_COLUMNS + x);
        sum[j] = LOAD(g->sum + j * STRIP_COLUMNS + x);
    }
    UNROLL
    for (int k = 0; k < PAIRS; ++k) {
        const int dy = PAIR_Y(k), at = x - PAIR_X(k);
        const vf weight = LOAD((dy == 0 ? g->weights : g->above[dy - 1]) + k * STRIP_COLUMNS + at);
        norm += weight;
        UNROLL
        for (int j = 0; j < MAX_GROUP; ++j) {
            if (j >= g->planes) continue;
            const vf apart = LOAD(g->values[RADIUS - dy] + j * STRIP_COLUMNS + at) - centre[j];
            sum[j] = fma(weight, apart, sum[j]);
            if (g->guarded) squares = fma(weight, limited(apart * apart), squares);
        }
    }
    const vf share = scale / norm;
    UNROLL
    for (int j = 0; j < MAX_GROUP; ++j)
        if (j < g->planes) difference[j] = sum[j] * share;
    return squares * (share * scale);
}

#endif
