// Defines the parameters of the filter of noisy guides (svgf/guides.cl).
#ifndef ATROUS_SVGF_GUIDES_H
#define ATROUS_SVGF_GUIDES_H
#include "svgf/params.h"

KERNELS_BEGIN

enum {
    SVGF_GUIDE_RADIUS = 4,                           // of the taps
    SVGF_GUIDE_GROUPS = 2,                           // albedo and normal: their differences decide the weights
    SVGF_GUIDE_REACH = SVGF_GUIDE_RADIUS + 1 + 2 + 1 // with the pairs, the mean of squared differences, and these
};

typedef struct {
    PlaneStack planes;
    int albedo, normal, depth; // the ones to filter
    int edges;   // pixels without a surface of their own count for the albedo, too: edges that are partly covered
    int count;   // planes of a frame
    float share; // weight of the filtered ones
} SvgfGuides;

KERNELS_END

#endif
