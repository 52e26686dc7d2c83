// Interleaved samples of a file <-> float planes of a space: the first and the last kernel of every plan. What a
// file holds (type, channels, alpha, transfer) ends here: the filters between see finite planes alone.
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
#ifndef SPACE
#define SPACE space_lab // space_lab, space_log, space_linear, space_rgb
#endif
#ifndef SHOW_DELTA
#define SHOW_DELTA 0 // 1: the result is the delta on middle grey
#endif
#ifndef LUMA
#define LUMA 1 // planes of luma, the first ones
#endif
#ifndef TRANSFER
#define TRANSFER srgb // srgb, linear, formula, table: curves of the samples; linear in space rgb
#endif
#ifndef MATRIX
#define MATRIX 0 // 1: the space wants linear sRGB, and the profile has other primaries
#endif
// Larger values of a plane enter as this, so that squares of differences and sums stay finite; a pixel that does not
// change keeps its own.
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

// Sample of channel c at (x, y).
INLINE float sample_at(const Source *s, int x, int y, int c) {
    return read_sample(s->samples, ((size_t)y * s->width + x) * CHANNELS + c);
}

#if defined(SAMPLE_HALF) || defined(SAMPLE_FLOAT)
// The mean of the finite samples of the same channel among the 8 neighbours, 0 if there are none: what a NaN or an
// infinity is replaced by. Reads the source alone, so the result does not depend on the order of work-items.
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

// Replaces the samples of channel c that are not finite. Adds their number to `replaced`, of those that count.
INLINE void repair_channel(const Source *s, int x, int y, int c, Lanes *samples, int *replaced) {
    NO_UNROLL
    for (int i = 0; i < VECTOR; ++i) {
        if (isfinite(samples->lane[i])) continue;
        samples->lane[i] = repaired(s, min(x + i, s->width - 1), y, c);
        *replaced += x + i >= s->left && x + i < s->right;
    }
}

// The same of all channels that are divided. A copy, since lanes that are found at run time live in memory, and loops that
// stay loops, since each lane's neighbourhood would be compiled by itself.
INLINE void repair_pixels(const Source *s, int x, int y, Colours *pixels, int *replaced) {
    Colours all = *pixels;
    NO_UNROLL
    for (int c = 0; c < COLOURS; ++c) repair_channel(s, x, y, c, &all.colour[c], replaced);
    int ignored = 0;
    if (ALPHA == 2) repair_channel(s, x, y, COLOURS, &all.alpha, &ignored);
    *pixels = all;
}
#endif

// Reads VECTOR pixels from (x, y), finite ones. Alpha is 1 where there is none, or where it is 0: such a colour stays as it
// is. Adds the colours of the file that were not finite to `replaced`.
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
INLINE void enter_space(const Colours *from, vf *value, const Tone *tone) {
    UNROLL
    for (int c = 0; c < COLOURS; ++c) {
        value[c] = ALPHA == 2 ? from->colour[c].v / from->alpha.v : from->colour[c].v;
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

// Values of the space -> colours of the file, whose alpha is given.
INLINE void leave_space(vf *value, Colours *to, const Tone *tone) {
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
        to->colour[c].v = JOIN(encode_, TRANSFER)(value[c], c, tone);
        if (ALPHA == 2) to->colour[c].v *= to->alpha.v;
    }
}

// source -> planes. counters[0] counts the samples in `counted` that were not finite: of a region those that no other
// one has. tables: of TRANSFER table, else not read.
kernel void pixel_enter(global const SAMPLE *restrict source, global const float *restrict tables,
                        global const PixelRect *restrict counted, global plane_t *restrict planes,
                        volatile global int *restrict counters, const PixelParams p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    const int right = y >= counted->top && y < counted->bottom ? counted->right : counted->left;
    const Source s = {source, p.planes.width, p.planes.height, counted->left, right};
    const Tone tone = {&p.profile, tables};
    int replaced = 0;
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {
        Colours colours;
        vf value[COLOURS];
        read_pixels(&s, x, y, &colours, &replaced);
        enter_space(&colours, value, &tone);
        UNROLL
        for (int c = 0; c < COLOURS; ++c) {
            Lanes out;
            out.v = value[c];
            global plane_t *at = planes + plane_index(c, x, y, p.planes);
            for (int i = 0; i < VECTOR && x + i < p.planes.width; ++i) STORE_ONE(out.lane[i], at + i);
        }
    }
    if (replaced) atomic_add(counters, replaced);
}

// Alpha of pixel `first` / CHANNELS as it was, bit for bit.
INLINE void copy_alpha(global const SAMPLE *source, global SAMPLE *result, size_t first) {
#if ALPHA
#ifdef SAMPLE_HALF
    ((global ushort *)result)[first + COLOURS] = ((global const ushort *)source)[first + COLOURS];
#else
    result[first + COLOURS] = source[first + COLOURS];
#endif
#endif
}

// The values of the vector at x in a row. `columns`: positions of its lanes, or null where they follow each other. All of
// them lie in the row, and 16 vectors on in the same lines of the first cache.
INLINE vf fetched(global const plane_t *row, global const int *columns, int x) {
    if (!columns) return LOAD_PLANE(row + x);
    Lanes out;
    UNROLL
    for (int i = 0; i < VECTOR; ++i) out.lane[i] = LOAD_ONE(row + columns[x + i]);
    return out.v;
}

// source and the delta of its planes -> result. Pixels that do not change are copied, bit for bit (but for values
// that were not finite); so is alpha. tables: as of pixel_enter; layout: of layout_tables, where columns are fetched.
kernel void pixel_leave(global const SAMPLE *restrict source, global const plane_t *restrict delta,
                        global const float *restrict tables, global const int *restrict layout,
                        global SAMPLE *restrict result, const PixelParams p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    const Source s = {source, p.planes.width, p.planes.height, 0, 0};
    const Tone tone = {&p.profile, tables};
    global const int *columns = p.columns < 0 ? 0 : layout + p.columns;
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {
        Colours own, changed;
        Lanes added[COLOURS];
        vf value[COLOURS];
        int replaced = 0;
        read_pixels(&s, x, y, &own, &replaced);
        enter_space(&own, value, &tone);
        UNROLL
        for (int c = 0; c < COLOURS; ++c) {
            added[c].v = p.amount * fetched(delta + plane_index(c, 0, y, p.planes), columns, x);
            if (SHOW_DELTA) value[c] = (vf)(c < LUMA ? p.grey : 0.0f);
            value[c] += added[c].v;
        }
        changed.alpha = own.alpha;
        leave_space(value, &changed, &tone);
        for (int i = 0; i < VECTOR && x + i < p.planes.width; ++i) {
            const size_t first = ((size_t)y * p.planes.width + x + i) * CHANNELS;
            int moved = SHOW_DELTA;
            UNROLL
            for (int c = 0; c < COLOURS; ++c) moved |= added[c].lane[i] != 0.0f;
            UNROLL
            for (int c = 0; c < COLOURS; ++c)
                write_sample(result, first + c, moved ? changed.colour[c].lane[i] : own.colour[c].lane[i]);
            copy_alpha(source, result, first);
        }
    }
}
