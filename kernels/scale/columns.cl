// Converts samples of a file to light, weighted with alpha, and filters it down the columns at once: every row of the
// file is read and decoded once and added to the rows of the result that it is a tap of.
#include "pixel/samples.h"
#include "scale/params.h"

#ifndef ACTIVE
#define ACTIVE 10 // rows of the result that a row of the file can be a tap of
#endif
#ifndef STRIP
#define STRIP 1 // vectors of a work-item, side by side
#endif

// Beyond this, sums of weighted values are not finite.
#define MAX_VALUE 1e36f

// Returns the alpha of VECTOR pixels. Samples that are not finite become 0.
INLINE vf read_alpha(const Source *s, int x, int y) {
    Lanes alpha;
    UNROLL
    for (int i = 0; i < VECTOR; ++i) {
        const float a = sample_at(s, min(x + i, s->width - 1), y, COLOURS);
        alpha.lane[i] = fabs(a) <= FLT_MAX ? a : 0.0f;
    }
    return alpha.v;
}

// Returns the light of VECTOR pixels times alpha, then alpha. If a file's colours are multiplied by alpha, colours
// without alpha are light of their own (fire, glows) and stay.
INLINE void read_light(const Source *s, int x, int y, vf *value, const Tone *tone, int *replaced) {
    Colours own;
    read_pixels(s, x, y, &own, replaced);
#if ALPHA
    const vf alpha = read_alpha(s, x, y);
    const vf weight = ALPHA == 2 ? own.alpha.v : alpha;
    value[COLOURS] = alpha;
#endif
    UNROLL
    for (int c = 0; c < COLOURS; ++c) value[c] = ALPHA == 2 ? own.colour[c].v / own.alpha.v : own.colour[c].v;
    decode_colours(value, tone);
    UNROLL
    for (int c = 0; c < COLOURS; ++c) {
        value[c] = clamp(value[c], -MAX_VALUE, MAX_VALUE);
#if ALPHA
        value[c] *= weight;
#endif
    }
}

// Stores VECTOR sums from (x, y), as far as the planes go.
INLINE void put_sums(global float *planes, int plane, int x, int y, vf value, PlaneStack shape) {
    global float *at = planes + plane_index(plane, x, y, shape);
    if (x + VECTOR <= shape.width) {
        STORE(value, at);
        return;
    }
    Lanes out;
    out.v = value;
    for (int i = 0; x + i < shape.width; ++i) at[i] = out.lane[i];
}

// Sums of the rows of the result that are under way, of a work-item's vectors.
typedef struct {
    vf sum[STRIP][ACTIVE][CHANNELS];
} Sums;

// Stores row y, the first unfinished row, if it belongs to this work-item. The others move up.
INLINE void end_row(Sums *s, int store, int left, int y, global float *planes, PlaneStack shape) {
    for (int v = 0; v < STRIP; ++v) {
        const int x = left + v * VECTOR;
        UNROLL
        for (int c = 0; c < CHANNELS; ++c) {
            if (store && x < shape.width) put_sums(planes, c, x, y, s->sum[v][0][c], shape);
            UNROLL
            for (int k = 0; k + 1 < ACTIVE; ++k) s->sum[v][k][c] = s->sum[v][k + 1][c];
            s->sum[v][ACTIVE - 1][c] = 0.0f;
        }
    }
}

// Adds row y of the file to the rows that it is a tap of.
INLINE void add_row(Sums *s, const Source *from, int left, int y, global const float *weight, const Tone *tone,
                    int *replaced) {
    for (int v = 0; v < STRIP; ++v) {
        const int x = left + v * VECTOR;
        if (x >= from->width) break;
        vf value[CHANNELS];
        read_light(from, x, y, value, tone, replaced);
        UNROLL
        for (int k = 0; k < ACTIVE; ++k)
            for (int c = 0; c < CHANNELS; ++c) s->sum[v][k][c] += weight[k] * value[c];
    }
}

// rows: for each row of the result its first tap row, then the row after the last tap, then for each row of
// the file the first row of the result that uses it or a later one. weights: ACTIVE per row of the file, for
// the rows of the result from there on. counters[0] counts the samples in `counted` that were not finite.
kernel void scale_columns(global const SAMPLE *restrict source, global const float *restrict tones,
                          global const PixelRect *restrict counted, global const int *restrict rows,
                          global const float *restrict weights, global float *restrict planes,
                          volatile global int *restrict counters, const ScaleColumns p) {
    const int first = get_global_id(1) * p.run, end = min(first + p.run, p.planes.height);
    const int left = get_global_id(0) * STRIP * VECTOR;
    if (first >= p.planes.height || left >= p.planes.width) return;
    global const int *from = rows, *to = rows + p.planes.height, *base_of = rows + 2 * p.planes.height;
    // Rows that several work-items read are counted by one of them.
    const int own = first == 0 ? 0 : from[first], others = end == p.planes.height ? p.height : from[end];
    const Tone tone = {&p.profile, tones};
    Sums sums;
    for (int v = 0; v < STRIP; ++v)
        for (int k = 0; k < ACTIVE; ++k)
            for (int c = 0; c < CHANNELS; ++c) sums.sum[v][k][c] = 0.0f;
    int replaced = 0, row = base_of[from[first]]; // the first row under way
    for (int y = from[first]; row < end; ++y) {
        const int last = y >= to[end - 1], next = last ? end : base_of[y];
        for (; row < next; ++row) end_row(&sums, row >= first, left, row, planes, p.planes);
        if (last) break;
        const int counts = y >= own && y < others && y >= counted->top && y < counted->bottom;
        const Source s = {source, p.planes.width, p.height, counted->left, counts ? counted->right : counted->left};
        add_row(&sums, &s, left, y, weights + (size_t)y * ACTIVE, &tone, &replaced);
    }
    if (replaced) atomic_add(counters, replaced);
}
