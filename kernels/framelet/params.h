// Defines the parameters of the framelet filter's kernels.
#ifndef ATROUS_FRAMELET_PARAMS_H
#define ATROUS_FRAMELET_PARAMS_H
#include "atrous/params.h"

KERNELS_BEGIN

enum {
    FRAMELET_LEVELS = 4,     // a fifth gives nothing on photographs
    FRAMELET_BANDS = 9,      // the lowpass included
    FRAMELET_CURVE = 256,    // entries of a noise curve, at brightnesses 0 to 1
    FRAMELET_BRIGHTNESS = 1, // level whose layout the smoothed channels lie in
    FRAMELET_STRIP = 64,     // pixels of a row of a strip on CPUs: enough to make margins cheap, few enough for a cache
    FRAMELET_LANES = 64      // the same on GPUs, margins included: columns, which are the work-items of a work-group
};

// The division of a level among work-items: each takes a strip of one subimage. Strips of subimage 0, which is the
// largest, come first, then the strips of subimage 1 and so on, along both axes.
typedef struct {
    int columns, rows; // strips of a subimage along x and y
    int height;        // rows of a strip
} FrameletStrips;

// A level: analysis, shrinkage, adjoint.
typedef struct {
    PlaneStack planes;
    AxisTables x, y;
    FrameletStrips strips;
    int level;
    int to;                      // level whose layout the next coarse image goes to
    float noise[FRAMELET_BANDS]; // per band, row by row: variance to shrink by if the map is 1
    float back;                  // returned part of the removed details
} FrameletLevel;

// A lowpass of planes, with an addend.
typedef struct {
    PlaneStack planes;
    AxisTables x, y;
    FrameletStrips strips;
    int level;               // whose pixels are neighbours
    int from, to;            // levels in whose layouts the planes are read and written
    int source, plane;       // planes that are read and written, of their stacks
    int adds;                // 1: details are added
    float centre, near, far; // taps
} FrameletSmooth;

// Colours to opponents and back, and noise of the channels to noise of a plane.
typedef struct {
    PlaneStack planes;
    AxisTables x, y;
    float weight[9]; // row by row: of opponents from channels, only the first row if one plane is made
} FrameletMix;

KERNELS_END

#endif
