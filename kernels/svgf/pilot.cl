// Mixes the result x with the frames z of another denoiser, the pilot: its mean over the window, then a share of x by
// least squares towards the frame y and the mean Q of its neighbours, whichever gives less. Where local means of y show
// that one of both is wrong, and the other is not, the other remains.
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
#define PILOT_WRONG 1.2f   // times the squares that noise or x explain: local means of y - mixture that are wrong
#define PILOT_WORSE 6.0f   // the same for y - x

#define PLANES global const plane_t *restrict
#define TO_PLANES global plane_t *restrict
#define SAMPLES global const float *restrict

// Vectors x, y of the work-item, with parameters p.
#define EACH_VECTOR(x, y)                                                                                              \
    const Row row = row_here();                                                                                        \
    const int y = row.y;                                                                                               \
    if (y >= p.planes.height) return;                                                                                  \
    for (int x = row.x; x < p.planes.width; x += row.step)
#define EACH_CHANNEL(k) UNROLL_ON_GPU for (int k = 0; k < 3; ++k)

// Colours of a vector of pixels. The pilot is the result where there is none.
typedef struct {
    vf x[3], y[3], z[3];
    vf factor[3]; // of differences: a display compresses light by its square root
    vi has;
} Colours;

// bright: local means, not read without `toned`.
INLINE Colours colours_at(PLANES frame, SAMPLES image, PLANES bright, int toned, int x, int y, const SvgfPilot *p) {
    Colours c;
    c.has = MASK(plane_value(frame, p->pilot, x, y, p->planes) > 0.5f * SVGF_NO_PILOT);
    const vf around = toned ? plane_value(bright, 0, x, y, p->planes) : (vf)(0.0f);
    EACH_CHANNEL(k) {
        c.x[k] = samples_at(image, k, x, y, p->planes);
        if (p->emission) c.x[k] -= samples_at(image, 3 + p->lights + k, x, y, p->planes);
        c.y[k] = plane_value(frame, FRAME_C + k, x, y, p->planes);
        c.z[k] = select(c.x[k], plane_value(frame, p->pilot + k, x, y, p->planes), c.has);
        const vf b = 1.0f + fmax(around, fmax(c.x[k], c.z[k]));
        c.factor[k] = PILOT_SCALE / (b * b);
    }
    return c;
}

INLINE vf outlier_limit(PLANES squares, int x, int y, PlaneStack planes) {
    const vf square = fmax(plane_value(squares, 0, x, y, planes), (vf)(0.0f));
    return fma((vf)(PILOT_OUTLIER), sqrt(square), (vf)(1e-6f * PILOT_SCALE));
}

INLINE vf within(vf value, vf limit) { return clamp(value, -limit, limit); }

// That a pilot holds: small noise leaves more. A power of 9/16 by roots, which are the same for vectors and numbers.
INLINE vf own_noise(vf noise) {
    const vf deviation = sqrt(fma(noise, (vf)(1.0f / PILOT_SQUARE), (vf)(1e-12f))), root = sqrt(0.06f / deviation);
    return noise * clamp(0.09f * root * sqrt(sqrt(sqrt(root))), (vf)(0.02f), (vf)(0.35f));
}

INLINE vf count_at(PLANES others, int x, int y, const SvgfPilot *p) {
    return p->others > 0 ? plane_value(others, PILOT_COUNT, x, y, p->planes) : (vf)(1.0f);
}

INLINE vf share_of_others(vf count) { return clamp(count - 1.0f, (vf)(0.0f), (vf)(1.0f)); }

kernel void svgf_pilot_start(PLANES frame, SAMPLES image, TO_PLANES bright, const SvgfPilot p) {
    EACH_VECTOR(x, y) {
        const Colours c = colours_at(frame, image, frame, 0, x, y, &p);
        vf z = 0.0f, of_x = 0.0f;
        EACH_CHANNEL(k) {
            z += fmax(c.z[k], (vf)(0.0f));
            of_x += fmax(c.x[k], (vf)(0.0f));
        }
        put_here(bright, 0, x, y, p.planes, fmax(z, of_x) * (1.0f / 3.0f));
    }
}

