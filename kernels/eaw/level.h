// Defines the shared parts of the decompose forms: the sums of a pixel before its taps, and the target of a level's
// results.
#ifndef ATROUS_EAW_LEVEL_H
#define ATROUS_EAW_LEVEL_H
#include "atrous/store.h"
#include "eaw/tap.h"

#ifndef LUMA_BESIDE
#define LUMA_BESIDE 0 // 1: the planes are chroma only, and luma lies in a stack of its own
#endif
// Group g is guarded. Planes of chroma only are group 0.
#define IS_GUARDED(g) (GUARDED >> (g)&1)

// A level of the downward pass: the arguments of its kernel.
typedef struct {
    const EawLevel *p;
    Level level;
    global const plane_t *coarse;   // c_l
    global const plane_t *delta_in; // change by the finer levels (fused synthesis)
    global const plane_t *edges;    // falloffs of eaw/search.cl (EDGES 2)
    global const plane_t *luma;     // c_l of luma, if the planes are chroma only (LUMA_BESIDE)
    global plane_t *coarse_out;     // c_{l+1}
    global plane_t *delta_out;      // the delta so far, or the detail d_l, in the layout of c_l (stored synthesis)
} EawPass;

// Returns the falloff of a group's weight for the vector at (x, y): one value for the level, or (EDGES 2) the result of
// the search, at least the group's value.
INLINE falloff_t falloff_at(const EawPass *e, EawGroup group, int x, int y) {
#if EDGES == 2
    return fmax(LOAD_PLANE(e->edges + plane_index(0, x, y, e->p->planes)), (vf)(group.falloff));
#else
    return group.falloff;
#endif
}

// The sums of a group before the first tap. `centre`: c_l in its planes.
INLINE void begin_group(EawSums *s, int planes, int guarded, falloff_t falloff, const vf *centre) {
    s->planes = planes;
    s->guarded = guarded;
    s->falloff = falloff;
    UNROLL
    for (int i = 0; i < MAX_GROUP; ++i) {
        s->sum[i] = 0.0f;
        if (i < planes) s->centre[i] = centre[i];
    }
    s->norm = s->squares = 0.0f;
}

// Returns the falloffs of both groups, luma first, for the vector at (x, y).
INLINE void begin_sums(EawSums *sums, const EawPass *e, int x, int y, const vf *centre) {
    begin_group(&sums[0], LUMA, IS_GUARDED(0), falloff_at(e, e->p->luma, x, y), centre);
    begin_group(&sums[1], CHROMA, IS_GUARDED(1), falloff_at(e, e->p->chroma, x, y), centre + LUMA);
}

// Luma of these planes.
INLINE vf luma_of(const vf *planes) {
    vf luma = planes[0];
    UNROLL
    for (int i = 1; i < LUMA; ++i) luma += planes[i];
    return luma * (1.0f / LUMA);
}

// The part of a boost that is kept if the next coarse image is centre + difference.
INLINE vf kept_of_boost(const EawPass *e, const vf *centre, const vf *difference) {
    return SHADOWS ? kept_in_shadows(luma_of(centre) + luma_of(difference), e->p->protection) : (vf)(1.0f);
}

// Stores c_{l+1} and the delta or detail, if any, of the vector at (x, y). `centre`: c_l. `difference`:
// c_{l+1} - c_l. `kept`: of boosts, per group. `block`: AxisBlock.
INLINE void store_level(const EawPass *e, const vf *centre, const vf *difference, const vf *kept, int x, int y,
                        int block) {
    const EawLevel *p = e->p;
    const int row = axis_entry(&e->level.y, AXIS_STEP, y); // in the next layout
    UNROLL
    for (int i = 0; i < PLANES; ++i) {
        const size_t here = plane_index(i, 0, y, p->planes), there = plane_index(i, 0, row, p->planes);
        if (!(p->flags & EAW_LAST))
            store_permuted(&e->level, e->coarse_out + there, centre[i] + difference[i], x, block);
        if (p->flags & EAW_COARSE) continue;
        if (p->flags & EAW_STORED) {
            store_here(&e->level, e->delta_out + here, -difference[i], x);
        } else {
            vf delta = detail_delta(-difference[i], i < LUMA ? p->luma : p->chroma, p->protection, kept[i >= LUMA]);
            if (!(p->flags & EAW_FIRST)) delta += LOAD_PLANE(e->delta_in + here + x);
            store_permuted(&e->level, e->delta_out + there, delta, x, block);
        }
    }
}

