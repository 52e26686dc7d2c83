// Maps lanes to the pixels of a work-group, and cells of a tile to local memory, for host and device: these index maps
// decide bank conflicts (schedule paper 3.5 and figure 4, its supplementary, toma's remapping). Lanes are linear local
// ids. d x n is the bank pattern tile, c = d n its lanes. `inverse` is (pitch/d)^-1 mod n.
//
// Deviations: a sub-group of more than c lanes is several tiles (tile index = lane / c, the paper's sigma_shm
// would leave rows out). Reshaping needs normalised tiles and takes its shift inside the tile, or other rows
// would collide.
#ifndef ATROUS_TILE_MAP_H
#define ATROUS_TILE_MAP_H
#include "atrous/portable.h"

KERNELS_BEGIN

enum TileOrder {
    TILE_ORDER_ROWS = 0,    // lane = y width + x
    TILE_ORDER_COLUMNS = 1, // transposed: lane = x height + y
    TILE_ORDER_BANKS = 2,   // sigma_shm: c lanes per bank pattern tile (or reshaped window) of d x n
    TILE_ORDER_ROTATED = 3, // sigma_shm whose tiles are barrel-shifted: a lane's bank depends only on lane mod c
    TILE_ORDER_BLOCKS = 4   // toma's m': 4x4 blocks, in each 2x2 squares
};

// The pixel of a lane. width and height: of the work-group; d divides width, n divides height (BANKS,
// ROTATED); multiples of 4 (BLOCKS).
typedef struct {
    int order; // TileOrder
    int width, height;
    int d, n, inverse; // only BANKS and ROTATED, otherwise 1, 1, 0
} TileMap;

// toma's m' for a work-group `width` wide: 4x4 blocks in rows, in a block four 2x2 squares, in a square four pixels.
static inline int tile_block_x(int width, int lane) {
    return 4 * ((lane >> 4) % (width >> 2)) + 2 * ((lane >> 2) & 1) + (lane & 1);
}
static inline int tile_block_y(int width, int lane) {
    return 4 * ((lane >> 4) / (width >> 2)) + 2 * ((lane >> 3) & 1) + ((lane >> 1) & 1);
}
// toma's m'' and m_p: the lane works on one plane (m_p), in rows 0 to 3 and then every 4 rows further. Its x
// is m' x.
static inline int tile_plane_y(int lane) { return 2 * ((lane >> 3) & 1) + ((lane >> 1) & 1); }
static inline int tile_plane(int width, int lane) { return (lane >> 4) / (width >> 2); }

static inline int tile_map_x(TileMap m, int lane) {
    if (m.order == TILE_ORDER_COLUMNS) return lane / m.height;
    if (m.order == TILE_ORDER_BLOCKS) return tile_block_x(m.width, lane);
    if (m.order == TILE_ORDER_ROWS) return lane % m.width;
    const int c = m.d * m.n;
    return m.d * ((lane / c) % (m.width / m.d)) + (lane % c) % m.d;
}

static inline int tile_map_y(TileMap m, int lane) {
    if (m.order == TILE_ORDER_COLUMNS) return lane % m.height;
    if (m.order == TILE_ORDER_BLOCKS) return tile_block_y(m.width, lane);
    if (m.order == TILE_ORDER_ROWS) return lane / m.width;
    const int c = m.d * m.n, tiles = m.width / m.d;
    const int column = (lane / c) % tiles, row = (lane % c) / m.d;
    const int shift = m.order == TILE_ORDER_ROTATED ? (m.n - m.inverse) * column : 0;
    return m.n * (lane / c / tiles) + (row + shift) % m.n;
}

enum TileSwizzle {
    TILE_PLAIN = 0, // rows in sequence, `pitch` elements apart (padded if pitch exceeds the width)
    TILE_WIDE = 1,  // windows of 2^a d x n/2^a are free of conflicts. The stored height is a multiple of n
    TILE_TALL = 2   // windows of d/2^a x 2^a n are free of conflicts
};

// The storage of a tile. d, n and inverse describe the bank pattern tile of `pitch`.
typedef struct {
    int swizzle; // TileSwizzle
    int pitch;   // elements from row to row
    int d, n, inverse, a;
} TileStore;

// The element of local memory that holds cell (x, y), 0 <= x < pitch.
static inline int tile_cell(TileStore s, int x, int y) {
    if (s.swizzle == TILE_WIDE) {
        const int tile = x / s.d;
        const int spread = (tile & ((1 << s.a) - 1)) * (s.n >> s.a);
        const int row = (y % s.n + (s.n - s.inverse) * tile + spread) % s.n;
        return (y - y % s.n + row) * s.pitch + x;
    }
    if (s.swizzle == TILE_TALL) {
        const int shift = ((y / s.n) & ((1 << s.a) - 1)) * (s.d >> s.a);
        return y * s.pitch + x - x % s.d + (x % s.d + shift) % s.d;
    }
    return y * s.pitch + x;
}

KERNELS_END

#endif
