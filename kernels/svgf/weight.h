// The weight of a tap: luma, plane of depth, normals (Schied 2017, equations 3 to 5; slopes as Dolp 2024, section 4.1).
// Deviations: sigma_l 6, sigma_n 32, sigma_z 2, and 1 % of the depth beside its slope, since many samples of a pixel lie at
// many depths.
#ifndef ATROUS_SVGF_WEIGHT_H
#define ATROUS_SVGF_WEIGHT_H
#include "atrous/exponent.h"
#include "svgf/params.h"

KERNELS_BEGIN

#define SVGF_LOG2_E 1.44269504f
#define SVGF_LUMA_FLOOR 1e-4f // added to the deviation of luma
#define SVGF_SLOPES 2.0f      // sigma_z: slopes that a tap may be beside the plane
#define SVGF_DEPTH 0.01f      // and this part of the depth
enum { SVGF_RADIUS = 2 };

INLINE vf svgf_luma(vf r, vf g, vf b) { return fma(r, (vf)(0.2126f), fma(g, (vf)(0.7152f), b * 0.0722f)); }

// What the taps of a pixel are compared with.
typedef struct {
    vf luma, luma_falloff;
    vf z, gx, gy;                                        // slopes per tap
    vf z_falloff[(SVGF_RADIUS + 1) * (SVGF_RADIUS + 1)]; // by |dy|, |dx|
    vf n[3];                                             // unit normal
    vf least_cosine;                                     // 0; in the sky, which has no normals, 1
} SvgfCentre;

// Its terms of luma and depth. `deviation`: the square root of the luma's variance; `gx`, `gy`: of a step of one tap.
INLINE void svgf_compare(SvgfCentre *c, float sigma, vf deviation, vf z, vf gx, vf gy) {
    c->luma_falloff = SVGF_LOG2_E / fma(deviation, (vf)(sigma), (vf)(SVGF_LUMA_FLOOR));
    c->z = z;
    c->gx = gx;
    c->gy = gy;
    c->least_cosine = z < 0.5f * SVGF_SKY ? (vf)(0.0f) : (vf)(1.0f);
    const vf sx = SVGF_SLOPES * fabs(gx), sy = SVGF_SLOPES * fabs(gy), floor_z = SVGF_DEPTH * z;
    UNROLL
    for (int dy = 0; dy <= SVGF_RADIUS; ++dy) {
        UNROLL
        for (int dx = 0; dx <= SVGF_RADIUS; ++dx)
            c->z_falloff[dy * (SVGF_RADIUS + 1) + dx] = SVGF_LOG2_E / fma(sx, (vf)(dx), fma(sy, (vf)(dy), floor_z));
    }
}

// x^32.
INLINE vf svgf_power(vf x) {
    x *= x;
    x *= x;
    x *= x;
    x *= x;
    return x * x;
}

// Weight of tap (dx, dy), another one than the centre. `log2_h`: of its h; `cosine`: of both normals.
INLINE vf svgf_weight(const SvgfCentre *c, vf luma, vf z, vf cosine, float log2_h, int dx, int dy) {
    const int ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy;
    const vf beside = fabs(z - c->z - fma(c->gx, (vf)(dx), c->gy * (vf)(dy)));
    const vf cost = fma(fabs(luma - c->luma), c->luma_falloff, beside * c->z_falloff[ay * (SVGF_RADIUS + 1) + ax]);
    return exp2_negative(log2_h - cost) * svgf_power(fmax(cosine, c->least_cosine));
}

KERNELS_END

#endif
