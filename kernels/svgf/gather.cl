// Means over a window of frames: positions along the motion, taps of each neighbour that pass the box, the light test.
// A pixel per work-item; what it needs of neighbours lies anywhere.
#include "atrous/plane.h"
#include "svgf/gather.h"
#include "svgf/weight.h"

#ifndef EXTRAS
#define EXTRAS 0 // planes of emission and lights
#endif
#define MEANS (GATHERED_MEANS + EXTRAS)
enum { SIDE = 4, ALL = SIDE * SIDE }; // taps of a cubic

typedef struct {
    float sum[MEANS];
    float count, first, second; // sums of W, and of W (Y(i_m) - Y(i_n)) and of its square
} Sums;

// A pixel of frame n, with what neighbours are compared with.
typedef struct {
    const SvgfGather *p;
    SvgfBox box;
    int x, y;
    float luma, luma_variance; // of the light
    float own;                 // Y(i)
} Pixel;

// Where a pixel of frame n is in another frame.
typedef struct {
    float x, y, trips; // product of the round trips so far; 0 = nowhere
} Place;

INLINE float value_at(global const plane_t *frame, int plane, int x, int y, PlaneStack planes) {
    return LOAD_ONE(frame + plane_index(plane, x, y, planes));
}

// Plane of a frame that is mean `k`.
INLINE int plane_of(int k) { return k < GATHERED_MEANS ? k : FRAME_EXTRA + k - GATHERED_MEANS; }

INLINE void features_at(global const plane_t *frame, int x, int y, PlaneStack planes, float *features) {
    UNROLL
    for (int k = 0; k < BOX_FEATURES; ++k) features[k] = value_at(frame, FRAME_A + k, x, y, planes);
}

INLINE float demodulated_luma(global const plane_t *frame, int x, int y, PlaneStack planes) {
    float i[3];
    for (int k = 0; k < 3; ++k)
        i[k] = value_at(frame, FRAME_C + k, x, y, planes) /
               fmax(value_at(frame, FRAME_A + k, x, y, planes), SVGF_LEAST_ALBEDO);
    return svgf_luma(i[0], i[1], i[2]);
}

INLINE Pixel pixel_at(global const plane_t *frame, const SvgfGather *p, int x, int y) {
    Pixel s;
    float features[BOX_FEATURES];
    s.p = p;
    s.x = x;
    s.y = y;
    features_at(frame, x, y, p->planes, features);
    s.luma = value_at(frame, FRAME_LUMA, x, y, p->planes);
    s.luma_variance = value_at(frame, FRAME_LUMA_VARIANCE, x, y, p->planes);
    s.own = demodulated_luma(frame, x, y, p->planes);
    for (int k = 0; k < BOX_FEATURES; ++k) s.box.least[k] = s.box.most[k] = features[k];
    s.box.least_luma = s.box.most_luma = s.luma;
    s.box.bright = p->bright * fmax(fmax(features[0], 1.0f), fmax(features[1], features[2]));
    const float z = features[6];
    for (int qy = max(y - 1, 0); qy <= min(y + 1, p->planes.height - 1); ++qy)
        for (int qx = max(x - 1, 0); qx <= min(x + 1, p->planes.width - 1); ++qx) {
            features_at(frame, qx, qy, p->planes, features);
            svgf_widen(&s.box, features, value_at(frame, FRAME_LUMA, qx, qy, p->planes));
        }
    s.box.depth = fmax(z > 0.0f ? z : s.box.most[6], SVGF_LEAST_Z);
    return s;
}

INLINE int nearest(float q, int n) { return clamp((int)floor(q + 0.5f), 0, n - 1); }