// squares: of y - z, then of the difference between each neighbour's pilot and z. differences: y - z, y - Q.
kernel void svgf_pilot_differences(PLANES frame, SAMPLES image, PLANES others, PLANES bright, TO_PLANES squares,
                                   TO_PLANES differences, const SvgfPilot p) {
    EACH_VECTOR(x, y) {
        const Colours c = colours_at(frame, image, bright, 1, x, y, &p);
        for (int m = 0; m <= p.others; ++m) {
            vf sum = 0.0f;
            EACH_CHANNEL(k) {
                const int plane = PILOT_OTHERS + PILOT_EACH * (m - 1) + 1 + k;
                const vf value = m == 0 ? c.y[k] : plane_value(others, plane, x, y, p.planes);
                const vf d = (value - c.z[k]) * c.factor[k];
                sum = fma(d, d, sum);
                if (m == 0) put_here(differences, k, x, y, p.planes, d);
                if (m == 1)
                    put_here(differences, 3 + k, x, y, p.planes,
                             (c.y[k] - plane_value(others, PILOT_Q + k, x, y, p.planes)) * c.factor[k]);
            }
            put_here(squares, m, x, y, p.planes, sum * (1.0f / 3.0f));
        }
    }
}

// Details of three planes, within a limit.
INLINE void details_of(PLANES differences, int first, int x, int y, PlaneStack planes, vf limit, vf *sums) {
    UNROLL
    for (int i = 0; i < 3; ++i) sums[i] = 0.0f;
    for (int k = first; k < first + 3; ++k) {
        vf v[9];
        values_around(differences, k, x, y, planes, v);
        UNROLL_ON_GPU
        for (int i = 0; i < 9; ++i) v[i] = within(v[i], limit);
        add_details(v, sums);
    }
}

// moments: details of y - z without outliers, then of y - Q as far as there are neighbours.
kernel void svgf_pilot_details(PLANES differences, PLANES others, PLANES squares, TO_PLANES moments,
                               const SvgfPilot p) {
    EACH_VECTOR(x, y) {
        vf own[3], of_others[3];
        details_of(differences, 0, x, y, p.planes, outlier_limit(squares, x, y, p.planes), own);
        EACH_CHANNEL(k) put_here(moments, k, x, y, p.planes, own[k]);
        if (p.others == 0) continue;
        details_of(differences, 3, x, y, p.planes, (vf)(SVGF_MAX_RESIDUAL * PILOT_SCALE), of_others);
        const vf count = count_at(others, x, y, &p), factor = others_factor(count), share = share_of_others(count);
        EACH_CHANNEL(k) put_here(moments, 3 + k, x, y, p.planes, mixed(own[k], of_others[k] * factor, share));
    }
}

// moments, squares: local means. steady: the mean of z and of the neighbours' pilots that differ from it by no more
// than noise explains, and the noise. differences: x - steady.
kernel void svgf_pilot_mean(PLANES frame, SAMPLES image, PLANES others, PLANES bright, PLANES squares, PLANES moments,
                            TO_PLANES steady, TO_PLANES differences, const SvgfPilot p) {
    EACH_VECTOR(x, y) {
        const Colours c = colours_at(frame, image, bright, 1, x, y, &p);
        vf noise = min_of(moments, 0, x, y, p.planes);
        if (p.others > 0) noise = fmin(noise, min_of(moments, 3, x, y, p.planes));
        const vf own = own_noise(noise), limit = outlier_limit(squares, x, y, p.planes);
        vf sum[3] = {c.z[0], c.z[1], c.z[2]}, weights = 1.0f;
        for (int m = 0; m < p.others; ++m) {
            const int plane = PILOT_OTHERS + PILOT_EACH * m;
            const vf apart = fmax(fma((vf)(-PILOT_FAR), own, plane_value(squares, 1 + m, x, y, p.planes)), (vf)(0.0f));
            const vf w = plane_value(others, plane, x, y, p.planes) *
                         fast_exp2(-SVGF_LOG2_E * apart / fma((vf)(2.0f * PILOT_FAR), own, (vf)(PILOT_TINY)));
            EACH_CHANNEL(k) sum[k] = fma(w, plane_value(others, plane + 1 + k, x, y, p.planes), sum[k]);
            weights += w;
        }
        EACH_CHANNEL(k) {
            const vf z = sum[k] / weights;
            put_here(steady, STEADY_Z + k, x, y, p.planes, z);
            put_here(differences, k, x, y, p.planes, within((c.x[k] - z) * c.factor[k], limit));
        }
        put_here(steady, STEADY_NOISE, x, y, p.planes, noise);
    }
}

