// Defines the parameters of the filter of noisy guides (svgf/guides.cl).
#ifndef ATROUS_SVGF_GUIDES_H
#define ATROUS_SVGF_GUIDES_H
#include "svgf/params.h"

KERNELS_BEGIN

enum {
    SVGF_GUIDE_RADIUS = 4, // of the taps
    SVGF_GUIDE_SPREAD = 2, // of the mean of squared second differences
    SVGF_GUIDE_GROUPS = 2, // albedo and normal: their differences decide the weights
    SVGF_GUIDE_REACH = SVGF_GUIDE_RADIUS + 1 + SVGF_GUIDE_SPREAD + 1 // with the pairs and the differences
};

typedef struct {
    PlaneStack planes;
    int albedo, normal, depth; // the ones to filter
    int count;                 // planes of a frame
} SvgfGuides;

KERNELS_END

#endif
