// Finds the noise of an image and the thresholds that remove it, from its stored details (Hanika, Dammertz, Lensch
// 2011, section 3): the median of |d_0| gives the deviation of the noise (Donoho and Johnstone's MAD / 0.6745), the
// norm of each level the deviation of the details, and BayesShrink (Chang, Yu, Vetterli 2000) the threshold T = noise^2
// / signal of each level and plane. The median comes from a histogram whose bins are the leading bits of the floats.
#include "atrous/level.h"
#include "eaw/groups.h"
#include "eaw/params.h"

#ifndef GROUP_X
#define GROUP_X 64 // work-items per work-group
#endif
#define BINS (1 << NOISE_BIN_BITS)
#define BIN_SHIFT (31 - NOISE_BIN_BITS) // bits of a float below its bin, the sign bit being 0
#define TEXTURE 2.0f                    // variance of texture in the details of level 0 relative to level 1
#define ZERO_BAND 1e30f                 // a threshold above every detail

// Writes zeros outside the rows of a level's details, because norms cover whole planes.
kernel void noise_padding(global float *restrict detail, const PlaneStack planes) {
    const int y = get_global_id(1), i = get_global_id(0);
    if (y >= planes.height || i >= PLANES) return;
    for (int x = planes.width; x < planes.pitch; ++x) detail[plane_index(i, x, y, planes)] = 0.0f;
}

// Writes zeros to the details of pixels outside a region's inner rectangle.
kernel void noise_outside(global const int *restrict tables, global const PixelRect *restrict inner,
                          global float *restrict detail, const NoiseRegion p) {
    const int y = get_global_id(1), i = get_global_id(0);
    if (y >= p.planes.height || i >= PLANES) return;
    const int row = positions_of(tables, p.y, p.level)[y];
    global const int *column = positions_of(tables, p.x, p.level);
    const int inside = y >= inner->top && y < inner->bottom;
    const int left = inside ? inner->left : p.planes.width, right = inside ? inner->right : p.planes.width;
    for (int x = 0; x < left; ++x) detail[plane_index(i, column[x], row, p.planes)] = 0.0f;
    for (int x = right; x < p.planes.width; ++x) detail[plane_index(i, column[x], row, p.planes)] = 0.0f;
}

// Counts |d| of plane get_group_id(1) into histogram[first + plane * BINS + bin]. Work-groups take rows in
// turn.
kernel __attribute__((reqd_work_group_size(GROUP_X, 1, 1))) void
noise_histogram(global const float *restrict detail, volatile global uint *restrict histogram, const NoiseHistogram p) {
    const PlaneStack planes = p.planes;
    local uint counts[BINS];
    const int lane = get_local_id(0), i = get_group_id(1);
    for (int bin = lane; bin < BINS; bin += GROUP_X) counts[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int y = get_group_id(0); y < planes.height; y += get_num_groups(0))
        for (int x = lane; x < planes.width; x += GROUP_X)
            atomic_inc(&counts[as_uint(fabs(detail[plane_index(i, x, y, planes)])) >> BIN_SHIFT]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int bin = lane; bin < BINS; bin += GROUP_X)
        if (counts[bin]) atomic_add(&histogram[p.first + i * BINS + bin], counts[bin]);
}

// The median of the values counted: the lower edge of its bin and a linear share of the bin's width.
INLINE float median_of(global const uint *histogram, uint pixels) {
    const uint half_way = (pixels + 1) / 2;
    uint below = 0;
    for (int bin = 0; bin < BINS; ++bin) {
        const uint count = histogram[bin];
        if (below + count >= half_way) {
            const float low = as_float((uint)bin << BIN_SHIFT), high = as_float((uint)(bin + 1) << BIN_SHIFT);
            const float share = (half_way - below - 0.5f) / count;
            return bin == 0 ? 0.0f : low + share * (high - low);
        }
        below += count;
    }
    return 0.0f;
}

// Deviation of the noise in the details of level 0. Texture has a median, too, which in an image full of it would pass
// for noise (deviation from the paper, which uses only the median of level 0). But white noise falls steeply from level
// 0 to level 1, and texture hardly falls or even rises: with m the medians over 0.6745, s the noise and t the texture,
// m_0^2 = s^2 + TEXTURE t^2 and m_1^2 = (decay_1 s)^2 + t^2. TEXTURE is the largest measured ratio (a wall of plaster
// and brick). In images with a smaller ratio, the noise becomes slightly too small, which keeps too much rather than
// too little.
INLINE float noise_of(global const uint *histogram, const EawNoise *p) {
    const float m0 = median_of(histogram, p->pixels) * (1.0f / 0.6745f);
    if (p->levels < 2) return m0;
    const float m1 = median_of(histogram + PLANES * BINS, p->pixels) * (1.0f / 0.6745f);
    return sqrt(fmax(m0 * m0 - TEXTURE * m1 * m1, 0.0f) / (1.0f - TEXTURE * p->decay[1] * p->decay[1]));
}

// histogram: of the levels 0 and 1. norms[level * PLANES + plane]: root of the sum of the squares of a level's details.
// found[level * PLANES + plane]: the thresholds, followed per plane by the deviation of the noise in the details of
// level 0.
kernel void noise_thresholds(global const uint *restrict histogram, global const float *restrict norms,
                             global float *restrict found, const EawNoise p) {
    const int i = get_global_id(0);
    if (i >= PLANES) return;
    const float noise = noise_of(histogram + i * BINS, &p);
    for (int l = 0; l < p.levels; ++l) {
        const float of_level = noise * p.decay[l], norm = norms[l * PLANES + i];
        const float signal = norm * (norm / p.pixels) - of_level * of_level; // variance
        const float threshold = of_level * of_level * rsqrt(fmax(signal, 1e-30f));
        found[l * PLANES + i] = of_level == 0.0f ? 0.0f : signal <= 0.0f ? ZERO_BAND : fmin(threshold, ZERO_BAND);
    }
    found[p.levels * PLANES + i] = noise;
}
