// Defines the values that a level reads of every tap, and the ones in a tile in local memory.
#ifndef ATROUS_SVGF_TAPS_H
#define ATROUS_SVGF_TAPS_H
#include "svgf/weight.h"

#ifndef FIT
#define FIT 0 // order of the local model of this level
#endif
#ifndef LIGHTS
#define LIGHTS 0 // 1: there are light AOVs, which go with the beauty's weights
#endif

#define UNIT_NORMALS                                                                                                   \
    (ON_GPU && FIT == 0) // whether TAP_N has length 1: a model needs the mean normal, whose length is TAP_LENGTH

// Values of a tap, in the order of a tile's planes.
enum SvgfTap {
    TAP_I = 0, // demodulated light
    TAP_Z = 3,
    TAP_N = 4,
#if UNIT_NORMALS
    TAP_VARIANCE = EAW ? 12 : 7,
    TAP_A = EAW ? 7 : 8,
    TAP_VALUES = EAW ? 10 : 8, // without EAW two elements of four
    TAP_LENGTH = 16            // in no tile
#elif EAW
    TAP_LENGTH = 7,
    TAP_A = 8,
    TAP_LOG_Z = 11,
    TAP_VARIANCE = 12, // there is none
    TAP_VALUES = TAP_LOG_Z
#else
    TAP_LENGTH = 7,
    TAP_VARIANCE = 8,
    TAP_A = 9,
    TAP_LOG_Z = 12,
    TAP_VALUES = FIT ? 13 : TAP_A
#endif
};

#endif
