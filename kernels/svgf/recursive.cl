// The history of SVGF as published: reprojection with hard tests, means of light and its moments, and what of the first level
// becomes the next frame's history.
#include "atrous/level.h"
#include "svgf/lanes.h"
#include "svgf/recursive.h"
#include "svgf/weight.h"

enum { SURFACE = 7, BILINEAR = 4, AROUND = 9 };

INLINE void surface_at(global const plane_t *frame, int x, int y, PlaneStack planes, vf *surface) {
    UNROLL
    for (int k = 0; k < SURFACE; ++k) surface[k] = plane_value(frame, FRAME_A + k, x, y, planes);
}

// Where pixels were in the frame before.
typedef struct {
    vf x, y;
    vi inside; // lanes that were in the image; else x and y are 0
} Origin;

INLINE Origin origin_of(global const plane_t *frame, int x, int y, PlaneStack planes) {
    const vf qx = AS_FLOATS(lanes_from(x)) + plane_value(frame, FRAME_PREVIOUS, x, y, planes);
    const vf qy = (vf)(y) + plane_value(frame, FRAME_PREVIOUS + 1, x, y, planes);
    const vi inside = MASK(qx >= -0.5f) & MASK(qy >= -0.5f) & MASK(qx <= planes.width - 0.5f) &
                      MASK(qy <= planes.height - 0.5f) & MASK(lanes_from(x) < planes.width);
    const Origin o = {select((vf)(0.0f), qx, inside), select((vf)(0.0f), qy, inside), inside};
    return o;
}

// Past, past_of(), which finds it: 2x2 taps where the pixels were, and where none of them shows the surface, 3x3 around the nearest one;
// and past_value(), the mean of a plane of the history there.
#if VECTOR == 1
// Places in the frame before, with weights of sum 1: of 2x2 taps the others have none.
typedef struct {
    int at[AROUND]; // of a plane
    float w[AROUND];
    vi found; // whether there are some
} Past;

// The places from (x, y) on; returns the sum of their weights. `is_square`: 3x3 alike, else 2x2 with bilinear ones.
INLINE float weigh_places(Past *past, global const plane_t *before, const float *surface, int x, int y, float fx,
                          float fy, int is_square, PlaneStack planes) {
    float sum = 0.0f;
    UNROLL
    for (int t = 0; t < AROUND; ++t) {
        const int dx = t % 3, dy = t / 3, tx = x + dx, ty = y + dy;
        float w = is_square ? 1.0f : dx < 2 && dy < 2 ? (dx ? fx : 1.0f - fx) * (dy ? fy : 1.0f - fy) : 0.0f;
        if (tx < 0 || ty < 0 || tx >= planes.width || ty >= planes.height) w = 0.0f;
        past->at[t] = ty * planes.pitch + tx;
        if (w != 0.0f) {
            float there[SURFACE];
            UNROLL
            for (int k = 0; k < SURFACE; ++k)
                there[k] = LOAD_ONE(before + plane_index(FRAME_A + k, 0, 0, planes) + past->at[t]);
            if (!svgf_same_surface(surface, there)) w = 0.0f;
        }
        past->w[t] = w;
        sum += w;
    }
    return sum;
}

INLINE Past past_of(global const plane_t *frame, global const plane_t *before, int x, int y, PlaneStack planes) {
    Past past;
    float surface[SURFACE];
    surface_at(frame, x, y, planes, surface);
    const Origin o = origin_of(frame, x, y, planes);
    float sum = weigh_places(&past, before, surface, (int)floor(o.x), (int)floor(o.y), o.x - floor(o.x),
                             o.y - floor(o.y), 0, planes);
    if (o.inside && sum < SVGF_LEAST_FOUND)
        sum = weigh_places(&past, before, surface, (int)floor(o.x + 0.5f) - 1, (int)floor(o.y + 0.5f) - 1, 0.0f, 0.0f,
                           1, planes);
    past.found = o.inside & MASK(sum > 0.0f);
    const float share = past.found ? 1.0f / sum : 0.0f;
    UNROLL
    for (int t = 0; t < AROUND; ++t) past.w[t] *= share;
    return past;
}

