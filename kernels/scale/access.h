// Defines the order in which a lane of a decimating filter reads its taps from local memory. Lane t begins at element t
// * factor, so in order gcd(factor, banks) lanes meet in a bank: Gajjar and Guracar, "Avoiding Shared Memory Bank
// Conflicts in Rate Conversion Filtering", GTC 2015. Filter and bank analyser share these expressions. Deviation from
// the slides: the group of a lane is floor(lane g / banks) mod g with g = gcd(factor, banks), which is free for every
// factor, but their fixed even masks are not.
#ifndef ATROUS_SCALE_ACCESS_H
#define ATROUS_SCALE_ACCESS_H
#include "atrous/portable.h"

KERNELS_BEGIN

enum ScaleAccessKind {
    ACCESS_NAIVE = 0,    // k
    ACCESS_STRIDED = 1,  // (k + lane) mod taps: the slides' first solution
    ACCESS_SCRAMBLED = 2 // tiles of taps, each group of lanes in an order of its own
};

typedef struct {
    int kind;
    int taps;      // read by each lane, of ACCESS_SCRAMBLED a multiple of `tile`
    int tile;      // gcd of factor and banks
    int banks;     // that serve one phase
    int exclusive; // the tile is a power of two: orders use exclusive or, otherwise rotation
} ScaleAccess;

// Lanes of one group read a tile in the same order.
INLINE int scramble_group(int lane, int tile, int banks) { return lane * tile / banks % tile; }

// The tap, within its tile, that a group reads at step j of the tile.
INLINE int scramble_tap(int j, int group, int tile, int exclusive) {
    return exclusive ? j ^ group : (j + group) % tile;
}

INLINE int strided_tap(int step, int lane, int taps) { return (step + lane) % taps; }

// The tap that a lane reads at a step, 0 to taps - 1.
INLINE int access_tap(ScaleAccess a, int step, int lane) {
    if (a.kind == ACCESS_NAIVE) return step;
    if (a.kind == ACCESS_STRIDED) return strided_tap(step, lane, a.taps);
    const int j = step % a.tile;
    return step - j + scramble_tap(j, scramble_group(lane, a.tile, a.banks), a.tile, a.exclusive);
}

KERNELS_END

#endif
