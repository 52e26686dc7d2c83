// Finds vectors to a neighbour if files have only that neighbour's vectors: each pixel gets the negated
// vector that leads to it. Among several, the nearest surface's, then the first pixel's. Without any, there
// is no motion. A negated vector always leads back, which proves nothing: if files have vectors, a pixel
// whose motion differs from the vector belongs to another surface. Uses three passes, because depth and pixel
// do not fit into one atomic operation: all are maxima, so that their order does not matter.
#include "atrous/plane.h"
#include "svgf/params.h"

enum { NOBODY = -1 };

INLINE float sample_of(global const plane_t *frame, int plane, int x, int y, PlaneStack planes) {
    return LOAD_ONE(frame + plane_index(plane, x, y, planes));
}

// The pixel of the other frame that a pixel's vector leads to, as an index, or NOBODY outside of the image.
INLINE int target_of(global const plane_t *from, int x, int y, global const SvgfPlace *place, const SvgfInvert *p) {
    const PlaneStack planes = p->planes;
    const float qx = place->x + x + sample_of(from, p->there, x, y, planes);
    const float qy = place->y + y + sample_of(from, p->there + 1, x, y, planes);
    const int is_inside =
        qx >= -0.5f && qy >= -0.5f && qx <= place->width - 0.5f && qy <= place->height - 0.5f; // NaN is not
    if (!is_inside) return NOBODY;
    const int tx = min((int)floor(qx + 0.5f), place->width - 1) - place->x;
    const int ty = min((int)floor(qy + 0.5f), place->height - 1) - place->y;
    if (tx < 0 || ty < 0 || tx >= planes.width || ty >= planes.height) return NOBODY; // another region's
    return ty * planes.width + tx;
}

// Larger means nearer. The sky, with depth 0, is farthest. 0: no source.
INLINE uint nearness(global const plane_t *from, int x, int y, PlaneStack planes) {
    const float z = sample_of(from, FRAME_Z, x, y, planes);
    return z > 0.0f ? as_uint(INFINITY) - as_uint(z) + 1u : 1u; // bits of positive floats are in their order
}

// nearest: from zeros, per pixel of the other frame, the nearness of the vector's source.
kernel void svgf_invert_depth(global const plane_t *restrict from, global const SvgfPlace *restrict place,
                              global uint *restrict nearest, const SvgfInvert p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    for (int x = get_global_id(0); x < p.planes.width; x += get_global_size(0)) {
        const int target = target_of(from, x, y, place, &p);
        if (target != NOBODY) atomic_max(nearest + target, nearness(from, x, y, p.planes));
    }
}

// first: from zeros, the same for the pixel that leads to it, as ~index.
kernel void svgf_invert_pixel(global const plane_t *restrict from, global const SvgfPlace *restrict place,
                              global const uint *restrict nearest, global uint *restrict first, const SvgfInvert p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    for (int x = get_global_id(0); x < p.planes.width; x += get_global_size(0)) {
        const int target = target_of(from, x, y, place, &p);
        if (target != NOBODY && nearness(from, x, y, p.planes) == nearest[target])
            atomic_max(first + target, ~(uint)(y * p.planes.width + x));
    }
}

// True if a pixel that came by `own` (of the other direction, with the opposite sign) continues by `turned`.
// Otherwise the source passes in front of it or is hidden by it.
INLINE int goes_on(const float *own, const float *turned) {
    const float x = own[0] + turned[0], y = own[1] + turned[1];
    return x * x + y * y <= 4.0f + (own[0] * own[0] + own[1] * own[1]) / 16;
}

// frame: its other planes stay as they are.
kernel void svgf_invert_vectors(global const plane_t *restrict from, global const uint *restrict first,
                                global plane_t *restrict frame, const SvgfInvert p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    for (int x = get_global_id(0); x < p.planes.width; x += get_global_size(0)) {
        const uint found = first[y * p.planes.width + x];
        const int at = (int)~found, at_y = at / p.planes.width, at_x = at - at_y * p.planes.width;
        float vector[2], own[2];
        for (int k = 0; k < 2; ++k) {
            vector[k] = SVGF_NO_MOTION;
            own[k] = sample_of(frame, p.there + k, x, y, p.planes);
            if (found > 0u) vector[k] = -sample_of(from, p.there + k, at_x, at_y, p.planes);
        }
        const int has_own = own[0] < SVGF_NO_MOTION && own[1] < SVGF_NO_MOTION;
        const int is_other = p.of_files && found > 0u && has_own && !goes_on(own, vector);
        for (int k = 0; k < 2; ++k)
            STORE_ONE(is_other ? SVGF_NO_MOTION : vector[k], frame + plane_index(p.back + k, x, y, p.planes));
    }
}