// From a place in frame `from` to the same in frame `to`; `there`, `back`: the planes of their vectors.
INLINE Place moved(Place at, global const plane_t *from, int there, global const plane_t *to, int back,
                   PlaneStack planes) {
    const int i = nearest(at.x, planes.width), j = nearest(at.y, planes.height);
    Place q = {at.x + value_at(from, there, i, j, planes), at.y + value_at(from, there + 1, i, j, planes), 0.0f};
    if (!(q.x >= -0.5f && q.y >= -0.5f && q.x <= planes.width - 0.5f && q.y <= planes.height - 0.5f)) return q;
    const int k = nearest(q.x, planes.width), l = nearest(q.y, planes.height);
    const float ex = q.x + value_at(to, back, k, l, planes) - at.x;
    const float ey = q.y + value_at(to, back + 1, k, l, planes) - at.y;
    q.trips = at.trips * exp(-(ex * ex + ey * ey) * (1.0f / (SVGF_TRIP * SVGF_TRIP)));
    if (!(q.trips > SVGF_LOST)) q.trips = 0.0f;
    return q;
}

// Taps of a place in a frame: w of the 16 of a cubic, of which bilinear ones are those in the middle.
typedef struct {
    int x, y;     // of the tap in the middle that is left and above
    int cubic;    // whether all count
    float w[ALL]; // of sum 1
    float weight; // of bilinear weights times u, at most 1
} Taps;

INLINE Taps taps_at(const Pixel *s, global const plane_t *frame, Place at) {
    const PlaneStack planes = s->p->planes;
    Taps taps = {(int)floor(at.x), (int)floor(at.y), 1};
    const float fx = at.x - taps.x, fy = at.y - taps.y;
    float sum = 0.0f;
    for (int t = 0; t < ALL; ++t) {
        const int dx = t % SIDE - 1, dy = t / SIDE - 1, x = taps.x + dx, y = taps.y + dy;
        const int inner = dx >= 0 && dx <= 1 && dy >= 0 && dy <= 1;
        taps.w[t] = 0.0f;
        if (!inner && !taps.cubic) continue;
        float u = 0.0f;
        if (x >= 0 && y >= 0 && x < planes.width && y < planes.height) {
            float features[BOX_FEATURES];
            features_at(frame, x, y, planes, features);
            const float distance = svgf_distance(&s->box, features);
            u = distance >= 0.0f ? exp(-distance) : 0.0f;
        }
        taps.cubic &= u >= SVGF_CUBIC;
        if (inner) taps.w[t] = (dx ? fx : 1.0f - fx) * (dy ? fy : 1.0f - fy) * u;
        sum += taps.w[t];
    }
    taps.weight = fmin(sum, 1.0f);
    const float share = sum > 0.0f ? 1.0f / sum : 0.0f;
    for (int t = 0; t < ALL; ++t)
        taps.w[t] =
            taps.cubic ? svgf_catmull_rom(t % SIDE - 1, fx) * svgf_catmull_rom(t / SIDE - 1, fy) : taps.w[t] * share;
    return taps;
}

INLINE int is_tap(const Taps *taps, int t) {
    const int dx = t % SIDE - 1, dy = t / SIDE - 1;
    return taps->cubic || (dx >= 0 && dx <= 1 && dy >= 0 && dy <= 1 && taps->w[t] > 0.0f);
}

INLINE float sampled(const Taps *taps, global const plane_t *frame, int plane, PlaneStack planes) {
    float sum = 0.0f;
    for (int t = 0; t < ALL; ++t)
        if (is_tap(taps, t))
            sum = fma(taps->w[t], value_at(frame, plane, taps->x + t % SIDE - 1, taps->y + t / SIDE - 1, planes), sum);
    return sum;
}

INLINE float sampled_luma(const Taps *taps, global const plane_t *frame, PlaneStack planes) {
    float sum = 0.0f;
    for (int t = 0; t < ALL; ++t)
        if (is_tap(taps, t))
            sum = fma(taps->w[t], demodulated_luma(frame, taps->x + t % SIDE - 1, taps->y + t / SIDE - 1, planes), sum);
    return sum;
}

