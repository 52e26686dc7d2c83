// Changes yield where they would clip: a photograph keeps what it has near black and white.
#ifndef ATROUS_PIXEL_GUARD_H
#define ATROUS_PIXEL_GUARD_H
#include "pixel/samples.h"

#ifndef GUARD
#define GUARD 0 // 1: changes of integer samples weaken where a colour comes near the ends of its range, 0 and 1
#endif

#if GUARD
// What is left of the room, so that no sample is rounded to the end of its range, in files of 8 bits either.
#define INSIDE (0.75f / 255)
// Of the room that is smaller than that, the part that may be used; and the room of a colour that is at the end, whose changes
// may be nothing but the rounding of the space.
#define PART 0.25f
#define AT_END (0.5f / 255)

// How much of the change of one colour its room to black or white bears: (1 + (change / room)^4)^(-1/4), with which even an
// endless change ends at the end of the range.
INLINE vf borne(vf from, vf to, vf white) {
    const vf change = to - from;
    const vf all = select(from, white - from, MASK(change > 0.0f));
    const vf room = select((vf)(AT_END), fmax(all - INSIDE, PART * all), MASK(all > 0.0f));
    const vf ratio = fmin(fabs(change) / room, 1e9f);
    return rsqrt(sqrt(1.0f + ratio * ratio * ratio * ratio));
}

// Takes of a pixel's change what its least room bears, of all colours alike, so that hues stay.
INLINE void guard_change(const Colours *own, Colours *changed, float guard) {
    vf share = 1.0f;
    UNROLL
    for (int c = 0; c < COLOURS; ++c) share = fmin(share, borne(own->colour[c].v, changed->colour[c].v, own->alpha.v));
    share = 1.0f - guard * (1.0f - share);
    UNROLL
    for (int c = 0; c < COLOURS; ++c)
        changed->colour[c].v = own->colour[c].v + share * (changed->colour[c].v - own->colour[c].v);
}
#endif

#endif
