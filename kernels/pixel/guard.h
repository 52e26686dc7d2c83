// Weakens changes that would clip: a photograph keeps its values near black and white, and its shadows do not become
// black.
#ifndef ATROUS_PIXEL_GUARD_H
#define ATROUS_PIXEL_GUARD_H
#include "pixel/samples.h"

#ifndef GUARD
#define GUARD                                                                                                          \
    0 // 1: changes of integer samples weaken where a colour comes near the ends of its range, or luma near black
#endif

#if GUARD
// Least remaining distance from the end of the range, so that a JPEG, which rounds by some steps of 8 bits, clips hardly more
// than a PNG.
#define INSIDE (5.0f / 255)
// The usable part of a smaller distance, and the distance of a colour at the end of the range, whose changes
// may only be rounding of the space.
#define PART 0.1f
#define AT_END (0.5f / 255)
// The part of its luma that a pixel may lose if it has no more room than that above the deepest shadows.
#define DEEP_PART 0.1f

// Returns the part of a change that is `ratio` times its distance to the end: (1 + ratio^4)^(-1/4), with which even an
// infinite change stops at the end.
INLINE vf borne(vf ratio) {
    const vf r = fmin(ratio, (vf)(1e9f));
    return rsqrt(sqrt(1.0f + r * r * r * r));
}

// Returns the ratio for one colour, by its distance to black or white.
INLINE vf end_ratio(vf from, vf to, vf white) {
    const vf change = to - from;
    const vf all = select(from, white - from, MASK(change > 0.0f));
    return fabs(change) / select((vf)(AT_END), fmax(all - INSIDE, PART * all), MASK(all > 0.0f));
}

// Luma by Rec. 709 of samples as they are.
INLINE vf luma_of(const Colours *c) {
#if COLOURS == 3
    return 0.2126f * c->colour[0].v + 0.7152f * c->colour[1].v + 0.0722f * c->colour[2].v;
#else
    return c->colour[0].v;
#endif
}

// Returns the ratio for falling luma, by its distance to `deep`.
INLINE vf shadow_ratio(vf from, vf to, vf deep) {
    return fmax(from - to, (vf)(0.0f)) / fmax(fmax(from - deep, DEEP_PART * from), (vf)(AT_END));
}

// Scales a pixel's change by the least part that its colours allow, for all colours alike, so that hues stay.
INLINE void guard_change(const Colours *own, Colours *changed, const PixelParams *p) {
    vf ratio = 0.0f; // the largest has the least part, so one root is enough
    UNROLL
    for (int c = 0; c < COLOURS; ++c)
        ratio = fmax(ratio, end_ratio(own->colour[c].v, changed->colour[c].v, own->alpha.v));
    const vf dark = borne(shadow_ratio(luma_of(own), luma_of(changed), p->deep * own->alpha.v));
    const vf share = fmin(1.0f - p->guard * (1.0f - borne(ratio)), 1.0f - p->guard_blacks * (1.0f - dark));
    UNROLL
    for (int c = 0; c < COLOURS; ++c)
        changed->colour[c].v = own->colour[c].v + share * (changed->colour[c].v - own->colour[c].v);
}
#endif

#endif
