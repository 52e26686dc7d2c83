// Converts samples of a frame's roles to its planes: replaces invalid light, finds the sky, subtracts emission.
#include "svgf/samples.h"
#include "svgf/weight.h"

// A vector of pixels.
typedef struct {
    int x, y;
    PlaneStack planes;
    global plane_t *frame;
    PixelRect counted; // pixels whose samples count as replaced
} At;

INLINE vi is_finite(vf value) { return MASK(fabs(value) <= FLT_MAX); }
// No NaN, and nothing that overflows.
INLINE vi is_light(vf value) { return MASK(fabs(value) <= SVGF_MAX_LIGHT); }

INLINE void put(const At *at, int plane, vf value) {
    STORE_PLANE(value, at->frame + plane_index(plane, at->x, at->y, at->planes));
}

// The mean of the neighbours of a sample that are light, 0 if there are none.
INLINE float mean_around(global const float *samples, int plane, int x, int y, PlaneStack planes) {
    float sum = 0.0f, count = 0.0f;
    for (int qy = max(y - 1, 0); qy <= min(y + 1, planes.height - 1); ++qy)
        for (int qx = max(x - 1, 0); qx <= min(x + 1, planes.width - 1); ++qx) {
            const float value = samples[sample_index(plane, qx, qy, planes)];
            if (!(fabs(value) <= SVGF_MAX_LIGHT)) continue;
            sum += value;
            count += 1.0f;
        }
    return count > 0.0f ? sum / count : 0.0f;
}

INLINE int is_counted(const At *at, int x) {
    const PixelRect r = at->counted;
    return x >= r.left && x < r.right && at->y >= r.top && at->y < r.bottom;
}

// A vector with samples that are no light, each replaced. `replaced`: their number.
ROW vf repaired_lanes(vf value, global const float *samples, int plane, const At *at, int *replaced) {
    const PlaneStack planes = at->planes;
    Lanes out;
    out.v = value;
    for (int i = 0; i < VECTOR && at->x + i < planes.width; ++i) {
        if (fabs(out.lane[i]) <= SVGF_MAX_LIGHT) continue;
        out.lane[i] = mean_around(samples, plane, at->x + i, at->y, planes);
        if (is_counted(at, at->x + i)) ++*replaced;
    }
    return out.v;
}

// A vector of samples, repaired if necessary.
INLINE vf repaired(global const float *samples, int plane, const At *at, int *replaced) {
    const vf value = samples_at(samples, plane, at->x, at->y, at->planes);
    return any_lane(~is_light(value)) ? repaired_lanes(value, samples, plane, at, replaced) : value;
}

INLINE vf vectors(global const float *motion, int has, int plane, const At *at) {
    if (!has) return (vf)(SVGF_NO_MOTION);
    const vf value = samples_at(motion, plane, at->x, at->y, at->planes);
    return select((vf)(SVGF_NO_MOTION), value, MASK(fabs(value) <= SVGF_NO_MOTION));
}

// Normal and depth, both 0 in the sky.
INLINE void put_surface(global const float *normal, global const float *depth, global const float *coverage,
                        const At *at, const SvgfEnter *p) {
    vf n[3] = {(vf)(0.0f), (vf)(0.0f), (vf)(1.0f)}, z = (vf)(1.0f);
    UNROLL
    for (int k = 0; k < 3; ++k)
        if (p->normal) n[k] = samples_at(normal, k, at->x, at->y, at->planes);
    if (p->depth) z = samples_at(depth, 0, at->x, at->y, at->planes);
    const vf length2 = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    vi solid = MASK(z > 0.0f) & MASK(z < SVGF_FAR) & MASK(length2 >= SVGF_MIN_NORMAL2) & is_finite(length2);
    vf none = 0.0f;
    if (p->coverage) {
        const vi glows = MASK(samples_at(coverage, 0, at->x, at->y, at->planes) < 0.0f);
        none = masked((vf)(SVGF_EMISSION_ONLY), glows);
        solid &= ~glows;
    }
    UNROLL
    for (int k = 0; k < 3; ++k) put(at, FRAME_N + k, masked(n[k], solid));
    put(at, FRAME_Z, select(none, z, solid));
}

// Returns the variance of Y(i) from the variance of the beauty, with noise in all channels.
INLINE vf light_variance(global const float *variance, const vf *albedo, const At *at) {
    vf sigma[3];
    UNROLL
    for (int k = 0; k < 3; ++k) {
        const vf value = samples_at(variance, k, at->x, at->y, at->planes);
        sigma[k] = sqrt(masked(value, MASK(value > 0.0f) & MASK(value <= SVGF_MAX_VARIANCE))) /
                   fmax(albedo[k], (vf)(SVGF_MIN_ALBEDO));
    }
    const vf sum = svgf_luma(sigma[0], sigma[1], sigma[2]);
    return sum * sum;
}

