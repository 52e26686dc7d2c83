// Whose exponential is taken for the polynomial's.
#include "filters/atrous/execution.h"
#include <doctest/doctest.h>
#include <string>

using namespace atrous;

TEST_CASE("the device's own exponential is taken where its vendor states the error, and never on a CPU") {
    const auto macro = [](bool is_cpu, const char* vendor) {
        const char* found = exact_exp2({.is_cpu = is_cpu, .vendor = vendor});
        return std::string(found ? found : "");
    };
    CHECK(macro(false, "NVIDIA Corporation") == "EXP2_PTX");
    CHECK(macro(false, "Advanced Micro Devices, Inc.") == "EXP2_NATIVE");
    for (const char* vendor : {"Intel(R) Corporation", "ARM", ""}) CHECK(macro(false, vendor) == "");
    for (const char* vendor : {"AuthenticAMD", "GenuineIntel", "NVIDIA Corporation"})
        CHECK(macro(true, vendor) == "");
}
