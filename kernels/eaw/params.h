// Defines the parameters of the EAW filter's kernels.
#ifndef ATROUS_EAW_PARAMS_H
#define ATROUS_EAW_PARAMS_H
#include "atrous/params.h"

KERNELS_BEGIN

enum EawFlags {
    EAW_FIRST = 1,  // no delta accumulated yet
    EAW_LAST = 2,   // no coarse image is needed any more
    EAW_STORED = 4, // keep the detail instead of accumulating the delta
    EAW_COARSE = 8, // keep neither: details are differences of coarse images, which are all kept
    EAW_EVEN = 16   // odd rows are not needed
};

// Weight and shrinkage of one group of planes (luma or chroma) at one level.
typedef struct {
    float falloff;   // log2(e) / (2 sigma^2): the edge weight is exp2(-falloff * difference^2) (0: no edge stopping).
                     // Searched edges: as EawSearch::falloff
    float gain;      // of the detail
    float threshold; // soft threshold of the detail
} EawGroup;

// Reductions of boosts.
typedef struct {
    float limit;   // 1 / (detail at which half of a boost is left)^2 (0: no limit)
    float black;   // luma of black
    float shadows; // 1 / luma above black from which boosts are whole
} EawProtection;

enum {
    GUARD_LEVELS = 4, // that may be guarded, the finest ones
    GUARD_TERMS = 8   // of the polynomials
};

// Noise by luma: the binary logarithm of the variance of noise in a group's taps is a polynomial of t, which is -1 at
// black and 1 at white.
typedef struct {
    float scale, offset;        // t = scale luma + offset
    float term[2][GUARD_TERMS]; // of luma, of chroma: of t^0, t^1, ...
} EawGuard;

// One level of the downward pass.
typedef struct {
    PlaneStack planes;
    AxisTables x, y;
    int level;  // dilation 2^level
    int stride; // positions between taps in the layout that this level reads
    int flags;  // EawFlags
    EawGroup luma, chroma;
    EawProtection protection;
    EawGuard guard;
} EawLevel;

enum { CANDIDATES = 4 }; // edge weights that the search tries at every pixel

// The passes that search edge weights for one level (eaw/search.cl).
typedef struct {
    PlaneStack planes;
    AxisTables x, y;
    int level;
    int stride;    // as in EawLevel
    float falloff; // 1 / (2 sigma^2) of candidate 1, for robust_weight. Candidate j has j times as much
    float scale;   // of values: 1 / (the space's own sigma)
} EawSearch;

// The upward pass over stored details.
typedef struct {
    PlaneStack planes;
    AxisTables x, y;
    int levels;
    int columns_stay; // 1: columns of c_L are where the last level reads them
    int first; // first kept level: `kept[0]` has the delta of the levels before it, in the layout of level `first`
    EawGroup luma[MAX_LEVELS], chroma[MAX_LEVELS]; // per level, finest first
    EawProtection protection;
} EawSynthesis;

// Automatic thresholds (eaw/noise.cl).
typedef struct {
    int pixels;
    int levels;
    float decay[MAX_LEVELS]; // deviation of the noise in the details of a level, relative to level 0
} EawNoise;
typedef struct {
    PlaneStack planes;
    int first; // bin that the counts begin at
} NoiseHistogram;
// Details of a level of a region.
typedef struct {
    PlaneStack planes;
    AxisTables x, y;
    int level;
} NoiseRegion;
enum NoiseBins { NOISE_BIN_BITS = 12 }; // exponent and 4 bits of the mantissa: bins at most 1/16 wide

KERNELS_END

#endif
