// Divides the rows and columns of a level into cells, for forms that hold taps in local memory (`ring`, `tile`): no tap of an
// own pixel has to test for the border. In a permuted layout a row crosses segments (subimages), whose taps end at
// their borders. Each segment is a run of cells, and half of the CELL_GAP cells between two runs belong to each: they
// show the pixels that the border gives for taps outside the image, or none (border drop). At the level of dilation s,
// this costs s - 1 times CELL_GAP more cells per axis. The axis tables say what cells show.
#ifndef ATROUS_CELLS_H
#define ATROUS_CELLS_H
#include "atrous/level.h"

#define COLUMNS 4 // own pixels of a work-item, and cells that are looked up at once
#ifndef STRIDE
#define STRIDE 1 // pixels between taps; also between the own pixels
#endif
#define APART(c) ((c)*STRIDE)

// Cells of an axis, from the first own one to the last, and what they show, from CELL_GAP before: after the columns of
// the tables.
INLINE int cell_count(const Axis *a, int level) {
    return a->n + CELL_GAP * (BORDER == BORDER_MIRROR ? 0 : min(1 << level, a->n) - 1);
}
INLINE global const int *cells_of(const Axis *a) {
    return a->tables + (BORDER == BORDER_REFLECT ? AXIS_COLUMNS_REFLECT : AXIS_COLUMNS) * a->length;
}

INLINE int shown_position(int cell) { return cell >> 1; }
INLINE int is_own(int cell) { return cell & 1; }

#if STRIDE > 1
// The cell of coordinate q of an image whose levels are dilated. Runs are residue classes.
INLINE int dilated_cell(int q, int n) {
    if (q >= 0 && q < n) return 2 * q + 1;
    if (BORDER == BORDER_DROP) return -2;
    if (BORDER == BORDER_CLAMP) return 2 * clamp(q, 0, n - 1);
    return 2 * (BORDER == BORDER_REFLECT ? layout_reflected(q, n) : layout_mirrored(q, n));
}
#endif

// Cell t of an axis, at most 2 CELL_GAP - 1 after the last own one, or of the residue class that begins with pixel
// `first`: twice the position that it shows, plus 1 if it is the position's own cell. -2: none.
INLINE int cell_at(const Axis *a, int t, int first) {
#if STRIDE == 1
    return cells_of(a)[t + CELL_GAP];
#else
    return dilated_cell(first + APART(t), a->n);
#endif
}

// Four neighbouring cells, of an axis of `count` ones.
typedef struct {
    int cell[COLUMNS];
} Cells;

INLINE Cells cells_at(const Axis *a, int four, int count, int first) {
#if STRIDE == 1
    const int4 all = *(global const int4 *)(cells_of(a) + (min(four, (count + 3) / COLUMNS) + 1) * COLUMNS);
    const Cells cells = {{all.x, all.y, all.z, all.w}};
#else
    Cells cells;
    UNROLL
    for (int c = 0; c < COLUMNS; ++c) cells.cell[c] = cell_at(a, four * COLUMNS + c, first);
#endif
    return cells;
}

INLINE int are_own(const Cells *cells) {
    return is_own(cells->cell[0] & cells->cell[1] & cells->cell[2] & cells->cell[3]);
}

// Whether there is an own one, that is, a pixel to compute: between runs of aligned lengths there is none.
INLINE int own_any(const Cells *cells) {
    return is_own(cells->cell[0] | cells->cell[1] | cells->cell[2] | cells->cell[3]);
}

// The first position if the cells are four own ones, which are a vector in memory, else -1.
INLINE int vector_of(const Cells *cells) { return STRIDE == 1 && are_own(cells) ? shown_position(cells->cell[0]) : -1; }

#endif