kernel void svgf_pilot_products(PLANES frame, SAMPLES image, PLANES others, PLANES bright, PLANES squares,
                                PLANES steady, PLANES differences, TO_PLANES moments, const SvgfPilot p) {
    EACH_VECTOR(x, y) {
        const Colours c = colours_at(frame, image, bright, 1, x, y, &p);
        const vf limit = outlier_limit(squares, x, y, p.planes), have = share_of_others(count_at(others, x, y, &p));
        vf sums[3] = {0.0f, 0.0f, 0.0f}, details[3];
        EACH_CHANNEL(k) {
            const vf z = plane_value(steady, STEADY_Z + k, x, y, p.planes);
            const vf q = p.others > 0 ? plane_value(others, PILOT_Q + k, x, y, p.planes) : c.y[k];
            const vf d = plane_value(differences, k, x, y, p.planes), third = d * (1.0f / 3.0f);
            const vf to_y = within((c.y[k] - z) * c.factor[k], limit), to_q = within((q - z) * c.factor[k], limit);
            sums[PILOT_DD] = fma(d, third, sums[PILOT_DD]);
            sums[PILOT_DY] = fma(third, to_y, sums[PILOT_DY]);
            sums[PILOT_DQ] = fma(third, mixed(to_y, to_q, have), sums[PILOT_DQ]);
        }
        details_of(differences, 0, x, y, p.planes, limit, details);
        EACH_CHANNEL(k) {
            put_here(moments, k, x, y, p.planes, sums[k]);
            put_here(moments, PILOT_DETAILS + k, x, y, p.planes, details[k]);
        }
    }
}

// moments: local means. shares: of x, in the first plane.
kernel void svgf_pilot_shares(PLANES others, PLANES moments, TO_PLANES steady, const SvgfPilot p) {
    EACH_VECTOR(x, y) {
        const vf noise = plane_value(steady, STEADY_NOISE, x, y, p.planes), own = own_noise(noise);
        const vf have = share_of_others(count_at(others, x, y, &p)),
                 of_d = min_of(moments, PILOT_DETAILS, x, y, p.planes);
        const vf common = PILOT_COMMON * sqrt(fmax(fmin(of_d, PILOT_LEFT * noise) * noise, (vf)(0.0f)));
        const vf r = fmin(plane_value(moments, PILOT_DY, x, y, p.planes) - common,
                          fma(have - 1.0f, common, plane_value(moments, PILOT_DQ, x, y, p.planes))) -
                     0.5f * own;
        const vf most = PILOT_FIRM * own, doubt = PILOT_DOUBT * fmax(r, (vf)(0.0f)) / fmax(most, (vf)(PILOT_TINY));
        const vf firm = most / fma(doubt, doubt, (vf)(1.0f));
        const vf all = plane_value(moments, PILOT_DD, x, y, p.planes) + firm + PILOT_TINY;
        put_here(steady, STEADY_SHARE, x, y, p.planes,
                 clamp(fma(firm, (vf)(PILOT_PRIOR), r) / all, (vf)(0.0f), (vf)(1.0f)));
    }
}

// residuals: of the mixture and of x, without outliers.
kernel void svgf_pilot_residuals(PLANES frame, SAMPLES image, PLANES bright, PLANES squares, PLANES steady,
                                 TO_PLANES residuals, const SvgfPilot p) {
    EACH_VECTOR(x, y) {
        const Colours c = colours_at(frame, image, bright, 1, x, y, &p);
        const vf share = plane_value(steady, STEADY_SHARE, x, y, p.planes),
                 limit = outlier_limit(squares, x, y, p.planes);
        EACH_CHANNEL(k) {
            const vf out = mixed(plane_value(steady, STEADY_Z + k, x, y, p.planes), c.x[k], share);
            put_here(residuals, k, x, y, p.planes, within((c.y[k] - out) * c.factor[k], limit));
            put_here(residuals, 3 + k, x, y, p.planes, within((c.y[k] - c.x[k]) * c.factor[k], limit));
        }
    }
}

