// Converts interleaved samples of a file to float planes of a space and back, as the first and the last kernel of every
// plan. The filters between them process finite planes and do not depend on type, channels, alpha or transfer.
#include "pixel/guard.h"

#ifndef SPACE
#define SPACE space_lab // space_lab, space_log, space_linear, space_rgb, space_ictcp
#endif
#ifndef SHOW_DELTA
#define SHOW_DELTA 0 // 1: the result is the delta on middle grey
#endif
#ifndef LUMA
#define LUMA 1 // planes of luma, the first ones
#endif
#ifndef ROWS_APART
#define ROWS_APART 1 // distance of the rows that are written
#endif
#ifndef MATRIX
#define MATRIX 0 // 1: the space needs linear sRGB, and the profile has other primaries
#endif

// Colours of the file -> values of the space.
INLINE void enter_space(const Colours *from, vf *value, const Tone *tone) {
    UNROLL
    for (int c = 0; c < COLOURS; ++c) value[c] = ALPHA == 2 ? from->colour[c].v / from->alpha.v : from->colour[c].v;
    decode_colours(value, tone);
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
    encode_colours(value, tone);
    UNROLL
    for (int c = 0; c < COLOURS; ++c) to->colour[c].v = ALPHA == 2 ? value[c] * to->alpha.v : value[c];
}

// Returns plane c at row y, in the buffer of luma or of chroma, which may be the same buffer.
#define ROW_OF(c, y, of_luma, of_chroma, p)                                                                            \
    ((c) < LUMA ? (of_luma) + plane_index(c, 0, y, (p)->planes)                                                        \
                : (of_chroma) + plane_index((c)-LUMA + (p)->chroma, 0, y, (p)->planes))

// Returns the samples that were not finite.
ROW int enter_row(const Source *source, global const float *restrict tables, global plane_t *restrict luma,
                  global plane_t *restrict chroma, const PixelParams *params, Row row) {
    const Source s = *source;
    const PixelParams p = *params;
    const Tone tone = {&p.profile, tables};
    int replaced = 0;
    for (int x = row.x; x < p.planes.width; x += row.step) {
        Colours colours;
        vf value[COLOURS];
        read_pixels(&s, x, row.y, &colours, &replaced);
        enter_space(&colours, value, &tone);
        UNROLL
        for (int c = 0; c < COLOURS; ++c) {
            Lanes out;
            out.v = value[c];
            global plane_t *at = ROW_OF(c, row.y, luma, chroma, &p) + x;
            for (int i = 0; i < VECTOR && x + i < p.planes.width; ++i) STORE_ONE(out.lane[i], at + i);
        }
    }
    return replaced;
}

