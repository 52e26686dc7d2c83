// Mixes the result x with the frames z of another denoiser, the pilot: its mean over the window, then a share of x by least
// squares towards the frame y and towards the mean Q of its neighbours, whichever gives less.
#include "atrous/exponent.h"
#include "svgf/details.h"
#include "svgf/samples.h"
#include "svgf/weight.h"

// Differences are multiplied by this, so that their squares are numbers as halves, too.
#define PILOT_SCALE 32.0f
#define PILOT_SQUARE (PILOT_SCALE * PILOT_SCALE)
#define PILOT_TINY (1e-12f * PILOT_SQUARE)
#define PILOT_OUTLIER 5.0f // local deviations of y - z
#define PILOT_PRIOR 0.4f   // share of x that nothing speaks against
#define PILOT_FIRM 20.0f   // weight of that share, in variances of the noise that the pilot holds
#define PILOT_COMMON 1.5f  // x has noise of y: deviations by which their product is less
#define PILOT_LEFT 0.05f   // part of the noise of y that x may hold. Other details of x are no noise
#define PILOT_DOUBT 3.0f   // the prior fades from this part of its weight on: 1 / 3
#define PILOT_FAR 2.0f     // variances of the pilot's noise by which pilots of neighbours differ

// Colours of a vector of pixels. The pilot is the result where there is none.
typedef struct {
    vf x[3], y[3], z[3];
    vi has;
} Colours;

INLINE Colours colours_at(global const plane_t *frame, global const float *image, int x, int y, const SvgfPilot *p) {
    Colours c;
    c.has = MASK(plane_value(frame, p->pilot, x, y, p->planes) > 0.5f * SVGF_NO_PILOT);
    UNROLL_ON_GPU
    for (int k = 0; k < 3; ++k) {
        c.x[k] = samples_at(image, k, x, y, p->planes);
        if (p->emission) c.x[k] -= samples_at(image, 3 + p->lights + k, x, y, p->planes);
        c.y[k] = plane_value(frame, FRAME_C + k, x, y, p->planes);
        c.z[k] = select(c.x[k], plane_value(frame, p->pilot + k, x, y, p->planes), c.has);
    }
    return c;
}

// Factor of differences: a display compresses light by its square root.
INLINE vf display_factor(vf bright, vf z) {
    const vf b = fmax(1.0f + bright, 1.0f + z);
    return PILOT_SCALE / (b * b);
}

INLINE vf outlier_limit(global const plane_t *squares, int x, int y, PlaneStack planes) {
    return fma((vf)(PILOT_OUTLIER), sqrt(fmax(plane_value(squares, 0, x, y, planes), (vf)(0.0f))),
               (vf)(1e-6f * PILOT_SCALE));
}

// That a pilot holds: small noise leaves more. A power of 9/16 by roots, which are the same for vectors and numbers.
INLINE vf own_noise(vf noise) {
    const vf deviation = sqrt(fma(noise, (vf)(1.0f / PILOT_SQUARE), (vf)(1e-12f))), root = sqrt(0.06f / deviation);
    return noise * clamp(0.09f * root * sqrt(sqrt(sqrt(root))), (vf)(0.02f), (vf)(0.35f));
}

INLINE vf count_at(global const plane_t *others, int x, int y, const SvgfPilot *p) {
    return p->others > 0 ? plane_value(others, PILOT_COUNT, x, y, p->planes) : (vf)(1.0f);
}

kernel void svgf_pilot_start(global const plane_t *restrict frame, global const float *restrict image,
                             global plane_t *restrict bright, const SvgfPilot p) {
    const Row row = row_here();
    if (row.y >= p.planes.height) return;
    for (int x = row.x; x < p.planes.width; x += row.step) {
        const Colours c = colours_at(frame, image, x, row.y, &p);
        vf sum = 0.0f;
        UNROLL_ON_GPU
        for (int k = 0; k < 3; ++k) sum += fmax(c.z[k], (vf)(0.0f));
        put_here(bright, 0, x, row.y, p.planes, sum * (1.0f / 3.0f));
    }
}

