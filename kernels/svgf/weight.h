// Computes the weight of a tap: for stills without variance Gaussians (Dammertz 2010, section 2.2), otherwise
// luma, plane of depth, normals (Schied 2017, equations 4 and 5, and slopes as Dolp 2024, section 4.1). Luma
// counts by the squares beyond the variances of both pixels (Rousselle 2012, the distance of non-local
// means). Sigma_l 3, sigma_n 32, sigma_z 2 by default (Schied: 4, 128, 1), and 1 % of the depth in addition
// to its slope, because many samples of a pixel lie at many depths.
#ifndef ATROUS_SVGF_WEIGHT_H
#define ATROUS_SVGF_WEIGHT_H
#include "atrous/exponent.h"
#include "svgf/params.h"

KERNELS_BEGIN

#define SVGF_LOG2_E 1.44269504f
#define SVGF_LUMA_FLOOR 1e-8f // added to the variance of a difference
// limit of a tap's variance, as a multiple of the pixel's variance: without it an outlier would accept itself
#define SVGF_MAX_VARIANCES 4.0f
// tolerance of a tap's depth from the plane, as a part of the depth, in addition to sigma_z slopes
#define SVGF_DEPTH 0.01f
#ifndef SIGMA_NORMAL
// sigma_n: power of the cosine between normals, 0 to 1023. As a constant it only costs its own steps
#define SIGMA_NORMAL 32
#endif
#define SVGF_FAR_BESIDE 1e4f // deviations of depth: more make no difference
#ifndef EAW
#define EAW 0 // 1: Gaussians of light, albedo, normal and depth instead of SVGF's terms, and no variance
#endif
enum { SVGF_RADIUS = 2 };

INLINE vf svgf_luma(vf r, vf g, vf b) { return fma(r, (vf)(0.2126f), fma(g, (vf)(0.7152f), b * 0.0722f)); }

#if ON_GPU
INLINE vf svgf_reciprocal(vf x) { return native_recip(x); } // an instruction, of relative error 2^-23 on NVIDIA and AMD
#else
INLINE vf svgf_reciprocal(vf x) { return 1.0f / x; }
#endif

// For depth as a guide.
INLINE vi svgf_is_sky(vf z) { return MASK(z > 0.5f * SVGF_SKY); }
INLINE vi svgf_is_emission_only(vf z) { return MASK(z < 0.0f); }

// The pixel to which taps are compared.
typedef struct {
    vf light[3];       // demodulated
    vf luma, variance; // of the luma
    float deviations2; // squared deviations of luma that a tap may be off
    vf z, gx, gy;      // slopes per tap
#if ON_GPU
    vf least;             // divisor of a square: deviations2 x the tap's variance + least
    vf z_floor, z_x, z_y; // tolerance of a tap from the plane: z_floor + z_x |dx| + z_y |dy|
#else
    vf z_falloff[(SVGF_RADIUS + 1) * (SVGF_RADIUS + 1)]; // by |dy|, |dx|
#endif
    vf n[3];       // unit normal
    vf min_cosine; // 0, or 1 in the sky and in glows, which have no normals
#if EAW
    vf a[3]; // as features
    SvgfSigmas sigmas;
#endif
} SvgfCentre;

// The values of a tap that count.
typedef struct {
    vf light[3], variance, z, cosine; // the variance of the luma
#if EAW
    vf a[3];
#endif
} SvgfTapValues;

// Its terms of luma and depth. `variance`: of the luma. `gx`, `gy`: of a step of one tap.
INLINE void svgf_compare(SvgfCentre *c, SvgfSigmas sigmas, vf variance, vf z, vf gx, vf gy) {
#if EAW
    const float scale = 1.0f; // the square of the whole is taken
    c->sigmas = sigmas;
#else
    const float scale = SVGF_LOG2_E;
    c->luma = svgf_luma(c->light[0], c->light[1], c->light[2]);
    c->variance = variance;
    c->deviations2 = sigmas.luma * sigmas.luma * (ON_GPU ? 1.0f / SVGF_LOG2_E : 1.0f);
#if ON_GPU
    c->least = fma(c->deviations2, variance, (vf)(SVGF_LUMA_FLOOR / SVGF_LOG2_E));
#endif
#endif
    c->z = z;
    c->gx = gx;
    c->gy = gy;
    c->min_cosine = select((vf)(0.0f), (vf)(1.0f), svgf_is_sky(z) | svgf_is_emission_only(z));
#if ON_GPU
    c->z_floor = SVGF_DEPTH / scale * fabs(z);
    c->z_x = sigmas.depth / scale * fabs(gx);
    c->z_y = sigmas.depth / scale * fabs(gy);
#else
    const vf sx = sigmas.depth * fabs(gx), sy = sigmas.depth * fabs(gy), floor_z = SVGF_DEPTH * fabs(z);
    UNROLL
    for (int dy = 0; dy <= SVGF_RADIUS; ++dy) {
        UNROLL
        for (int dx = 0; dx <= SVGF_RADIUS; ++dx)
            c->z_falloff[dy * (SVGF_RADIUS + 1) + dx] = scale / fma(sx, (vf)(dx), fma(sy, (vf)(dy), floor_z));
    }
#endif
}

