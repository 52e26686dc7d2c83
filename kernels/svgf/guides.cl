// Filters noisy guides of a frame: means over 9x9 pixels, weighted by how much albedo and normal differ beyond their
// noise (Rousselle et al.: Adaptive Rendering with Non-Local Means Filtering, 2012).
#include "svgf/guides.h"
#include "svgf/lanes.h"
#include "svgf/weight.h"

#define GUIDE_FLOOR 1e-6f    // added to the variance of a difference
#define GUIDE_TOLERANCE 0.5f // of a cost of 1, in variances of a difference
#define MIN_SURFACE 0.2f     // share of surfaces among the taps from which on sky becomes a surface

// Second difference along both axes: white noise keeps its variance, planes and straight edges along an axis have none.
INLINE vf second_difference(global const plane_t *frame, int plane, int x, int y, PlaneStack planes) {
    vf sum = 0.0f;
    for (int k = 0; k < 9; ++k) {
        const float weight = (k == 4 ? 4.0f : k % 2 == 1 ? -2.0f : 1.0f) * (1.0f / 6.0f);
        sum = fma(near_value(frame, plane, x + k % 3 - 1, y + k / 3 - 1, planes), (vf)(weight), sum);
    }
    return sum;
}

INLINE float binomial(int d) { return (d == 0 ? 6.0f : d * d == 1 ? 4.0f : 1.0f) * (1.0f / 16.0f); }

// Variances of albedo and normal: means of their squared second differences.
kernel void svgf_guide_noise(global const plane_t *restrict frame, global plane_t *restrict noise, const SvgfGuides p) {
    const Row row = row_here();
    if (row.y >= p.planes.height) return;
    for (int x = row.x; x < p.planes.width; x += row.step)
        for (int group = 0; group < SVGF_GUIDE_GROUPS; ++group) {
            vf sum = 0.0f;
            for (int k = 0; k < 25 * 3; ++k) {
                const int plane = FRAME_A + 3 * group + k % 3, dx = k / 3 % 5 - 2, dy = k / 15 - 2;
                const vf d = second_difference(frame, plane, x + dx, row.y + dy, p.planes);
                sum = fma(d * d, (vf)(binomial(dx) * binomial(dy) * (1.0f / 3.0f)), sum);
            }
            STORE_PLANE(sum, noise + plane_index(group, x, row.y, p.planes));
        }
}

typedef struct {
    global const plane_t *frame, *noise;
    PlaneStack planes;
} Guides;

// The squared difference of the pixels at (x, y) and (x + dx, y + dy) beyond their noise, in variances of that difference:
// the larger one of albedo and normal.
INLINE vf pair_cost(const Guides *g, int x, int y, int dx, int dy) {
    vf cost = 0.0f;
    for (int group = 0; group < SVGF_GUIDE_GROUPS; ++group) {
        vf squares = 0.0f;
        for (int k = FRAME_A + 3 * group; k < FRAME_A + 3 * group + 3; ++k) {
            const vf d = near_value(g->frame, k, x, y, g->planes) - near_value(g->frame, k, x + dx, y + dy, g->planes);
            squares = fma(d, d, squares);
        }
        const vf here = near_value(g->noise, group, x, y, g->planes),
                 there = near_value(g->noise, group, x + dx, y + dy, g->planes);
        const vf own = (squares * (1.0f / 3.0f) - here - fmin(here, there)) /
                       fma(here + there, (vf)(GUIDE_TOLERANCE), (vf)(GUIDE_FLOOR));
        cost = group ? fmax(cost, own) : own;
    }
    return cost;
}

// The weight of tap (dx, dy): by the mean cost of nine pairs, of the pixels around both.
INLINE vf guide_weight(const Guides *g, int x, int y, int dx, int dy) {
    vf cost = 0.0f;
    for (int k = 0; k < 9; ++k) cost += pair_cost(g, x + k % 3 - 1, y + k / 3 - 1, dx, dy);
    const vi lanes = lanes_from(x + dx);
    return masked(fast_exp2(fmax(cost, (vf)(0.0f)) * (-SVGF_LOG2_E / 9.0f)),
                  MASK(lanes >= 0) & MASK(lanes < g->planes.width));
}

