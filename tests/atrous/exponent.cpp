// Tests which devices use their own instructions for exponentials and conversions to half.
#include "filters/atrous/execution.h"
#include <doctest/doctest.h>
#include <string>

using namespace atrous;

TEST_CASE("the device's own exponential is used if its vendor states the error, and never on a CPU") {
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

TEST_CASE("halves are made in pairs by devices that have the instruction, and never on a CPU") {
    const auto has_pairs = [](bool is_cpu, int capability) {
        return pairs_of_halves({.is_cpu = is_cpu, .compute_capability = capability}) != nullptr;
    };
    for (const int capability : {80, 86, 90, 120}) CHECK(has_pairs(false, capability));
    for (const int capability : {0, 70, 75}) CHECK_FALSE(has_pairs(false, capability));
    CHECK_FALSE(has_pairs(true, 90));
}