INLINE float past_value(const Past *past, global const plane_t *history, int plane, PlaneStack planes) {
    global const plane_t *from = history + plane_index(plane, 0, 0, planes);
    float sum = 0.0f;
    UNROLL
    for (int t = 0; t < AROUND; ++t)
        if (past->w[t] != 0.0f) sum = fma(past->w[t], LOAD_ONE(from + past->at[t]), sum);
    return sum;
}
#else
// The same for each lane: some have 2x2 of them, others 3x3.
typedef struct {
    Spots at[BILINEAR + AROUND];
    vf w[BILINEAR + AROUND];
    int count;
    vi found; // lanes that have some
} Past;

// Adds the tap at (x, y) with weight w, where it is inside and shows the same surface; returns the weight.
INLINE vf add_place(Past *past, global const plane_t *before, const vf *surface, vi x, vi y, vf w, PlaneStack planes) {
    const vi in_x = clamp(x, (vi)(0), (vi)(planes.width - 1)), in_y = clamp(y, (vi)(0), (vi)(planes.height - 1));
    const Spots at = spots_at(in_x, in_y, planes.pitch);
    vf there[SURFACE];
    UNROLL
    for (int k = 0; k < SURFACE; ++k) there[k] = spot_value(&at, before + plane_index(FRAME_A + k, 0, 0, planes));
    const vf weight = masked(w, svgf_same_surface(surface, there) & MASK(in_x == x) & MASK(in_y == y));
    past->at[past->count] = at;
    past->w[past->count++] = weight;
    return weight;
}

INLINE Past past_of(global const plane_t *frame, global const plane_t *before, int x, int y, PlaneStack planes) {
    Past past;
    past.count = 0;
    vf surface[SURFACE];
    surface_at(frame, x, y, planes, surface);
    const Origin o = origin_of(frame, x, y, planes);
    const vf px = o.x, py = o.y;
    const vi inside = o.inside;
    const vf fx = px - floor(px), fy = py - floor(py);
    const vi ix = TO_INTS(floor(px)), iy = TO_INTS(floor(py));
    vf sum = 0.0f;
    NO_UNROLL
    for (int t = 0; t < BILINEAR; ++t) {
        const int dx = t % 2, dy = t / 2;
        const vf w = masked((dx ? fx : 1.0f - fx) * (dy ? fy : 1.0f - fy), inside);
        sum += add_place(&past, before, surface, ix + dx, iy + dy, w, planes);
    }
    const vi lost = inside & MASK(sum < SVGF_LEAST_FOUND);
    if (any_lane(lost)) {
        for (int t = 0; t < BILINEAR; ++t) past.w[t] = masked(past.w[t], ~lost);
        sum = masked(sum, ~lost);
        const vi nx = TO_INTS(floor(px + 0.5f)), ny = TO_INTS(floor(py + 0.5f));
        NO_UNROLL
        for (int t = 0; t < AROUND; ++t)
            sum +=
                add_place(&past, before, surface, nx + (t % 3 - 1), ny + (t / 3 - 1), masked((vf)(1.0f), lost), planes);
    }
    past.found = MASK(sum > 0.0f);
    const vf share = masked(1.0f / sum, past.found);
    for (int t = 0; t < past.count; ++t) past.w[t] *= share;
    return past;
}

INLINE vf past_value(const Past *past, global const plane_t *history, int plane, PlaneStack planes) {
    global const plane_t *from = history + plane_index(plane, 0, 0, planes);
    vf sum = 0.0f;
    NO_UNROLL
    for (int t = 0; t < past->count; ++t) sum = fma(past->w[t], spot_value(&past->at[t], from), sum);
    return sum;
}
#endif

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

// Means of the moments of Y(i), and what variance its mean has; the count of frames.
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

// Means of beauty and lights, times the frame's own albedo; surfaces and emission are the frame's own.
INLINE void put_light(const Pixel *s, global const plane_t *frame) {
    const PlaneStack planes = s->p->planes;
    vf albedo[3];
    UNROLL
    for (int k = 0; k < SURFACE; ++k) {
        const vf value = plane_value(frame, FRAME_A + k, s->x, s->y, planes);
        if (k < 3) albedo[k] = fmax(value, (vf)(SVGF_LEAST_ALBEDO));
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

// before: the frame before, history: what was kept of it; neither is read where p.before is 0. kept: the frame's own history,
// of which svgf_keep fills in the light.
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