// Beauty without emission, albedo, emission, luma of the demodulated light. `a`: the albedo. Returns the
// samples replaced.
INLINE int put_light(global const float *beauty, global const float *albedo, global const float *emission, const At *at,
                     const SvgfEnter *p, vf *a) {
    int replaced = 0, others = 0;
    vf i[3];
    UNROLL_ON_GPU
    for (int k = 0; k < 3; ++k) {
        a[k] = p->albedo ? repaired(albedo, k, at, &others) : (vf)(1.0f);
        const vf e = p->emission ? repaired(emission, k, at, &others) : (vf)(0.0f);
        const vf c = repaired(beauty, k, at, &replaced) - e;
        i[k] = c / fmax(a[k], (vf)(SVGF_MIN_ALBEDO));
        put(at, FRAME_C + k, c);
        put(at, FRAME_A + k, a[k]);
        if (p->emission) put(at, FRAME_EXTRA + k, e);
    }
    put(at, FRAME_LIGHT, svgf_luma(i[0], i[1], i[2]));
    return replaced;
}

// The pilot without emission. Pixels with a sample that is no light have none.
INLINE void put_pilot(global const float *pilot, const At *at, const SvgfEnter *p) {
    vf z[3];
    vi known = (vi)(-1);
    UNROLL_ON_GPU
    for (int k = 0; k < 3; ++k) {
        z[k] = samples_at(pilot, k, at->x, at->y, at->planes);
        known &= is_light(z[k]);
        if (p->emission) z[k] -= plane_value(at->frame, FRAME_EXTRA + k, at->x, at->y, at->planes);
        z[k] = fmax(z[k], (vf)(0.25f * SVGF_NO_PILOT));
    }
    UNROLL_ON_GPU
    for (int k = 0; k < 3; ++k) put(at, p->pilot + k, select((vf)(SVGF_NO_PILOT), z[k], known));
}

// The samples of the roles. Missing ones are not read.
typedef struct {
    global const float *beauty, *albedo, *normal, *depth, *previous, *next, *emission, *variance, *lights, *coverage,
        *pilot;
} Roles;

// Returns the samples of the beauty that are no light, and are replaced.
ROW int enter_row(const Roles *roles, const SvgfPlace *place, global plane_t *frame, const SvgfEnter *params, Row row) {
    const Roles of = *roles;
    const SvgfEnter p = *params;
    int replaced = 0;
    for (int x = row.x; x < p.planes.width; x += row.step) {
        const At at = {x, row.y, p.planes, frame, place->inner};
        vf a[3];
        int others = 0;
        replaced += put_light(of.beauty, of.albedo, of.emission, &at, &p, a);
        put_surface(of.normal, of.depth, of.coverage, &at, &p);
        for (int k = 0; k < 2; ++k) {
            put(&at, FRAME_PREVIOUS + k, vectors(of.previous, p.previous, k, &at));
            put(&at, FRAME_NEXT + k, vectors(of.next, p.next, k, &at));
        }
        const int extra = FRAME_EXTRA + (p.emission ? 3 : 0);
        for (int k = 0; k < p.lights; ++k) put(&at, extra + k, repaired(of.lights, k, &at, &others));
        if (p.variance) put(&at, extra + p.lights, light_variance(of.variance, a, &at));
        if (p.pilot > 0) put_pilot(of.pilot, &at, &p);
    }
    return replaced;
}

// `replaced`: counts samples of the beauty that are no light.
kernel void svgf_enter(global const float *restrict beauty, global const float *restrict albedo,
                       global const float *restrict normal, global const float *restrict depth,
                       global const float *restrict previous, global const float *restrict next,
                       global const float *restrict emission, global const float *restrict variance,
                       global const float *restrict lights, global const float *restrict coverage,
                       global const float *restrict pilot, global const SvgfPlace *restrict place,
                       global plane_t *restrict frame, global uint *restrict replaced, const SvgfEnter p) {
    const Row row = row_here();
    if (row.y >= p.planes.height) return;
    const Roles roles = {beauty, albedo, normal, depth, previous, next, emission, variance, lights, coverage, pilot};
    const SvgfPlace here = *place;
    const int count = enter_row(&roles, &here, frame, &p, row);
    if (count > 0) atomic_add(replaced, count);
}
