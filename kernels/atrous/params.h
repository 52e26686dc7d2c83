// Defines the parameters that all filters share and that kernels take by value: planes, axis tables, borders. Uses only
// ints and floats of 4 bytes, so that every compiler has the same layout (as in all params.h).
#ifndef ATROUS_PARAMS_H
#define ATROUS_PARAMS_H
#include "atrous/portable.h"

KERNELS_BEGIN

enum { MAX_LEVELS = 10 }; // of any filter: lengths of arrays per level, here and on the host

// A stack of planes, of floats or halves. Plane i begins at guard + i * plane. Guards let vectors read
// outside the image.
typedef struct {
    int width, height;
    int pitch; // samples from row to row
    int plane; // samples from plane to plane
    int guard; // samples before the first plane and after the last
} PlaneStack;

// The parts of a buffer of planes that no other kernel writes, in units of 2 bytes: `guard` before the first row and
// after the last, and the part beyond `used` of the `pitch` from row to row.
typedef struct {
    int guard, used, pitch;
    int rows; // of all planes
} PlaneMargins;

// Tables of one axis, for all levels (see atrous/layout_tables.cl). Each holds `length` ints per column.
typedef struct {
    int n;      // pixels of the axis
    int length; // ints per column: n rounded up, so that vectors may read past the end
    int first;  // ints before the tables of level 0
    int level;  // ints from one level's tables to the next one's
} AxisTables;

// Columns of the tables of an axis, in units of AxisTables.length.
enum AxisColumn {
    AXIS_STEP = 0,     // position -> where this level's writer puts it
    AXIS_BELOW = 1,    // position -> valid taps below
    AXIS_ABOVE = 2,    // position -> valid taps above
    AXIS_POSITION = 3, // pixel -> its position in the layout that this level reads
    AXIS_SIGN = 4,     // position -> 1 if pixels ascend with the position, -1 if they descend
    AXIS_BLOCK = 5,    // position / BLOCK_LENGTH -> storage of a vector (AxisBlock)
    AXIS_COLUMNS = 6,  // of every border
    AXIS_BESIDE = 6,   // border reflect: position -> sources of taps -1, -2, 1, 2 outside the image, a column each
    AXIS_COLUMNS_REFLECT = 10
};

// Storage of the vector of an aligned block of positions, and a flag if all taps of the block are inside.
enum AxisBlock {
    BLOCK_SCATTER = 0, // lane by lane
    BLOCK_WHOLE = 1,   // to consecutive places
    BLOCK_SPLIT = 2,   // even lanes to consecutive places, odd lanes too
    BLOCK_REVERSE = 3, // even lanes to descending places, odd lanes to ascending ones (kaleidoscope)
    BLOCK_STORE = 3,   // mask of the above
    BLOCK_INNER = 4    // flag: every position has all taps
};

enum Border { BORDER_DROP = 0, BORDER_CLAMP = 1, BORDER_MIRROR = 2, BORDER_REFLECT = 3 };

typedef struct {
    AxisTables x, y;
    int order;  // LayoutOrder
    int border; // Border
    int radius;
    int levels;
    int columns_stay; // 1: the last level's writer moves rows home, and leaves columns where it reads them
} LayoutTables;

// Pixels from (left, top) up to, not including, (right, bottom).
typedef struct {
    int left, top, right, bottom;
} PixelRect;

KERNELS_END

#endif
