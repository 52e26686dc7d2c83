// Fills the tables of both axes for all levels, from layout.h: after this, one decompose kernel serves every
// schedule, order and border, since it only looks up where taps end and where its result goes.
#include "atrous/layout.h"
#include "atrous/params.h"

// The writer's action for positions of an axis: move to the next layout. In the last level restore the
// image's order, or nothing.
enum Move { MOVE_ON, UNPERMUTE, STAY };

static inline int destination(Layout a, int p, enum Move move) {
    return move == STAY ? p : move == UNPERMUTE ? layout_pixel(a, p) : layout_step(a, p);
}

// Returns the storage (AxisBlock) of the lanes at p, p + 1, ... of one vector.
static inline int block_kind(Layout a, int p, enum Move move) {
    if (VECTOR == 1 || p + VECTOR > a.n) return BLOCK_SCATTER;
    const int even = destination(a, p, move), odd = destination(a, p + 1, move);
    int whole = 1, split = 1, reverse = 1;
    for (int i = 0; i < VECTOR; ++i) {
        const int to = destination(a, p + i, move), pair = i >> 1;
        whole &= to == even + i;
        split &= to == (i & 1 ? odd + pair : even + pair);
        reverse &= to == (i & 1 ? odd + pair : even - pair);
    }
    return whole ? BLOCK_WHOLE : split ? BLOCK_SPLIT : reverse ? BLOCK_REVERSE : BLOCK_SCATTER;
}

static inline int taps_below(Layout a, int p, LayoutTables t) {
    if (t.border != BORDER_MIRROR) return layout_taps_below(a, p, t.radius);
    return min(a.order == LAYOUT_ORIGINAL ? p >> a.k : p, t.radius); // up to the end of the array
}

static inline int taps_above(Layout a, int p, LayoutTables t) {
    if (t.border != BORDER_MIRROR) return layout_taps_above(a, p, t.radius);
    return min(a.order == LAYOUT_ORIGINAL ? (a.n - 1 - p) >> a.k : a.n - 1 - p, t.radius);
}

static inline int is_inner(Layout a, int p, LayoutTables t) {
    int inner = p + BLOCK_LENGTH <= a.n;
    for (int i = 0; i < BLOCK_LENGTH && inner; ++i)
        inner = taps_below(a, p + i, t) == t.radius && taps_above(a, p + i, t) == t.radius;
    return inner;
}

// The position whose value a cell outside the run of position p shows, d cells from it (-1: none).
INLINE int seen_beside(Layout a, int p, int d, int border) {
    if (border == BORDER_DROP) return -1;
    if (border == BORDER_MIRROR) return layout_mirrored(p + d, a.n);
    if (border == BORDER_REFLECT) return layout_tap_reflected(a, p, d);
    return layout_position(a, clamp(layout_pixel(a, p) + layout_sign(a, p) * d * (1 << a.k), 0, a.n - 1));
}

// Fills the cells from the one after position p - 1 up to position p. After the last position follow the cells
// that its work-item reads, too.
INLINE void fill_cells(global int *cells, Layout a, int p, int border) {
    const int at = layout_cell(a, p), before = p > 0 ? layout_cell(a, p - 1) : -2 * CELL_GAP;
    cells += CELL_GAP;
    cells[at] = 2 * p + 1;
    for (int c = max(before + 1, -CELL_GAP); c < at; ++c)
        cells[c] = 2 * (c - before <= CELL_GAP / 2 ? seen_beside(a, p - 1, c - before, border)
                                                   : seen_beside(a, p, c - at, border));
    for (int d = 1; p == a.n - 1 && d <= 2 * CELL_GAP; ++d) cells[at + d] = 2 * seen_beside(a, p, d, border);
}

ROW void fill_tables(global int *restrict tables, const LayoutTables *of, int p, int level, int is_y) {
    const LayoutTables t = *of;
    // Member by member: whole ones would be chosen by their address, which NVIDIA's compiler does on a stack.
    const AxisTables axis = {is_y ? t.y.n : t.x.n, is_y ? t.y.length : t.x.length, is_y ? t.y.first : t.x.first,
                             is_y ? t.y.level : t.x.level};
    if (p >= axis.length || level >= t.levels) return;
    const Layout a = {t.order, t.border == BORDER_MIRROR, axis.n, level};
    const enum Move move = level < t.levels - 1 ? MOVE_ON : t.columns_stay && !is_y ? STAY : UNPERMUTE;
    global int *column = tables + axis.first + level * axis.level;
    if (p >= axis.n) { // vectors read past the end, and the results of these lanes are never stored
        for (int i = 0; i < AXIS_BLOCK; ++i) column[i * axis.length + p] = 0;
        for (int i = AXIS_BESIDE; t.border == BORDER_REFLECT && i < AXIS_COLUMNS_REFLECT; ++i)
            column[i * axis.length + p] = 0;
        return;
    }
    column[AXIS_STEP * axis.length + p] = destination(a, p, move);
    column[AXIS_BELOW * axis.length + p] = taps_below(a, p, t);
    column[AXIS_ABOVE * axis.length + p] = taps_above(a, p, t);
    column[AXIS_POSITION * axis.length + layout_pixel(a, p)] = p;
    column[AXIS_SIGN * axis.length + p] = layout_sign(a, p);
    for (int d = 1; t.border == BORDER_REFLECT && d <= t.radius; ++d) {
        column[(AXIS_BESIDE + d - 1) * axis.length + p] = layout_tap_reflected(a, p, -d);
        column[(AXIS_BESIDE + d + 1) * axis.length + p] = layout_tap_reflected(a, p, d);
    }
    const int columns = (t.border == BORDER_REFLECT ? AXIS_COLUMNS_REFLECT : AXIS_COLUMNS) * axis.length;
    if (axis.level > columns) fill_cells(column + columns, a, p, t.border);
    if (p % BLOCK_LENGTH == 0)
        column[AXIS_BLOCK * axis.length + p / BLOCK_LENGTH] =
            block_kind(a, p, move) | (is_inner(a, p, t) ? BLOCK_INNER : 0);
}

kernel void layout_tables(global int *restrict tables, const LayoutTables t) {
    fill_tables(tables, &t, get_global_id(0), get_global_id(1) >> 1, get_global_id(1) & 1);
}
