// Tests that luma and chroma of a large image, one after the other in less memory, give the same bits as both together.
#include "filters/eaw/plan.h"
#include "support/gpu_fixture.h"
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;
using namespace atrous::test;

namespace {

constexpr Size large{1601, 1321}, small{1447, 1447}; // more and less than 2 Mi pixels

EawSettings on_cpu(const std::string& form) {
    EawSettings s = busy_settings("lab");
    s.levels = 3;
    s.how.form = named(form);
    return s;
}

std::size_t level_passes(const Plan& plan) {
    return std::size_t(std::ranges::count(plan.passes, Stage::level, &Pass::stage));
}

Plan plan_of(const EawSettings& s, Size size, int colours = 3) {
    DeviceTraits device;
    device.local_memory = 1 << 19;
    Pixels pixels;
    pixels.size = size;
    pixels.colours = colours;
    return eaw_plan(resolve(s, pixels, device), pixels, device);
}

/// Number of an image's planes in memory.
double planes_in(const Plan& plan, Size size) {
    std::size_t bytes = 0;
    for (const Buffer& buffer : plan.buffers)
        if (buffer.kind == Buffer::Kind::planes) bytes += buffer.bytes;
    return double(bytes) / 4 / double(size.pixels());
}

} // namespace

TEST_CASE("separate groups: nine planes of a large image instead of twelve") {
    for (const char* form : {"vector", "strip"}) {
        const Plan plan = plan_of(on_cpu(form), large), both = plan_of(on_cpu(form), small);
        CHECK(planes_in(plan, large) == doctest::Approx(9).epsilon(0.02));
        CHECK(planes_in(both, small) == doctest::Approx(12).epsilon(0.02));
        CHECK(level_passes(plan) == 6);
        CHECK(level_passes(both) == 3);
    }
}

TEST_CASE("groups stay together if there is only one, if chroma depends on luma, and if details are kept") {
    EawSettings s = on_cpu("vector");
    CHECK(level_passes(plan_of(s, large, 1)) == 3);
    s.protect_shadows = 10;
    CHECK(level_passes(plan_of(s, large)) == 3);
    s = on_cpu("vector");
    s.search_edges = true;
    CHECK(level_passes(plan_of(s, large)) == 3);
    s = on_cpu("vector");
    s.how.synthesis = named("stored");
    CHECK(level_passes(plan_of(s, large)) == 3);
    s = on_cpu("direct");
    CHECK(level_passes(plan_of(s, large)) == 3);
}

TEST_CASE("groups apart give the bits of both together, which regions are too small to part") {
    Engine* e = engine();
    if (!e) return;
    const Pixels input = make_pixels(large, PixelType::f32);
    for (const char* form : {"vector", "strip"})
        for (const char* schedule : {"permuted", "dilated"})
            for (const int levels : {2, 3}) {
                EawSettings s = on_cpu(form);
                s.levels = levels;
                s.how.schedule = named(schedule);
                const EawResolved settings = resolve(s, input, traits(*e));
                Pixels whole = input.copy(), regions = input.copy();
                run_in_regions(*e, settings, region_grid(large, 0, 1, 1), input, whole);
                run_in_regions(*e, settings, region_grid(large, eaw_reach(settings, input.type), 2, 1), input,
                               regions);
                CAPTURE(name_of(s));
                CHECK(std::memcmp(whole.bytes.data.get(), regions.bytes.data.get(), whole.byte_count()) == 0);
                CHECK(largest_difference(whole, input, 1) > 0.01);
            }
}