// squares: of y - z, then of the difference between each neighbour's pilot and z. differences: y - z, y - Q.
kernel void svgf_pilot_differences(global const plane_t *restrict frame, global const float *restrict image,
                                   global const plane_t *restrict others, global const plane_t *restrict bright,
                                   global plane_t *restrict squares, global plane_t *restrict differences,
                                   const SvgfPilot p) {
    const Row row = row_here();
    const int y = row.y;
    if (y >= p.planes.height) return;
    for (int x = row.x; x < p.planes.width; x += row.step) {
        const Colours c = colours_at(frame, image, x, y, &p);
        const vf b = plane_value(bright, 0, x, y, p.planes);
        for (int m = 0; m <= p.others; ++m) {
            const int plane = PILOT_OTHERS + PILOT_EACH * (m - 1) + 1;
            vf sum = 0.0f;
            UNROLL_ON_GPU
            for (int k = 0; k < 3; ++k) {
                const vf other = m == 0 ? c.y[k] : plane_value(others, plane + k, x, y, p.planes);
                const vf factor = display_factor(b, c.z[k]), d = (other - c.z[k]) * factor;
                sum = fma(d, d, sum);
                if (m > 0) continue;
                put_here(differences, k, x, y, p.planes, d);
                if (p.others > 0)
                    put_here(differences, 3 + k, x, y, p.planes,
                             (c.y[k] - plane_value(others, PILOT_Q + k, x, y, p.planes)) * factor);
            }
            put_here(squares, m, x, y, p.planes, sum * (1.0f / 3.0f));
        }
    }
}

// Details of three planes, within a limit.
INLINE void details_of(global const plane_t *differences, int first, int x, int y, PlaneStack planes, vf limit,
                       vf *sums) {
    UNROLL
    for (int i = 0; i < 3; ++i) sums[i] = 0.0f;
    for (int k = first; k < first + 3; ++k) {
        vf v[9];
        values_around(differences, k, x, y, planes, v);
        UNROLL_ON_GPU
        for (int i = 0; i < 9; ++i) v[i] = clamp(v[i], -limit, limit);
        add_details(v, sums);
    }
}

// moments: details of y - z without outliers, then of y - Q as far as there are neighbours.
kernel void svgf_pilot_details(global const plane_t *restrict differences, global const plane_t *restrict others,
                               global const plane_t *restrict squares, global plane_t *restrict moments,
                               const SvgfPilot p) {
    const Row row = row_here();
    const int y = row.y;
    if (y >= p.planes.height) return;
    for (int x = row.x; x < p.planes.width; x += row.step) {
        vf own[3], of_others[3];
        details_of(differences, 0, x, y, p.planes, outlier_limit(squares, x, y, p.planes), own);
        UNROLL_ON_GPU
        for (int k = 0; k < 3; ++k) put_here(moments, k, x, y, p.planes, own[k]);
        if (p.others == 0) continue;
        details_of(differences, 3, x, y, p.planes, (vf)(SVGF_MAX_RESIDUAL * PILOT_SCALE), of_others);
        const vf count = count_at(others, x, y, &p), share = clamp(count - 1.0f, (vf)(0.0f), (vf)(1.0f));
        UNROLL_ON_GPU
        for (int k = 0; k < 3; ++k)
            put_here(moments, 3 + k, x, y, p.planes, mixed(own[k], of_others[k] * others_factor(count), share));
    }
}