// Weighted sums over the taps.
typedef struct {
    vf weight, guides[3 * SVGF_GUIDE_GROUPS]; // albedo, normal
    vf surface, near;                         // only of surfaces: weights, and weights over depth
} GuideSums;

INLINE GuideSums guide_sums(const Guides *g, int x, int y) {
    GuideSums s = {0.0f};
    for (int dy = max(-SVGF_GUIDE_RADIUS, -y); dy <= min(SVGF_GUIDE_RADIUS, g->planes.height - 1 - y); ++dy)
        for (int dx = -SVGF_GUIDE_RADIUS; dx <= SVGF_GUIDE_RADIUS; ++dx) {
            const vf w = guide_weight(g, x, y, dx, dy), z = near_value(g->frame, FRAME_Z, x + dx, y + dy, g->planes);
            const vf solid = masked(w, MASK(z > 0.0f));
            s.weight += w;
            s.surface += solid;
            s.near += solid / fmax(z, (vf)(SVGF_MIN_Z));
            UNROLL_ON_GPU
            for (int k = 0; k < 3 * SVGF_GUIDE_GROUPS; ++k)
                s.guides[k] = fma(w, near_value(g->frame, FRAME_A + k, x + dx, y + dy, g->planes), s.guides[k]);
        }
    return s;
}

INLINE void put_frame(global plane_t *to, int plane, int x, int y, PlaneStack planes, vf value) {
    STORE_PLANE(value, to + plane_index(plane, x, y, planes));
}

// Stores the guides of the vector of pixels at (x, y), and the light by its albedo. Glows stay. Sky among surfaces gets
// their depth and normal.
INLINE void put_guides(const Guides *g, const GuideSums *s, global plane_t *out, int x, int y, const SvgfGuides *p) {
    const vf z = plane_value(g->frame, FRAME_Z, x, y, p->planes), unit = 1.0f / s->weight; // the pixel itself counts 1
    const vi any = ~svgf_is_emission_only(z),
             solid = any & MASK(s->surface > MIN_SURFACE * s->weight) & (MASK(z > 0.0f) | MASK((vf)(p->share) >= 0.5f));
    const vi albedo = p->albedo ? (p->edges ? any : MASK(z > 0.0f)) : any ^ any, depth = p->depth ? solid : any ^ any;
    const vi normal = p->normal ? any : depth & MASK(z == 0.0f);
    vf light[3];
    UNROLL_ON_GPU
    for (int k = 0; k < 3; ++k) {
        const vf n = plane_value(g->frame, FRAME_N + k, x, y, p->planes);
        vf a = plane_value(g->frame, FRAME_A + k, x, y, p->planes);
        a = select(a, fma(s->guides[k] * unit - a, (vf)(p->share), a), albedo);
        light[k] = plane_value(g->frame, FRAME_C + k, x, y, p->planes) / fmax(a, (vf)(SVGF_MIN_ALBEDO));
        put_frame(out, FRAME_A + k, x, y, p->planes, a);
        put_frame(out, FRAME_N + k, x, y, p->planes,
                  select(n, fma(s->guides[3 + k] * unit - n, (vf)(p->share), n), normal));
    }
    const vf filtered = s->surface / s->near;
    put_frame(out, FRAME_Z, x, y, p->planes,
              select(z, select(filtered, fma(filtered - z, (vf)(p->share), z), MASK(z > 0.0f)), depth));
    put_frame(out, FRAME_LIGHT, x, y, p->planes, svgf_luma(light[0], light[1], light[2]));
}

// A frame with filtered guides, without the luma, which follows.
kernel void svgf_guide_filter(global const plane_t *restrict frame, global const plane_t *restrict noise,
                              global plane_t *restrict out, const SvgfGuides p) {
    const Row row = row_here();
    if (row.y >= p.planes.height) return;
    const Guides g = {frame, noise, p.planes};
    for (int x = row.x; x < p.planes.width; x += row.step) {
        const GuideSums s = guide_sums(&g, x, row.y);
        put_guides(&g, &s, out, x, row.y, &p);
        for (int k = 0; k < p.count; ++k)
            if (k < FRAME_A || (k > FRAME_Z && k < FRAME_LUMA) || k > FRAME_LIGHT)
                put_frame(out, k, x, row.y, p.planes, plane_value(frame, k, x, row.y, p.planes));
    }
}
