// Fills the tables of neighbours of both axes for all levels: the positions, in the layout that a level reads, of a
// pixel's neighbours. The blur of the variance (G3x3) uses neighbours in the image, whatever the layout.
#include "atrous/layout.h"
#include "svgf/params.h"

// Returns the position of the neighbour of position p's pixel, or p itself at the image's edge.
static inline int neighbour(Layout a, int p, int side) {
    return layout_position(a, clamp(layout_pixel(a, p) + side, 0, a.n - 1));
}

static inline int is_run(Layout a, int p, int side) {
    if (p + VECTOR > a.n) return 0;
    const int first = neighbour(a, p, side);
    for (int i = 1; i < VECTOR; ++i)
        if (neighbour(a, p + i, side) != first + i) return 0;
    return 1;
}

ROW void fill_neighbours(global int *restrict tables, const LayoutTables *of, int p, int level, int is_y) {
    const LayoutTables t = *of;
    // Member by member: whole ones would be chosen by their address, which NVIDIA's compiler does on a stack.
    const AxisTables axis = {is_y ? t.y.n : t.x.n, is_y ? t.y.length : t.x.length, is_y ? t.y.first : t.x.first,
                             is_y ? t.y.level : t.x.level};
    if (p >= axis.length || level >= t.levels) return;
    const Layout a = {t.order, t.border == BORDER_MIRROR, axis.n, level};
    global int *column = tables + axis.first + level * axis.level;
    const int in = p < axis.n; // vectors read past the end, and the results of these lanes are never stored
    column[NEIGHBOUR_BEFORE * axis.length + p] = in ? neighbour(a, p, -1) : 0;
    column[NEIGHBOUR_AFTER * axis.length + p] = in ? neighbour(a, p, 1) : 0;
    if (p % VECTOR == 0)
        column[NEIGHBOUR_RUNS * axis.length + p / VECTOR] =
            (is_run(a, p, -1) ? RUN_BEFORE : 0) | (is_run(a, p, 1) ? RUN_AFTER : 0);
}

kernel void svgf_neighbours(global int *restrict tables, const LayoutTables t) {
    fill_neighbours(tables, &t, get_global_id(0), get_global_id(1) >> 1, get_global_id(1) & 1);
}
