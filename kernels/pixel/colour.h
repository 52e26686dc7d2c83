// Implements sRGB's curve and the five spaces, each as a reversible pair space_X_enter / space_X_leave on scene-linear
// (lab, log, linear, ictcp) or the file's own (rgb) values, and space_X_enter_grey / space_X_leave_grey on one channel. sRGB:
// IEC 61966-2-1. Lab: CIE 15 with white D50, from sRGB primaries adapted by Bradford's matrix.
#ifndef ATROUS_COLOUR_H
#define ATROUS_COLOUR_H
#include "atrous/portable.h"
#include "pixel/hdr.h"

KERNELS_BEGIN

// Cube root of x > 0, relative error about 2e-7: the exponent divided by 3, then two steps of Halley's method
// (each cubes the error of at first 5 %). Built-in cbrt runs lane by lane on CPUs.
INLINE vf cube_root(vf x) {
    vf y = AS_VF(AS_VI(x) / 3 + 709921077);
    UNROLL
    for (int i = 0; i < 2; ++i) {
        const vf cube = y * y * y;
        y *= (cube + x + x) / (cube + cube + x);
    }
    return y;
}

// Fifth root of x > 0, the same way.
INLINE vf fifth_root(vf x) {
    vf y = AS_VF(AS_VI(x) / 5 + 851401753);
    UNROLL
    for (int i = 0; i < 2; ++i) {
        const vf power = y * y * y * y * y;
        y *= (2.0f * power + 3.0f * x) / (3.0f * power + 2.0f * x);
    }
    return y;
}

// sRGB's curve to light, and back. Both are straight lines below, so they hold for negative values too. Samples above
// 1e12 (of floats that are declared sRGB) count as that, so that their light stays finite.
INLINE vf srgb_decode(vf v) {
    const vf t = fmax((fmin(v, (vf)(1e12f)) + 0.055f) * (1.0f / 1.055f), (vf)(0.05f));
    const vf root = fifth_root(t); // t^2.4 = t^2 (t^(1/5))^2
    return select(v * (1.0f / 12.92f), t * t * root * root, MASK(v > 0.04045f));
}
INLINE vf srgb_encode(vf v) {
    const vf root = cube_root(fmax(v, (vf)(0.003f))); // v^(1/2.4) = v^(1/3) (v^(1/3))^(1/4)
    return select(v * 12.92f, 1.055f * root * sqrt(sqrt(root)) - 0.055f, MASK(v > 0.0031308f));
}

// CIE's lightness curve f and its inverse: cube root above (6/29)^3, a line below.
INLINE vf lab_curve(vf t) {
    const vf root = cube_root(fmax(t, (vf)(0.008f)));
    return select(t * (841.0f / 108.0f) + 4.0f / 29.0f, root, MASK(t > 216.0f / 24389.0f));
}
INLINE vf lab_uncurve(vf f) {
    return select((f - 4.0f / 29.0f) * (108.0f / 841.0f), f * f * f, MASK(f > 6.0f / 29.0f));
}

// Linear sRGB -> L* a* b*. The matrix rows are divided by the white, so grey gives a = b = 0.
INLINE void space_lab_enter(vf *c) {
    const vf x = lab_curve(0.452256435f * c[0] + 0.399353778f * c[1] + 0.148389787f * c[2]);
    const vf y = lab_curve(0.2225045f * c[0] + 0.7168786f * c[1] + 0.0606169f * c[2]);
    const vf z = lab_curve(0.0168832176f * c[0] + 0.117672471f * c[1] + 0.865444311f * c[2]);
    c[0] = 116.0f * y - 16.0f;
    c[1] = 500.0f * (x - y);
    c[2] = 200.0f * (y - z);
}
INLINE void space_lab_leave(vf *c) {
    const vf fy = (c[0] + 16.0f) * (1.0f / 116.0f);
    const vf x = lab_uncurve(fy + c[1] * (1.0f / 500.0f)), y = lab_uncurve(fy);
    const vf z = lab_uncurve(fy - c[2] * (1.0f / 200.0f));
    c[0] = 3.02172699f * x - 1.61686677f * y - 0.404860217f * z;
    c[1] = -0.943748224f * x + 1.91614155f * y + 0.0276066713f * z;
    c[2] = 0.0693709702f * x - 0.228991277f * y + 1.15962031f * z;
}
INLINE vf space_lab_enter_grey(vf v) { return 116.0f * lab_curve(v) - 16.0f; }
INLINE vf space_lab_leave_grey(vf v) { return lab_uncurve((v + 16.0f) * (1.0f / 116.0f)); }

