// Defines the parameters of the SVGF filter's kernels, and the order of its planes in their stacks.
#ifndef ATROUS_SVGF_PARAMS_H
#define ATROUS_SVGF_PARAMS_H
#include "atrous/params.h"

#ifndef ON_GPU
#define ON_GPU 0 // 1: a pixel's taps are summed up in registers (VECTOR 1); CPUs keep taps, in the first cache
#endif

KERNELS_BEGIN

// Planes of a frame: the values that its neighbours need.
enum SvgfFramePlane {
    FRAME_C = 0,              // beauty without emission
    FRAME_A = 3,              // albedo
    FRAME_N = 6,              // normal, 0 in the sky
    FRAME_Z = 9,              // depth, 0 in the sky, SVGF_EMISSION_ONLY in glows
    FRAME_PREVIOUS = 10,      // where a pixel was in the frame before, minus where it is: x, y in pixels, rows down
    FRAME_NEXT = 12,          // for the next frame
    FRAME_LUMA = 14,          // of the frame filtered without others
    FRAME_LUMA_VARIANCE = 15, // the same
    FRAME_LIGHT = 16,         // luma of the demodulated light, not filtered
    FRAME_EXTRA = 17          // emission, lights, then a given variance, then a pilot: as many as there are
};

// Planes of the levels' input, means over frames: the first ten as in a frame.
enum SvgfGatheredPlane {
    GATHERED_MEANS = 10,    // C, A, N, Z
    GATHERED_COUNT = 10,    // sum of the frames' weights
    GATHERED_VARIANCE = 11, // of the mean over frames
    GATHERED_EXTRA = 12     // emission, lights
};

// Planes that guide the levels. A model of order 0 needs only the planes before GUIDE_A.
enum SvgfGuidePlane {
    GUIDE_Z = 0,  // depth, SVGF_SKY in the sky, its negative in glows
    GUIDE_GX = 1, // its slopes
    GUIDE_GY = 2,
    GUIDE_N = 3,      // mean normal: features 0 to 2
    GUIDE_LENGTH = 6, // 1 / its length, 0 for none
    GUIDE_A = 7,      // 2 x mean albedo: features 3 to 5
    GUIDE_LOG_Z = 10, // 2 ln(mean depth): feature 6
    GUIDE_PLANES = 11
};

// Samples beyond this are no light: their squares, over the least albedo, would not be finite.
#define SVGF_MAX_LIGHT 1e15f
#define SVGF_MAX_VARIANCE 1e30f
// Motion that leads out of every image: there is none.
#define SVGF_NO_MOTION 1e9f
// Depth of the sky: so far that no tap from elsewhere has a weight, and no sky tap has a weight elsewhere. The largest
// half is 65504, so with half storage everything farther than half of this is sky.
#ifdef STORAGE_HALF
#define SVGF_SKY 65504.0f
#else
#define SVGF_SKY 1e18f
#endif
// Depth of light without a surface or sky (fire, glows: if alpha is 0). Glows are filtered among each other,
// in their frame.
#define SVGF_EMISSION_ONLY -1.0f
// A surface has a depth above 0 and below SVGF_FAR, and a normal. The rest is sky.
#define SVGF_FAR 1e9f
#define SVGF_MIN_NORMAL2 1e-4f // squared length of a normal that is none
#define SVGF_MIN_ALBEDO 0.01f
// A pilot that is no number. The least half, so that both kinds of storage have it.
#define SVGF_NO_PILOT -65504.0f
// As a feature: the albedo of an emitter is its radiance, and matrices with such numbers have no factor in single
// precision.
#define SVGF_MAX_ALBEDO 2.0f
#define SVGF_MIN_Z 1e-3f

typedef struct {
    PlaneStack planes;
} SvgfPlanes;

// The place of a region, by default the whole image: its first pixel in the image, the image's size, and the pixels of
// the region that count. A buffer of its own, so that one plan serves all regions.
typedef struct {
    int x, y, width, height;
    PixelRect inner; // in the region
} SvgfPlace;

