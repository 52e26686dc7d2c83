// The upward pass over stored details (EAW paper, equation 5; schedule paper, last paragraphs of section 4.2):
// every output pixel gathers its detail from each level's layout. Its reads are delocalised, which is why fused
// synthesis is the default; statistics of whole levels need this one. Sums in the order of the fused pass.
#include "eaw_tap.h"
#include "params.h"
#include "plane.h"
#include "tile_map.h"

#ifndef PLANE_GROUPS
#define PLANE_GROUPS 0 // 1: groups of work-items take different planes, four rows apart (toma's m'' and m_p)
#define GROUP_X 16     // then: the work-group, both sides multiples of 4
#define GROUP_Y 16
#endif

// Sum over all levels of what plane `i` changes at pixel (x, y).
INLINE float change_of(global const plane_t *const *details, global const int *tables, int x, int y, int i,
                       const EawSynthesis *p) {
    float sum = 0.0f;
    for (int l = 0; l < p->levels; ++l) {
        const int row = tables[p->y.first + l * p->y.level + AXIS_POSITION * p->y.length + y];
        const int column = tables[p->x.first + l * p->x.level + AXIS_POSITION * p->x.length + x];
        const size_t at = p->planes.guard + (size_t)i * p->planes.plane + (size_t)row * p->planes.pitch + column;
        const EawGroup group = i < LUMA ? p->luma[l] : p->chroma[l];
        sum += detail_change(LOAD_ONE(details[l] + at), group.gain, group.threshold);
    }
    return sum;
}

kernel void eaw_synthesize(global const plane_t *restrict d0, global const plane_t *restrict d1,
                           global const plane_t *restrict d2, global const plane_t *restrict d3,
                           global const plane_t *restrict d4, global const plane_t *restrict d5,
                           global const plane_t *restrict d6, global const plane_t *restrict d7,
                           global const plane_t *restrict d8, global const plane_t *restrict d9,
                           global const int *restrict tables, global plane_t *restrict change, const EawSynthesis p) {
    global const plane_t *details[10] = {d0, d1, d2, d3, d4, d5, d6, d7, d8, d9};
#if PLANE_GROUPS
    const int lane = get_local_id(1) * GROUP_X + get_local_id(0);
    const int x = get_group_id(0) * GROUP_X + tile_block_x(GROUP_X, lane);
    for (int i = tile_plane(GROUP_X, lane); i < PLANES; i += GROUP_Y / 4)
        for (int step = 0; step < GROUP_Y; step += 4) {
            const int y = get_group_id(1) * GROUP_Y + tile_plane_y(lane) + step;
            if (x >= p.planes.width || y >= p.planes.height) continue;
            STORE_ONE(change_of(details, tables, x, y, i, &p),
                      change + p.planes.guard + (size_t)i * p.planes.plane + (size_t)y * p.planes.pitch + x);
        }
#else
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    for (int x = get_global_id(0); x < p.planes.width; x += get_global_size(0))
        for (int i = 0; i < PLANES; ++i)
            STORE_ONE(change_of(details, tables, x, y, i, &p),
                      change + p.planes.guard + (size_t)i * p.planes.plane + (size_t)y * p.planes.pitch + x);
#endif
}
