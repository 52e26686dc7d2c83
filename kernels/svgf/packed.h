// Guides of the levels packed in words of 32 bits, as renderers keep their G-buffers: a level decodes them where it reads them,
// at every tap, or with form `tile` once, when the tile is filled (Dolp 2024, section 4.2, "staged decompression"). Approximate,
// but for the depth. The paper does not say what its words hold: these are ours.
#ifndef ATROUS_SVGF_PACKED_H
#define ATROUS_SVGF_PACKED_H
#include "svgf/params.h"

KERNELS_BEGIN

// The integer next to x, of which the low 22 bits count (two's complement): adding 1.5 * 2^23 puts it there.
INLINE vi svgf_rounded(vf x) { return AS_VI(x + 12582912.0f); }
INLINE vi svgf_halves(vi low, vi high) { return (low & 0xffff) | (high << 16); }
INLINE vf svgf_signed(vf x, vf sign) { return select(x, -x, MASK(sign < 0.0f)); }

// The upper half of a float, rounded: its whole range, relative error 2^-8.
INLINE vi svgf_upper(vf x) { return (AS_VI(x) + 0x8000) >> 16; }
INLINE vf svgf_low(vi word) { return AS_VF(word << 16); }
INLINE vf svgf_high(vi word) { return AS_VF(word & ~0xffff); }

#define SVGF_NO_NORMAL 0x8000 // a code that no direction has
#define SVGF_LEAST_SUM 1e-30f // so that 0 divides as a number

// A direction: x and y of the octahedron, whose lower half is folded outwards, in 16 bits each; error 6.5e-5 at most.
INLINE vi svgf_octahedral(vf x, vf y, vf z) {
    const vf sum = fabs(x) + fabs(y) + fabs(z), share = 32767.0f / fmax(sum, (vf)(SVGF_LEAST_SUM));
    const vi below = MASK(z < 0.0f), is_one = MASK(sum > 0.0f);
    x *= share;
    y *= share;
    const vf u = select(x, svgf_signed(32767.0f - fabs(y), x), below);
    const vf v = select(y, svgf_signed(32767.0f - fabs(x), y), below);
    return (svgf_halves(svgf_rounded(u), svgf_rounded(v)) & is_one) | (SVGF_NO_NORMAL & ~is_one);
}

// The direction, of length 1; returns 1, or 0 where there is none.
INLINE vf svgf_direction(vi word, vf *n) {
    const vf u = AS_FLOATS((word << 16) >> 16) * (1.0f / 32767.0f), v = AS_FLOATS(word >> 16) * (1.0f / 32767.0f);
    const vf z = 1.0f - fabs(u) - fabs(v), fold = fmax(-z, (vf)(0.0f));
    n[0] = u - svgf_signed(fold, u);
    n[1] = v - svgf_signed(fold, v);
    n[2] = z;
    const vf length2 = fma(n[0], n[0], fma(n[1], n[1], z * z));
    const vf is_one = select((vf)(1.0f), (vf)(0.0f), MASK((word & 0xffff) == SVGF_NO_NORMAL));
    const vf share = is_one / sqrt(length2);
    UNROLL
    for (int k = 0; k < 3; ++k) n[k] *= share;
    return is_one;
}

// Albedo as features are, 0 to SVGF_MOST_FEATURE, in 11, 11 and 10 bits; 2 ln(depth) from -14, that of SVGF_LEAST_Z, to 42,
// that of SVGF_FAR, in 16.
#define SVGF_MOST_FEATURE (2.0f * SVGF_MOST_ALBEDO)
#define SVGF_LEAST_LOG_Z (-14.0f)
#define SVGF_LOG_Z_STEP (56.0f / 65535.0f)

INLINE vi svgf_share(vf feature, float most) {
    return svgf_rounded(clamp(feature, (vf)(0.0f), (vf)(SVGF_MOST_FEATURE)) * (most / SVGF_MOST_FEATURE)) & 0x7ff;
}

// All words of guides (SvgfGuidePlane).
INLINE void svgf_pack(const vf *guides, vi *words) {
    words[WORD_Z] = AS_VI(guides[GUIDE_Z]);
    words[WORD_SLOPES] = svgf_halves(svgf_upper(guides[GUIDE_GX]), svgf_upper(guides[GUIDE_GY]));
    words[WORD_NORMAL] = svgf_octahedral(guides[GUIDE_N], guides[GUIDE_N + 1], guides[GUIDE_N + 2]);
    words[WORD_ALBEDO] = svgf_share(guides[GUIDE_A], 2047.0f) | (svgf_share(guides[GUIDE_A + 1], 2047.0f) << 11) |
                         (svgf_share(guides[GUIDE_A + 2], 1023.0f) << 22);
    const vf log_z = (guides[GUIDE_LOG_Z] - SVGF_LEAST_LOG_Z) * (1.0f / SVGF_LOG_Z_STEP);
    words[WORD_MODEL] =
        svgf_halves(svgf_rounded(clamp(log_z, (vf)(0.0f), (vf)(65535.0f))), svgf_upper(guides[GUIDE_LENGTH]));
}

// The guides that the first `count` words say. Without WORD_MODEL normals have length 1.
INLINE void svgf_unpack(const vi *words, int count, vf *guides) {
    guides[GUIDE_Z] = AS_VF(words[WORD_Z]);
    guides[GUIDE_GX] = svgf_low(words[WORD_SLOPES]);
    guides[GUIDE_GY] = svgf_high(words[WORD_SLOPES]);
    guides[GUIDE_LENGTH] = svgf_direction(words[WORD_NORMAL], guides + GUIDE_N);
    if (count <= WORD_ALBEDO) return;
    const vi albedo = words[WORD_ALBEDO];
    guides[GUIDE_A] = AS_FLOATS(albedo & 0x7ff) * (SVGF_MOST_FEATURE / 2047.0f);
    guides[GUIDE_A + 1] = AS_FLOATS((albedo >> 11) & 0x7ff) * (SVGF_MOST_FEATURE / 2047.0f);
    guides[GUIDE_A + 2] = AS_FLOATS((albedo >> 22) & 0x3ff) * (SVGF_MOST_FEATURE / 1023.0f);
    if (count <= WORD_MODEL) return;
    const vi model = words[WORD_MODEL];
    guides[GUIDE_LOG_Z] = fma(AS_FLOATS(model & 0xffff), (vf)(SVGF_LOG_Z_STEP), (vf)(SVGF_LEAST_LOG_Z));
    const vf one = svgf_high(model), length = 1.0f / fmax(one, (vf)(SVGF_LEAST_SUM));
    guides[GUIDE_LENGTH] = one;
    UNROLL
    for (int k = 0; k < 3; ++k) guides[GUIDE_N + k] *= length;
}

KERNELS_END

#endif
