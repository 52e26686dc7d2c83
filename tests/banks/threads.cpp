// Compares rows of threads with loops over every thread: rows that are no multiple of a warp, warps that are
// no multiple of a row, phases of sub-groups, any range of threads.
#include "banks/devices.h"
#include "lab/banks/access.h"
#include "lab/banks/named_mappings.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <random>

namespace atrous {
namespace {

struct Random {
    std::mt19937 engine{42};
    int operator()(int low, int high) { return std::uniform_int_distribution(low, high)(engine); }
};

/// Every phase of the warps that threads first..end-1 fill, one after the other.
AccessCost by_hand(const BankMapping& m, const Warp& warp, const Threads& threads, std::int64_t offset,
                   std::int64_t first, std::int64_t end) {
    AccessCost sum;
    for (std::int64_t from = 0; from < end; from += warp.lanes)
        for (const auto& phase : warp.phases) {
            Lanes elements;
            for (const int lane : phase) {
                const auto t = from + lane;
                if (t < first || t >= end) continue;
                const auto i = threads.width ? t % threads.width : t;
                const auto j = threads.width ? t / threads.width : 0;
                elements.push_back(offset + threads.stride_x * i + threads.stride_y * j);
            }
            if (elements.empty()) continue;
            const int degree = conflict_degree(m, elements);
            ++sum.accesses;
            sum.replays += degree - 1;
            sum.degree = std::max(sum.degree, degree);
        }
    return sum;
}

struct Memory {
    BankMapping mapping;
    Warp warp;
};

/// Mappings of few banks, so that rows and warps meet often, and a device whose phases are scattered.
std::vector<Memory> memories() {
    std::vector<Memory> all;
    for (auto m : bank_mappings())
        for (const int banks : {8, 12}) {
            m.banks = banks;
            all.push_back({m, whole_warp(banks)});
        }
    for (const char* name : {"cdna3", "nvidia"}) {
        const auto& device = find_bank_device(name);
        all.push_back({device_mapping(device, 128), {device.subgroup, device_phases(device, 128)}});
    }
    return all;
}

Threads some_threads(Random& pick) { return {pick(-9, 40), pick(0, 3) ? pick(1, 50) : 0, pick(-30, 90)}; }

} // namespace

TEST_CASE("if over rows of threads: the sum by periods is the sum over every thread") {
    Random pick;
    for (const auto& [m, warp] : memories())
        for (int trial = 0; trial < 60; ++trial) {
            const auto threads = some_threads(pick);
            const int offset = pick(0, 300), first = pick(0, 200), end = pick(first, 900);
            const Repeat loop{pick(-20, 99), pick(1, 4)};
            AccessCost sum;
            for (int k = 0; k < loop.count; ++k) {
                const auto one = by_hand(m, warp, threads, offset + k * loop.step, first, end);
                sum = {sum.accesses + one.accesses, sum.replays + one.replays,
                       std::max(sum.degree, one.degree)};
            }
            const auto cost = if_cost(m, warp, threads, offset, first, end, {loop});
            REQUIRE(cost.accesses == sum.accesses);
            REQUIRE(cost.replays == sum.replays);
            REQUIRE(cost.degree == sum.degree);
        }
}

TEST_CASE("for-if over rows of threads, and phase by phase") {
    Random pick;
    for (const auto& [m, warp] : memories())
        for (int trial = 0; trial < 12; ++trial) {
            const int first = pick(0, 90);
            const ForIf loop{some_threads(pick), pick(0, 99), first, pick(first, 500), pick(-5, 70)};
            AccessCost sum;
            for (auto i = loop.first; i < loop.last_exclusive; ++i) {
                const auto one = by_hand(m, warp, loop.threads, loop.offset + i * loop.pitch, 0, i);
                sum = {sum.accesses + one.accesses, sum.replays + one.replays,
                       std::max(sum.degree, one.degree)};
            }
            const auto cost = for_if_cost(m, warp, loop);
            REQUIRE(cost.accesses == sum.accesses);
            REQUIRE(cost.replays == sum.replays);
            REQUIRE(cost.degree == sum.degree);
        }
}

TEST_CASE("Gao 5.1.2: <1, 16, 24, 16> is eight warps of degree 2 with 4 replays") {
    const auto m = find_mapping("row2");
    const auto cost = if_cost(m, whole_warp(32), {1, 16, 24}, 0, 0, 16 * 16, {});
    CHECK(cost.accesses == 8);
    CHECK(cost.degree == 2);
    CHECK(cost.replays == 4);
}

TEST_CASE("strides and threads of 2^40 are counted without overflow") {
    const auto m = find_mapping("conv4");
    const auto warp = whole_warp(32);
    CHECK(if_cost(m, warp, {largest_count}, 0, 0, largest_count, {}).degree == 32);
    CHECK(if_cost(m, warp, {largest_count + 1}, 0, 0, largest_count, {}).replays == 0);
    CHECK(if_cost(m, warp, {1, 4095, largest_count + 1}, 5, 3, largest_count - 7, {}).accesses ==
          largest_count / 32);
}

} // namespace atrous
