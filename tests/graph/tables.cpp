// Tests the tables of choices and the 20 % rule.
#include "graph/tables.h"
#include "base/error.h"
#include "filters/eaw/levels.h"
#include "graph/messages.h"
#include "support/messages.h"
#include <cmath>
#include <doctest/doctest.h>
#include <initializer_list>

using namespace atrous;

TEST_CASE("every name of every table finds its row; other names are refused with all choices") {
    for (const auto& row : spaces()) CHECK(&find_row(spaces(), row.name, "--space") == &row);
    for (const auto& row : orders()) CHECK(&find_row(orders(), row.name, "--order") == &row);
    CHECK(is_message(thrown_by([] { find_row(spaces(), "hsv", "--space"); }), messages::unknown_value,
                     "--space", "hsv", "lab, log, linear, ictcp or rgb"));
    CHECK(is_message(thrown_by([] { find_row(spaces(), "hsv", "--space", std::array{std::string("auto")}); }),
                     messages::unknown_value, "--space", "hsv", "lab, log, linear, ictcp, rgb or auto"));
}

TEST_CASE("auto levels count the scales of the 20 % rule") {
    for (int side = 1; side <= 7000; side += side < 100 ? 1 : 37) {
        const double i0 = std::log2((std::min(513.0, 0.2 * side) - 1) / 2);
        int expected = 0;
        while (expected < 8 && 1 - (expected + 0.5) / i0 >= 0 && i0 > 0) ++expected;
        const int small = int(std::floor(std::log2(side))) - 2;
        CHECK(auto_levels({side, side}) == std::max(1, std::min(expected, small)));
    }
    CHECK(auto_levels({6000, 4000}) == 8);
    CHECK(auto_levels({1000, 700}) == 7);
    CHECK(auto_levels({512, 600}) == 6);
    CHECK(auto_levels({20000, 3}) == 1);
    CHECK(auto_levels({1, 1}) == 1);
}
