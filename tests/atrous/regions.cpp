// Tests regions of any filter: images that fit are planned once, and others are refused with both numbers.
#include "filters/atrous/regions.h"
#include "base/error.h"
#include "filters/atrous/messages.h"
#include "support/messages.h"
#include <doctest/doctest.h>
#include <map>
#include <set>

using namespace atrous;

namespace {

/// A filter that takes `bytes` per pixel, and counts its plans by size.
struct Counting {
    std::size_t bytes = 10;
    std::map<std::pair<int, int>, int> planned{};

    PlanOfSize plan_of() {
        return [this](Size size) {
            ++planned[{size.width, size.height}];
            Plan plan;
            const auto pixels = std::size_t(size.pixels());
            plan.inputs = {{"image", plan.add(Buffer::Kind::samples, "image", pixels)}};
            plan.add(Buffer::Kind::planes, "planes", pixels * (bytes - 1));
            return plan;
        };
    }
    int most() const {
        int most = 0;
        for (const auto& [size, count] : planned) most = std::max(most, count);
        return most;
    }
};

constexpr Size image{3000, 2000};

} // namespace

TEST_CASE("an image that fits is planned once, and the plan comes back") {
    Counting filter;
    const FilterRegions found = fit_regions(image, {62}, filter.plan_of(), {});
    CHECK(found.regions.count() == 1);
    CHECK(found.plan.bytes() == 10 * std::size_t(image.pixels()));
    CHECK(filter.planned.size() == 1);
    CHECK(filter.most() == 1);
}

TEST_CASE(
    "no size is planned twice, whatever the intended and allowed memory; the plan is the plan of a region") {
    for (const std::uint64_t part : {2, 3, 7, 20}) {
        Counting filter;
        const std::uint64_t memory = 10 * std::uint64_t(image.pixels()) / part;
        MemoryLimits limits = MemoryLimits::of(memory);
        limits.whole = limits.region = 1000; // nothing fits
        const FilterRegions found = fit_regions(image, {30}, filter.plan_of(), limits);
        CHECK(found.regions.count() > 1);
        CHECK(found.plan.bytes() == 10 * std::size_t(found.regions.outer.pixels()));
        CHECK(run_bytes(found.plan) == 11 * std::size_t(found.regions.outer.pixels()));
        CHECK(run_bytes(found.plan) <= memory);
        CHECK(filter.most() == 1);
    }
}

TEST_CASE("a buffer that is too large leads to regions") {
    Counting filter;
    MemoryLimits limits;
    limits.largest_buffer = 9 * std::uint64_t(image.pixels()) - 1;
    CHECK(fit_regions(image, {30}, filter.plan_of(), limits).regions.count() > 1);
}

TEST_CASE("less memory than the least region needs, and a filter without regions, are refused") {
    const auto refusal = [](const RegionRule& rule) {
        Counting filter;
        return thrown_by([&] { fit_regions(image, rule, filter.plan_of(), MemoryLimits::of(1 << 20)); },
                         Exit::out_of_memory);
    };
    CHECK(is_message(refusal({500}), messages::image_region, "3000x2000", "1500x1500", 500, anything,
                     "1.0 MiB", "use fewer --levels, "));
    CHECK(is_message(refusal({30, "it sees everything"}), messages::image_whole, "3000x2000", "1.0 MiB",
                     "it sees everything"));
}
