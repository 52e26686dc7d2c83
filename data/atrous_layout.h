// The permuted schedule of à-trous filters in your own shader: order split of kernels/atrous/layout.h (Apache-2.0, as all of
// atrous) for HLSL, GLSL, CUDA, Metal, OpenCL C, C and C++. kernels/README.md says how to use it. n: pixels of an axis, at least 1.
#ifndef ATROUS_LAYOUT_SPLIT_H
#define ATROUS_LAYOUT_SPLIT_H
#if defined(__STDC_VERSION__) && !defined(__OPENCL_VERSION__)
#include <stdbool.h>
#endif
#if defined(__CUDACC__) || defined(__CUDA__)
#define ATROUS_FN static inline __host__ __device__
#elif defined(__HLSL_VERSION) || defined(GL_core_profile) || defined(GL_ES) || defined(VULKAN)
#define ATROUS_FN
#else
#define ATROUS_FN static inline
#endif

// Where a level's writer stores position p, so that the next level's taps are neighbours.
ATROUS_FN int atrous_step(int p, int n) { return (p & 1) == 0 ? p >> 1 : ((n + 1) >> 1) + (p >> 1); }

// Its inverse.
ATROUS_FN int atrous_back(int p, int n) {
    int evens = (n + 1) >> 1;
    return p < evens ? 2 * p : 2 * (p - evens) + 1;
}

// The pixel at position p of what `level` reads, and the position of a pixel there.
ATROUS_FN int atrous_pixel(int p, int n, int level) {
    for (int j = 0; j < level; ++j) p = atrous_back(p, n);
    return p;
}
ATROUS_FN int atrous_position(int x, int n, int level) {
    for (int j = 0; j < level; ++j) x = atrous_step(x, n);
    return x;
}

// Whether tap d of the pixel x lies in the image: then position p + d has it.
ATROUS_FN bool atrous_has_tap(int x, int d, int n, int level) {
    int at = x + d * (1 << level);
    return at >= 0 && at < n;
}
#endif
