// Computes the places of pixels: the permutations of the schedule paper (Dolp, Hanika, Dachsbacher 2024, sections 3.1
// to 3.4), per axis (2-D is the product), for host and device. One axis has n pixels. Iteration k reads layout k (k =
// 0: the original order), in which its taps, 2^k pixels apart, are neighbours.
//
// Deviations from the paper, each needed to be exact for every n without padding:
//  - figure 4's offset of the odd half is the ceiling of n/2. Figure 4's last-level inverse holds only if 2^k
//    divides n, ours inverts the splits one by one;
//  - mirroring (sigma_b) reverses the odd subimages, as figures 4 and 6 do, not the even ones of section 3.4;
//  - `subdivision` needs no padding: every segment is split in place, the even (larger) pair first.
#ifndef ATROUS_LAYOUT_H
#define ATROUS_LAYOUT_H
#include "atrous/portable.h"

KERNELS_BEGIN

enum LayoutOrder {
    LAYOUT_ORIGINAL = 0,    // never permuted: the dilated baseline
    LAYOUT_SPLIT = 1,       // the whole array split by parity at every level (figure 4, repaired)
    LAYOUT_ASCENDING = 2,   // subimages by ascending offset, packed by Euclid's division (section 3.2, tau_I)
    LAYOUT_SUBDIVISION = 3, // every segment split in place, offsets bit-reversed (section 3.2, tau_Q)
    LAYOUT_KALEIDOSCOPE = 4 // like split, with the even half always mirrored and last (vkdt's step)
};

// One axis in one layout. `mirror`: the paper's sigma_b (no effect on original, kaleidoscope always mirrors).
typedef struct {
    int order;
    int mirror;
    int n; // pixels, >= 1
    int k; // splits done, 0 to 15
} Layout;

// One split of a whole array, applied to position p of layout k (split and kaleidoscope).
static inline int layout_split(int order, int mirror, int n, int k, int p) {
    const int pair = p >> 1;
    if (order == LAYOUT_KALEIDOSCOPE) return p & 1 ? pair : n - 1 - pair;
    if ((p & 1) == 0) return pair;
    return mirror && k == 0 ? n - 1 - pair : ((n + 1) >> 1) + pair;
}

// The inverse of layout_split. `sign` changes where the split reverses direction.
static inline int layout_unsplit(int order, int mirror, int n, int k, int p) {
    if (order == LAYOUT_KALEIDOSCOPE) return p < (n >> 1) ? 2 * p + 1 : 2 * (n - 1 - p);
    const int evens = (n + 1) >> 1;
    if (p < evens) return 2 * p;
    return mirror && k == 0 ? 2 * (n - 1 - p) + 1 : 2 * (p - evens) + 1;
}

// Ascending order: first position of subimage o of s = 2^k. The n mod s large subimages come first.
static inline int layout_ascending_start(int n, int k, int o) {
    const int large = n & ((1 << k) - 1);
    return o * (n >> k) + (o < large ? o : large);
}

// Ascending order mirrors by reversing the odd pixels of the original array, once (an involution).
static inline int layout_ascending_mirror(int mirror, int n, int k, int x) {
    return mirror && k > 0 && (x & 1) ? (n & ~1) - x : x;
}

// The segment of layout k (subdivision order) that holds pixel x, or position p if by_position.
typedef struct {
    int start, size; // in positions
    int offset;      // the subimage: pixels congruent to it modulo 2^k
    int index;       // of the segment, counted from the left of the split tree: offset with its bits reversed
} LayoutSegment;

static inline LayoutSegment layout_segment(int n, int k, int at, int by_position) {
    LayoutSegment s = {0, n, 0, 0};
    for (int j = 0; j < k; ++j) {
        const int evens = (s.size + 1) >> 1;
        const int odd = by_position ? at - s.start >= evens : (at >> j) & 1;
        s.start += odd ? evens : 0;
        s.size = odd ? s.size - evens : evens;
        s.offset |= odd << j;
        s.index = 2 * s.index + odd;
    }
    return s;
}

// The pixel at position p of the layout.
static inline int layout_pixel(Layout a, int p) {
    if (a.order == LAYOUT_ASCENDING) {
        const int size = a.n >> a.k, large = a.n & ((1 << a.k) - 1);
        const int beyond = p - large * (size + 1); // positions after the large subimages
        const int o = beyond < 0 ? p / (size + 1) : large + beyond / (size > 0 ? size : 1);
        const int x = o + ((p - layout_ascending_start(a.n, a.k, o)) << a.k);
        return layout_ascending_mirror(a.mirror, a.n, a.k, x);
    }
    if (a.order == LAYOUT_SUBDIVISION) {
        const LayoutSegment s = layout_segment(a.n, a.k, p, 1);
        const int w = a.mirror && (s.index & 1) ? s.size - 1 - (p - s.start) : p - s.start;
        return s.offset + (w << a.k);
    }
    if (a.order == LAYOUT_ORIGINAL) return p;
    for (int j = a.k - 1; j >= 0; --j) p = layout_unsplit(a.order, a.mirror, a.n, j, p);
    return p;
}

