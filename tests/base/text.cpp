// Small changes of text.
#include "base/text.h"
#include "base/size.h"
#include <doctest/doctest.h>

using namespace atrous;

TEST_CASE("trimmed: blanks, line ends and zero bytes at the ends alone") {
    CHECK(trimmed(" \t a  b \r\n") == "a  b");
    CHECK(trimmed(std::string("PoCL \0", 6)) == "PoCL");
    CHECK(trimmed(" \0 ").empty());
    CHECK(trimmed("").empty());
}

TEST_CASE("lower: ASCII letters, nothing else") { CHECK(lower("JPG.Ä_9z") == "jpg.Ä_9z"); }

TEST_CASE("round_up: the least multiple that is not below") {
    for (int step = 1; step < 20; ++step)
        for (int n = 0; n < 100; ++n) {
            const int up = round_up(n, step);
            REQUIRE(up % step == 0);
            REQUIRE(up >= n);
            REQUIRE(up - n < step);
        }
}