// moments, squares: local means. steady: the mean of z and of the neighbours' pilots that differ from it by no more than
// noise explains, then the noise. differences: x - steady.
kernel void svgf_pilot_mean(global const plane_t *restrict frame, global const float *restrict image,
                            global const plane_t *restrict others, global const plane_t *restrict bright,
                            global const plane_t *restrict squares, global const plane_t *restrict moments,
                            global plane_t *restrict steady, global plane_t *restrict differences, const SvgfPilot p) {
    const Row row = row_here();
    const int y = row.y;
    if (y >= p.planes.height) return;
    for (int x = row.x; x < p.planes.width; x += row.step) {
        const Colours c = colours_at(frame, image, x, y, &p);
        vf noise = min_of(moments, 0, x, y, p.planes);
        if (p.others > 0) noise = fmin(noise, min_of(moments, 3, x, y, p.planes));
        const vf own = own_noise(noise), b = plane_value(bright, 0, x, y, p.planes);
        vf sum[3], weights = 1.0f;
        UNROLL_ON_GPU
        for (int k = 0; k < 3; ++k) sum[k] = c.z[k];
        for (int m = 0; m < p.others; ++m) {
            const int plane = PILOT_OTHERS + PILOT_EACH * m;
            const vf apart = fmax(fma((vf)(-PILOT_FAR), own, plane_value(squares, 1 + m, x, y, p.planes)), (vf)(0.0f));
            const vf w = plane_value(others, plane, x, y, p.planes) *
                         fast_exp2(-SVGF_LOG2_E * apart / fma((vf)(2.0f * PILOT_FAR), own, (vf)(PILOT_TINY)));
            UNROLL_ON_GPU
            for (int k = 0; k < 3; ++k) sum[k] = fma(w, plane_value(others, plane + 1 + k, x, y, p.planes), sum[k]);
            weights += w;
        }
        const vf limit = outlier_limit(squares, x, y, p.planes);
        UNROLL_ON_GPU
        for (int k = 0; k < 3; ++k) {
            const vf z = sum[k] / weights, d = (c.x[k] - z) * display_factor(b, c.z[k]);
            put_here(steady, STEADY_Z + k, x, y, p.planes, z);
            put_here(differences, k, x, y, p.planes, clamp(d, -limit, limit));
        }
        put_here(steady, STEADY_NOISE, x, y, p.planes, noise);
    }
}

kernel void svgf_pilot_products(global const plane_t *restrict frame, global const float *restrict image,
                                global const plane_t *restrict others, global const plane_t *restrict bright,
                                global const plane_t *restrict squares, global const plane_t *restrict steady,
                                global const plane_t *restrict differences, global plane_t *restrict moments,
                                const SvgfPilot p) {
    const Row row = row_here();
    const int y = row.y;
    if (y >= p.planes.height) return;
    for (int x = row.x; x < p.planes.width; x += row.step) {
        const Colours c = colours_at(frame, image, x, y, &p);
        const vf b = plane_value(bright, 0, x, y, p.planes), limit = outlier_limit(squares, x, y, p.planes);
        const vf have = clamp(count_at(others, x, y, &p) - 1.0f, (vf)(0.0f), (vf)(1.0f)), third = 1.0f / 3.0f;
        vf dd = 0.0f, dy = 0.0f, dq = 0.0f, details[3];
        UNROLL_ON_GPU
        for (int k = 0; k < 3; ++k) {
            const vf z = plane_value(steady, STEADY_Z + k, x, y, p.planes), factor = display_factor(b, c.z[k]);
            const vf d = plane_value(differences, k, x, y, p.planes) * third;
            const vf to_y = clamp((c.y[k] - z) * factor, -limit, limit);
            vf to_q = to_y;
            if (p.others > 0) {
                const vf q = plane_value(others, PILOT_Q + k, x, y, p.planes);
                to_q = mixed(to_y, clamp((q - z) * factor, -limit, limit), have);
            }
            dd = fma(d * 3.0f, d, dd);
            dy = fma(d, to_y, dy);
            dq = fma(d, to_q, dq);
        }
        put_here(moments, PILOT_DD, x, y, p.planes, dd);
        put_here(moments, PILOT_DY, x, y, p.planes, dy);
        put_here(moments, PILOT_DQ, x, y, p.planes, dq);
        details_of(differences, 0, x, y, p.planes, limit, details);
        UNROLL_ON_GPU
        for (int k = 0; k < 3; ++k) put_here(moments, PILOT_DETAILS + k, x, y, p.planes, details[k]);
    }
}

