// Defines the storage of planes in global memory: float, or half with -DSTORAGE_HALF (half the bytes to move,
// decoded once when a value is loaded: the schedule paper's staged decompression, section 4.2). Half is
// approximate: 11 bits.
#ifndef ATROUS_PLANE_H
#define ATROUS_PLANE_H
#include "atrous/params.h"

#ifdef __OPENCL_VERSION__
// The vectors of a row that a work-item has: at x, x + step, ...
typedef struct {
    int x, step, y;
} Row;
INLINE Row row_here(void) {
    const Row row = {get_global_id(0) * VECTOR, get_global_size(0) * VECTOR, get_global_id(1)};
    return row;
}

// Index of the sample of plane `plane` at (x, y).
INLINE size_t plane_index(int plane, int x, int y, PlaneStack planes) {
    return planes.guard + (size_t)plane * planes.plane + (size_t)y * planes.pitch + x;
}

// A vector with access to single lanes.
typedef union {
    vf v;
    float lane[VECTOR];
} Lanes;

// Returns the value in the lanes whose mask bits are set, 0 in the others.
INLINE vf masked(vf value, vi mask) { return AS_VF(AS_VI(value) & mask); }

#ifdef STORAGE_HALF
typedef half plane_t;
#define HALF_SAFE(value) clamp(value, -65504.0f, 65504.0f) // overflow would spread as infinities
#define LOAD_ONE(pointer) vload_half(0, pointer)
#define STORE_ONE(value, pointer) vstore_half_rte(HALF_SAFE(value), 0, pointer)
#if VECTOR == 1
#define LOAD_PLANE LOAD_ONE
#define STORE_PLANE STORE_ONE
#else
// Avoids vload_half from there: PoCL 3.1 assumes an address aligned to the vector's size, which taps next to a vector
// do not have.
INLINE vf load_halves(global const half *from) {
    const JOIN(ushort, VECTOR) bits = JOIN(vload, VECTOR)(0, (global const ushort *)from);
    return JOIN(vload_half, VECTOR)(0, (const half *)&bits);
}
#define LOAD_PLANE load_halves
#define STORE_PLANE(value, pointer) JOIN(JOIN(vstore_half, VECTOR), _rte)(HALF_SAFE(value), 0, pointer)
#define STORE_PLANE_PAIRS(value, pointer) JOIN(JOIN(vstore_half, HALF_VECTOR), _rte)(HALF_SAFE(value), 0, pointer)
#endif
#else
typedef float plane_t;
#define LOAD_ONE(pointer) (*(pointer))
#define STORE_ONE(value, pointer) (*(pointer) = (value))
#define LOAD_PLANE LOAD
#define STORE_PLANE STORE
#if VECTOR > 1
#define STORE_PLANE_PAIRS(value, pointer) JOIN(vstore, HALF_VECTOR)(value, 0, pointer)
#endif
#endif
#endif

#endif
