// Defines the parameters of the scale filter's kernels.
#ifndef ATROUS_SCALE_PARAMS_H
#define ATROUS_SCALE_PARAMS_H
#include "pixel/params.h"

KERNELS_BEGIN

// Samples -> planes with the rows of the result.
typedef struct {
    PlaneStack planes; // as wide as the samples
    int height;        // of the samples
    int run;           // rows of the result per work-item
    ProfileParams profile;
} ScaleColumns;

// Planes -> planes with the columns of the result.
typedef struct {
    PlaneStack from, to;
    int taps;   // of each output, with the zeros that fill up its vectors or tiles
    int planes; // in sequence
} ScaleRows;

// Planes -> samples.
typedef struct {
    PlaneStack planes;
    ProfileParams profile;
} ScaleLeave;

KERNELS_END

#endif
