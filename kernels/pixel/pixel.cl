// Interleaved samples of a file <-> float planes of a space: the first and the last kernel of every plan. What a
// file holds (type, channels, alpha, transfer) ends here: the filters between see finite planes alone.
#include "pixel/colour.h"
#include "pixel/params.h"
#include "atrous/plane.h"
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
#ifndef SPACE
#define SPACE space_lab // space_lab, space_log, space_linear, space_rgb
#endif
#ifndef SHOW_CHANGE
#define SHOW_CHANGE 0 // 1: the result is the change on middle grey
#endif
#ifndef TRANSFER
#define TRANSFER srgb // srgb, linear, formula, table: curves of the samples; linear in space rgb
#endif
#ifndef TABLES
#define TABLES 0 // 1: TRANSFER is table, whose kernels take the table buffer
#endif
#ifndef MATRIX
#define MATRIX 0 // 1: the space wants linear sRGB, and the profile has other primaries
#endif
// Larger values of a plane enter as this, so that squares of differences and sums stay finite; a pixel that does not
// change keeps its own.
#define LARGEST 1e18f
#define CHANNELS (COLOURS + (ALPHA ? 1 : 0))

// Sample number i as a float: integers 0 to 1, floats as they are.
INLINE float read_sample(global const SAMPLE *source, size_t i) {
#if defined(SAMPLE_HALF)
    return vload_half(i, source);
#elif defined(SAMPLE_FLOAT)
    return source[i];
#else
    return source[i] * (1.0f / SCALE);
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

#if defined(SAMPLE_HALF) || defined(SAMPLE_FLOAT)
// The mean of the finite samples of the same channel among the 8 neighbours, 0 if there are none: what a NaN or an
// infinity is replaced by. Reads the source alone, so the result does not depend on the order of work-items.
INLINE float repaired(global const SAMPLE *source, int x, int y, int c, int width, int height) {
    float sum = 0.0f;
    int count = 0;
    for (int j = max(y - 1, 0); j <= min(y + 1, height - 1); ++j)
        for (int i = max(x - 1, 0); i <= min(x + 1, width - 1); ++i) {
            const float v = read_sample(source, ((size_t)j * width + i) * CHANNELS + c);
            if (isfinite(v)) sum += v * 0.125f, ++count;
        }
    return count ? sum * (8.0f / count) : 0.0f;
}
#endif

// The finite sample of channel c at (x, y). Adds 1 to `replaced` where the file's value was not finite.
INLINE float finite_sample(global const SAMPLE *source, int x, int y, int c, int width, int height,
                                  int *replaced) {
    const float v = read_sample(source, ((size_t)y * width + x) * CHANNELS + c);
#if defined(SAMPLE_HALF) || defined(SAMPLE_FLOAT)
    if (!isfinite(v)) {
        ++*replaced;
        return repaired(source, x, y, c, width, height);
    }
#endif
    return v;
}

// Reads VECTOR pixels from (x, y): colours as the file has them, and the alpha to divide by (1 where there is
// none, or where it is 0: such a colour stays as it is). `replaced`: in columns from `left` up to `right`.
INLINE void read_pixels(global const SAMPLE *source, int x, int y, int width, int height, Lanes *colour,
                               Lanes *alpha, int left, int right, int *replaced) {
    UNROLL
    for (int i = 0; i < VECTOR; ++i) {
        const int at = min(x + i, width - 1);
        int ignored = 0;
        UNROLL
        for (int c = 0; c < COLOURS; ++c)
            colour[c].lane[i] = finite_sample(source, at, y, c, width, height,
                                              x + i >= left && x + i < right ? replaced : &ignored);
        alpha->lane[i] = 1.0f;
        if (ALPHA == 2) {
            const float a = finite_sample(source, at, y, COLOURS, width, height, &ignored);
            if (a > 0.0f) alpha->lane[i] = a;
        }
    }
}

// How the colours of a pixel relate to light.
typedef struct {
    const ProfileParams *profile;
    global const float *tables; // of TRANSFER table
} Tone;

// Sample of channel c -> light, and back; by the name that TRANSFER gives.
INLINE vf decode_srgb(vf v, int c, const Tone *t) { return srgb_decode(v); }
INLINE vf encode_srgb(vf v, int c, const Tone *t) { return srgb_encode(v); }
INLINE vf decode_linear(vf v, int c, const Tone *t) { return v; }
INLINE vf encode_linear(vf v, int c, const Tone *t) { return v; }
INLINE vf decode_formula(vf v, int c, const Tone *t) { return tone_formula(v, t->profile->decode[c]); }
INLINE vf encode_formula(vf v, int c, const Tone *t) { return tone_formula(v, t->profile->encode[c]); }
INLINE vf decode_table(vf v, int c, const Tone *t) { return tone_table(v, t->profile->decode_table[c], 0, t->tables); }
INLINE vf encode_table(vf v, int c, const Tone *t) { return tone_table(v, t->profile->encode_table[c], 1, t->tables); }

// Colours of the file -> values of the space.
INLINE void enter_space(const Lanes *colour, vf alpha, vf *value, const Tone *tone) {
    UNROLL
    for (int c = 0; c < COLOURS; ++c) {
        value[c] = ALPHA == 2 ? colour[c].v / alpha : colour[c].v;
        value[c] = JOIN(decode_, TRANSFER)(value[c], c, tone);
    }
#if MATRIX
    tone_matrix(value, tone->profile->to_srgb);
#endif
#if COLOURS == 1
    value[0] = JOIN(SPACE, _enter_grey)(value[0]);
#else
    JOIN(SPACE, _enter)(value);
#endif
    UNROLL
    for (int c = 0; c < COLOURS; ++c) value[c] = clamp(value[c], -LARGEST, LARGEST);
}

// Values of the space -> colours of the file.
INLINE void leave_space(vf *value, vf alpha, Lanes *colour, const Tone *tone) {
#if COLOURS == 1
    value[0] = JOIN(SPACE, _leave_grey)(value[0]);
#else
    JOIN(SPACE, _leave)(value);
#endif
#if MATRIX
    tone_matrix(value, tone->profile->from_srgb);
#endif
    UNROLL
    for (int c = 0; c < COLOURS; ++c) {
        colour[c].v = JOIN(encode_, TRANSFER)(value[c], c, tone);
        if (ALPHA == 2) colour[c].v *= alpha;
    }
}

#if TABLES
#define TABLE_ARGUMENT global const float *restrict tables,
#else
#define TABLE_ARGUMENT
#define tables 0
#endif

// source -> planes. counters[0] counts the samples that were not finite, in p.counted.
kernel void pixel_enter(global const SAMPLE *restrict source, TABLE_ARGUMENT global plane_t *restrict planes,
                        volatile global int *restrict counters, const PixelParams p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    const Tone tone = {&p.profile, tables};
    int replaced = 0;
    const int right = y >= p.counted.top && y < p.counted.bottom ? p.counted.right : p.counted.left;
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {
        Lanes colour[COLOURS], alpha, out;
        vf value[COLOURS];
        read_pixels(source, x, y, p.planes.width, p.planes.height, colour, &alpha, p.counted.left, right, &replaced);
        enter_space(colour, alpha.v, value, &tone);
        UNROLL
        for (int c = 0; c < COLOURS; ++c) {
            global plane_t *row = planes + p.planes.guard + (size_t)c * p.planes.plane + (size_t)y * p.planes.pitch;
            out.v = value[c];
            for (int i = 0; i < VECTOR && x + i < p.planes.width; ++i) STORE_ONE(out.lane[i], row + x + i);
        }
    }
    if (replaced) atomic_add(counters, replaced);
}

// source and the change of its planes -> result. Pixels that do not change are copied, bit for bit (but for values
// that were not finite); so is alpha.
kernel void pixel_leave(global const SAMPLE *restrict source, global const plane_t *restrict change,
                        TABLE_ARGUMENT global SAMPLE *restrict result, const PixelParams p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    const Tone tone = {&p.profile, tables};
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {
        Lanes colour[COLOURS], changed[COLOURS], delta[COLOURS], alpha;
        vf value[COLOURS];
        int replaced = 0;
        read_pixels(source, x, y, p.planes.width, p.planes.height, colour, &alpha, 0, 0, &replaced);
        enter_space(colour, alpha.v, value, &tone);
        UNROLL
        for (int c = 0; c < COLOURS; ++c) {
            const size_t at = p.planes.guard + (size_t)c * p.planes.plane + (size_t)y * p.planes.pitch + x;
            delta[c].v = p.amount * LOAD_PLANE(change + at);
            if (SHOW_CHANGE) value[c] = (vf)(c < LUMA ? p.grey : 0.0f);
            value[c] += delta[c].v;
        }
        leave_space(value, alpha.v, changed, &tone);
        for (int i = 0; i < VECTOR && x + i < p.planes.width; ++i) {
            const size_t first = ((size_t)y * p.planes.width + x + i) * CHANNELS;
            int moved = SHOW_CHANGE;
            UNROLL
            for (int c = 0; c < COLOURS; ++c) moved |= delta[c].lane[i] != 0.0f;
            UNROLL
            for (int c = 0; c < COLOURS; ++c)
                write_sample(result, first + c, moved ? changed[c].lane[i] : colour[c].lane[i]);
#if ALPHA
#ifdef SAMPLE_HALF
            ((global ushort *)result)[first + COLOURS] = ((global const ushort *)source)[first + COLOURS];
#else
            result[first + COLOURS] = source[first + COLOURS];
#endif
#endif
        }
    }
}