#if EAW
INLINE vf svgf_distance2(const vf *a, const vf *b) {
    const vf x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return fma(x, x, fma(y, y, z * z));
}

// The Gaussians of a tap. `beside`: distance from the plane of depth, in standard deviations.
INLINE vf svgf_terms(const SvgfCentre *c, const SvgfTapValues *tap, vf beside, float log2_h) {
    const vf ratio = fmin(beside, (vf)(SVGF_FAR_BESIDE));
    const vf turn = fmax(1.0f - fmax(tap->cosine, c->min_cosine), (vf)(0.0f)); // half the square of the distance
    const vf cost = fma(svgf_distance2(tap->light, c->light), (vf)(c->sigmas.luma),
                        fma(svgf_distance2(tap->a, c->a), (vf)(c->sigmas.albedo),
                            fma(turn, (vf)(c->sigmas.normal), ratio * ratio * (0.5f * SVGF_LOG2_E))));
    return fast_exp2(log2_h - cost);
}
#else
// x to the power of SIGMA_NORMAL.
INLINE vf svgf_power(vf x) {
    vf result = 1.0f;
    UNROLL
    for (int bit = 0; bit < 10; ++bit) {
        if (SIGMA_NORMAL >> bit & 1) result *= x;
        x *= x;
    }
    return result;
}

INLINE vf svgf_terms(const SvgfCentre *c, const SvgfTapValues *tap, vf beside, float log2_h) {
    const vf luma = svgf_luma(tap->light[0], tap->light[1], tap->light[2]);
    const vf difference = luma - c->luma;
    const vf excess = fmax(fma(difference, difference, -(c->variance + fmin(c->variance, tap->variance))), (vf)(0.0f));
    const vf others = fmin(tap->variance, c->variance * SVGF_MAX_VARIANCES);
#if ON_GPU
    const vf e = fma(-excess, svgf_reciprocal(fma(c->deviations2, others, c->least)), log2_h - beside);
    return fast_exp2(e) * svgf_power(fmax(tap->cosine, c->min_cosine));
#else
    const vf both = c->variance + others;
    const vf cost = fma(excess * SVGF_LOG2_E, 1.0f / fma((vf)(c->deviations2), both, (vf)(SVGF_LUMA_FLOOR)), beside);
    return fast_exp2(log2_h - cost) * svgf_power(fmax(tap->cosine, c->min_cosine));
#endif
}
#endif

// The falloff of depth of a tap. On GPUs it is computed for each row of taps, which registers do not look up at run time.
INLINE vf svgf_z_falloff(const SvgfCentre *c, int ax, int ay) {
#if ON_GPU
    return svgf_reciprocal(fma(c->z_x, (vf)(ax), fma(c->z_y, (vf)(ay), c->z_floor)));
#else
    return c->z_falloff[ay * (SVGF_RADIUS + 1) + ax];
#endif
}

// Weight of tap (dx, dy), another one than the centre. `log2_h`: of its h. `cosine`: of both normals.
INLINE vf svgf_weight(const SvgfCentre *c, const SvgfTapValues *tap, float log2_h, int dx, int dy) {
    const int ax = MAGNITUDE(dx), ay = MAGNITUDE(dy);
    const vf beside = fabs(tap->z - c->z - fma(c->gx, (vf)(dx), c->gy * (vf)(dy)));
    return svgf_terms(c, tap, beside * svgf_z_falloff(c, ax, ay), log2_h);
}

KERNELS_END

#endif
