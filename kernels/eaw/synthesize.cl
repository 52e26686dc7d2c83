// Runs the upward pass over the stored results of levels (EAW paper, equation 5, and schedule paper, last
// paragraphs of section 4.2): every output pixel gathers its detail from each level's layout. Its scattered
// reads are slow, so fused synthesis is the default. Statistics of whole levels need this pass. Sums have the
// order of the fused pass.
#include "atrous/tile_map.h"
#include "eaw/upward.h"

#ifndef PLANE_GROUPS
#define PLANE_GROUPS 0 // 1: groups of work-items take different planes, four rows apart (toma's m'' and m_p)
#define GROUP_X 16     // then: the work-group, both sides multiples of 4
#define GROUP_Y 16
#endif

// Plane i at pixel (x, y) of kept[k], which lies in the layout of level l.
INLINE float kept_at(const EawUpward *u, int x, int y, int i, int k, int l) {
    const int column = positions_of(u->tables, u->p->x, l)[x], row = positions_of(u->tables, u->p->y, l)[y];
    return LOAD_ONE(u->kept[k] + plane_index(i, column, row, u->p->planes));
}

// Plane i of c_L at pixel (x, y).
INLINE float last_at(const EawUpward *u, int x, int y, int i) {
    return LOAD_ONE(u->coarse + plane_index(i, last_column(u, x), y, u->p->planes));
}

#if KEPT_COARSE
// c_l, of any level and the coarsest.
INLINE float coarse_at(const EawUpward *u, int x, int y, int i, int l) {
    return l < LEVELS ? kept_at(u, x, y, i, l, l) : last_at(u, x, y, i);
}

// The part of a boost that is kept at level l.
INLINE float in_shadows_at(const EawUpward *u, int x, int y, int l) {
    float luma = 0.0f;
    for (int i = 0; i < LUMA; ++i) luma += coarse_at(u, x, y, i, l + 1);
    return kept_in_shadows(luma * (1.0f / LUMA), u->p->protection);
}

// Returns the delta of plane i at pixel (x, y): the sum of the contributions of all levels.
INLINE float delta_at(const EawUpward *u, int x, int y, int i) {
    const int first = FIRST_LEVEL;
    float finer = kept_at(u, x, y, i, first, first), sum = first > 0 ? kept_at(u, x, y, i, 0, first) : 0.0f;
    EACH_LEVEL
    for (int l = first; l < LEVELS; ++l) {
        const float coarser = coarse_at(u, x, y, i, l + 1);
        const float in_shadows = SHADOWS ? in_shadows_at(u, x, y, l) : 1.0f;
        sum += detail_delta(finer - coarser, group_of(u, l, i), u->p->protection, in_shadows);
        finer = coarser;
    }
    return sum;
}
#else

// The part of a boost that is kept at every level: the fused pass has the coarse luma at hand, here it is the coarsest
// one and the details above.
INLINE void find_shadows(float *in_shadows, const EawUpward *u, int x, int y) {
    float luma = 0.0f;
    for (int i = 0; SHADOWS && i < LUMA; ++i) luma += last_at(u, x, y, i);
    EACH_LEVEL
    for (int l = LEVELS - 1; l >= 0; --l) {
        in_shadows[l] = SHADOWS ? kept_in_shadows(luma * (1.0f / LUMA), u->p->protection) : 1.0f;
        for (int i = 0; SHADOWS && i < LUMA; ++i) luma += kept_at(u, x, y, i, l, l);
    }
}

// Returns the delta of plane i at pixel (x, y): the sum of the contributions of all levels.
INLINE float delta_at(const EawUpward *u, int x, int y, int i) {
    float in_shadows[MAX_LEVELS], sum = 0.0f;
    find_shadows(in_shadows, u, x, y);
    EACH_LEVEL
    for (int l = 0; l < LEVELS; ++l)
        sum += detail_delta(kept_at(u, x, y, i, l, l), group_of(u, l, i), u->p->protection, in_shadows[l]);
    return sum;
}
#endif

// d0 to d9: stored results of the levels. coarse: c_L.
kernel void eaw_synthesize(global const plane_t *restrict d0, global const plane_t *restrict d1,
                           global const plane_t *restrict d2, global const plane_t *restrict d3,
                           global const plane_t *restrict d4, global const plane_t *restrict d5,
                           global const plane_t *restrict d6, global const plane_t *restrict d7,
                           global const plane_t *restrict d8, global const plane_t *restrict d9,
                           global const int *restrict tables, global const plane_t *restrict coarse,
                           global const float *restrict thresholds, global plane_t *restrict delta,
                           const EawSynthesis p) {
    global const plane_t *kept[MAX_LEVELS] = {d0, d1, d2, d3, d4, d5, d6, d7, d8, d9};
    const EawUpward u = {&p, kept, coarse, tables, thresholds};
#if PLANE_GROUPS
    const int lane = get_local_id(1) * GROUP_X + get_local_id(0);
    const int x = get_group_id(0) * GROUP_X + tile_block_x(GROUP_X, lane);
    for (int i = tile_plane(GROUP_X, lane); i < PLANES; i += GROUP_Y / 4)
        for (int step = 0; step < GROUP_Y; step += 4) {
            const int y = get_group_id(1) * GROUP_Y + tile_plane_y(lane) + step;
            if (x >= p.planes.width || y >= p.planes.height) continue;
            STORE_ONE(delta_at(&u, x, y, i), delta + plane_index(i, x, y, p.planes));
        }
#else
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    for (int x = get_global_id(0); x < p.planes.width; x += get_global_size(0))
        for (int i = 0; i < PLANES; ++i) STORE_ONE(delta_at(&u, x, y, i), delta + plane_index(i, x, y, p.planes));
#endif
}