// moments: local means. shares: of x.
kernel void svgf_pilot_shares(global const plane_t *restrict others, global const plane_t *restrict steady,
                              global const plane_t *restrict moments, global plane_t *restrict shares,
                              const SvgfPilot p) {
    const Row row = row_here();
    const int y = row.y;
    if (y >= p.planes.height) return;
    for (int x = row.x; x < p.planes.width; x += row.step) {
        const vf noise = plane_value(steady, STEADY_NOISE, x, y, p.planes), own = own_noise(noise);
        const vf have = clamp(count_at(others, x, y, &p) - 1.0f, (vf)(0.0f), (vf)(1.0f));
        const vf of_d = min_of(moments, PILOT_DETAILS, x, y, p.planes);
        const vf common = PILOT_COMMON * sqrt(fmax(fmin(of_d, PILOT_LEFT * noise) * noise, (vf)(0.0f)));
        const vf r = fmin(plane_value(moments, PILOT_DY, x, y, p.planes) - common,
                          fma(have - 1.0f, common, plane_value(moments, PILOT_DQ, x, y, p.planes))) -
                     0.5f * own;
        const vf most = PILOT_FIRM * own, doubt = PILOT_DOUBT * fmax(r, (vf)(0.0f)) / fmax(most, (vf)(PILOT_TINY));
        const vf firm = most / fma(doubt, doubt, (vf)(1.0f));
        const vf all = plane_value(moments, PILOT_DD, x, y, p.planes) + firm + PILOT_TINY;
        put_here(shares, 0, x, y, p.planes, clamp(fma(firm, (vf)(PILOT_PRIOR), r) / all, (vf)(0.0f), (vf)(1.0f)));
    }
}

// The same bits where nothing changes, at full strength.
INLINE vf blended(vf input, vf value, float share) { return share < 1.0f ? mixed(input, value, (vf)(share)) : value; }

// image: beauty, lights and emission before and after. Each light changes by its part of the beauty.
kernel void svgf_pilot_leave(global const plane_t *restrict frame, global const float *restrict image,
                             global const plane_t *restrict steady, global const plane_t *restrict shares,
                             global float *restrict out, const SvgfPilot p) {
    const Row row = row_here();
    const int y = row.y;
    if (y >= p.planes.height) return;
    const vf whole = 1.0f / (float)max(p.lit / 3, 1);
    for (int x = row.x; x < p.planes.width; x += row.step) {
        const Colours c = colours_at(frame, image, x, y, &p);
        const vf share = plane_value(shares, 0, x, y, p.planes);
        UNROLL_ON_GPU
        for (int k = 0; k < 3; ++k) {
            const vf z = plane_value(steady, STEADY_Z + k, x, y, p.planes);
            const vf change = masked(mixed(z, c.x[k], share) - c.x[k], c.has);
            const vf known = samples_at(image, k, x, y, p.planes), input = known - c.x[k] + c.y[k];
            put_samples(out, k, x, y, p.planes, blended(input, known + change, p.share));
            for (int light = k; light < p.lights; light += 3) {
                const vf l = samples_at(image, 3 + light, x, y, p.planes);
                const vf own = plane_value(frame, FRAME_EXTRA + p.emission + light, x, y, p.planes);
                vf part = select(clamp(l / c.x[k], (vf)(-4.0f), (vf)(4.0f)), whole, MASK(fabs(c.x[k]) < 1e-6f));
                if (light >= p.lit) part = 0.0f;
                put_samples(out, 3 + light, x, y, p.planes, blended(own, fma(change, part, l), p.share));
            }
            if (p.emission)
                put_samples(out, 3 + p.lights + k, x, y, p.planes, samples_at(image, 3 + p.lights + k, x, y, p.planes));
        }
    }
}
