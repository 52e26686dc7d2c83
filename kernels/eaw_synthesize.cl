// The upward pass over stored details (EAW paper, equation 5; schedule paper, last paragraphs of section 4.2):
// every output pixel gathers its detail from each level's layout. Its reads are delocalised, which is why fused
// synthesis is the default; statistics of whole levels need this one. Sums in the order of the fused pass.
#include "eaw_tap.h"
#include "params.h"

kernel void eaw_synthesize(global const float *restrict d0, global const float *restrict d1,
                           global const float *restrict d2, global const float *restrict d3,
                           global const float *restrict d4, global const float *restrict d5,
                           global const float *restrict d6, global const float *restrict d7,
                           global const float *restrict d8, global const float *restrict d9,
                           global const int *restrict tables, global float *restrict change, const EawSynthesis p) {
    global const float *details[10] = {d0, d1, d2, d3, d4, d5, d6, d7, d8, d9};
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    for (int x = get_global_id(0); x < p.planes.width; x += get_global_size(0)) {
        float sum[PLANES];
        for (int i = 0; i < PLANES; ++i) sum[i] = 0.0f;
        for (int l = 0; l < p.levels; ++l) {
            const int row = tables[p.y.first + l * p.y.level + AXIS_POSITION * p.y.length + y];
            const int column = tables[p.x.first + l * p.x.level + AXIS_POSITION * p.x.length + x];
            global const float *detail = details[l] + p.planes.guard + (size_t)row * p.planes.pitch + column;
            for (int i = 0; i < PLANES; ++i) {
                const EawGroup group = i < LUMA ? p.luma[l] : p.chroma[l];
                sum[i] += detail_change(detail[(size_t)i * p.planes.plane], group.gain, group.threshold);
            }
        }
        for (int i = 0; i < PLANES; ++i)
            change[p.planes.guard + (size_t)i * p.planes.plane + (size_t)y * p.planes.pitch + x] = sum[i];
    }
}
