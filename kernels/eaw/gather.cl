// The upward pass by blocks (deviation from the schedule paper, whose upward pass reads pixel by pixel): a work-group
// makes GATHER_BLOCK consecutive pixels of a row. A level's layout holds those of one subimage in one run, so each
// level is read in contiguous runs and put in order in local memory. The sum has the order of the other passes.
#include "eaw/upward.h"

#ifndef GATHER_BLOCK
#define GATHER_BLOCK 1024 // pixels; a multiple of 2^(levels-1); runs of the coarsest level are GATHER_BLOCK >> level
#endif
#ifndef GROUP_X
#define GROUP_X 64 // work-items per work-group
#endif

// Local cell of pixel x of the block: one cell of padding per 32 spreads strides of 2^level over the banks.
INLINE int cell_of(int x) { return x + (x >> 5); }

// The position of pixel x + j 2^level: runs are +1 apart, -1 in mirrored segments, 2^level in the original layout.
INLINE int run_position(global const int *position, int x, int j, int level, int n) {
    const int next = x + (1 << level);
    return position[x] + (next < n ? j * (position[next] - position[x]) : 0);
}

kernel __attribute__((reqd_work_group_size(GROUP_X, 1, 1))) void
eaw_gather(global const plane_t *restrict d0, global const plane_t *restrict d1, global const plane_t *restrict d2,
           global const plane_t *restrict d3, global const plane_t *restrict d4, global const plane_t *restrict d5,
           global const plane_t *restrict d6, global const plane_t *restrict d7, global const plane_t *restrict d8,
           global const plane_t *restrict d9, global const int *restrict tables,
           global const float *restrict thresholds, global plane_t *restrict delta, const EawSynthesis p) {
    local float sum[GATHER_BLOCK + GATHER_BLOCK / 32];
    global const plane_t *details[MOST_LEVELS] = {d0, d1, d2, d3, d4, d5, d6, d7, d8, d9};
    const EawUpward u = {&p, details, tables, thresholds};
    const int lane = get_local_id(0), y = get_group_id(1), first = get_group_id(0) * GATHER_BLOCK;
    for (int i = 0; i < PLANES; ++i) {
        for (int at = lane; at < GATHER_BLOCK; at += GROUP_X) sum[cell_of(at)] = 0.0f;
        for (int l = 0; l < p.levels; ++l) {
            barrier(CLK_LOCAL_MEM_FENCE);
            global const int *position = positions_of(tables, p.x, l);
            global const plane_t *detail = u.details[l] + plane_index(i, 0, positions_of(tables, p.y, l)[y], p.planes);
            const EawGroup group = group_of(&u, l, i);
            const int run = GATHER_BLOCK >> l; // pixels of one subimage in the block
            for (int at = lane; at < GATHER_BLOCK; at += GROUP_X) {
                const int offset = at / run, j = at % run;
                const int x = offset + (j << l); // in the block
                if (first + x >= p.planes.width) continue;
                const int from = run_position(position, first + offset, j, l, p.planes.width);
                sum[cell_of(x)] += detail_delta(LOAD_ONE(detail + from), group, p.protection, 1.0f);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int at = lane; at < GATHER_BLOCK && first + at < p.planes.width; at += GROUP_X)
            STORE_ONE(sum[cell_of(at)], delta + plane_index(i, first + at, y, p.planes));
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
