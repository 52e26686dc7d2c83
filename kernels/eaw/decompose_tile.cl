// Runs one level of the downward pass, form `tile` (the schedule paper's SHMEM): a work-group loads its pixels and a
// halo into local memory, and every work-item sums up four neighbouring pixels from there. A row of their window is
// read once for all four, by vectors of 128 bits, and pairs of own pixels are weighed once. Possible at every level,
// because the permuted schedule's taps are never dilated. The pixels of a work-item and the place of an element of the
// tile come from tile_map.h, so that local memory serves every access without bank conflicts (paper, section 3.5). An
// element has 128 bits: four neighbouring samples of a plane (planar), or the planes of a pixel (pixel). Elements lie
// in arrays, one per plane, or one per column modulo 4. In each array, the elements that neighbouring work-items read
// at once are neighbours, so the maps handle one element per work-item, with a halo of one column of elements and
// RADIUS rows on both sides.
#include "atrous/tile_map.h"
#include "eaw/own_pixels.h"

#ifndef GROUP_X
#define GROUP_X 8 // work-items per row of a work-group
#define GROUP_Y 16
#endif
#ifndef PIXEL_ELEMENTS
#define PIXEL_ELEMENTS 0
#endif
#ifndef MAP_ORDER
#define MAP_ORDER TILE_ORDER_ROWS // how work-items go over the tile (TileOrder), with its bank pattern tile
#define MAP_D 1
#define MAP_N 1
#define MAP_INVERSE 0
#define STORE_SWIZZLE TILE_PLAIN // where elements lie (TileSwizzle), with the bank pattern tile of the pitch
#define STORE_PITCH (GROUP_X + 1)
#define STORE_D 1
#define STORE_N 1
#define STORE_INVERSE 0
#define STORE_A 0
#define STORE_ROWS (GROUP_Y + 2 * RADIUS)
#endif
#define ITEMS (GROUP_X * GROUP_Y)
#define LINES (GROUP_Y + 2 * RADIUS)
#define CELLS (STORE_PITCH * STORE_ROWS)
#define ARRAYS (PIXEL_ELEMENTS ? COLUMNS : PLANES)
// Element (ex, line) begins BESIDE pixels before the own pixels of work-item ex: windows are two whole elements. A
// chunk is the result of one load, four pixels of a line at a multiple of four: halves of two elements.
#define CHUNKS (GROUP_X + 2)
#define FILLS ((CHUNKS * LINES + ITEMS - 1) / ITEMS)
#define COLUMN_CELLS (GROUP_X * COLUMNS + 8)

INLINE int cell_of(int ex, int line) {
    const TileStore store = {STORE_SWIZZLE, STORE_PITCH, STORE_D, STORE_N, STORE_INVERSE, STORE_A};
    return tile_cell(store, ex, line);
}

// Puts half of a chunk in its place: pixels `column`, `column` + 1 of element `cell`. `values`: two samples per plane.
INLINE void write_half(local float4 *tile, int cell, int column, const float2 *values) {
#if PIXEL_ELEMENTS
    float4 pixel[2] = {(float4)(0.0f), (float4)(0.0f)};
    pixel[0].x = values[0].x, pixel[1].x = values[0].y;
    if (PLANES > 1) pixel[0].y = values[PLANES > 1].x, pixel[1].y = values[PLANES > 1].y;
    if (PLANES > 2) pixel[0].z = values[PLANES - 1].x, pixel[1].z = values[PLANES - 1].y;
    tile[column * CELLS + cell] = pixel[0];
    tile[(column + 1) * CELLS + cell] = pixel[1];
#else
    EVERY
    for (int i = 0; i < PLANES; ++i) *((local float2 *)(tile + i * CELLS + cell) + column / 2) = values[i];
#endif
}

// Reads the chunks of the work-item, all before the first is needed, and puts them into the tile.
INLINE void fill_tile(local float4 *tile, const ScaledPass *s, int left, int top, int lane) {
    const PlaneStack planes = s->pass.p->planes;
    float4 chunk[FILLS][PLANES];
    EVERY
    for (int k = 0; k < FILLS; ++k) {
        const int at = lane + k * ITEMS;
        if (at >= CHUNKS * LINES) continue;
        const int line = at / CHUNKS, column = at - line * CHUNKS;
        const int x = min(left + (column - 1) * COLUMNS, (planes.width - 1) & ~(COLUMNS - 1));
        const int y = clamp(top - RADIUS + line, 0, planes.height - 1);
        global const plane_t *from = s->pass.coarse + plane_index(0, x, y, planes);
        EVERY
        for (int i = 0; i < PLANES; ++i) chunk[k][i] = LOAD_FOUR(from + (size_t)i * planes.plane);
    }
    EVERY
    for (int k = 0; k < FILLS; ++k) {
        const int at = lane + k * ITEMS, line = at / CHUNKS, column = at - line * CHUNKS;
        if (at >= CHUNKS * LINES) continue;
        float2 first[PLANES], second[PLANES];
        EVERY
        for (int i = 0; i < PLANES; ++i) {
            first[i] = chunk[k][i].lo * SCALE_OF(s, i);
            second[i] = chunk[k][i].hi * SCALE_OF(s, i);
        }
        if (column > 0) write_half(tile, cell_of(column - 1, line), 2, first);
        if (column <= GROUP_X) write_half(tile, cell_of(column, line), 0, second);
    }
}

