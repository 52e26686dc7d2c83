// Measures the device's limits for the bench: independent chains of fused multiply-adds and of the exponentials of edge
// weights, and loads from the L1 cache. A step is one of each chain.
#include "atrous/exponent.h"

#define CHAINS 8
#define FOR_CHAINS                                                                                                     \
    UNROLL                                                                                                             \
    for (int i = 0; i < CHAINS; ++i)

INLINE void begin(vf *chain) { FOR_CHAINS chain[i] = (vf)(0.5f + 1e-3f * i + 1e-7f * (int)get_global_id(0)); }
// Keeps all of them, so that the compiler leaves none out.
INLINE void keep(const vf *chain, global float *to) {
    vf sum = chain[0];
    UNROLL
    for (int i = 1; i < CHAINS; ++i) sum += chain[i];
    STORE(sum, to + get_global_id(0) * VECTOR);
}

kernel void bench_fma(global const float *restrict from, global float *restrict to, const int2 p) {
    vf chain[CHAINS];
    begin(chain);
    for (int step = 0; step < p.x; ++step) FOR_CHAINS chain[i] = fma(chain[i], (vf)(0.999f), (vf)(0.001f));
    keep(chain, to);
}

kernel void bench_exp2(global const float *restrict from, global float *restrict to, const int2 p) {
    vf chain[CHAINS];
    begin(chain);
    for (int step = 0; step < p.x; ++step) FOR_CHAINS chain[i] = fast_exp2(-chain[i]);
    keep(chain, to);
}

// Reads LOADED vectors, which fit the L1 cache. Neighbours read neighbours.
#define LOADED 256
kernel void bench_loads(global const float *restrict from, global float *restrict to, const int2 p) {
    vf chain[CHAINS];
    begin(chain);
    for (int step = 0; step < p.x; ++step) {
        const int at = ((int)get_local_id(0) + step) & (LOADED / 2 - 1);
        FOR_CHAINS chain[i] += LOAD(from + (at + 16 * i) * VECTOR);
    }
    keep(chain, to);
}
