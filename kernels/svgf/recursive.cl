// Runs the history of SVGF as published: reprojection with hard tests, means of light and its moments, and the part of
// the first level that becomes the next frame's history.
#include "svgf/recursive.h"
#include "atrous/level.h"
#include "svgf/lanes.h"
#include "svgf/weight.h"

enum { SURFACE = 7, AROUND = 9 };

// Places in the frame before, with weights of sum 1: 2x2 of AROUND, or, if these show another surface, all.
typedef struct {
    Spots at[AROUND];
    vf w[AROUND];
    int is_square; // true if some lanes have all (0: there are no places in the last column and row)
    vi found;      // lanes that have some
} Past;

INLINE int is_left_out(const Past *past, int t) { return !past->is_square && (t % 3 == 2 || t / 3 == 2); }

INLINE void surface_at(global const plane_t *frame, int x, int y, PlaneStack planes, vf *surface) {
    UNROLL
    for (int k = 0; k < SURFACE; ++k) surface[k] = plane_value(frame, FRAME_A + k, x, y, planes);
}

// Makes (x, y) place t, with weight w if it is inside and shows the same surface, and returns the weight.
INLINE vf put_place(Past *past, int t, global const plane_t *before, const vf *surface, vi x, vi y, vf w,
                    PlaneStack planes) {
    const vi in_x = clamp(x, (vi)(0), (vi)(planes.width - 1)), in_y = clamp(y, (vi)(0), (vi)(planes.height - 1));
    const Spots at = spots_at(in_x, in_y, planes.pitch);
    vf there[SURFACE];
    UNROLL
    for (int k = 0; k < SURFACE; ++k) there[k] = spot_value(&at, before + plane_index(FRAME_A + k, 0, 0, planes));
    const vf weight = masked(w, svgf_same_surface(surface, there) & MASK(in_x == x) & MASK(in_y == y));
    past->at[t] = at;
    past->w[t] = weight;
    return weight;
}

// The places from (x, y) on, bilinear ones of (fx, fy), or 3x3 alike in the lanes of `square`. Returns the
// sum of the weights.
INLINE vf put_places(Past *past, global const plane_t *before, const vf *surface, vi x, vi y, vf fx, vf fy, vi inside,
                     vi square, PlaneStack planes) {
    vf sum = 0.0f;
    UNROLL_ON_GPU
    for (int t = 0; t < AROUND; ++t) {
        if (is_left_out(past, t)) continue;
        const int dx = t % 3, dy = t / 3;
        const vf bilinear = dx == 2 || dy == 2 ? (vf)(0.0f) : (dx ? fx : 1.0f - fx) * (dy ? fy : 1.0f - fy);
        const vf w = masked(select(bilinear, (vf)(1.0f), square), inside);
        sum += put_place(past, t, before, surface, x + dx, y + dy, w, planes);
    }
    return sum;
}

// Places of the pixels: 2x2 taps. If none of them shows the surface, 3x3 around the nearest one.
INLINE Past past_of(global const plane_t *frame, global const plane_t *before, int x, int y, PlaneStack planes) {
    Past past;
    past.is_square = 0;
    vf surface[SURFACE];
    surface_at(frame, x, y, planes, surface);
    const vf qx = AS_FLOATS(lanes_from(x)) + plane_value(frame, FRAME_PREVIOUS, x, y, planes);
    const vf qy = (vf)(y) + plane_value(frame, FRAME_PREVIOUS + 1, x, y, planes);
    const vi inside = MASK(qx >= -0.5f) & MASK(qy >= -0.5f) & MASK(qx <= planes.width - 0.5f) &
                      MASK(qy <= planes.height - 0.5f) & MASK(lanes_from(x) < planes.width);
    const vf px = select((vf)(0.0f), qx, inside), py = select((vf)(0.0f), qy, inside);
    const vf fx = px - floor(px), fy = py - floor(py);
    const vi ix = TO_INTS(floor(px)), iy = TO_INTS(floor(py));
    vf sum = put_places(&past, before, surface, ix, iy, fx, fy, inside, (vi)(0), planes);
    const vi lost = inside & MASK(sum < SVGF_MIN_FOUND);
    if (any_lane(lost)) {
        past.is_square = 1;
        const vi nx = TO_INTS(floor(px + 0.5f)) - 1, ny = TO_INTS(floor(py + 0.5f)) - 1;
        sum = put_places(&past, before, surface, select(ix, nx, lost), select(iy, ny, lost), fx, fy, inside, lost,
                         planes);
    }
    past.found = MASK(sum > 0.0f);
    const vf share = masked(1.0f / sum, past.found);
    UNROLL_ON_GPU
    for (int t = 0; t < AROUND; ++t)
        if (!is_left_out(&past, t)) past.w[t] *= share;
    return past;
}

