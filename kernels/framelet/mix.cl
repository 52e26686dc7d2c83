// Converts channels of an image to opponents and back, and the noise of the channels to the noise of an opponent.
// Opponents are orthonormal, so white noise stays white. They are made of the file's values, because noise is more
// uniform there than in light: light is encoded first (LIGHT).
#include "atrous/store.h"
#include "framelet/params.h"
#include "pixel/colour.h"

#ifndef CHANNELS
#define CHANNELS 3 // 1 grey, 3 RGB
#endif
#ifndef LIGHT
#define LIGHT 0 // 1: channels are proportional to light
#endif

// The encoding of a channel, and its inverse. Straight below black, so negative values survive. Above white
// the curve continues.
INLINE vf encoded(vf v) { return LIGHT ? srgb_encode(v) : v; }
INLINE vf decoded(vf v) { return LIGHT ? srgb_decode(v) : v; }

#define FOR_ROW(x, planes) for (int x = get_global_id(0) * VECTOR; x < planes.width; x += get_global_size(0) * VECTOR)

// The channels encoded.
kernel void framelet_encode(global const float *restrict channels, global float *restrict out, const FrameletMix p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    const Level l = {.planes = p.planes};
    FOR_ROW(x, p.planes)
    for (int c = 0; c < CHANNELS; ++c) {
        const size_t row = plane_index(c, 0, y, p.planes);
        store_here(&l, out + row, encoded(LOAD(channels + row + x)), x);
    }
}

// Encoded channels to one opponent.
kernel void framelet_opponent(global const float *restrict code, global float *restrict out, const FrameletMix p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    const Level l = {.planes = p.planes};
    FOR_ROW(x, p.planes) {
        vf sum = 0.0f;
        UNROLL
        for (int c = 0; c < CHANNELS; ++c)
            sum = fma((vf)(p.weight[c]), LOAD(code + plane_index(c, x, y, p.planes)), sum);
        store_here(&l, out + plane_index(0, 0, y, p.planes), sum, x);
    }
}

// Variance of a channel's noise at a brightness.
INLINE float noise_at(global const float *curve, float brightness) {
    const float at = clamp(brightness * (float)(FRAMELET_CURVE - 1), 0.0f, (float)(FRAMELET_CURVE - 1));
    const int left = min((int)at, FRAMELET_CURVE - 2);
    return mix(curve[left], curve[left + 1], at - (float)left);
}

// The noise of an opponent by the brightness of its channels, which lie in the layout of FRAMELET_BRIGHTNESS: sum of
// weight^2 curve(brightness). curves: FRAMELET_CURVE entries per channel.
kernel void framelet_map(global const float *restrict brightness, global const float *restrict curves,
                         global const int *restrict tables, global float *restrict out, const FrameletMix p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    global const int *columns = positions_of(tables, p.x, FRAMELET_BRIGHTNESS);
    const int row = positions_of(tables, p.y, FRAMELET_BRIGHTNESS)[y];
    for (int x = get_global_id(0); x < p.planes.width; x += get_global_size(0)) {
        float sum = 0.0f;
        for (int c = 0; c < CHANNELS; ++c)
            sum += p.weight[c] * p.weight[c] *
                   noise_at(curves + c * FRAMELET_CURVE, brightness[plane_index(c, columns[x], row, p.planes)]);
        out[plane_index(0, x, y, p.planes)] = sum;
    }
}

// Returns the change of the channels: filtered minus original opponents, converted back to light if the channels were
// light.
kernel void framelet_delta(global const float *restrict opponents, global const float *restrict code,
                           global float *restrict delta, const FrameletMix p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    const Level l = {.planes = p.planes};
    FOR_ROW(x, p.planes)
    for (int c = 0; c < CHANNELS; ++c) {
        const size_t row = plane_index(c, 0, y, p.planes);
        const vf before = LOAD(code + row + x);
        vf after = 0.0f;
        UNROLL
        for (int i = 0; i < CHANNELS; ++i)
            after = fma((vf)(p.weight[3 * i + c]), LOAD(opponents + plane_index(i, x, y, p.planes)), after);
        store_here(&l, delta + row, decoded(after) - decoded(before), x);
    }
}
