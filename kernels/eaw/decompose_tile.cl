// Runs one level of the downward pass, form `tile` (the schedule paper's SHMEM): a work-group loads its pixels and a
// halo into local memory, and every work-item sums up four neighbouring pixels from there. A row of their window is
// read once for all four, by vectors of 128 bits, and pairs of own pixels are weighed once. Possible at every level,
// because the permuted schedule's taps are never dilated. The pixels of a work-item and the place of an element of the
// tile come from tile_map.h, so that local memory serves every access without bank conflicts (paper, section 3.5). An
// element has 128 bits: four neighbouring samples of a plane (planar), or the planes of a pixel (pixel). Elements lie
// in arrays, one per plane, or one per column modulo 4. In each array, the elements that neighbouring work-items read
// at once are neighbours, so the maps handle one element per work-item, with a halo of one column of elements and
// RADIUS rows on both sides. Columns and rows of the tile are cells (atrous/cells.h).
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
// chunk is the result of one load, four cells of a line: halves of two elements.
#define CHUNKS (GROUP_X + 2)
#define FILLS ((CHUNKS * LINES + ITEMS - 1) / ITEMS)

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
INLINE void fill_tile(local float4 *tile, const ScaledPass *s, int left, int top,
                      int lane) { // in cells, `left` in fours
    const PlaneStack planes = s->pass.p->planes;
    float4 chunk[FILLS][PLANES];
    int hidden[FILLS];
    EVERY
    for (int k = 0; k < FILLS; ++k) {
        const int at = lane + k * ITEMS;
        if (at >= CHUNKS * LINES) continue;
        const int line = at / CHUNKS, column = at - line * CHUNKS;
        const Cells cells = cells_at(&s->pass.level.x, left + column - 1, s->columns, 0);
        const int row = cell_at(&s->pass.level.y, min(top + line - RADIUS, s->rows + CELL_GAP), 0);
        load_cells(chunk[k], s->pass.coarse, &cells, max(shown_position(row), 0), planes);
        hidden[k] = hidden_cells(&cells, row);
    }
    EVERY
    for (int k = 0; k < FILLS; ++k) {
        const int at = lane + k * ITEMS, line = at / CHUNKS, column = at - line * CHUNKS;
        if (at >= CHUNKS * LINES) continue;
        float2 first[PLANES], second[PLANES];
        EVERY
        for (int i = 0; i < PLANES; ++i) {
            const float4 values = scaled_cells(chunk[k][i], SCALE_OF(s, i), hidden[k]);
            first[i] = values.lo;
            second[i] = values.hi;
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

// Adds the taps of the own pixels. `line`: the tile's line RADIUS above them.
INLINE void sum_taps(Sums *sums, Window *own, local const float4 *tile, int ex, int line) {
    read_window(own, tile, ex, line + RADIUS);
    begin_row(sums);
    add_in_row(own, sums);
    NO_UNROLL // fewer registers, and instructions that stay in the caches
        for (int dy = -RADIUS; dy <= RADIUS; dy += dy == -1 ? 2 : 1) {
        Window other;
        read_window(&other, tile, ex, line + RADIUS + dy);
        add_between(own, sums, &other, 0, AXIS_WEIGHT(dy));
    }
    keep_sums(sums);
}

// Arguments as in eaw/decompose.cl.
kernel void eaw_decompose_tile(global const plane_t *restrict coarse, global const plane_t *restrict delta_in,
                               global const int *restrict tables, global const plane_t *restrict edges,
                               global plane_t *restrict coarse_out, global plane_t *restrict delta_out,
                               const EawLevel p) {
    local float4 tile[ARRAYS * CELLS];
    const int lane = get_local_id(1) * GROUP_X + get_local_id(0);
    const int left = get_group_id(0) * GROUP_X, top = get_group_id(1) * GROUP_Y;
    const EawPass e = {.p = &p,
                       .level = level_of(p.planes, tables, p.x, p.y, p.level, 1),
                       .coarse = coarse,
                       .delta_in = delta_in,
                       .edges = edges,
                       .coarse_out = coarse_out,
                       .delta_out = delta_out};
    const ScaledPass s = scaled_pass(&e);
    fill_tile(tile, &s, left, top, lane);
    barrier(CLK_LOCAL_MEM_FENCE);

    const TileMap map = {MAP_ORDER, GROUP_X, GROUP_Y, MAP_D, MAP_N, MAP_INVERSE};
    const int ex = tile_map_x(map, lane), line = tile_map_y(map, lane);
    const int row = cell_at(&e.level.y, min(top + line, s.rows + CELL_GAP), 0), y = shown_position(row);
    if (!is_own(row)) return; // no barrier follows
    Window window;
    Sums sums;
    sum_taps(&sums, &window, tile, ex, line);
    const Cells cells = cells_at(&e.level.x, left + ex, s.columns, 0);
    if (!own_any(&cells)) return;
    float4 before[PLANES];
    EVERY
    for (int i = 0; i < PLANES; ++i) before[i] = (float4)(0.0f);
    if (!(p.flags & (EAW_FIRST | EAW_STORED | EAW_COARSE))) load_cells(before, delta_in, &cells, y, p.planes);
    finish_row(&s, &cells, &window, &sums, before, y);
}
