// Shows figure 4 of the schedule paper (Dolp, Hanika, Dachsbacher 2024) with the filter around it: one level
// of the edge-avoiding à-trous filter, a pixel per work-item, one edge weight, border drop. It includes
// nothing, and is here to be copied. The program's own kernels (../eaw) do the same in planes, for every
// order, border and form. Deviations: figure 4's n / 2 is the ceiling, so that odd sizes are exact, too. The
// last level finds its pixel by undoing one split after the other, since figure 4's formula holds only if
// 2^level divides n.
#define RADIUS 2
constant float tap_weight[] = {3.0f / 8.0f, 1.0f / 4.0f, 1.0f / 16.0f};

typedef struct {
    int width, height;
    int level;     // taps are 2^level pixels apart
    int last;      // 1: write each pixel where it belongs in the image
    float falloff; // log2(e) / (2 sigma^2) of differences between pixels
} Figure4;

// Returns the place where a level's writer stores position p of an axis of n, so that the next level's taps are
// neighbours: even ones to the front.
static inline int step_to(int p, int n) { return p % 2 == 0 ? p / 2 : (n + 1) / 2 + p / 2; }

static inline int back_from(int p, int n) {
    const int evens = (n + 1) / 2;
    return p < evens ? 2 * p : 2 * (p - evens) + 1;
}

// Returns the pixel at position p of the layout that `level` reads.
static inline int pixel_at(int p, int n, int level) {
    for (; level > 0; --level) p = back_from(p, n);
    return p;
}

kernel void figure4(global const float4 *restrict from, global float4 *restrict to, const Figure4 f) {
    const int2 n = (int2)(f.width, f.height), p = (int2)(get_global_id(0), get_global_id(1)); // size, position
    if (p.x >= n.x || p.y >= n.y) return;
#ifdef DILATED // the usual schedule, to compare with
    const int apart = 1 << f.level;
    const int2 pixel = p, written = p;
#else
    const int apart = 1;
    const int2 pixel = (int2)(pixel_at(p.x, n.x, f.level), pixel_at(p.y, n.y, f.level));
    const int2 written = f.last ? pixel : (int2)(step_to(p.x, n.x), step_to(p.y, n.y));
#endif
    const float4 centre = from[p.y * n.x + p.x];
    float4 sum = 0.0f;
    float norm = 0.0f;
    for (int dy = -RADIUS; dy <= RADIUS; ++dy)
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            // A tap counts if the image contains its pixel. Neighbouring positions are not sufficient.
            const int2 at = pixel + (int2)(dx, dy) * (1 << f.level);
            if (at.x < 0 || at.x >= n.x || at.y < 0 || at.y >= n.y) continue;
            const float4 difference = from[(p.y + dy * apart) * n.x + p.x + dx * apart] - centre;
            const float edge = exp2(-f.falloff * dot(difference, difference));
            const float weight = tap_weight[abs(dx)] * tap_weight[abs(dy)] * edge;
            sum += weight * difference;
            norm += weight;
        }
    to[written.y * n.x + written.x] = centre + sum / norm;
}
