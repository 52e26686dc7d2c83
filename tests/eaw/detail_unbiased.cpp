// Tests unbiased shrinkage of details.
#define UNBIASED 1
#include "eaw/detail.h"
#include <doctest/doctest.h>
#include <initializer_list>

using namespace atrous::kernels;

TEST_CASE("unbiased shrinkage leaves details from twice the threshold up, and rises without a jump") {
    for (const float d : {2.0f, 2.5f, 100.0f}) {
        CHECK(shrunk(d, 1) == d);
        CHECK(shrunk(-d, 1) == -d);
    }
    for (const float d : {-3.0f, 0.0f, 1e-30f, 7.0f}) CHECK(shrunk(d, 0) == d);
    for (float d = 0.01f, last = 0; d < 3; d += 0.01f) {
        const float out = shrunk(d, 1);
        CHECK(out > last);
        CHECK(out - last < 0.04f);
        CHECK(out <= d);
        last = out;
    }
    CHECK(shrunk(5, 1e30f) < 1e-20f);
}
