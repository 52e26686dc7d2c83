// Reads interleaved samples of a file as finite floats, and as light, for the first and the last kernel of every
// filter.
#ifndef ATROUS_SAMPLES_H
#define ATROUS_SAMPLES_H
#include "atrous/plane.h"
#include "pixel/colour.h"
#include "pixel/params.h"
#include "pixel/tone.h"

#ifndef SAMPLE
#define SAMPLE uchar // type of a sample: uchar, ushort, half, float
#define SCALE 255.0f // sample value of 1.0 (integers)
#define ENCODE convert_uchar_sat_rte
#endif
#ifndef COLOURS
#define COLOURS 3 // 1 grey, 3 RGB
#endif
#ifndef ALPHA
#define ALPHA 0 // 0 none, 1 straight, 2 associated: follows the colours
#endif
#ifndef TRANSFER
#define TRANSFER srgb // srgb, linear, formula, table, pq, hlg: curves of the samples; linear in space rgb
#endif
#ifndef SYSTEM_GAMMA
#define SYSTEM_GAMMA 0 // 1: light of all colours together is a display's (HLG)
#endif
// Larger values of a plane enter as this, so that squares of differences and sums stay finite. A pixel that
// does not change keeps its own.
#define LARGEST 1e18f
#define CHANNELS (COLOURS + (ALPHA ? 1 : 0))

// A file's samples.
typedef struct {
    global const SAMPLE *samples;
    int width, height;
    int left, right; // columns from `left` up to `right` count where samples are not finite
} Source;

// The colours of VECTOR pixels as the file has them, and the alpha to divide by.
typedef struct {
    Lanes colour[COLOURS], alpha;
} Colours;

// Sample number i as a float: integers 0 to 1, floats as they are.
INLINE float read_sample(global const SAMPLE *samples, size_t i) {
#if defined(SAMPLE_HALF)
    return vload_half(i, samples);
#elif defined(SAMPLE_FLOAT)
    return samples[i];
#else
    return samples[i] * (1.0f / SCALE);
#endif
}

INLINE void write_sample(global SAMPLE *result, size_t i, float value) {
#if defined(SAMPLE_HALF)
    vstore_half_rte(clamp(value, -65504.0f, 65504.0f), i, result);
#elif defined(SAMPLE_FLOAT)
    result[i] = clamp(value, -FLT_MAX, FLT_MAX);
#else
    result[i] = ENCODE(value * SCALE);
#endif
}

#if VECTOR > 1 && !defined(SAMPLE_HALF) && !defined(SAMPLE_FLOAT)
// The integer samples of a vector.
typedef union {
    vi v;
    int lane[VECTOR];
} Encoded;

// Rounds like ENCODE, to the nearest and halves to even, by a sum whose last bit is 1. PoCL 3.1 emulates ENCODE lane by
// lane, which takes a third of the time of pixel_leave.
INLINE Encoded encode(vf value) {
    const float round_to_int = 12582912.0f;
    Encoded out;
    out.v = AS_VI(fmin(fmax(value * SCALE, (vf)(0.0f)), (vf)(SCALE)) + round_to_int) & 0xFFFF;
    return out;
}
#define WRITE_ENCODED(result, i, encoded, at) ((result)[i] = (SAMPLE)(encoded).lane[at])
#else
typedef Lanes Encoded;
INLINE Encoded encode(vf value) {
    Encoded out;
    out.v = value;
    return out;
}
#define WRITE_ENCODED(result, i, encoded, at) write_sample(result, i, (encoded).lane[at])
#endif

// Sample of channel c at (x, y).
INLINE float sample_at(const Source *s, int x, int y, int c) {
    return read_sample(s->samples, ((size_t)y * s->width + x) * CHANNELS + c);
}

#if defined(SAMPLE_HALF) || defined(SAMPLE_FLOAT)
// Returns the mean of the finite samples of the same channel among the 8 neighbours, 0 without any: the replacement of
// a NaN or an infinity. Reads only the source, so that the result does not depend on the order of work-items.
INLINE float repaired(const Source *s, int x, int y, int c) {
    float sum = 0.0f;
    int count = 0;
    for (int j = max(y - 1, 0); j <= min(y + 1, s->height - 1); ++j)
        for (int i = max(x - 1, 0); i <= min(x + 1, s->width - 1); ++i) {
            const float v = sample_at(s, i, j, c);
            if (isfinite(v)) sum += v * 0.125f, ++count;
        }
    return count ? sum * (8.0f / count) : 0.0f;
}
#endif

#if defined(SAMPLE_HALF) || defined(SAMPLE_FLOAT)
INLINE vi not_finite(vf v) { return ~MASK(fabs(v) <= FLT_MAX); }

