// One level of the downward pass, form `tile` (the schedule paper's SHMEM): a work-group loads its pixels and a halo
// of RADIUS into local memory, then every work-item takes its taps from there. Possible at every level, since the
// permuted schedule's taps are never dilated. Which work-item takes which pixel, and where a cell of the tile lies,
// come from tile_map.h, so that local memory serves every tap without bank conflicts (paper, section 3.5).
#include "eaw/level.h"
#include "atrous/tile_map.h"

#ifndef GROUP_X
#define GROUP_X 16 // work-items per row of a work-group
#define GROUP_Y 16 // rows of a work-group
#endif
#ifndef PIXEL_ELEMENTS
#define PIXEL_ELEMENTS 0 // 0: a plane of 32-bit elements per channel; 1: one 128-bit element per pixel
#endif
#ifndef MAP_ORDER
#define MAP_ORDER TILE_ORDER_ROWS // how work-items go over the tile (TileOrder), with its bank pattern tile
#define MAP_D 1
#define MAP_N 1
#define MAP_INVERSE 0
#endif
#ifndef STORE_SWIZZLE
#define STORE_SWIZZLE TILE_PLAIN // where cells lie (TileSwizzle), with the bank pattern tile of the pitch
#define STORE_PITCH (GROUP_X + 2 * RADIUS)
#define STORE_D 1
#define STORE_N 1
#define STORE_INVERSE 0
#define STORE_A 0
#define STORE_ROWS (GROUP_Y + 2 * RADIUS)
#endif
#define TILE_X (GROUP_X + 2 * RADIUS)
#define TILE_Y (GROUP_Y + 2 * RADIUS)
#define TILE_CELLS (STORE_PITCH * STORE_ROWS)

#if PIXEL_ELEMENTS
typedef float4 element_t;
#define TILE_ELEMENTS TILE_CELLS
#else
typedef float element_t;
#define TILE_ELEMENTS (TILE_CELLS * PLANES)
#endif

INLINE int cell_of(int x, int y) {
    const TileStore store = {STORE_SWIZZLE, STORE_PITCH, STORE_D, STORE_N, STORE_INVERSE, STORE_A};
    return tile_cell(store, x, y);
}

// The pixel of the tile at cell (x, y).
INLINE void read_tile(local const element_t *tile, int x, int y, float *pixel) {
    const int cell = cell_of(x, y);
#if PIXEL_ELEMENTS
    const float4 v = tile[cell];
    pixel[0] = v.x;
#if PLANES > 1
    pixel[1] = v.y;
    pixel[2] = v.z;
#endif
#else
    UNROLL
    for (int i = 0; i < PLANES; ++i) pixel[i] = tile[cell + i * TILE_CELLS];
#endif
}

INLINE void read_global(global const plane_t *coarse, int x, int y, PlaneStack planes, float *pixel) {
    UNROLL
    for (int i = 0; i < PLANES; ++i)
        pixel[i] = LOAD_ONE(coarse + (size_t)i * planes.plane + (size_t)y * planes.pitch + x);
}

// Fills the tile whose first cell is at (left, top). Lanes go along rows, so that loads coalesce whatever the map.
// Beyond the array a cell repeats (its taps are dropped or repaired) or, for mirror, reflects.
INLINE void fill_tile(local element_t *tile, global const plane_t *coarse, int left, int top, int lane,
                      PlaneStack planes) {
    for (int i = lane; i < TILE_X * TILE_Y; i += GROUP_X * GROUP_Y) {
        const int tx = i % TILE_X, ty = i / TILE_X;
        const int in_x = left + tx, in_y = top + ty;
        const int x = BORDER == BORDER_MIRROR ? reflected(in_x, planes.width) : clamp(in_x, 0, planes.width - 1);
        const int y = BORDER == BORDER_MIRROR ? reflected(in_y, planes.height) : clamp(in_y, 0, planes.height - 1);
        const int cell = cell_of(tx, ty);
        float pixel[PLANES];
        read_global(coarse, x, y, planes, pixel);
#if PIXEL_ELEMENTS
        tile[cell] = (float4)(pixel[0], PLANES > 1 ? pixel[PLANES / 2] : 0.0f, pixel[PLANES - 1], 0.0f);
#else
        UNROLL
        for (int c = 0; c < PLANES; ++c) tile[cell + c * TILE_CELLS] = pixel[c];
#endif
    }
}

