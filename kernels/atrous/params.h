// Parameter structs that the host fills and kernels take by value. Ints and floats of 4 bytes alone, so that
// every compiler lays them out alike.
#ifndef ATROUS_PARAMS_H
#define ATROUS_PARAMS_H
#include "portable.h"

KERNELS_BEGIN

// A stack of planes, of floats or halves. Plane i begins at guard + i * plane; guards let vectors read beside the image.
typedef struct {
    int width, height;
    int pitch; // samples from row to row
    int plane; // samples from plane to plane
    int guard; // samples before the first plane and behind the last
} PlaneStack;

// Tables of one axis, for all levels (see layout_tables.cl). Each holds `length` ints per column.
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
    AXIS_SIGN = 4,     // position -> 1 where pixels ascend with the position, -1 where they descend
    AXIS_BLOCK = 5,    // position / VECTOR -> how a vector is stored (AxisBlock)
    AXIS_COLUMNS = 6
};

// How the vector of an aligned block of positions is stored, and whether all its taps are inside.
enum AxisBlock {
    BLOCK_SCATTER = 0,   // lane by lane
    BLOCK_WHOLE = 1,     // to consecutive places
    BLOCK_SPLIT = 2,     // even lanes to consecutive places, odd lanes too
    BLOCK_REVERSE = 3,   // even lanes to descending places, odd lanes to ascending ones (kaleidoscope)
    BLOCK_STORE = 3,     // mask of the above
    BLOCK_INNER = 4      // flag: every lane has all taps
};

enum Border { BORDER_DROP = 0, BORDER_CLAMP = 1, BORDER_MIRROR = 2 };

typedef struct {
    AxisTables x, y;
    int order;  // LayoutOrder
    int border; // Border
    int radius;
    int levels;
} LayoutTables;

enum EawFlags {
    EAW_FIRST = 1, // no change accumulated yet
    EAW_LAST = 2,  // no coarse image is needed any more
    EAW_STORED = 4 // keep the detail instead of accumulating the change
};

// Weight and shrinkage of one group of planes (luma or chroma) at one level.
typedef struct {
    float falloff;   // log2(e) / (2 sigma^2): the edge weight is exp2(-falloff * delta^2); 0 = no edge stopping.
                     // Where edges are searched: as EawSearch::falloff
    float gain;      // of the detail
    float threshold; // soft threshold of the detail
} EawGroup;

// Where boosts fall.
typedef struct {
    float limit;   // 1 / (detail at which half of a boost is left)^2; 0 = no limit
    float black;   // luma of black
    float shadows; // 1 / luma above black from which boosts are whole
} EawProtection;

// One level of the downward pass.
typedef struct {
    PlaneStack planes;
    AxisTables x, y;
    int level;  // dilation 2^level
    int stride; // positions between taps in the layout that this level reads
    int flags;  // EawFlags
    EawGroup luma, chroma;
    EawProtection protection;
} EawLevel;

// The passes that search edge weights for one level (eaw_search.cl).
typedef struct {
    PlaneStack planes;
    AxisTables x, y;
    int level;
    int stride;    // as in EawLevel
    float falloff; // 1 / (2 sigma^2) of candidate 1, for robust_weight; candidate j has j times as much
    float scale;   // of values: 1 / (the space's own sigma)
} EawSearch;

// The upward pass over stored details.
typedef struct {
    PlaneStack planes;
    AxisTables x, y;
    int levels;
    EawGroup luma[10], chroma[10]; // per level, finest first
    EawProtection protection;
} EawSynthesis;

// Pixels from (left, top) up to, not including, (right, bottom).
typedef struct {
    int left, top, right, bottom;
} PixelRect;

// Automatic thresholds (eaw_noise.cl).
typedef struct {
    int pixels;
    int levels;
    float decay[10]; // deviation of the noise in the details of a level, that of level 0 being 1
} EawNoise;
typedef struct {
    PlaneStack planes;
    int first; // bin that the counts begin at
} NoiseHistogram;
// Details of a region's level, of which `inner` alone count.
typedef struct {
    PlaneStack planes;
    AxisTables x, y;
    int level;
    PixelRect inner;
} NoiseRegion;
enum NoiseBins { NOISE_BIN_BITS = 12 }; // exponent and 4 bits of the mantissa: bins at most 1/16 wide

// A tone curve by formula: y = (a x + b)^g + e from d on, c x + f below it (parametricCurveType 4 of ICC.1, of which
// the other types are cases), odd about the point (in, out): values below `in` are mirrored there.
typedef struct {
    float g, a, b, c, d, e, f;
    float in, out;
} ToneFormula;

enum { TONE_ENTRIES = 8192 }; // of a table

// A tone curve by table, odd about (in, out): entries are y - out at equal steps of v = (x - in) * scale from 0 to 1 (or
// of its cube root); above 1 a line of `slope`.
typedef struct {
    int first; // entry of the table buffer
    float in, out;
    float scale;
    float slope; // of y over v
} ToneTable;

// How an ICC profile relates samples to light: per channel a curve to light and back, then matrices (row by row) between
// its linear RGB and linear sRGB.
typedef struct {
    ToneFormula decode[3], encode[3];
    ToneTable decode_table[3], encode_table[3];
    float to_srgb[9], from_srgb[9];
} ProfileParams;

// Interleaved samples <-> planes.
typedef struct {
    PlaneStack planes;
    PixelRect counted; // where samples that were not finite count: of a region those that no other one has
    float amount; // out = in + amount * change
    float grey;   // luma of middle grey, for pictures of the change alone
    ProfileParams profile;
} PixelParams;

KERNELS_END

#endif
