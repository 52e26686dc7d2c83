// Tests decimated reads: the scrambled order is free for every factor. Includes the paper's examples.
#include "banks/scramble.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <numeric>
#include <set>

namespace atrous {

TEST_CASE("the scrambled order is free for every factor and reads each tap of a tile once") {
    for (const int banks : {8, 12, 16, 17, 20, 24, 31, 32, 40, 48, 64, 128})
        for (int factor = 1; factor <= 128; ++factor) {
            const auto s = scramble(factor, banks, banks);
            REQUIRE(s.scrambled == 1);
            REQUIRE(s.naive == std::gcd(factor, banks));
            for (const int lane : {0, banks / 2, banks - 1}) {
                std::set<int> taps;
                for (int j = 0; j < s.tile; ++j) taps.insert(scrambled_tap(s, lane, j));
                REQUIRE(int(taps.size()) == s.tile);
                REQUIRE(*taps.rbegin() == s.tile - 1);
            }
        }
}

TEST_CASE("basic striding is free for even factors if the banks divide the taps, and worse for odd factors") {
    for (int factor = 2; factor <= 16; factor += 2) {
        CHECK(basic_striding_degree(factor, 32, 32, 32) == 1);
        CHECK(basic_striding_degree(factor, 32, 32, 64) == 1);
        CHECK(basic_striding_degree(factor + 1, 32, 32, 32) == std::gcd(factor + 2, 32));
    }
}

TEST_CASE("the slide's masks: worst degree of factors 2 to 16") {
    const std::vector<int> worst = {3, 4, 2, 4, 3, 2, 2, 2, 3, 4, 2, 4, 4, 2, 4};
    for (int factor = 2; factor <= 16; ++factor)
        CHECK(std::ranges::max(slide_degrees(factor, 32, 32)) == worst[std::size_t(factor - 2)]);
}

} // namespace atrous