// On photographs with white noise the factor keeps 0.998 of the boosts of details on average, and noise grows by 1.016.
#define GUARD_FACTOR 2.25f

// Luma of c_l at (x, y), where the planes there are `centre`.
INLINE vf luma_here(const EawPass *e, const vf *centre, int x, int y) {
    return LUMA_BESIDE ? LOAD_PLANE(e->luma + plane_index(0, x, y, e->p->planes)) : luma_of(centre);
}

// The variance of noise in the taps of a group.
INLINE vf noise_at(const EawGuard *guard, int group, vf luma) {
    const vf t = clamp(fma(luma, (vf)(guard->scale), (vf)(guard->offset)), (vf)(-1.0f), (vf)(1.0f));
    vf log2_variance = (vf)(guard->term[group][GUARD_TERMS - 1]);
    UNROLL
    for (int k = GUARD_TERMS - 2; k >= 0; --k) log2_variance = fma(log2_variance, t, (vf)(guard->term[group][k]));
    return fast_exp2(log2_variance);
}

// Computes --noise-guard: multiplies the kept part of a group's boost by max(0, 1 - (GUARD_FACTOR V / E)^2). E is the variance of the taps
// around their weighted mean c_{l+1}, V the variance of noise there at the brightness of c_l, `luma`. Both cover all planes of a group
// together, so that hues stay. With radius 2 the B3-spline takes the mean of 13 taps of noise, so E of noise rarely exceeds
// GUARD_FACTOR V; with radius 1 it is the mean of 7, and more noise passes. E of real detail is many times V, and the boost is kept.
// `squares`: mean of (tap - c_l)^2, per group. `difference`: c_{l+1} - c_l.
INLINE void keep_noise_out(const EawPass *e, vf luma, const vf *squares, const vf *difference, vf *kept) {
    UNROLL
    for (int g = 0; g < 2; ++g) {
        if (!IS_GUARDED(g)) continue;
        vf energy = squares[g];
        UNROLL
        for (int i = g ? LUMA : 0; i < (g ? PLANES : LUMA); ++i) energy = fma(-difference[i], difference[i], energy);
        const vf part = GUARD_FACTOR * noise_at(&e->p->guard, g, luma) / fmax(energy, (vf)(1e-30f));
        kept[g] *= fmax(1.0f - part * part, (vf)(0.0f));
    }
}

// Turns the sums of the vector at (x, y) into c_{l+1} and the delta or detail, and stores them. `block`: AxisBlock.
INLINE void finish_level(const EawPass *e, const EawSums *sums, int x, int y, int block) {
    const vf share[2] = {1.0f / sums[0].norm, CHROMA > 0 ? 1.0f / sums[1].norm : (vf)(1.0f)};
    vf centre[PLANES], difference[PLANES];
    UNROLL
    for (int i = 0; i < PLANES; ++i) {
        const int g = i < LUMA ? 0 : 1, j = i < LUMA ? i : i - LUMA;
        centre[i] = sums[g].centre[j];
        difference[i] = sums[g].sum[j] * share[g];
    }
    const vf lit = kept_of_boost(e, centre, difference);
    vf kept[2] = {lit, lit};
    const vf squares[2] = {sums[0].squares * share[0], sums[1].squares * share[1]};
    if (GUARDED) keep_noise_out(e, luma_here(e, centre, x, y), squares, difference, kept);
    store_level(e, centre, difference, kept, x, y, block);
}

#endif
