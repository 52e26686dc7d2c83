// Access expressions of any length, of chapter 5 of Gao's dissertation and of a kernel file's loop: the work of their analyses
// does not grow with the iterations.
#include "lab/banks/access.h"
#include "lab/banks/kernel.h"
#include "lab/banks/named_mappings.h"
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <doctest/doctest.h>
#include <vector>

namespace atrous {
namespace {

struct BankSample {
    const char* name; ///< "banks.for"
    /// Analyses the expression with this many warps or iterations (1 to 2^30) once; returns its replays.
    std::int64_t (*analyse)(std::int64_t iterations);
};

std::int64_t warps(std::int64_t count) {
    const auto m = find_mapping("row2");
    return repeated_cost(m, strided_lanes(6, 0, m.banks), 3, {{std::int64_t{6} * m.banks, count}}).replays;
}

std::int64_t for_loop(std::int64_t count) {
    const auto m = find_mapping("row2");
    return repeated_cost(m, strided_lanes(4, 0, m.banks), 0, {{1, count}}).replays;
}

std::int64_t if_threads(std::int64_t count) {
    const auto m = find_mapping("col2");
    return if_cost(m, whole_warp(m.banks), {3}, 1, 5, count + 5, {{33, 4}}).replays;
}

std::int64_t triangle(std::int64_t count) {
    return for_if_cost(find_mapping("row2"), whole_warp(32), {{2}, 1, 0, count, 0}).replays;
}

std::int64_t triangle_2d(std::int64_t count) {
    return for_if_cost(find_mapping("col2"), whole_warp(32), {{1}, 1, 0, count, 33}).replays;
}

/// A column walk of 64 threads, as a kernel file would have it.
std::int64_t kernel_loop(std::int64_t count) {
    const Affine tx{0, {{{0, 1, 0}, 1}}, {}}, i{0, {}, {{0, 1}}};
    const BankKernel kernel{
        "sample", 32, 2, 4, {{"a", 64, 40}}, {{0, tx, i, {{"i", {}, {count, {}, {}}}}, {}}}};
    const auto m = find_mapping("row2");
    const auto patterns = kernel_patterns(kernel, m.banks, layer_elements(m));
    return std::ranges::max(replays_by_base(patterns.front(), m, 40));
}

const std::vector<BankSample>& bank_samples() {
    static const std::vector<BankSample> rows = {
        {"banks.warps", warps},     {"banks.for", for_loop},          {"banks.if", if_threads},
        {"banks.for-if", triangle}, {"banks.for-if-2d", triangle_2d}, {"banks.kernel", kernel_loop},
    };
    return rows;
}

} // namespace

TEST_CASE("replays of sample expressions grow with the iterations, by the same amount per period") {
    // Layers have 64 elements, so 64 more of 6400 iterations add what 64 more of 12800 add; triangles grow
    // faster.
    for (const auto& sample : bank_samples()) {
        const auto step = [&](std::int64_t from) { return sample.analyse(from + 64) - sample.analyse(from); };
        INFO(sample.name);
        const auto change = step(6400 + 6400) - step(6400);
        CHECK(step(6400) >= 0);
        CHECK(step(12800 + 6400) - step(12800) == change);
        CHECK(sample.analyse(std::int64_t(1) << 30) >= sample.analyse(1000));
    }
}

TEST_CASE("ten million iterations are analysed at once") {
    // A loop over the iterations would take seconds per sample; the limit is loose because machines are busy.
    const auto start = std::chrono::steady_clock::now();
    for (const auto& sample : bank_samples()) sample.analyse(10'000'000);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
}

} // namespace atrous
