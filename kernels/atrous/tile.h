// Holds the pixels of a work-group and a halo of RADIUS in local memory (the schedule paper's SHMEM), TILE_PLANES
// planes of them. The place of a cell comes from tile_map.h, so that local memory serves every tap without bank
// conflicts (paper, section 3.5).
#ifndef ATROUS_TILE_H
#define ATROUS_TILE_H
#include "atrous/level.h"
#include "atrous/tile_map.h"

#ifndef TILE_PLANES
#define TILE_PLANES 3 // of the stack that the tile holds: 1 or more
#endif
#ifndef GROUP_X
#define GROUP_X 16 // work-items per row of a work-group
#define GROUP_Y 16 // rows of a work-group
#endif
#ifndef PIXEL_ELEMENTS
#define PIXEL_ELEMENTS 0 // 0: 32-bit elements, one per plane; 1: 128-bit elements, one per four planes
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
#define ELEMENT_PLANES 4
typedef float4 element_t;
#else
#define ELEMENT_PLANES 1
typedef float element_t;
#endif
#define CELL_ELEMENTS ((TILE_PLANES + ELEMENT_PLANES - 1) / ELEMENT_PLANES) // elements of a cell, TILE_CELLS apart
#define TILE_ELEMENTS (TILE_CELLS * CELL_ELEMENTS)

// An element with access to single planes.
typedef union {
    element_t all;
    float plane[ELEMENT_PLANES];
} Element;

INLINE int cell_of(int x, int y) {
    const TileStore store = {STORE_SWIZZLE, STORE_PITCH, STORE_D, STORE_N, STORE_INVERSE, STORE_A};
    return tile_cell(store, x, y);
}

INLINE void write_tile(local element_t *tile, int x, int y, const float *pixel) {
    const int cell = cell_of(x, y);
    UNROLL
    for (int i = 0; i < CELL_ELEMENTS; ++i) {
        Element element;
        UNROLL
        for (int j = 0; j < ELEMENT_PLANES; ++j) {
            const int plane = i * ELEMENT_PLANES + j;
            element.plane[j] = plane < TILE_PLANES ? pixel[plane] : 0.0f;
        }
        tile[cell + i * TILE_CELLS] = element.all;
    }
}

// A plane of the pixel at cell (x, y). `plane` is a constant.
INLINE float tile_value(local const element_t *tile, int x, int y, int plane) {
    Element element;
    element.all = tile[cell_of(x, y) + plane / ELEMENT_PLANES * TILE_CELLS];
    return element.plane[plane % ELEMENT_PLANES];
}

#endif
