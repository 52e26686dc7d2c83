// The expressions that are timed: chapter 5 of Gao's dissertation, and a kernel file's loop.
#include "banks/samples.h"
#include "banks/kernel.h"
#include "banks/threads.h"
#include <algorithm>

namespace atrous {
namespace {

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

} // namespace

const std::vector<BankSample>& bank_samples() {
    static const std::vector<BankSample> rows = {
        {"banks.warps", warps},     {"banks.for", for_loop},          {"banks.if", if_threads},
        {"banks.for-if", triangle}, {"banks.for-if-2d", triangle_2d}, {"banks.kernel", kernel_loop},
    };
    return rows;
}

} // namespace atrous