// The mean of a plane of the history at these places.
INLINE vf past_value(const Past *past, global const plane_t *history, int plane, PlaneStack planes) {
    global const plane_t *from = history + plane_index(plane, 0, 0, planes);
    vf sum = 0.0f;
    UNROLL_ON_GPU
    for (int t = 0; t < AROUND; ++t)
        if (!is_left_out(past, t)) sum = fma(past->w[t], spot_value(&past->at[t], from), sum);
    return sum;
}

// A vector of pixels with its past.
typedef struct {
    const SvgfReproject *p;
    global const plane_t *history;
    global plane_t *means, *kept;
    Past past;
    vf share; // of the frame itself
    int x, y;
} Pixel;

INLINE void put(global plane_t *to, int plane, const Pixel *s, vf value) {
    STORE_PLANE(value, to + plane_index(plane, s->x, s->y, s->p->planes));
}

// The mean of a value and its history.
INLINE vf with_past(const Pixel *s, int plane, vf value) {
    if (!any_lane(s->past.found)) return value;
    const vf before = past_value(&s->past, s->history, plane, s->p->planes);
    return select(value, fma(s->share, value - before, before), s->past.found);
}

// Means of the moments of Y(i), the variance of its mean, and the count of frames.
INLINE void put_moments(const Pixel *s, global const plane_t *frame, vf count) {
    const vf luma = plane_value(frame, FRAME_LIGHT, s->x, s->y, s->p->planes);
    const vf first = with_past(s, HISTORY_FIRST, luma), second = with_past(s, HISTORY_SECOND, luma * luma);
    const vf variance = fmax(fma(-first, first, second), (vf)(0.0f)) / fmin(count, (vf)(SVGF_EFFECTIVE));
    put(s->kept, HISTORY_FIRST, s, first);
    put(s->kept, HISTORY_SECOND, s, second);
    put(s->kept, HISTORY_COUNT, s, count);
    put(s->means, GATHERED_COUNT, s, count);
    put(s->means, GATHERED_VARIANCE, s, variance);
}

// Means of beauty and lights, times the frame's own albedo. Surfaces and emission are the frame's own.
INLINE void put_light(const Pixel *s, global const plane_t *frame) {
    const PlaneStack planes = s->p->planes;
    vf albedo[3];
    UNROLL
    for (int k = 0; k < SURFACE; ++k) {
        const vf value = plane_value(frame, FRAME_A + k, s->x, s->y, planes);
        if (k < 3) albedo[k] = fmax(value, (vf)(SVGF_MIN_ALBEDO));
        put(s->means, FRAME_A + k, s, value);
    }
    for (int k = 0; k < s->p->emission; ++k)
        put(s->means, GATHERED_EXTRA + k, s, plane_value(frame, FRAME_EXTRA + k, s->x, s->y, planes));
    for (int light = 0; light < s->p->linear; light += 3) {
        const int from = light == 0 ? FRAME_C : FRAME_EXTRA + s->p->emission + light - 3;
        const int to = light == 0 ? FRAME_C : GATHERED_EXTRA + s->p->emission + light - 3;
        UNROLL
        for (int k = 0; k < 3; ++k) {
            const vf own = plane_value(frame, from + k, s->x, s->y, planes) / albedo[k];
            put(s->means, to + k, s, with_past(s, HISTORY_LIGHT + light + k, own) * albedo[k]);
        }
    }
}

// before: the previous frame, history: its kept data. Neither is read if p.before is 0. kept: the frame's own
// history, in which svgf_keep stores the light.
kernel void svgf_reproject(global const plane_t *restrict frame, global const plane_t *restrict before,
                           global const plane_t *restrict history, global plane_t *restrict means,
                           global plane_t *restrict kept, const SvgfReproject p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {
        Pixel s = {.p = &p, .history = history, .means = means, .kept = kept, .x = x, .y = y};
        s.past.found = (vi)(0);
        vf frames = 0.0f;
        if (p.before) {
            s.past = past_of(frame, before, x, y, p.planes);
            frames = past_value(&s.past, history, HISTORY_COUNT, p.planes);
        }
        const vf count = fmin(frames + 1.0f, (vf)(SVGF_LONGEST));
        s.share = svgf_new_share(count);
        put_moments(&s, frame, count);
        put_light(&s, frame);
    }
}

// The signal after the first level, which lies in the layout that p.level reads, becomes the history's light.
kernel void svgf_keep(global const plane_t *restrict signal, global const int *restrict tables,
                      global plane_t *restrict kept, const SvgfKeep p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    global const int *columns = positions_of(tables, p.x, p.level);
    const int row = positions_of(tables, p.y, p.level)[y];
    for (int x = get_global_id(0); x < p.planes.width; x += get_global_size(0))
        for (int k = 0; k < p.linear; ++k)
            STORE_ONE(LOAD_ONE(signal + plane_index(k, columns[x], row, p.planes)),
                      kept + plane_index(HISTORY_LIGHT + k, x, y, p.planes));
}
