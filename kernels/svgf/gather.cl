// Means over a window of frames: positions along the motion, taps of each neighbour that pass the box, the light test. Where
// neighbours of a vector of pixels are a vector too, as under smooth motion, they are read as one.
#include "svgf/gather.h"
#include "atrous/exponent.h"
#include "svgf/lanes.h"
#include "svgf/weight.h"

#ifndef EXTRAS
#define EXTRAS 0 // planes of emission and lights
#endif
#define MEANS (GATHERED_MEANS + EXTRAS)
enum { SIDE = 4, ALL = SIDE * SIDE }; // taps of a cubic

typedef struct {
    vf sum[MEANS];
    vf count, first, second; // sums of W, and of W (Y(i_m) - Y(i_n)) and of its square
} Sums;

// A vector of pixels of frame n, with what neighbours are compared with.
typedef struct {
    const SvgfGather *p;
    SvgfBox box;
    vf luma, luma_variance; // of the light
    vf own;                 // Y(i)
} Pixel;

// Where pixels of frame n are in another frame.
typedef struct {
    vf x, y, trips; // product of the round trips so far; 0 = nowhere
} Place;

INLINE vf exp_negative(vf x) { return exp2_negative(x * -SVGF_LOG2_E); }

// Plane of a frame that is mean `k`.
INLINE int plane_of(int k) { return k < GATHERED_MEANS ? k : FRAME_EXTRA + k - GATHERED_MEANS; }

// Adds the pixels beside by (dx, dy) to the box; at the edge of the image, those of the edge.
INLINE void widen(Pixel *s, global const plane_t *frame, int x, int y, int dx, int dy) {
    const PlaneStack planes = s->p->planes;
    const int row = clamp(y + dy, 0, planes.height - 1);
    UNROLL
    for (int k = 0; k < BOX_FEATURES; ++k) {
        const vf value = edge_value(frame, FRAME_A + k, x + dx, row, planes);
        s->box.least[k] = fmin(s->box.least[k], value);
        s->box.most[k] = fmax(s->box.most[k], value);
    }
    const vf luma = edge_value(frame, FRAME_LUMA, x + dx, row, planes);
    s->box.least_luma = fmin(s->box.least_luma, luma);
    s->box.most_luma = fmax(s->box.most_luma, luma);
}

INLINE Pixel pixel_at(global const plane_t *frame, const SvgfGather *p, int x, int y) {
    Pixel s;
    s.p = p;
    s.luma = s.box.least_luma = s.box.most_luma = plane_value(frame, FRAME_LUMA, x, y, p->planes);
    s.luma_variance = plane_value(frame, FRAME_LUMA_VARIANCE, x, y, p->planes);
    s.own = plane_value(frame, FRAME_LIGHT, x, y, p->planes);
    UNROLL
    for (int k = 0; k < BOX_FEATURES; ++k)
        s.box.least[k] = s.box.most[k] = plane_value(frame, FRAME_A + k, x, y, p->planes);
    const vf z = s.box.most[6];
    s.box.bright = p->bright * fmax(fmax(s.box.most[0], (vf)(1.0f)), fmax(s.box.most[1], s.box.most[2]));
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) widen(&s, frame, x, y, dx, dy);
    const vf depth = z > 0.0f ? z : s.box.most[6];
    s.box.depth_falloff = 1.0f / (SVGF_BOX_Z * fmax(depth, (vf)(SVGF_LEAST_Z)));
    return s;
}

INLINE vi inside(vf x, vf y, PlaneStack planes) {
    return MASK(x >= -0.5f) & MASK(y >= -0.5f) & MASK(x <= planes.width - 0.5f) & MASK(y <= planes.height - 0.5f);
}

INLINE Spots nearest(vf x, vf y, PlaneStack planes) {
    return spots_at(clamp(TO_INTS(floor(x + 0.5f)), (vi)(0), (vi)(planes.width - 1)),
                    clamp(TO_INTS(floor(y + 0.5f)), (vi)(0), (vi)(planes.height - 1)), planes.pitch);
}