// The roles of a frame: a missing albedo or depth is 1, a missing normal is (0, 0, 1), and missing motion is none.
typedef struct {
    PlaneStack planes;
    int albedo, normal, depth, previous, next, emission, variance, coverage;
    int lights; // planes
    int pilot;  // plane of the frame at which it begins, 0: there is none
} SvgfEnter;

typedef struct {
    PlaneStack planes;
    int lights;      // planes
    int lights_from; // plane of the means at which they begin
} SvgfStart;

// Source of the variance over frames.
enum SvgfVarianceOf { VARIANCE_ALONE = 0, VARIANCE_WINDOW = 1, VARIANCE_HISTORY = 2 };

typedef struct {
    PlaneStack planes;
    int linear; // planes of the signal before the variance
    int over;   // SvgfVarianceOf; not 0: the means have counts and variances over frames
    int given;  // plane of the frame that has v0 (0: it is fitted)
} SvgfVariance;

// Work-items of a work-group that fits variances on GPUs. Each has two pixels, one below the other.
enum { SVGF_VARIANCE_X = 32, SVGF_VARIANCE_Y = 4 };

typedef struct {
    PlaneStack planes;
    int linear; // as in SvgfVariance
} SvgfSummary;

enum { SVGF_MAX_REACH = 3 }; // frames on each side of a window

typedef struct {
    PlaneStack planes;
    int before, after; // frames that are there
    int extras;        // planes of emission and lights
    int lit, unlit;    // the first extra that is light of the scene, and the first one after these
    float bright;      // g0: the most that the albedo of a tap may be, in units of the pixel's own, or of 1
    float albedo;      // 1 / tolerance^2 of a tap's albedo outside the box
    float own;         // shrinkage of the box of albedo to the pixel's own, 0 to 1
    int pilot;         // plane of the frames at which their pilots begin, which only a pilot needs
} SvgfGather;

// Properties of a neighbour in a window.
typedef struct {
    float gain; // factor of its light, so that flickering lights do not count
    float same; // share of the frame's noise in its noise at the same place, 0 to 1: in renders with one seed
} SvgfNeighbour;

// All neighbours, by their distance less 1. A buffer of its own, so that one plan serves all frames.
typedef struct {
    SvgfNeighbour before[SVGF_MAX_REACH], after[SVGF_MAX_REACH];
} SvgfNeighbours;

// The planes of vectors of both frames: the existing ones in one, the vectors found from them in the other.
typedef struct {
    PlaneStack planes;
    int there, back; // FRAME_NEXT and FRAME_PREVIOUS, or the other way round
    int of_files;    // true if the existing ones were read from files, not found
} SvgfInvert;

// Planes that a frame leaves to the next one.
enum SvgfHistoryPlane {
    HISTORY_FIRST = 0, // moments of the luma of the demodulated light
    HISTORY_SECOND = 1,
    HISTORY_COUNT = 2, // frames
    HISTORY_LIGHT = 3  // demodulated light after the first level, of beauty and lights
};

typedef struct {
    PlaneStack planes;
    int before;   // true if there is a frame before
    int linear;   // planes of beauty and lights
    int emission; // planes
} SvgfReproject;

typedef struct {
    PlaneStack planes;
    AxisTables x, y;
    int level;  // whose layout the signal has
    int linear; // planes
} SvgfKeep;

// Tolerances of a tap, for EAW as factors of squares: log2(e) / (2 sigma^2).
typedef struct {
    float luma;   // in deviations (EAW: of the light)
    float depth;  // in slopes, from the plane, also for EAW
    float normal; // only EAW: of 1 - cosine
    float albedo; // only EAW
} SvgfSigmas;

// One level.
typedef struct {
    PlaneStack planes;
    AxisTables x, y;
    int level;  // dilation 2^level
    int stride; // positions between taps in the layout that this level reads
    int moved;  // guides that the next level needs in its layout
    int linear; // planes of the signal that are filtered. The variance is the next one
    SvgfSigmas sigmas;
} SvgfLevel;

