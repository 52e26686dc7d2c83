// Runs the upward pass by blocks (deviation from the schedule paper, whose upward pass reads pixel by pixel): a
// work-group makes GATHER_BLOCK consecutive pixels of a row. A level's layout holds the pixels of one subimage in one
// run, so each level is read in contiguous runs and put in order in local memory. The sum has the order of the other
// passes.
#include "eaw/upward.h"

#ifndef GATHER_BLOCK
#define GATHER_BLOCK 1024 // pixels; a multiple of 2^(levels-1); runs of the coarsest level are GATHER_BLOCK >> level
#endif
#ifndef GROUP_X
#define GROUP_X 64 // work-items per work-group
#endif

#define CELLS (GATHER_BLOCK + GATHER_BLOCK / 32)

// Local cell of pixel x of the block: one cell of padding per 32 spreads strides of 2^level over the banks.
INLINE int cell_of(int x) { return x + (x >> 5); }

// The position of pixel x + j 2^level: runs are +1 apart, -1 in mirrored segments, 2^level in the original layout.
INLINE int run_position(global const int *position, int x, int j, int level, int n) {
    const int next = x + (1 << level);
    return position[x] + (next < n ? j * (position[next] - position[x]) : 0);
}

// One stack of a row of the block: its place in memory, and the order of its pixels there.
typedef struct {
    global const plane_t *row;
    global const int *position; // of columns (null: the columns of the pixels)
    int level;
} GatherRow;

INLINE GatherRow gather_row(const EawUpward *u, int l, int i, int y) {
    const EawSynthesis *p = u->p;
    if (l < FIRST_LEVEL) { // the delta of the finer levels
        const GatherRow delta = {u->kept[0] +
                                     plane_index(i, 0, positions_of(u->tables, p->y, FIRST_LEVEL)[y], p->planes),
                                 positions_of(u->tables, p->x, FIRST_LEVEL), FIRST_LEVEL};
        return delta;
    }
    if (l == LEVELS) { // c_L
        const GatherRow last = {u->coarse + plane_index(i, 0, y, p->planes),
                                p->columns_stay ? positions_of(u->tables, p->x, LEVELS - 1) : 0,
                                p->columns_stay ? LEVELS - 1 : 0};
        return last;
    }
    const GatherRow row = {u->kept[l] + plane_index(i, 0, positions_of(u->tables, p->y, l)[y], p->planes),
                           positions_of(u->tables, p->x, l), l};
    return row;
}

kernel __attribute__((reqd_work_group_size(GROUP_X, 1, 1))) void
eaw_gather(global const plane_t *restrict d0, global const plane_t *restrict d1, global const plane_t *restrict d2,
           global const plane_t *restrict d3, global const plane_t *restrict d4, global const plane_t *restrict d5,
           global const plane_t *restrict d6, global const plane_t *restrict d7, global const plane_t *restrict d8,
           global const plane_t *restrict d9, global const int *restrict tables, global const plane_t *restrict coarse,
           global const float *restrict thresholds, global plane_t *restrict delta, const EawSynthesis p) {
    local float sum[CELLS];
#if KEPT_COARSE
    local float finer[CELLS]; // c_l
#endif
    global const plane_t *kept[MAX_LEVELS] = {d0, d1, d2, d3, d4, d5, d6, d7, d8, d9};
    const EawUpward its = {&p, kept, coarse, tables, thresholds}, *const u = &its;
    const int blocks = (p.planes.width + GATHER_BLOCK - 1) / GATHER_BLOCK, group = get_group_id(0);
    const int lane = get_local_id(0), y = group / blocks, first = (group - y * blocks) * GATHER_BLOCK;
    for (int i = 0; i < PLANES; ++i) {
        for (int at = lane; at < GATHER_BLOCK; at += GROUP_X) sum[cell_of(at)] = 0.0f;
        EACH_LEVEL
        for (int l = FIRST_LEVEL > 0 ? FIRST_LEVEL - 1 : 0; l < LEVELS + KEPT_COARSE; ++l) {
            barrier(CLK_LOCAL_MEM_FENCE);
            const GatherRow row = gather_row(u, l, i, y);
            const int run = GATHER_BLOCK >> row.level; // pixels of one subimage in the block
            for (int at = lane; at < GATHER_BLOCK; at += GROUP_X) {
                const int offset = at / run, j = at - offset * run;
                const int x = offset + (j << row.level), cell = cell_of(x); // in the block
                if (first + x >= p.planes.width) continue;
                const int from =
                    row.position ? run_position(row.position, first + offset, j, row.level, p.planes.width) : first + x;
                const float value = LOAD_ONE(row.row + from);
#if KEPT_COARSE
                if (l < FIRST_LEVEL) {
                    sum[cell] = value;
                    continue;
                }
                if (l > FIRST_LEVEL)
                    sum[cell] += detail_delta(finer[cell] - value, group_of(u, l - 1, i), p.protection, 1.0f);
                finer[cell] = value;
#else
                sum[cell] += detail_delta(value, group_of(u, l, i), p.protection, 1.0f);
#endif
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int at = lane; at < GATHER_BLOCK && first + at < p.planes.width; at += GROUP_X)
            STORE_ONE(sum[cell_of(at)], delta + plane_index(i, first + at, y, p.planes));
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