INLINE vf motion(global const plane_t *frame, int plane, const Spots *at, PlaneStack planes) {
    return spot_value(at, frame + plane_index(plane, 0, 0, planes));
}

// From a place in frame `from` to the same in frame `to`; `there`, `back`: the planes of their vectors.
INLINE Place moved(Place at, global const plane_t *from, int there, global const plane_t *to, int back,
                   PlaneStack planes) {
    const Spots here = nearest(at.x, at.y, planes);
    Place q = {at.x + motion(from, there, &here, planes), at.y + motion(from, there + 1, &here, planes), 0.0f};
    const vi is_inside = inside(q.x, q.y, planes) & MASK(at.trips > 0.0f);
    q.x = select((vf)(0.0f), q.x, is_inside);
    q.y = select((vf)(0.0f), q.y, is_inside);
    const Spots home = nearest(q.x, q.y, planes);
    const vf ex = q.x + motion(to, back, &home, planes) - at.x;
    const vf ey = q.y + motion(to, back + 1, &home, planes) - at.y;
    const vf trips = at.trips * exp_negative(fma(ex, ex, ey * ey) * (1.0f / (SVGF_TRIP * SVGF_TRIP)));
    q.trips = masked(trips, is_inside & MASK(trips > SVGF_LOST));
    return q;
}

// Taps of a place in a frame: weights of the 16 of a cubic, of which bilinear ones are those in the middle.
typedef struct {
    vi x, y;           // of the tap in the middle that is left and above
    Spots spot;        // the same, where no tap is outside of the image
    int run;           // they follow each other, or do so in two runs, or lie anywhere
    IntLanes at[ALL];  // of those that lie anywhere
    vi is_inside[ALL]; // the same
    int cubic;         // whether any lane wants more than the four in the middle
    vf w[ALL];         // of sum 1
    vf weight;         // of bilinear weights times u, at most 1
} Taps;
enum { ANYWHERE = 0, ONE_RUN = 1, TWO_RUNS = 2 };

INLINE int is_inner(int dx, int dy) { return dx >= 0 && dx <= 1 && dy >= 0 && dy <= 1; }

// Value of tap t in a plane of a frame; taps outside of the image repeat its edge. `run`: taps->run, where known a constant.
INLINE vf tap_at(const Taps *taps, global const plane_t *plane, int t, PlaneStack planes, int run) {
    const int offset = (t / SIDE - 1) * planes.pitch + t % SIDE - 1;
    if (run == ONE_RUN) return LOAD_PLANE(plane + (taps->spot.at.lane[0] + offset));
    if (run == TWO_RUNS) return two_runs(&taps->spot, plane, offset);
    Lanes out;
    for (int i = 0; i < VECTOR; ++i) out.lane[i] = LOAD_ONE(plane + taps->at[t].lane[i]);
    return out.v;
}

// How far tap t is outside of the box.
INLINE vf distance_of(const Pixel *s, const Taps *taps, global const plane_t *frame, int t, int run) {
    const PlaneStack planes = s->p->planes;
    vf features[BOX_FEATURES];
    UNROLL
    for (int k = 0; k < BOX_FEATURES; ++k)
        features[k] = tap_at(taps, frame + plane_index(FRAME_A + k, 0, 0, planes), t, planes, run);
    const vf distance = svgf_distance(&s->box, features);
    return run == ANYWHERE ? select((vf)(SVGF_EXCLUDED), distance, taps->is_inside[t]) : distance;
}