typedef struct {
    PlaneStack planes;
    float own;                   // part of the frame's own albedo and emission, 0 to 1, in the factor of the result
    float share, emission_share; // of the result against the input, 0 to 1: of light, of emission
    int lights;                  // planes
    int emission;
    int means_extra; // plane of the means at which emission and lights begin
    int gives_back;  // residuals that have shares: 0, R, or R and Q
    int unfiltered;  // stacks that follow for halves: 0, the frame, or the frame and the means
} SvgfLeave;

// Residuals of the result, then their shares in it.
enum SvgfResidualPlane {
    RESIDUAL_R = 0, // frame - result, of the three channels
    RESIDUAL_Q = 3, // means over frames - result
    SHARE_R = 0,
    SHARE_Q = 1
};

// Products of residuals, and variances of noise. A single frame has the planes before MOMENT_QQ.
enum SvgfMomentPlane {
    MOMENT_RR = 0,
    MOMENT_DETAILS = 1, // squares of details of R along both axes, x, and y. All are means over the channels
    MOMENT_QQ = 4,
    MOMENT_RQ = 5,
    MOMENT_OTHERS = 6, // of R - Q
    MOMENT_KEPT = 9,   // share of the means' noise that the levels leave
    MOMENT_PLANES = 10
};

typedef struct {
    PlaneStack planes;
    float own;     // as in SvgfLeave
    int over;      // SvgfVarianceOf, 0: no means
    int linear;    // plane of the signal that has its variance
    float longest; // the most frames that means count for
} SvgfResidual;

typedef struct {
    PlaneStack planes;
    int count; // planes
    int step, is_row;
} SvgfBlur;

typedef struct {
    PlaneStack planes;
    int has_means;
    float longest;             // as in SvgfResidual
    float excess, wide_excess; // factors of the noise, narrow and wide
    float rest, rest_alone;    // part of the noise that is left out of the denominators, 0 to 1; without others
    float open, open_alone;    // the least trust in narrow means, 0 to 1; without others
    float open_means;          // the same for the share of Q
    float fade;                // of all shares, 0 to 1
} SvgfShares;

// The neighbours' data that a pilot needs.
enum SvgfPilotPlane {
    PILOT_Q = 0,      // mean of their beauties, of three channels
    PILOT_COUNT = 3,  // as GATHERED_COUNT
    PILOT_OTHERS = 4, // then of each neighbour its weight and its pilot
    PILOT_EACH = 4
};

// The pilot along the window.
enum SvgfSteadyPlane {
    STEADY_SHARE = 0, // of the result
    STEADY_Z = 1,
    STEADY_NOISE = 4, // variance of the frame's noise
    STEADY_PLANES = 5
};

// Products from which the share of the result follows.
enum SvgfPilotMoment {
    PILOT_DD = 0, // result - pilot, squared
    PILOT_DY = 1, // times frame - pilot
    PILOT_DQ = 2, // times Q - pilot
    PILOT_DETAILS = 3,
    PILOT_MOMENTS = 6
};
enum { PILOT_MEANS = 3 }; // of residuals, over taps of steps 1, 2 and 4

typedef struct {
    PlaneStack planes;
    int pilot;       // plane of the frame at which it begins
    int others;      // neighbours, before and after. 0: the frame takes the part of Q
    int lit, lights; // planes of lights, without and with the last ones that are no light of the scene
    int emission;    // planes
    float share;     // of the result against the input, 0 to 1
    int means;       // which mean of residuals has its squares taken
} SvgfPilot;

enum { SVGF_COUNT_BINS = 8 }; // of counts of frames: below 1.5, below 2.5, ...

// Columns of the tables of neighbours, in the place of AxisColumn: of positions in a level's layout.
enum SvgfNeighbourColumn {
    NEIGHBOUR_BEFORE = 0, // position of the pixel before, in the image
    NEIGHBOUR_AFTER = 1,
    NEIGHBOUR_RUNS = 2 // position / VECTOR -> NeighbourRuns
};
enum NeighbourRuns { RUN_BEFORE = 1, RUN_AFTER = 2 }; // the neighbours of a vector are a vector

KERNELS_END

#endif
