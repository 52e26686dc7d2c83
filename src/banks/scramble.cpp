// Computes the scrambled order and the orders that it replaces, each with its conflict degree by enumeration.
// Deviations from the slides: the group of a lane is floor(lane g / banks) mod g with g = gcd(factor, banks), which is
// free for every factor; the slide's fixed even masks are not. Basic striding is free only if the factor is even and
// the banks divide the taps.
#include "banks/scramble.h"
#include "banks/devices.h"
#include "scale/access.h"
#include <algorithm>
#include <bit>
#include <numeric>

namespace atrous {
namespace {

/// Worst degree over steps 0 .. steps-1 of lane * factor + tap(lane, step).
template <class Tap>
std::vector<int> degrees(int factor, int banks, int lanes, int steps, Tap tap) {
    const BankMapping mapping{"", 4, 4, 4, banks};
    std::vector<int> all;
    std::vector<std::int64_t> elements(std::size_t(lanes), 0);
    for (int step = 0; step < steps; ++step) {
        for (int lane = 0; lane < lanes; ++lane)
            elements[std::size_t(lane)] = std::int64_t(lane) * factor + tap(lane, step);
        all.push_back(conflict_degree(mapping, elements));
    }
    return all;
}

} // namespace

int scrambled_tap(const Scramble& s, int lane, int j) {
    const int q = s.group_of_lane[std::size_t(lane)];
    return kernels::scramble_tap(j, q, s.tile, s.exclusive_or);
}

Scramble scramble(int factor, int banks, int lanes) {
    Scramble s{banks, lanes, factor};
    s.gcd = std::gcd(factor, banks);
    s.tile = s.gcd;
    s.exclusive_or = std::has_single_bit(unsigned(s.gcd));
    for (int lane = 0; lane < lanes; ++lane)
        s.group_of_lane.push_back(kernels::scramble_group(lane, s.gcd, banks));
    s.naive = degrees(factor, banks, lanes, 1, [](int, int) { return 0; }).front();
    s.scrambled = std::ranges::max(
        degrees(factor, banks, lanes, s.tile, [&](int lane, int j) { return scrambled_tap(s, lane, j); }));
    return s;
}

int basic_striding_degree(int factor, int banks, int lanes, int taps) {
    return std::ranges::max(degrees(factor, banks, lanes, taps,
                                    [&](int lane, int k) { return kernels::strided_tap(k, lane, taps); }));
}

std::vector<int> slide_degrees(int factor, int banks, int lanes) {
    return degrees(factor, banks, lanes, 8, [](int lane, int j) { return j ^ ((lane & 0x18) >> 2); });
}

} // namespace atrous