INLINE void read_window(Window *to, local const float4 *tile, int ex, int line) {
    EVERY
    for (int part = 0; part < 2; ++part) {
        const int cell = cell_of(ex + part, line);
        EVERY
        for (int a = 0; a < ARRAYS; ++a) {
            const float4 element = tile[a * CELLS + cell];
            const float values[4] = {element.x, element.y, element.z, element.w};
            EVERY
            for (int j = 0; j < (PIXEL_ELEMENTS ? PLANES : COLUMNS); ++j)
                to->plane[PIXEL_ELEMENTS ? j : a][part * COLUMNS + (PIXEL_ELEMENTS ? a : j)] = values[j];
        }
    }
}

// Writes the weights of pairs of columns (or lines) of which the first is at position p: one per distance, `length` apart.
INLINE void write_weights(local float *weight, int length, const Axis *a, int p) {
    const int above = p < 0 ? 0 : axis_entry(a, AXIS_ABOVE, min(p, a->n - 1));
    EVERY
    for (int d = 1; d <= RADIUS; ++d) weight[(d - 1) * length] = above >= d ? AXIS_WEIGHT(d) : NO_WEIGHT;
}

INLINE ColumnPairs read_pairs(local const float *of_column) {
    ColumnPairs pairs;
    EVERY
    for (int c = 0; c < WINDOW; ++c) pairs.of[0][c] = AXIS_WEIGHT(0);
    EVERY
    for (int d = 1; d <= RADIUS; ++d, of_column += COLUMN_CELLS) {
        const float4 first = *(local const float4 *)of_column;
        const float2 then = *(local const float2 *)(of_column + 4);
        const float values[WINDOW] = {first.x, first.y, first.z, first.w, then.x, then.y, NO_WEIGHT, NO_WEIGHT};
        EVERY
        for (int c = 0; c < WINDOW; ++c) pairs.of[d][c] = values[c];
    }
    return pairs;
}

// Adds the taps of the own pixels that are inside of the image. `line`: the tile's line RADIUS above them.
// `of_line`: weights of pairs of lines from there on.
INLINE void sum_taps(Sums *sums, Window *own, local const float4 *tile, const ColumnPairs *pairs,
                     local const float *of_line, int ex, int line) {
    read_window(own, tile, ex, line + RADIUS);
    begin_row(sums);
    add_in_row(pairs, own, sums);
    NO_UNROLL // fewer registers, and instructions that stay in the caches
        for (int at = 0; at <= 2 * RADIUS; at += at == RADIUS - 1 ? 2 : 1) {
        Window other;
        read_window(&other, tile, ex, line + at);
        const int distance = abs(at - RADIUS), first = min(at, RADIUS);
        add_between(pairs, own, sums, &other, 0, of_line[first + (distance - 1) * LINES]);
    }
    keep_sums(sums);
}

// Arguments as in eaw/decompose.cl.
kernel void eaw_decompose_tile(global const plane_t *restrict coarse, global const plane_t *restrict delta_in,
                               global const int *restrict tables, global const plane_t *restrict edges,
                               global plane_t *restrict coarse_out, global plane_t *restrict delta_out,
                               const EawLevel p) {
    local float4 tile[ARRAYS * CELLS];
    local float of_column[RADIUS * COLUMN_CELLS] __attribute__((aligned(16))), of_line[RADIUS * LINES];
    const int lane = get_local_id(1) * GROUP_X + get_local_id(0);
    const int left = get_group_id(0) * GROUP_X * COLUMNS, top = get_group_id(1) * GROUP_Y;
    const EawPass e = {.p = &p,
                       .level = level_of(p.planes, tables, p.x, p.y, p.level, 1),
                       .coarse = coarse,
                       .delta_in = delta_in,
                       .edges = edges,
                       .coarse_out = coarse_out,
                       .delta_out = delta_out};
    const ScaledPass s = scaled_pass(&e);
    fill_tile(tile, &s, left, top, lane);
    NO_UNROLL
    for (int at = lane; at < GROUP_X * COLUMNS + 2 * BESIDE + LINES; at += ITEMS) {
        const int line = at - GROUP_X * COLUMNS - 2 * BESIDE;
        if (line < 0) write_weights(of_column + at, COLUMN_CELLS, &e.level.x, left - BESIDE + at);
        else write_weights(of_line + line, LINES, &e.level.y, top - RADIUS + line);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const TileMap map = {MAP_ORDER, GROUP_X, GROUP_Y, MAP_D, MAP_N, MAP_INVERSE};
    const int ex = tile_map_x(map, lane), line = tile_map_y(map, lane);
    const int x = left + ex * COLUMNS, y = top + line;
    if (x >= p.planes.width || y >= p.planes.height) return; // no barrier follows
    const SeparateFile own = own_at(&e.level, x);
    const ColumnPairs pairs = read_pairs(of_column + ex * COLUMNS);
    Window row;
    Sums sums;
    sum_taps(&sums, &row, tile, &pairs, of_line + line, ex, line);
    add_beyond(&s, &pairs, &row, &sums, &own, y);
    float4 before[PLANES];
    EVERY
    for (int i = 0; i < PLANES; ++i) {
        before[i] = (float4)(0.0f);
        if (!(p.flags & (EAW_FIRST | EAW_STORED | EAW_COARSE)))
            before[i] = LOAD_FOUR(delta_in + plane_index(i, x, y, p.planes));
    }
    finish_row(&s, &own, &row, &sums, before, y, axis_entry(&e.level.y, AXIS_STEP, y));
}