// source -> planes of luma and of chroma. counters[0] counts the samples in `counted` that were not finite.
// Regions count disjoint pixels. tables: of TRANSFER table, not read otherwise.
kernel void pixel_enter(global const SAMPLE *restrict source, global const float *restrict tables,
                        global const PixelRect *restrict counted, global plane_t *restrict luma,
                        global plane_t *restrict chroma, volatile global int *restrict counters, const PixelParams p) {
    const Row row = row_here();
    if (row.y >= p.planes.height) return;
    const int right = row.y >= counted->top && row.y < counted->bottom ? counted->right : counted->left;
    const Source s = {source, p.planes.width, p.planes.height, counted->left, right};
    const int replaced = enter_row(&s, tables, luma, chroma, &p, row);
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

// The values of the vector at x in a row. `columns`: positions of its lanes, or null if they follow each
// other. All of them lie in the row, and 16 vectors on in the same lines of the L1 cache.
INLINE vf fetched(global const plane_t *row, global const int *columns, int x) {
    if (!columns) return LOAD_PLANE(row + x);
    Lanes out;
    UNROLL
    for (int i = 0; i < VECTOR; ++i) out.lane[i] = LOAD_ONE(row + columns[x + i]);
    return out.v;
}

// Integers may be overwritten in place. A float pixel may need the original (repaired) values of its neighbours.
#if defined(SAMPLE_HALF) || defined(SAMPLE_FLOAT)
#define SOURCE_ALONE restrict
#else
#define SOURCE_ALONE
#endif

// The planes that are added to the samples.
typedef struct {
    global const plane_t *luma, *chroma;
    global const int *columns; // or null: they follow each other
} Added;

// Writes the first `count` pixels of a vector from sample `first` on.
INLINE void write_pixels(const Source *s, const Colours *pixels, global SAMPLE *result, int count, size_t first) {
    Encoded out[COLOURS];
    UNROLL
    for (int c = 0; c < COLOURS; ++c) out[c] = encode(pixels->colour[c].v);
    for (int i = 0; i < VECTOR && i < count; ++i, first += CHANNELS) {
        UNROLL
        for (int c = 0; c < COLOURS; ++c) WRITE_ENCODED(result, first + c, out[c], i);
        copy_alpha(s->samples, result, first);
    }
}

INLINE void leave_pixels(const Source *s, const Tone *tone, const Added *planes, global SAMPLE *result,
                         const PixelParams *p, int x, int y) {
    Colours own, changed;
    Lanes added[COLOURS];
    vf value[COLOURS];
    int replaced = 0;
    read_pixels(s, x, y, &own, &replaced);
    enter_space(&own, value, tone);
    UNROLL
    for (int c = 0; c < COLOURS; ++c) {
        added[c].v = p->amount * fetched(ROW_OF(c, y, planes->luma, planes->chroma, p), planes->columns, x);
        if (SHOW_DELTA) value[c] = (vf)(c < LUMA ? p->grey : 0.0f);
        value[c] += added[c].v;
    }
    changed.alpha = own.alpha;
    leave_space(value, &changed, tone);
#if GUARD
    guard_change(&own, &changed, p);
#endif
    vi moved = (vi)(SHOW_DELTA ? -1 : 0);
    UNROLL
    for (int c = 0; c < COLOURS; ++c) moved |= MASK(added[c].v != 0.0f);
    UNROLL
    for (int c = 0; c < COLOURS; ++c) changed.colour[c].v = select(own.colour[c].v, changed.colour[c].v, moved);
    write_pixels(s, &changed, result, min(VECTOR, p->planes.width - x), ((size_t)y * p->planes.width + x) * CHANNELS);
}

ROW void leave_row(const Source *source, global const float *restrict tables, const Added *added,
                   global SAMPLE *SOURCE_ALONE result, const PixelParams *params, Row row) {
    const Source s = *source;
    const Added planes = *added;
    const PixelParams p = *params;
    const Tone tone = {&p.profile, tables};
    for (int x = row.x; x < p.planes.width; x += row.step) leave_pixels(&s, &tone, &planes, result, &p, x, row.y);
}

// The pixel of a work-item if columns are fetched. Pixels `spread` apart are neighbours there: 32 work-items
// take 8 such times 4 that follow each other, so that a load brings four whole sectors. A work-group of 256
// takes 8 times 32.
INLINE Row spread_row(int spread, int width) {
    const int lane = get_local_id(0), group = get_group_id(0), parts = spread / 32;
    const int first = group / parts * (8 * spread) + group % parts * 32;
    const Row row = {first + lane / 32 * 4 + lane % 4 + lane / 4 % 8 * spread, width, get_global_id(1)};
    return row;
}

// source and the delta of luma and chroma -> result. Pixels that do not change are copied, bit for bit (but
// for values that were not finite), and so is alpha. tables: as of pixel_enter. layout: of layout_tables,
// if columns are fetched.
kernel void pixel_leave(global const SAMPLE *SOURCE_ALONE source, global const plane_t *restrict luma,
                        global const plane_t *restrict chroma, global const float *restrict tables,
                        global const int *restrict layout, global SAMPLE *SOURCE_ALONE result, const PixelParams p) {
    const Row row = VECTOR == 1 && p.spread > 0 ? spread_row(p.spread, p.planes.width) : row_here();
    if (row.y >= p.planes.height || row.y % ROWS_APART) return;
    const Source s = {source, p.planes.width, p.planes.height, 0, 0};
    const Added planes = {luma, chroma, p.columns < 0 ? 0 : layout + p.columns};
    leave_row(&s, tables, &planes, result, &p, row);
}
