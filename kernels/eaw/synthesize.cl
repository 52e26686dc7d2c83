// The upward pass over stored details (EAW paper, equation 5; schedule paper, last paragraphs of section 4.2):
// every output pixel gathers its detail from each level's layout. Its reads are delocalised, which is why fused
// synthesis is the default; statistics of whole levels need this one. Sums in the order of the fused pass.
#include "eaw/upward.h"
#include "atrous/tile_map.h"

#ifndef PLANE_GROUPS
#define PLANE_GROUPS 0 // 1: groups of work-items take different planes, four rows apart (toma's m'' and m_p)
#define GROUP_X 16     // then: the work-group, both sides multiples of 4
#define GROUP_Y 16
#endif

// Detail of plane i of level l at pixel (x, y).
INLINE float detail_at(global const plane_t *const *details, global const int *tables, int x, int y, int i, int l,
                       const EawSynthesis *p) {
    const int row = tables[p->y.first + l * p->y.level + AXIS_POSITION * p->y.length + y];
    const int column = tables[p->x.first + l * p->x.level + AXIS_POSITION * p->x.length + x];
    return LOAD_ONE(details[l] + place(i, column, row, p->planes));
}

// The part of a boost that is kept at every level: the fused pass has the coarse luma at hand, here it is the coarsest
// one and the details above.
INLINE void find_shadows(float *in_shadows, global const plane_t *const *details, global const int *tables,
                         global const plane_t *coarse, int x, int y, const EawSynthesis *p) {
    float luma = 0.0f;
    for (int i = 0; SHADOWS && i < LUMA; ++i) luma += LOAD_ONE(coarse + place(i, x, y, p->planes));
    for (int l = p->levels - 1; l >= 0; --l) {
        in_shadows[l] = SHADOWS ? kept_in_shadows(luma * (1.0f / LUMA), p->protection) : 1.0f;
        for (int i = 0; SHADOWS && i < LUMA; ++i) luma += detail_at(details, tables, x, y, i, l, p);
    }
}

// Sum over all levels of what plane `i` changes at pixel (x, y).
INLINE float change_of(global const plane_t *const *details, global const int *tables, global const plane_t *coarse,
                       global const float *thresholds, int x, int y, int i, const EawSynthesis *p) {
    float in_shadows[10], sum = 0.0f;
    find_shadows(in_shadows, details, tables, coarse, x, y, p);
    for (int l = 0; l < p->levels; ++l)
        sum += detail_change(detail_at(details, tables, x, y, i, l, p), group_of(p, l, i, thresholds), p->protection,
                             in_shadows[l]);
    return sum;
}

kernel void eaw_synthesize(global const plane_t *restrict d0, global const plane_t *restrict d1,
                           global const plane_t *restrict d2, global const plane_t *restrict d3,
                           global const plane_t *restrict d4, global const plane_t *restrict d5,
                           global const plane_t *restrict d6, global const plane_t *restrict d7,
                           global const plane_t *restrict d8, global const plane_t *restrict d9,
                           global const int *restrict tables, global const plane_t *restrict coarse,
                           global const float *restrict thresholds, global plane_t *restrict change,
                           const EawSynthesis p) {
    global const plane_t *details[10] = {d0, d1, d2, d3, d4, d5, d6, d7, d8, d9};
#if PLANE_GROUPS
    const int lane = get_local_id(1) * GROUP_X + get_local_id(0);
    const int x = get_group_id(0) * GROUP_X + tile_block_x(GROUP_X, lane);
    for (int i = tile_plane(GROUP_X, lane); i < PLANES; i += GROUP_Y / 4)
        for (int step = 0; step < GROUP_Y; step += 4) {
            const int y = get_group_id(1) * GROUP_Y + tile_plane_y(lane) + step;
            if (x >= p.planes.width || y >= p.planes.height) continue;
            STORE_ONE(change_of(details, tables, coarse, thresholds, x, y, i, &p), change + place(i, x, y, p.planes));
        }
#else
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    for (int x = get_global_id(0); x < p.planes.width; x += get_global_size(0))
        for (int i = 0; i < PLANES; ++i)
            STORE_ONE(change_of(details, tables, coarse, thresholds, x, y, i, &p), change + place(i, x, y, p.planes));
#endif
}
