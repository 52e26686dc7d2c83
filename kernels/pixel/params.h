// Defines the parameters of the kernels between samples of a file and planes of a space: profiles and their tone
// curves.
#ifndef ATROUS_PIXEL_PARAMS_H
#define ATROUS_PIXEL_PARAMS_H
#include "atrous/params.h"

KERNELS_BEGIN

// A tone curve by formula: y = (a x + b)^g + e from d on, c x + f below it (parametricCurveType 4 of ICC.1, of which
// the other types are cases), odd about the point (in, out): values below `in` are mirrored there.
typedef struct {
    float g, a, b, c, d, e, f;
    float in, out;
} ToneFormula;

enum { TONE_ENTRIES = 8192 }; // of a table

// A tone curve by table, odd about (in, out): entries are y - out at equal steps of v = (x - in) * scale from 0 to 1 (or
// of its cube root), above 1 a line of `slope`.
typedef struct {
    int first; // entry of the table buffer
    float in, out;
    float scale;
    float slope; // of y over v
} ToneTable;

// The relation between samples and light in an ICC profile: per channel a curve to light and back, then matrices (row
// by row) between its linear RGB and linear sRGB.
typedef struct {
    ToneFormula decode[3], encode[3];
    ToneTable decode_table[3], encode_table[3];
    float to_srgb[9], from_srgb[9];
    float luma[3]; // of HLG: luminance of the primaries
} ProfileParams;

// Interleaved samples <-> planes.
typedef struct {
    PlaneStack planes;
    float amount;       // out = in + amount * delta
    float grey;         // luma of middle grey, for images of the delta
    float guard;        // 0 to 1, with GUARD: removed part of the change beyond the ends of the range
    float guard_blacks; // 0 to 1, with GUARD: removed part of the luma that falls into the deepest shadows
    float deep;         // luma of samples that these end at
    int chroma;         // first plane of chroma in its buffer: LUMA if luma has the same buffer
    int columns; // where the positions of the delta's columns begin in the layout tables (-1: columns are where pixels are)
    int spread; // of pixels that are neighbours if columns are fetched: work-items of GPUs take such (0: no)
    ProfileParams profile;
} PixelParams;

KERNELS_END

#endif