// Opponents YCoCg: luma, orange - blue, green - magenta.
INLINE void space_linear_enter(vf *c) {
    const vf r = c[0], g = c[1], b = c[2];
    c[0] = 0.25f * r + 0.5f * g + 0.25f * b;
    c[1] = 0.5f * r - 0.5f * b;
    c[2] = 0.5f * g - 0.25f * r - 0.25f * b;
}
INLINE void space_linear_leave(vf *c) {
    const vf y = c[0], orange = c[1], green = c[2];
    c[0] = y - green + orange;
    c[1] = y + green;
    c[2] = y - green - orange;
}
INLINE vf space_linear_enter_grey(vf v) { return v; }
INLINE vf space_linear_leave_grey(vf v) { return v; }

// Stops: log2(v + 2^-10), continued as an odd function about v = 0, where it is -10, so that negative values
// (filter lobes of renders) survive.
INLINE vf space_log_enter_grey(vf v) {
    const vf stops = log2(fabs(v) + 0.0009765625f);
    return select(stops, -20.0f - stops, MASK(v < 0.0f));
}
INLINE vf space_log_leave_grey(vf v) {
    const vf size = exp2(select(v, -20.0f - v, MASK(v < -10.0f))) - 0.0009765625f;
    return select(size, -size, MASK(v < -10.0f));
}
INLINE void space_log_enter(vf *c) {
    UNROLL
    for (int i = 0; i < 3; ++i) c[i] = space_log_enter_grey(c[i]);
    space_linear_enter(c);
}
INLINE void space_log_leave(vf *c) {
    space_linear_leave(c);
    UNROLL
    for (int i = 0; i < 3; ++i) c[i] = space_log_leave_grey(c[i]);
}

// I, Ct, Cp of ITU-R BT.2100-2, table 7, from linear sRGB: its matrix to L, M, S after the one to BT.2020 (ITU-R BT.2087),
// PQ's curve, opponents. Grey has no Ct and Cp.
INLINE void space_ictcp_enter(vf *c) {
    const vf l = pq_encode(0.295809355f * c[0] + 0.623101305f * c[1] + 0.0810893409f * c[2]);
    const vf m = pq_encode(0.156248976f * c[0] + 0.727325725f * c[1] + 0.116425299f * c[2]);
    const vf s = pq_encode(0.0351356628f * c[0] + 0.156574727f * c[1] + 0.80828961f * c[2]);
    c[0] = 0.5f * (l + m);
    c[1] = 1.61376953f * (l - m) + 1.7097168f * (s - m);
    c[2] = 4.37817383f * (l - m) - 0.132568359f * (s - m);
}
INLINE void space_ictcp_leave(vf *c) {
    const vf apart = 0.00860903704f * c[1] + 0.111029625f * c[2];
    const vf l = pq_decode(c[0] + apart), m = pq_decode(c[0] - apart);
    const vf s = pq_decode(c[0] + 0.560031336f * c[1] - 0.320627175f * c[2]);
    c[0] = 6.17336274f * l - 5.32038056f * m + 0.147017826f * s;
    c[1] = -1.3243115f * l + 2.56022642f * m - 0.235914921f * s;
    c[2] = -0.0118169027f * l - 0.264672035f * m + 1.27648894f * s;
}
INLINE vf space_ictcp_enter_grey(vf v) { return pq_encode(v); }
INLINE vf space_ictcp_leave_grey(vf v) { return pq_decode(v); }

// The file's own values.
INLINE void space_rgb_enter(vf *c) { (void)c; }
INLINE void space_rgb_leave(vf *c) { (void)c; }
INLINE vf space_rgb_enter_grey(vf v) { return v; }
INLINE vf space_rgb_leave_grey(vf v) { return v; }

KERNELS_END

#endif
