// One level of the downward pass, form `tile` (the schedule paper's SHMEM): a work-group loads its pixels and a halo
// of RADIUS into local memory, then every work-item takes its taps from there. Possible at every level, since the
// permuted schedule's taps are never dilated. Which work-item takes which pixel, and where a cell of the tile lies,
// come from tile_map.h, so that local memory serves every tap without bank conflicts (paper, section 3.5).
#include "eaw/groups.h"
#define TILE_PLANES PLANES
#include "atrous/pixel_column.h"
#include "atrous/tile.h"
#include "eaw/level.h"

#ifndef MAP_ORDER
#define MAP_ORDER TILE_ORDER_ROWS // how work-items go over the tile (TileOrder), with its bank pattern tile
#define MAP_D 1
#define MAP_N 1
#define MAP_INVERSE 0
#endif

// A pixel of the work-group, at (x, y), and its cell (tx, ty) of the tile.
typedef struct {
    local const element_t *tile;
    int x, y, tx, ty;
    Column column, row;
} TilePixel;

// Reads tap (dx, dy) of the pixel. `from_y`: the position of its row; `border` is a constant: 0 checks nothing.
INLINE void read_tap(const EawPass *e, const TilePixel *at, int dx, int dy, int from_y, int border, float *tap) {
    const int from_x = at->column.from[dx + RADIUS];
    if (border && !READS_ALL_TAPS && (from_x != at->x + dx || from_y != at->y + dy)) // the image's edge lies elsewhere
        read_global(e->coarse, from_x, from_y, e->p->planes, tap);
    else read_tile(at->tile, at->tx + dx, at->ty + dy, tap);
}

// Adds the taps of one row of the pixel.
INLINE void add_row(EawSums *sums, const EawPass *e, const TilePixel *at, int dy, int border) {
    const int from_y = border && !READS_ALL_TAPS ? tap_position(&e->level.y, at->y, dy) : at->y + dy;
    const float hy = has_tap(&at->row, dy) ? AXIS_WEIGHT(dy) : NO_WEIGHT;
    UNROLL
    for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
        float tap[PLANES];
        read_tap(e, at, dx, dy, from_y, border, tap);
        const float hx = has_tap(&at->column, dx) ? AXIS_WEIGHT(dx) : NO_WEIGHT;
        eaw_group_tap(&sums[0], tap, hx, hy, -1);
        if (CHROMA > 0) eaw_group_tap(&sums[1], tap + LUMA, hx, hy, -1);
    }
}

// Sums all taps of the pixel. Where border pixels go their own way, the rows of these few stay a loop: twice as much code
// would take the driver's compiler twice as long.
INLINE void sum_taps(EawSums *sums, const EawPass *e, TilePixel *at, int border) {
    at->column = column_at(&e->level.x, at->x, border);
    at->row = column_at(&e->level.y, at->y, border);
    if (border && !READS_ALL_TAPS) {
        NO_UNROLL
        for (int dy = -RADIUS; dy <= RADIUS; ++dy) add_row(sums, e, at, dy, 1);
    } else {
        UNROLL
        for (int dy = -RADIUS; dy <= RADIUS; ++dy) add_row(sums, e, at, dy, border);
    }
}

// Arguments as in eaw/decompose.cl.
kernel __attribute__((reqd_work_group_size(GROUP_X, GROUP_Y, 1))) void
eaw_decompose_tile(global const plane_t *restrict coarse, global const plane_t *restrict delta_in,
                   global const int *restrict tables, global const plane_t *restrict edges,
                   global plane_t *restrict coarse_out, global plane_t *restrict delta_out, const EawLevel p) {
    local element_t tile[TILE_ELEMENTS];
    const int lane = get_local_id(1) * GROUP_X + get_local_id(0);
    const int left = get_group_id(0) * GROUP_X, top = get_group_id(1) * GROUP_Y;
    fill_tile(tile, coarse, left - RADIUS, top - RADIUS, lane, p.planes);
    barrier(CLK_LOCAL_MEM_FENCE);

    const TileMap map = {MAP_ORDER, GROUP_X, GROUP_Y, MAP_D, MAP_N, MAP_INVERSE};
    const int tx = tile_map_x(map, lane), ty = tile_map_y(map, lane);
    const int x = left + tx, y = top + ty;
    if (x >= p.planes.width || y >= p.planes.height) return; // no barrier follows
    const EawPass e = {.p = &p,
                       .level = level_of(p.planes, tables, p.x, p.y, p.level, 1),
                       .coarse = coarse,
                       .delta_in = delta_in,
                       .edges = edges,
                       .coarse_out = coarse_out,
                       .delta_out = delta_out};
    TilePixel at = {.tile = tile, .x = x, .y = y, .tx = tx + RADIUS, .ty = ty + RADIUS};
    float centre[PLANES];
    read_tile(tile, at.tx, at.ty, centre);
    EawSums sums[2];
    begin_sums(sums, &e, x, y, centre);
    const int inner = (block_at(&e.level, x) & BLOCK_INNER) && has_all_taps(&e.level.y, y);
    if (BORDER == BORDER_MIRROR || (!READS_ALL_TAPS && inner)) sum_taps(sums, &e, &at, 0);
    else sum_taps(sums, &e, &at, 1);
    finish_level(&e, sums, x, y, BLOCK_SCATTER);
}
