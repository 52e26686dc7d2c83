// Describes how a decimated signal is read from local memory: lane t starts at t * factor, so gcd(factor, banks) lanes
// collide. Permutation scrambling (Gajjar 2015) reads each tile of taps in another order per group of lanes.
#pragma once
#include <vector>

namespace atrous {

struct Scramble {
    int banks = 32, lanes = 32, factor = 8;
    int gcd = 8;              ///< of factor and banks: the degree of the naive order
    int tile = 8;             ///< taps that are permuted together. Pad the taps with zeros to a multiple
    bool exclusive_or = true; ///< tap k + (j ^ q). Otherwise k + (j + q) mod tile
    std::vector<int> group_of_lane{}; ///< q
    int naive = 8;                    ///< conflict degree of the order k, for every step
    int scrambled = 1;                ///< worst conflict degree of the scrambled order
};

/// Returns the scrambled order for banks 1 to 1024, lanes 1 to 1024, factor 1 to 2^20. Lanes and banks belong to one
/// conflict phase: for 16-byte samples on 32 banks of 4 bytes give 8 banks and 8 lanes.
Scramble scramble(int factor, int banks, int lanes);

/// The tap, within its tile, that a lane reads at step j of the tile.
int scrambled_tap(const Scramble& s, int lane, int j);

/// Worst conflict degree over the steps of basic striding: step k reads tap (k + lane) mod taps.
int basic_striding_degree(int factor, int banks, int lanes, int taps);

/// Degrees of steps 0 to 7 with the slide's masks 0, 2, 4, 6 for four groups of eight lanes.
std::vector<int> slide_degrees(int factor, int banks, int lanes);

} // namespace atrous
