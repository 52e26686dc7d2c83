// Counts bank conflicts of the kernel's index expressions, and compares them with the analyser's numbers.
#include "banks/devices.h"
#include "filters/scale/plan.h"
#include "scale/fixture.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <numeric>

using namespace atrous;

namespace {

/// Worst degree over all steps of lanes that begin a factor apart.
int worst_degree(const kernels::ScaleAccess& order, int factor, int lanes) {
    const BankMapping mapping{"", 4, 4, 4, order.banks};
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

TEST_CASE("the conflicts in the filter's output equal the conflicts of its index expressions") {
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
