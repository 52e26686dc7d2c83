// Runs one level, form `tile` (the schedule paper's SHMEM): a work-group loads the values of its pixels' taps, with a
// halo of RADIUS, into local memory, then every work-item reads its taps from there. Possible at every level, because
// the permuted schedule's taps are never dilated. Halves are decoded once, when the tile is filled (section 4.2).
// Lights stay in global memory. With PIXELS 2 a work-item has two of the pixels, only for the map `rows`.
#include "svgf/taps.h"
#define TILE_PLANES TAP_VALUES
#include "atrous/tile.h"
#include "svgf/level.h"

// Work-items go along rows, so that loads coalesce whatever the map. Beyond the image a cell repeats a pixel: border drop
// takes no tap there.
INLINE void fill(local element_t *tile, const SvgfPass *s, int lane) {
    for (int i = lane; i < TILE_X * TILE_Y; i += GROUP_X * GROUP_Y / PIXELS) {
        const PlaneStack planes = s->p->planes;
        const int row = i / TILE_X, column = i - row * TILE_X;
        const int x = clamp(s->left + column, 0, planes.width - 1), y = clamp(s->top + row, 0, planes.height - 1);
        float values[TILE_PLANES];
        UNROLL
        for (int k = 0; k < TILE_PLANES; ++k) values[k] = value_at(s, k, x, y);
        write_tile(tile, column, row, values);
    }
}

// Arguments as in level.cl.
kernel __attribute__((reqd_work_group_size(GROUP_X, GROUP_Y / PIXELS, 1))) void
svgf_level_tile(global const plane_t *restrict signal, global const plane_t *restrict guide,
                global const int *restrict tables, global const int *restrict neighbours,
                global plane_t *restrict signal_out, global plane_t *restrict guide_out, const SvgfLevel p) {
    local element_t tile[TILE_ELEMENTS];
#if KEEPS_WEIGHTS
    local float kept[TAPS * LANES];
#endif
    const int lane = get_local_id(1) * GROUP_X + get_local_id(0);
    const int left = get_group_id(0) * GROUP_X, top = get_group_id(1) * GROUP_Y;
    const SvgfPass s = {
        .p = &p,
        .level = level_of(p.planes, tables, p.x, p.y, p.level, 1),
        .signal = signal,
        .guide = guide,
        .neighbours = neighbours,
        .signal_out = signal_out,
        .tile = tile,
#if KEEPS_WEIGHTS
        .kept = kept + lane,
#endif
        .left = left - RADIUS,
        .top = top - RADIUS
    };
    fill(tile, &s, lane);
    barrier(CLK_LOCAL_MEM_FENCE);

    const TileMap map = {MAP_ORDER, GROUP_X, GROUP_Y, MAP_D, MAP_N, MAP_INVERSE};
    const int x = left + tile_map_x(map, lane), y = top + PIXELS * tile_map_y(map, lane);
    if (x >= p.planes.width || y >= p.planes.height) return; // no barrier follows
    filter_pixels(&s, guide_out, x, y);
}