// The weights of the taps at a place, `fx` and `fy` beside the one that is left and above.
INLINE void weigh(Taps *taps, const Pixel *s, global const plane_t *frame, vf fx, vf fy, int run) {
    vi cubic = (vi)(-1);
    vf sum = 0.0f, cx[SIDE], cy[SIDE];
    for (int t = 0; t < ALL; ++t) {
        const int dx = t % SIDE - 1, dy = t / SIDE - 1;
        taps->w[t] = 0.0f;
        if (!is_inner(dx, dy) && !any_lane(cubic)) continue;
        const vf distance = distance_of(s, taps, frame, t, run);
        cubic &= MASK(distance <= SVGF_CUBIC);
        if (!is_inner(dx, dy)) continue;
        const vf u = masked(exp_negative(distance), MASK(distance < SVGF_EXCLUDED));
        taps->w[t] = (dx ? fx : 1.0f - fx) * (dy ? fy : 1.0f - fy) * u;
        sum += taps->w[t];
    }
    taps->weight = fmin(sum, (vf)(1.0f));
    taps->cubic = any_lane(cubic);
    const vf share = 1.0f / fmax(sum, (vf)(SVGF_LEAST_WEIGHT));
    UNROLL
    for (int k = 0; k < SIDE; ++k) {
        cx[k] = svgf_catmull_rom(k - 1, fx);
        cy[k] = svgf_catmull_rom(k - 1, fy);
    }
    for (int t = 0; t < ALL; ++t) taps->w[t] = select(taps->w[t] * share, cx[t % SIDE] * cy[t / SIDE], cubic);
}

INLINE vf sampled(const Taps *taps, global const plane_t *frame, int plane, PlaneStack planes, int run) {
    global const plane_t *from = frame + plane_index(plane, 0, 0, planes);
    vf sum = 0.0f;
    if (run == ONE_RUN && taps->cubic) { // a sum per row, which do not wait for each other
        for (int y = 0; y < SIDE; ++y) {
            vf row = 0.0f;
            UNROLL
            for (int x = 0; x < SIDE; ++x)
                row = fma(taps->w[y * SIDE + x], tap_at(taps, from, y * SIDE + x, planes, ONE_RUN), row);
            sum += row;
        }
        return sum;
    }
    const int first = taps->cubic ? 0 : 1, last = taps->cubic ? 3 : 2;
    for (int y = first; y <= last; ++y)
        for (int x = first; x <= last; ++x)
            sum = fma(taps->w[y * SIDE + x], tap_at(taps, from, y * SIDE + x, planes, run), sum);
    return sum;
}

// Adds what the frame has at a place.
INLINE void add_taps(Sums *sums, const Pixel *s, global const plane_t *frame, Place at, Taps *taps, int run) {
    const PlaneStack planes = s->p->planes;
    weigh(taps, s, frame, at.x - floor(at.x), at.y - floor(at.y), run);
    const vf variance = fmax(sampled(taps, frame, FRAME_LUMA_VARIANCE, planes, run), (vf)(0.0f)) + s->luma_variance;
    const vf luma = sampled(taps, frame, FRAME_LUMA, planes, run);
    const vf light = exp_negative(svgf_light_distance(&s->box, s->luma, luma, variance));
    const vf w = masked(taps->weight * at.trips * light, MASK(taps->weight > SVGF_LEAST_WEIGHT));
    const vf y = sampled(taps, frame, FRAME_LIGHT, planes, run) - s->own;
    UNROLL
    for (int k = 0; k < MEANS; ++k) sums->sum[k] = fma(w, sampled(taps, frame, plane_of(k), planes, run), sums->sum[k]);
    sums->count += w;
    sums->first = fma(w, y, sums->first);
    sums->second = fma(w * y, y, sums->second);
}

// Where each tap lies by itself.
INLINE void spread(Taps *taps, PlaneStack planes) {
    for (int t = 0; t < ALL; ++t) {
        const vi x = taps->x + (t % SIDE - 1), y = taps->y + (t / SIDE - 1);
        const vi in_x = clamp(x, (vi)(0), (vi)(planes.width - 1)), in_y = clamp(y, (vi)(0), (vi)(planes.height - 1));
        taps->at[t].v = in_y * planes.pitch + in_x;
        taps->is_inside[t] = MASK(in_x == x) & MASK(in_y == y);
    }
}