// Sums all taps of the pixel at (x, y), cell (tx, ty) of the tile. `border` is a constant: 0 checks nothing.
INLINE void sum_taps(EawSums *s, const float *centre, local const element_t *tile, global const plane_t *coarse, int x,
                     int y, int tx, int ty, global const int *ax, global const int *ay, falloff_t luma_falloff,
                     falloff_t chroma_falloff, const EawLevel p, int border) {
    UNROLL
    for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
        UNROLL
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            float tap[PLANES];
            if (border) {
                const int from_x = tap_position(x, dx, ax, p.x, 1), from_y = tap_position(y, dy, ay, p.y, 1);
                if (from_x < 0 || from_y < 0) continue;
                if (from_x == x + dx && from_y == y + dy) read_tile(tile, tx + dx, ty + dy, tap);
                else read_global(coarse, from_x, from_y, p.planes, tap); // clamp: the image's edge lies elsewhere
            } else {
                read_tile(tile, tx + dx, ty + dy, tap);
            }
            eaw_tap(s, centre, tap, dx, dy, luma_falloff, chroma_falloff, 0, 0);
        }
    }
}

// Whether all taps of position p on an axis are inside.
INLINE int is_inner(global const int *axis, AxisTables t, int p) {
    return axis[AXIS_BELOW * t.length + p] == RADIUS && axis[AXIS_ABOVE * t.length + p] == RADIUS;
}

// Arguments as in eaw/decompose.cl.
kernel __attribute__((reqd_work_group_size(GROUP_X, GROUP_Y, 1))) void
eaw_decompose_tile(global const plane_t *restrict coarse, global const plane_t *restrict change_in,
                   global const int *restrict tables, EDGE_PLANE global plane_t *restrict coarse_out,
                   global plane_t *restrict change_out, const EawLevel p) {
    local element_t tile[TILE_ELEMENTS];
    const int lane = get_local_id(1) * GROUP_X + get_local_id(0);
    const int left = get_group_id(0) * GROUP_X, top = get_group_id(1) * GROUP_Y;
    fill_tile(tile, coarse + p.planes.guard, left - RADIUS, top - RADIUS, lane, p.planes);
    barrier(CLK_LOCAL_MEM_FENCE);

    const TileMap map = {MAP_ORDER, GROUP_X, GROUP_Y, MAP_D, MAP_N, MAP_INVERSE};
    const int tx = tile_map_x(map, lane), ty = tile_map_y(map, lane);
    const int x = left + tx, y = top + ty;
    if (x >= p.planes.width || y >= p.planes.height) return; // no barrier follows
    global const int *ax = tables + p.x.first + p.level * p.x.level;
    global const int *ay = tables + p.y.first + p.level * p.y.level;
    float centre[PLANES];
    read_tile(tile, tx + RADIUS, ty + RADIUS, centre);
    const falloff_t luma = FALLOFF(p.luma, x, y, p.planes), chroma = FALLOFF(p.chroma, x, y, p.planes);
    EawSums s;
    clear_sums(&s);
    global const plane_t *first = coarse + p.planes.guard;
    if (BORDER == BORDER_MIRROR || (is_inner(ax, p.x, x) && is_inner(ay, p.y, y)))
        sum_taps(&s, centre, tile, first, x, y, tx + RADIUS, ty + RADIUS, ax, ay, luma, chroma, p, 0);
    else sum_taps(&s, centre, tile, first, x, y, tx + RADIUS, ty + RADIUS, ax, ay, luma, chroma, p, 1);
    finish_level(&s, centre, x, y, ax, ay, BLOCK_SCATTER, change_in, coarse_out, change_out, p);
}