// residuals: local means. squares: of both. Smaller neighbourhoods (`means`) have the planes before.
kernel void svgf_pilot_squares(PLANES residuals, TO_PLANES squares, const SvgfPilot p) {
    EACH_VECTOR(x, y) for (int i = 0; i < 2; ++i) {
        vf sum = 0.0f;
        EACH_CHANNEL(k) {
            const vf r = plane_value(residuals, 3 * i + k, x, y, p.planes);
            sum = fma(r, r, sum);
        }
        put_here(squares, 2 * p.means + i, x, y, p.planes, sum * (1.0f / 3.0f));
    }
}

// shares: of the pilot. They fall where means of the mixture's residuals exceed what noise and the means of x explain,
// and rise where means of x exceed noise and the mixture's by far.
kernel void svgf_pilot_gate(PLANES steady, PLANES squares, TO_PLANES shares, const SvgfPilot p) {
    const float parts[PILOT_MEANS] = {0.07476807f, 0.01524586f, 0.003643267f}; // of noise: sums of squared weights
    EACH_VECTOR(x, y) {
        const vf noise = plane_value(steady, STEADY_NOISE, x, y, p.planes);
        vf wrong = 0.0f, worse = 0.0f;
        for (int i = 0; i < PILOT_MEANS; ++i) {
            const vf of_x = plane_value(squares, 2 * i + 1, x, y, p.planes);
            const vf found = plane_value(squares, 2 * i, x, y, p.planes),
                     least = fma((vf)(parts[i]), noise, (vf)(PILOT_TINY));
            wrong += fmax(found / (PILOT_WRONG * fmax(of_x, least)) - 1.0f, (vf)(0.0f));
            worse += fmax(of_x / (PILOT_WORSE * fmax(found, least)) - 1.0f, (vf)(0.0f));
        }
        const vf of_x = plane_value(steady, STEADY_SHARE, x, y, p.planes) * fast_exp2(-2.0f * SVGF_LOG2_E * worse);
        put_here(shares, 0, x, y, p.planes, fast_exp2(-2.0f * SVGF_LOG2_E * wrong) * (1.0f - of_x));
    }
}

// The same bits where nothing changes, at full strength.
INLINE vf blended(vf input, vf value, float share) { return share < 1.0f ? mixed(input, value, (vf)(share)) : value; }

// image: beauty, lights and emission before and after. Each light changes by its part of the beauty.
kernel void svgf_pilot_leave(PLANES frame, SAMPLES image, PLANES steady, PLANES shares, global float *restrict out,
                             const SvgfPilot p) {
    const vf whole = 1.0f / (float)max(p.lit / 3, 1);
    EACH_VECTOR(x, y) {
        const Colours c = colours_at(frame, image, frame, 0, x, y, &p);
        const vf share = plane_value(shares, 0, x, y, p.planes);
        EACH_CHANNEL(k) {
            const vf z = plane_value(steady, STEADY_Z + k, x, y, p.planes);
            const vf change = masked(share * (z - c.x[k]), c.has);
            const vf known = samples_at(image, k, x, y, p.planes), input = known - c.x[k] + c.y[k];
            put_samples(out, k, x, y, p.planes, blended(input, known + change, p.share));
            for (int light = k; light < p.lights; light += 3) {
                const vf l = samples_at(image, 3 + light, x, y, p.planes);
                const vf own = plane_value(frame, FRAME_EXTRA + p.emission + light, x, y, p.planes);
                vf part = select(clamp(l / c.x[k], (vf)(-4.0f), (vf)(4.0f)), whole, MASK(fabs(c.x[k]) < 1e-6f));
                if (light >= p.lit) part = 0.0f;
                put_samples(out, 3 + light, x, y, p.planes, blended(own, fma(change, part, l), p.share));
            }
            const int emission = 3 + p.lights + k;
            if (p.emission) put_samples(out, emission, x, y, p.planes, samples_at(image, emission, x, y, p.planes));
        }
    }
}