// Adds what the frame has at a place.
INLINE void add_frame(Sums *sums, const Pixel *s, global const plane_t *frame, Place at) {
    const PlaneStack planes = s->p->planes;
    const Taps taps = taps_at(s, frame, at);
    if (!(taps.weight > 1e-12f)) return;
    const float variance = s->luma_variance + fmax(sampled(&taps, frame, FRAME_LUMA_VARIANCE, planes), 0.0f);
    const float light =
        exp(-svgf_light_distance(&s->box, s->luma, sampled(&taps, frame, FRAME_LUMA, planes), variance));
    const float w = taps.weight * at.trips * light;
    const float y = sampled_luma(&taps, frame, planes) - s->own;
    for (int k = 0; k < MEANS; ++k) sums->sum[k] = fma(w, sampled(&taps, frame, plane_of(k), planes), sums->sum[k]);
    sums->count += w;
    sums->first = fma(w, y, sums->first);
    sums->second = fma(w * y, y, sums->second);
}

INLINE void put(global plane_t *to, int plane, const Pixel *s, float value) {
    STORE_ONE(value, to + plane_index(plane, s->x, s->y, s->p->planes));
}

INLINE void finish(const Sums *sums, const Pixel *s, global plane_t *means) {
    const float share = 1.0f / sums->count;
    for (int k = 0; k < MEANS; ++k)
        put(means, k < GATHERED_MEANS ? k : GATHERED_EXTRA + k - GATHERED_MEANS, s, sums->sum[k] * share);
    const float squares = fmax(sums->second - sums->first * sums->first * share, 0.0f);
    put(means, GATHERED_COUNT, s, sums->count);
    put(means, GATHERED_VARIANCE, s, squares * share / fmax(sums->count - 1.0f, 0.5f));
}

// Follows the motion over up to three frames; `there`: the plane of the vectors that lead on, `back`: that lead back.
INLINE void follow(Sums *sums, const Pixel *s, global const plane_t *const *frames, int count, int there, int back) {
    Place at = {s->x, s->y, 1.0f};
    for (int k = 0; k < count; ++k) {
        at = moved(at, frames[k], there, frames[k + 1], back, s->p->planes);
        if (at.trips == 0.0f) return;
        add_frame(sums, s, frames[k + 1], at);
    }
}

// frame: of the result; before1, after1: its neighbours, and so on; of those beyond p.before and p.after nothing is read.
kernel void svgf_gather(global const plane_t *restrict frame, global const plane_t *restrict before1,
                        global const plane_t *restrict before2, global const plane_t *restrict before3,
                        global const plane_t *restrict after1, global const plane_t *restrict after2,
                        global const plane_t *restrict after3, global plane_t *restrict means, const SvgfGather p) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= p.planes.width || y >= p.planes.height) return;
    const Pixel s = pixel_at(frame, &p, x, y);
    Sums sums;
    for (int k = 0; k < MEANS; ++k) sums.sum[k] = value_at(frame, plane_of(k), x, y, p.planes);
    sums.count = 1.0f;
    sums.first = sums.second = 0.0f;
    global const plane_t *const before[] = {frame, before1, before2, before3};
    global const plane_t *const after[] = {frame, after1, after2, after3};
    follow(&sums, &s, before, p.before, FRAME_PREVIOUS, FRAME_NEXT);
    follow(&sums, &s, after, p.after, FRAME_NEXT, FRAME_PREVIOUS);
    finish(&sums, &s, means);
}

// Pixels by their count of frames: below 1.5, below 2.5, ... A row per work-item.
kernel void svgf_count(global const plane_t *restrict means, global uint *restrict bins, const SvgfPlanes p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    uint pixels[SVGF_COUNT_BINS] = {0};
    for (int x = 0; x < p.planes.width; ++x)
        ++pixels[clamp((int)(value_at(means, GATHERED_COUNT, x, y, p.planes) - 0.5f), 0, SVGF_COUNT_BINS - 1)];
    for (int i = 0; i < SVGF_COUNT_BINS; ++i)
        if (pixels[i] > 0) atomic_add(bins + i, pixels[i]);
}
