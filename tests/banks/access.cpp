// Compares period arithmetic of whole expressions with loops over every warp and iteration.
#include "lab/banks/access.h"
#include "lab/banks/messages.h"
#include "lab/banks/named_mappings.h"
#include "support/messages.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <random>

namespace atrous {
namespace {

struct Sum {
    std::int64_t accesses = 0, replays = 0;
    int degree = 0;
    void add(const BankMapping& m, Lanes lanes, std::int64_t base) {
        if (lanes.empty()) return;
        for (auto& element : lanes) element += base;
        const int d = conflict_degree(m, lanes);
        ++accesses;
        replays += d - 1;
        degree = std::max(degree, d);
    }
};

std::vector<BankMapping> small_mappings() {
    auto all = bank_mappings();
    const auto rows = all.size();
    for (std::size_t i = 0; i < rows; ++i) {
        all[i].banks = 8;
        all.push_back(all[i]);
        all.back().banks = 12; // no power of two
    }
    return all;
}

} // namespace

TEST_CASE("warps and loops: the sum by periods is the sum over every access") {
    std::mt19937 random(42);
    const auto pick = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
    for (const auto& m : small_mappings())
        for (int trial = 0; trial < 40; ++trial) {
            const int stride = pick(0, 70), offset = pick(0, 300), warps = pick(0, 20);
            const Repeat outer{pick(-60, 200), pick(0, 30)}, inner{pick(0, 100), pick(1, 9)};
            const auto lanes = strided_lanes(stride, 0, m.banks);
            Sum sum;
            for (int w = 0; w < warps; ++w)
                for (int i = 0; i < outer.count; ++i)
                    for (int j = 0; j < inner.count; ++j)
                        sum.add(m, lanes, offset + w * stride * m.banks + i * outer.step + j * inner.step);
            const auto cost = repeated_cost(m, lanes, offset, {{stride * m.banks, warps}, outer, inner});
            REQUIRE(cost.accesses == sum.accesses);
            REQUIRE(cost.replays == sum.replays);
            REQUIRE(cost.degree == sum.degree);
        }
}

TEST_CASE(
    "triangular for-if, 1-D and 2-D: counts and replays by classes equal the sums over all iterations") {
    std::mt19937 random(42);
    const auto pick = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
    for (const auto& m : small_mappings())
        for (int trial = 0; trial < 25; ++trial) {
            const int first = pick(0, 90), last = pick(0, 400);
            const ForIf loop{{pick(0, 40)}, pick(0, 99), first, last, trial % 3 ? pick(-5, 70) : 0};
            Sum sum;
            ForIfCost expect;
            for (auto i = loop.first; i < loop.last_exclusive; ++i)
                for (std::int64_t warp = 0; warp * m.banks < i; ++warp) {
                    const auto active = std::min<std::int64_t>(m.banks, i - warp * m.banks);
                    sum.add(m, strided_lanes(loop.threads.stride_x, 0, active),
                            loop.offset + i * loop.pitch + warp * m.banks * loop.threads.stride_x);
                    ++(active == m.banks ? expect.full_warps : expect.partial[active]);
                }
            const auto cost = for_if_cost(m, whole_warp(m.banks), loop);
            REQUIRE(cost.accesses == sum.accesses);
            REQUIRE(cost.replays == sum.replays);
            REQUIRE(cost.full_warps == expect.full_warps);
            REQUIRE(cost.partial == expect.partial);
        }
}

TEST_CASE("ten million iterations are counted, too many are refused") {
    const auto m = find_mapping("row2");
    const std::int64_t many = 10'000'000;
    CHECK(repeated_cost(m, strided_lanes(4, 0, 32), 0, {{1, many}}).accesses == many);
    CHECK(for_if_cost(m, whole_warp(m.banks), {{1}, 0, 0, many, 33}).accesses > many * (many / 64 - 1));
    CHECK(
        is_message(thrown_by([&] {
                       repeated_cost(m, strided_lanes(4, 0, 32), 0, {{1, largest_count}, {1, largest_count}});
                   }),
                   messages::accesses_expression));
}

TEST_CASE("a period is the number of distinct bases") {
    for (const auto& m : bank_mappings())
        for (int step = 0; step <= 300; ++step) {
            const auto counts = accesses_by_base(layer_elements(m), 3, {{step, layer_elements(m)}});
            CHECK(std::ranges::count_if(counts, [](auto c) { return c > 0; }) == base_period(m, step));
        }
}

} // namespace atrous
