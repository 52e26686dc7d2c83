// Bank conflicts of the index expressions that the kernel reads with, counted; they are those that the analyser reports.
#include "banks/mapping.h"
#include "banks/scramble.h"
#include "filters/scale/plan.h"
#include "scale/fixture.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <numeric>
#include <set>

using namespace atrous;

namespace {

/// Worst degree over all steps of lanes that begin a factor apart.
int worst_degree(const kernels::ScaleAccess& order, int factor, int lanes) {
    const BankMapping mapping{"", 4, 4, 4, order.banks, ""};
    int worst = 0;
    for (int step = 0; step < order.taps; ++step) {
        std::vector<std::int64_t> elements;
        for (int lane = 0; lane < lanes; ++lane)
            elements.push_back(std::int64_t(lane) * factor + kernels::access_tap(order, step, lane));
        worst = std::max(worst, conflict_degree(mapping, elements));
    }
    return worst;
}

DeviceTraits gpu() { return {false, 1, 1024, 49152, "NVIDIA Corporation", "a GPU"}; }

} // namespace

TEST_CASE(
    "scrambled reads are free for every factor and number of banks, and each lane reads every tap once") {
    for (const int banks : {8, 12, 16, 20, 31, 32, 64})
        for (int factor = 1; factor <= 64; ++factor) {
            const Scramble s = scramble(factor, banks, banks);
            const kernels::ScaleAccess order{kernels::ACCESS_SCRAMBLED, 3 * s.tile, s.tile, banks,
                                             s.exclusive_or};
            CAPTURE(banks);
            CAPTURE(factor);
            CHECK(worst_degree(order, factor, banks) == 1);
            for (int lane = 0; lane < banks; lane += 5) {
                std::set<int> taps;
                for (int step = 0; step < order.taps; ++step)
                    taps.insert(kernels::access_tap(order, step, lane));
                CHECK(int(taps.size()) == order.taps);
                CHECK(*taps.rbegin() == order.taps - 1);
            }
        }
}

TEST_CASE("what the filter says of conflicts is what its expressions give") {
    for (const ScaleAccessRow& row : scale_accesses())
        for (const int bytes : {4, 16})
            for (int factor = 1; factor <= 64; ++factor) {
                if (row.vectors) continue;
                ScaleSettings settings;
                settings.access = &row;
                ScaleAccessChoice choice = scale_access(settings, factor, gpu(), bytes);
                choice.order.taps = round_up(choice.order.taps, choice.order.tile);
                CAPTURE(row.name);
                CAPTURE(factor);
                CHECK(choice.order.banks == 128 / bytes);
                CHECK(choice.naive_degree == std::gcd(factor, choice.order.banks));
                CHECK(choice.degree == worst_degree(choice.order, factor, choice.order.banks));
            }
}

TEST_CASE("auto avoids every conflict, and takes vectors on a CPU") {
    for (int factor = 1; factor <= 64; ++factor) {
        const ScaleAccessChoice choice = scale_access({}, factor, gpu());
        CHECK(choice.degree == 1);
        CHECK(std::string(choice.row.name) == (factor % 2 == 0 ? "scrambled" : "naive"));
    }
    CHECK(scale_access({}, 8, {}).row.vectors);
    CHECK(std::string(scale_access({}, 2.5, gpu()).row.name) == "naive");
}

TEST_CASE("basic striding is free only where the factor is even and the banks divide the taps") {
    for (int factor = 2; factor <= 16; ++factor) {
        const kernels::ScaleAccess order{kernels::ACCESS_STRIDED, 64, 1, 32, 1};
        CHECK(worst_degree(order, factor, 32) == basic_striding_degree(factor, 32, 32, 64));
        CHECK((worst_degree(order, factor, 32) == 1) == (std::gcd(factor + 1, 32) == 1));
    }
}
