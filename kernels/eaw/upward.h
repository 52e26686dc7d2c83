// Defines the shared parts of the upward pass's kernels: their arguments, and the shaping of a level's detail, with
// thresholds that were given or found by eaw/noise.cl on the device.
#ifndef ATROUS_EAW_UPWARD_H
#define ATROUS_EAW_UPWARD_H
#include "atrous/level.h"
#include "eaw/detail.h"
#include "eaw/groups.h"

#ifndef KEPT_COARSE
#define KEPT_COARSE 0 // 1: levels kept c_l, and the last one c_L in the original layout: d_l = c_l - c_{l+1}
#endif
#ifndef FOUND_THRESHOLDS
#define FOUND_THRESHOLDS 0 // 1: thresholds[level * PLANES + plane] holds them
#endif

// On GPUs levels are constants (-DLEVELS, -DFIRST_LEVEL), and loops over them are unrolled: an array that is indexed at run time would lie
// in memory, and loads of all levels can begin at once. On CPUs one program serves any number of levels.
#ifdef LEVELS
#define EACH_LEVEL UNROLL
#else
#define LEVELS u->p->levels
#define FIRST_LEVEL u->p->first
#define EACH_LEVEL
#endif

// The arguments of an upward kernel. `kept`: the details d_l, or c_l, of MAX_LEVELS levels.
typedef struct {
    const EawSynthesis *p;
    global const plane_t *const *kept;
    global const plane_t *coarse; // c_L
    global const int *tables;
    global const float *thresholds;
} EawUpward;

INLINE EawGroup group_of(const EawUpward *u, int level, int plane) {
    EawGroup group = plane < LUMA ? u->p->luma[level] : u->p->chroma[level];
    if (FOUND_THRESHOLDS) group.threshold = u->thresholds[level * PLANES + plane];
    return group;
}

// The column of c_L that belongs to column x of the image.
INLINE int last_column(const EawUpward *u, int x) {
    return u->p->columns_stay ? positions_of(u->tables, u->p->x, LEVELS - 1)[x] : x;
}

#endif