INLINE void add_frame(Sums *sums, const Pixel *s, global const plane_t *frame, Place at) {
    const PlaneStack planes = s->p->planes;
    Taps taps;
    taps.x = TO_INTS(floor(at.x));
    taps.y = TO_INTS(floor(at.y));
    taps.spot = spots_at(taps.x, taps.y, planes.pitch);
    const vi beside =
        MASK(taps.x < 1) | MASK(taps.y < 1) | MASK(taps.x > planes.width - 3) | MASK(taps.y > planes.height - 3);
    taps.run = any_lane(beside) ? ANYWHERE : taps.spot.run ? ONE_RUN : taps.spot.runs ? TWO_RUNS : ANYWHERE;
    if (taps.run == ONE_RUN) {
        add_taps(sums, s, frame, at, &taps, ONE_RUN);
        return;
    }
    if (taps.run == ANYWHERE) spread(&taps, planes);
    add_taps(sums, s, frame, at, &taps, taps.run);
}

// Rows are written with their padding, so that neighbours of a vector are always values.
INLINE void put(global plane_t *to, int plane, int x, int y, PlaneStack planes, vf value) {
    STORE_PLANE(value, to + plane_index(plane, x, y, planes));
}

INLINE void finish(const Sums *sums, const SvgfGather *p, global plane_t *means, int x, int y) {
    const vf share = 1.0f / sums->count;
    UNROLL
    for (int k = 0; k < MEANS; ++k) {
        const int plane = k < GATHERED_MEANS ? k : GATHERED_EXTRA + k - GATHERED_MEANS;
        put(means, plane, x, y, p->planes, sums->sum[k] * share);
    }
    const vf squares = fmax(sums->second - sums->first * sums->first * share, (vf)(0.0f));
    const vf variance = squares * share / fmax(sums->count - 1.0f, (vf)(0.5f));
    put(means, GATHERED_COUNT, x, y, p->planes, sums->count);
    put(means, GATHERED_VARIANCE, x, y, p->planes, variance);
}

// Follows the motion over up to three frames; `there`: the plane of the vectors that lead on, `back`: that lead back.
INLINE void follow(Sums *sums, const Pixel *s, global const plane_t *const *frames, int count, int x, int y, int there,
                   int back) {
    const vi lanes = lanes_from(x);
    Place at = {AS_FLOATS(lanes), (vf)(y), masked((vf)(1.0f), MASK(lanes < s->p->planes.width))};
    for (int k = 0; k < count; ++k) {
        at = moved(at, frames[k], there, frames[k + 1], back, s->p->planes);
        if (!any_lane(MASK(at.trips > 0.0f))) return;
        add_frame(sums, s, frames[k + 1], at);
    }
}

// frame: of the result; before1, after1: its neighbours, and so on; of those beyond p.before and p.after nothing is read.
kernel void svgf_gather(global const plane_t *restrict frame, global const plane_t *restrict before1,
                        global const plane_t *restrict before2, global const plane_t *restrict before3,
                        global const plane_t *restrict after1, global const plane_t *restrict after2,
                        global const plane_t *restrict after3, global plane_t *restrict means, const SvgfGather p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    global const plane_t *const before[] = {frame, before1, before2, before3};
    global const plane_t *const after[] = {frame, after1, after2, after3};
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {
        const Pixel s = pixel_at(frame, &p, x, y);
        Sums sums;
        for (int k = 0; k < MEANS; ++k) sums.sum[k] = plane_value(frame, plane_of(k), x, y, p.planes);
        sums.count = (vf)(1.0f);
        sums.first = sums.second = (vf)(0.0f);
        for (int side = 0; side < 2; ++side) // one call: its code is long
            follow(&sums, &s, side ? after : before, side ? p.after : p.before, x, y,
                   side ? FRAME_NEXT : FRAME_PREVIOUS, side ? FRAME_PREVIOUS : FRAME_NEXT);
        finish(&sums, &p, means, x, y);
    }
}
