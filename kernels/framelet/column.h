// Processes a strip of a subimage on a GPU: a work-group goes down the strip. Each work-item has a column of the strip
// or of its margins, in registers, and reads neighbouring columns from local memory.
#ifndef ATROUS_FRAMELET_COLUMN_H
#define ATROUS_FRAMELET_COLUMN_H

typedef struct {
    int lane;
    int is_own; // true if it is no margin
    StripAxis ax, ay;
    int rows; // of the strip
} Column;

INLINE Column column_here(PlaneStack planes, int level, FrameletStrips strips) {
    Column c;
    c.lane = get_local_id(0);
    c.ax = strip_axis(planes.width, level, get_group_id(0), strips.columns, WIDTH);
    c.ay = strip_axis(planes.height, level, get_group_id(1), strips.rows, strips.height);
    c.rows = min(strips.height, c.ay.count - c.ay.first);
    c.is_own = c.lane >= MARGIN && c.lane < MARGIN + min(WIDTH, c.ax.count - c.ax.first);
    return c;
}

// The column in the layout of a level.
typedef struct {
    global const int *rows; // positions
    int column;
} Placed;

INLINE Placed column_at(const Column *c, global const int *tables, AxisTables x, AxisTables y, int level) {
    const Placed p = {positions_of(tables, y, level),
                      positions_of(tables, x, level)[strip_pixel(&c->ax, c->ax.first + c->lane - MARGIN)]};
    return p;
}

// The index of its pixel in row k of the subimage, in a plane.
INLINE size_t pixel_of(const Column *c, const Placed *at, int plane, int k, PlaneStack planes) {
    return plane_index(plane, at->column, at->rows[strip_pixel(&c->ay, k)], planes);
}

// A value of each column of a work-group, and cells before the first and after the last that no column with a result reads.
enum { AROUND = 2, SHARED = FRAMELET_LANES + 2 * AROUND };

INLINE void begin_shared(local float *values, int lane) {
    if (lane < 2 * AROUND) values[lane < AROUND ? lane : FRAMELET_LANES + lane] = 0.0f;
}

#endif
