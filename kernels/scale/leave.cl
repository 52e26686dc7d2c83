// Converts light weighted with alpha to samples of a file.
#include "pixel/samples.h"
#include "scale/params.h"

// Smaller alphas count as none: otherwise the remainder of cancelling sums would be divided by them.
#define MIN_ALPHA 1e-5f

kernel void scale_leave(global const float *restrict planes, global const float *restrict tones,
                        global SAMPLE *restrict result, const ScaleLeave p) {
    const int y = get_global_id(1);
    if (y >= p.planes.height) return;
    const Tone tone = {&p.profile, tones};
    for (int x = get_global_id(0) * VECTOR; x < p.planes.width; x += get_global_size(0) * VECTOR) {
        Lanes out[CHANNELS];
#if ALPHA
        vf alpha = LOAD(planes + plane_index(COLOURS, x, y, p.planes));
        const vi visible = MASK(alpha > MIN_ALPHA);
        const vf weight = select((vf)(1.0f), alpha, visible);
        alpha = select((vf)(0.0f), alpha, visible);
        out[COLOURS].v = alpha;
#endif
        vf colour[COLOURS];
        UNROLL
        for (int c = 0; c < COLOURS; ++c) {
            colour[c] = LOAD(planes + plane_index(c, x, y, p.planes));
#if ALPHA
            colour[c] /= weight;
#endif
        }
        encode_colours(colour, &tone);
        UNROLL
        for (int c = 0; c < COLOURS; ++c) {
#if ALPHA
            out[c].v = ALPHA == 2 ? colour[c] * weight : select((vf)(0.0f), colour[c], visible);
#else
            out[c].v = colour[c];
#endif
        }
        for (int i = 0; i < VECTOR && x + i < p.planes.width; ++i) {
            const size_t first = ((size_t)y * p.planes.width + x + i) * CHANNELS;
            UNROLL
            for (int c = 0; c < CHANNELS; ++c) write_sample(result, first + c, out[c].lane[i]);
        }
    }
}
