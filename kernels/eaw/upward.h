// What the kernels of the upward pass share: how a detail of a level is shaped, with thresholds that were given or
// that eaw/noise.cl found on the device.
#ifndef ATROUS_EAW_UPWARD_H
#define ATROUS_EAW_UPWARD_H
#include "eaw/detail.h"
#include "eaw/tap.h"
#include "atrous/plane.h"

#ifndef FOUND_THRESHOLDS
#define FOUND_THRESHOLDS 0 // 1: thresholds[level * PLANES + plane] holds them
#endif

INLINE EawGroup group_of(const EawSynthesis *p, int level, int plane, global const float *thresholds) {
    EawGroup group = plane < LUMA ? p->luma[level] : p->chroma[level];
    if (FOUND_THRESHOLDS) group.threshold = thresholds[level * PLANES + plane];
    return group;
}

#endif
