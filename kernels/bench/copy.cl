// Copies floats, to measure the device's memory bandwidth for the bench.
#include "atrous/portable.h"

// p.x: vectors in all. p.y: vectors in a row per work-item (1 on GPUs, so that work-items' accesses coalesce,
// long runs on CPUs).
kernel void bench_copy(global const float *restrict from, global float *restrict to, const int2 p) {
    const int first = get_global_id(0) * p.y, end = min(first + p.y, p.x);
    for (int i = first; i < end; ++i) STORE(LOAD(from + (size_t)i * VECTOR), to + (size_t)i * VECTOR);
}