// Replaces the samples of channel c that are not finite. Adds the number of counted ones to `replaced`.
INLINE void repair_channel(const Source *s, int x, int y, int c, Lanes *samples, int *replaced) {
    NO_UNROLL
    for (int i = 0; i < VECTOR; ++i) {
        if (isfinite(samples->lane[i])) continue;
        samples->lane[i] = repaired(s, min(x + i, s->width - 1), y, c);
        *replaced += x + i >= s->left && x + i < s->right;
    }
}

// Replaces them in all channels that are divided. Works on a copy, because lanes with an index at run time live in
// memory, and in loops that are not unrolled, because each lane's neighbourhood would be compiled separately.
INLINE void repair_pixels(const Source *s, int x, int y, Colours *pixels, int *replaced) {
    Colours all = *pixels;
    NO_UNROLL
    for (int c = 0; c < COLOURS; ++c) repair_channel(s, x, y, c, &all.colour[c], replaced);
    int ignored = 0;
    if (ALPHA == 2) repair_channel(s, x, y, COLOURS, &all.alpha, &ignored);
    *pixels = all;
}
#endif

// Reads VECTOR pixels from (x, y), finite ones. Alpha is 1 if there is none, or if it is 0: such a colour
// stays as it is. Adds the colours of the file that were not finite to `replaced`.
INLINE void read_pixels(const Source *s, int x, int y, Colours *out, int *replaced) {
    out->alpha.v = 1.0f;
    UNROLL
    for (int i = 0; i < VECTOR; ++i) {
        const int at = min(x + i, s->width - 1);
        UNROLL
        for (int c = 0; c < COLOURS; ++c) out->colour[c].lane[i] = sample_at(s, at, y, c);
        if (ALPHA == 2) out->alpha.lane[i] = sample_at(s, at, y, COLOURS);
    }
#if defined(SAMPLE_HALF) || defined(SAMPLE_FLOAT)
    vi spoilt = not_finite(out->alpha.v);
    UNROLL
    for (int c = 0; c < COLOURS; ++c) spoilt |= not_finite(out->colour[c].v);
    if (any(spoilt)) repair_pixels(s, x, y, out, replaced);
#endif
    if (ALPHA == 2) out->alpha.v = select((vf)(1.0f), out->alpha.v, MASK(out->alpha.v > 0.0f));
}

// The relation of a pixel's colours to light.
typedef struct {
    const ProfileParams *profile;
    global const float *tables; // of TRANSFER table
} Tone;

// Sample of channel c -> light, and back, by the name that TRANSFER gives.
INLINE vf decode_srgb(vf v, int c, const Tone *t) { return srgb_decode(v); }
INLINE vf encode_srgb(vf v, int c, const Tone *t) { return srgb_encode(v); }
INLINE vf decode_linear(vf v, int c, const Tone *t) { return v; }
INLINE vf encode_linear(vf v, int c, const Tone *t) { return v; }
INLINE vf decode_formula(vf v, int c, const Tone *t) { return tone_formula(v, t->profile->decode[c]); }
INLINE vf encode_formula(vf v, int c, const Tone *t) { return tone_formula(v, t->profile->encode[c]); }
INLINE vf decode_table(vf v, int c, const Tone *t) { return tone_table(v, t->profile->decode_table[c], 0, t->tables); }
INLINE vf encode_table(vf v, int c, const Tone *t) { return tone_table(v, t->profile->encode_table[c], 1, t->tables); }
INLINE vf decode_pq(vf v, int c, const Tone *t) { return pq_decode(v); }
INLINE vf encode_pq(vf v, int c, const Tone *t) { return pq_encode(v); }
INLINE vf decode_hlg(vf v, int c, const Tone *t) { return hlg_decode(v); }
INLINE vf encode_hlg(vf v, int c, const Tone *t) { return hlg_encode(v); }

// Samples of a pixel's colours -> light, and back.
INLINE void decode_colours(vf *value, const Tone *t) {
    UNROLL
    for (int c = 0; c < COLOURS; ++c) value[c] = JOIN(decode_, TRANSFER)(value[c], c, t);
    if (SYSTEM_GAMMA) hlg_to_display(value, COLOURS, t->profile->luma);
}
INLINE void encode_colours(vf *value, const Tone *t) {
    if (SYSTEM_GAMMA) hlg_to_scene(value, COLOURS, t->profile->luma);
    UNROLL
    for (int c = 0; c < COLOURS; ++c) value[c] = JOIN(encode_, TRANSFER)(value[c], c, t);
}

#endif
