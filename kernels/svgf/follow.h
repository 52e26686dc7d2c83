// Finds a vector of pixels of a frame, the neighbourhood to which taps of other frames are compared, and their places
// in these frames along the motion. For the device only.
#ifndef ATROUS_SVGF_FOLLOW_H
#define ATROUS_SVGF_FOLLOW_H
#include "atrous/exponent.h"
#include "svgf/gather.h"
#include "svgf/lanes.h"
#include "svgf/weight.h"

// A vector of pixels of frame n, with the values to which neighbours are compared.
typedef struct {
    const SvgfGather *p;
    SvgfBox box;
    vf luma, luma_variance; // of the light
    vf own;                 // Y(i)
    vi solid;               // lanes that have a past and a future: all but glows and small things that pass by
    int x, y;
    SvgfPlace place;
    global plane_t *means;
} Pixel;

// Places of pixels of frame n in another frame: in image coordinates, so that regions round as the whole image does.
typedef struct {
    vf x, y, trips; // product of the round trips so far (0: nowhere)
} Place;

INLINE vf exp_negative(vf x) { return fast_exp2(x * -SVGF_LOG2_E); }

// Adds the pixels at distance (dx, dy) to the box, or the edge pixels outside the image.
INLINE void widen(Pixel *s, global const plane_t *frame, int x, int y, int dx, int dy) {
    const PlaneStack planes = s->p->planes;
    const int row = clamp(y + dy, 0, planes.height - 1);
    UNROLL
    for (int k = 0; k < BOX_FEATURES; ++k) {
        const vf stored = edge_value(frame, FRAME_A + k, x + dx, row, planes);
        // the surroundings of a glow count as surroundings of the sky
        const vf value = k == 6 ? fmax(stored, (vf)(0.0f)) : stored;
        s->box.least[k] = fmin(s->box.least[k], value);
        s->box.most[k] = fmax(s->box.most[k], value);
    }
    const vf luma = edge_value(frame, FRAME_LUMA, x + dx, row, planes);
    s->box.min_luma = fmin(s->box.min_luma, luma);
    s->box.max_luma = fmax(s->box.max_luma, luma);
}

// Lanes whose motion differs from the motion of a surface at distance (dx, dy).
INLINE vi moves_apart(global const plane_t *frame, const SvgfGather *p, int x, int y, int dx, int dy) {
    const int plane = p->before > 0 ? FRAME_PREVIOUS : FRAME_NEXT;
    const vf mx = near_value(frame, plane, x + dx, y + dy, p->planes) - plane_value(frame, plane, x, y, p->planes);
    const vf my =
        near_value(frame, plane + 1, x + dx, y + dy, p->planes) - plane_value(frame, plane + 1, x, y, p->planes);
    const vf apart2 = fma(mx, mx, my * my);
    const vi solid = MASK(near_value(frame, FRAME_Z, x + dx, y + dy, p->planes) > 0.0f);
    return solid & MASK(apart2 > SVGF_APART * SVGF_APART) & MASK(apart2 < SVGF_UNKNOWN_MOTION * SVGF_UNKNOWN_MOTION);
}

// Lanes of small things that pass their surroundings: frames show too few pixels of them to follow their
// light, and the mixed pixels of their edges have neither motion.
INLINE vi passes_by(global const plane_t *frame, const SvgfGather *p, int x, int y) {
    const int d = SVGF_AROUND;
    return (moves_apart(frame, p, x, y, -d, 0) & moves_apart(frame, p, x, y, d, 0)) |
           (moves_apart(frame, p, x, y, 0, -d) & moves_apart(frame, p, x, y, 0, d));
}