// The position of pixel x in the layout: the inverse of layout_pixel.
static inline int layout_position(Layout a, int x) {
    if (a.order == LAYOUT_ASCENDING) {
        const int m = layout_ascending_mirror(a.mirror, a.n, a.k, x);
        return layout_ascending_start(a.n, a.k, m & ((1 << a.k) - 1)) + (m >> a.k);
    }
    if (a.order == LAYOUT_SUBDIVISION) {
        const LayoutSegment s = layout_segment(a.n, a.k, x, 0);
        const int w = x >> a.k;
        return s.start + (a.mirror && (s.index & 1) ? s.size - 1 - w : w);
    }
    if (a.order == LAYOUT_ORIGINAL) return x;
    for (int j = 0; j < a.k; ++j) x = layout_split(a.order, a.mirror, a.n, j, x);
    return x;
}

// Returns the target of position p in iteration k, so that the next iteration finds layout k + 1.
static inline int layout_step(Layout a, int p) {
    if (a.order == LAYOUT_SPLIT || a.order == LAYOUT_KALEIDOSCOPE) return layout_split(a.order, a.mirror, a.n, a.k, p);
    const int x = layout_pixel(a, p);
    a.k += 1;
    return layout_position(a, x);
}

// +1 if pixels ascend with the position around p, -1 if they descend (mirrored segments): taps of
// direction-dependent weights must be flipped there. For segments of one pixel the parity rule of the order.
static inline int layout_sign(Layout a, int p) {
    if (a.order == LAYOUT_KALEIDOSCOPE) {
        int sign = 1;
        for (int j = a.k - 1; j >= 0; --j) {
            if (p >= (a.n >> 1)) sign = -sign;
            p = layout_unsplit(a.order, a.mirror, a.n, j, p);
        }
        return sign;
    }
    if (!a.mirror || a.k == 0 || a.order == LAYOUT_ORIGINAL) return 1;
    if (a.order == LAYOUT_SUBDIVISION) return layout_segment(a.n, a.k, p, 1).index & 1 ? -1 : 1;
    return layout_pixel(a, p) & 1 ? -1 : 1;
}

// Subimages are runs of neighbouring positions. The number of runs before the run of position p. A split takes half of
// the pixels of every run, of the even positions first. Mirrored layouts are read as a whole, as the original one is.
static inline int layout_run(Layout a, int p) {
    if (a.order == LAYOUT_ORIGINAL || a.mirror) return 0;
    if (a.n <= 1 << a.k) return p; // all are of one pixel
    if (a.order == LAYOUT_ASCENDING) return layout_pixel(a, p) & ((1 << a.k) - 1);
    if (a.order == LAYOUT_SUBDIVISION) return layout_segment(a.n, a.k, p, 1).index;
    const int reverses = a.order == LAYOUT_KALEIDOSCOPE; // the even half, which comes last
    int run = 0, reversed = 0;
    for (int j = a.k - 1; j >= 0; --j) {
        const int second = p >= (reverses ? a.n >> 1 : (a.n + 1) >> 1);
        run |= (second ^ reversed) << j;
        reversed ^= reverses & second;
        p = layout_unsplit(a.order, a.mirror, a.n, j, p);
    }
    return run;
}

// Cells between two runs (atrous/cells.h). Four, so that a position and its cell are equal modulo 4.
enum { CELL_GAP = 4 };

// The cell of position p.
static inline int layout_cell(Layout a, int p) { return p + CELL_GAP * layout_run(a, p); }

// Position q of an array of n, reflected at its ends until it is inside (-1 -> 0, n -> n - 1).
static inline int layout_mirrored(int q, int n) {
    while (q < 0 || q >= n) q = q < 0 ? -1 - q : 2 * n - 1 - q;
    return q;
}

// The pixel of n that coordinate x stands for where an image goes on reflected, without its edge a second time: -1 -> 1.
static inline int layout_reflected(int x, int n) {
    if (n == 1) return 0;
    while (x < 0 || x >= n) x = x < 0 ? -x : 2 * (n - 1) - x;
    return x;
}

// The position of the pixel that tap d of position p stands for, inside the image or reflected.
static inline int layout_tap_reflected(Layout a, int p, int d) {
    return layout_position(a, layout_reflected(layout_pixel(a, p) + layout_sign(a, p) * d * (1 << a.k), a.n));
}

// Taps below and above position p that stay in the image, at most `radius` each: tap p + d is valid if and only
// if x + sign d 2^k lies in [0, n). Exact in every layout, two shifts and a minimum per axis.
static inline int layout_taps_below(Layout a, int p, int radius) {
    const int x = layout_pixel(a, p);
    const int taps = (layout_sign(a, p) > 0 ? x : a.n - 1 - x) >> a.k;
    return taps < radius ? taps : radius;
}
static inline int layout_taps_above(Layout a, int p, int radius) {
    const int x = layout_pixel(a, p);
    const int taps = (layout_sign(a, p) > 0 ? a.n - 1 - x : x) >> a.k;
    return taps < radius ? taps : radius;
}

KERNELS_END

#endif