INLINE Pixel pixel_at(global const plane_t *frame, const SvgfGather *p, int x, int y) {
    Pixel s;
    s.p = p;
    s.x = x;
    s.y = y;
    s.luma = s.box.min_luma = s.box.max_luma = plane_value(frame, FRAME_LUMA, x, y, p->planes);
    s.luma_variance = plane_value(frame, FRAME_LUMA_VARIANCE, x, y, p->planes);
    s.own = plane_value(frame, FRAME_LIGHT, x, y, p->planes);
    UNROLL
    for (int k = 0; k < BOX_FEATURES; ++k)
        s.box.least[k] = s.box.most[k] = plane_value(frame, FRAME_A + k, x, y, p->planes);
    const vf z = s.box.most[6];
    s.box.bright = p->bright * fmax(fmax(s.box.most[0], (vf)(1.0f)), fmax(s.box.most[1], s.box.most[2]));
    NO_UNROLL
    for (int dy = -1; dy <= 1; ++dy) {
        NO_UNROLL
        for (int dx = -1; dx <= 1; ++dx) widen(&s, frame, x, y, dx, dy);
    }
    UNROLL
    for (int k = 0; k < 3; ++k) { // if the mean of the window's albedos is not trusted, taps need the pixel's own
        const vf own = plane_value(frame, FRAME_A + k, x, y, p->planes);
        s.box.least[k] = fma(own - s.box.least[k], (vf)(p->own), s.box.least[k]);
        s.box.most[k] = fma(own - s.box.most[k], (vf)(p->own), s.box.most[k]);
    }
    s.box.albedo = p->albedo;
    const vf depth = z > 0.0f ? z : s.box.most[6];
    s.box.depth_falloff = 1.0f / (SVGF_BOX_Z * fmax(depth, (vf)(SVGF_MIN_Z)));
    return s;
}

INLINE vi inside(vf x, vf y, const SvgfPlace *image) {
    return MASK(x >= -0.5f) & MASK(y >= -0.5f) & MASK(x <= image->width - 0.5f) & MASK(y <= image->height - 0.5f);
}

// Pixels of the image in the region. Outside, its edge pixels, for pixels whose results do not count.
INLINE vi column_of(vi x, PlaneStack planes, const SvgfPlace *place) {
    return clamp(clamp(x, (vi)(0), (vi)(place->width - 1)) - place->x, (vi)(0), (vi)(planes.width - 1));
}
INLINE vi row_of(vi y, PlaneStack planes, const SvgfPlace *place) {
    return clamp(clamp(y, (vi)(0), (vi)(place->height - 1)) - place->y, (vi)(0), (vi)(planes.height - 1));
}

INLINE Spots nearest(vf x, vf y, PlaneStack planes, const SvgfPlace *place) {
    return spots_at(column_of(TO_INTS(floor(x + 0.5f)), planes, place), row_of(TO_INTS(floor(y + 0.5f)), planes, place),
                    planes.pitch);
}

INLINE vf motion(global const plane_t *frame, int plane, const Spots *at, PlaneStack planes) {
    return spot_value(at, frame + plane_index(plane, 0, 0, planes));
}

// From a place in frame `from` to the same in frame `to`. `there`, `back`: the planes of their vectors.
INLINE Place moved(Place at, global const plane_t *from, int there, global const plane_t *to, int back,
                   const Pixel *s) {
    const PlaneStack planes = s->p->planes;
    const Spots here = nearest(at.x, at.y, planes, &s->place);
    Place q = {at.x + motion(from, there, &here, planes), at.y + motion(from, there + 1, &here, planes), 0.0f};
    const vi is_inside = inside(q.x, q.y, &s->place) & MASK(at.trips > 0.0f);
    q.x = select((vf)(0.0f), q.x, is_inside);
    q.y = select((vf)(0.0f), q.y, is_inside);
    const Spots home = nearest(q.x, q.y, planes, &s->place);
    const vf ex = q.x + motion(to, back, &home, planes) - at.x;
    const vf ey = q.y + motion(to, back + 1, &home, planes) - at.y;
    const vf trips = at.trips * exp_negative(fma(ex, ex, ey * ey) * (1.0f / (SVGF_TRIP * SVGF_TRIP)));
    q.trips = masked(trips, is_inside & MASK(trips > SVGF_LOST));
    return q;
}

#endif
