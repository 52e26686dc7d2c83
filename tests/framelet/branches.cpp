// Tests that each kernel of the framelet filter gives the same bits in memory full of NaN and in memory that another image
// left.
#include "support/branches.h"
#include "filters/atrous/frame.h"
#include "filters/framelet/plan.h"
#include "support/gpu_fixture.h"
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;
using namespace atrous::test;

namespace {

FrameletNoise some_noise(int colours) {
    FrameletNoise noise = no_noise(colours);
    for (auto& curve : noise.curves) curve.fill(1e-3F);
    for (auto& plane : noise.share)
        for (auto& level : plane) level.fill(0.1F);
    return noise;
}

Pixels filtered(Engine& e, const Plan& plan, const Pixels& input) {
    Pixels out = input.copy();
    std::uint32_t replaced = 0;
    e.run(plan, {bind_input("image", bytes_of(input)), bind_output("image", bytes_of(out)),
                 bind_output("replaced", std::as_writable_bytes(std::span(&replaced, 1)))});
    return out;
}

} // namespace

TEST_CASE(
    "branches: the framelet filter gives its bits in memory full of NaN, in vectors and pixel by pixel") {
    if (!engine()) return;
    Branches taken;
    for (const char* form : {"vector", "direct"})
        for (const int colours : {1, 3})
            for (const Size size :
                 {Size{48, 150}, Size{37, 23}, Size{300, 3}}) { // strips have 128 rows, or 32
                FrameletSettings settings;
                settings.how.form = named(form);
                settings.detail = colours == 3 ? 0.3 : 0;
                const DeviceTraits device = traits(*engine());
                Pixels input = make_pixels(size, PixelType::f32, colours),
                       bright = make_pixels(size, PixelType::f32, colours, Alpha::none, 1e9);
                for (const Transfer transfer : {Transfer::srgb, Transfer::linear}) {
                    input.transfer = bright.transfer = transfer;
                    const Plan plan =
                        framelet_plan(resolve(settings, device), input, some_noise(colours), device);
                    filtered(keeping_engine(), plan, bright); // leaves its values
                    const Pixels found = filtered(*engine(), plan, input),
                                 wanted = filtered(keeping_engine(), plan, input);
                    CHECK(std::memcmp(found.bytes.data.get(), wanted.bytes.data.get(), found.byte_count()) ==
                          0);
                    CHECK(largest_difference(found, input, 1) > 1e-4);
                    add_branches(plan, {"VECTOR", "PASS", "GIVES_BACK"}, taken);
                }
            }
    CHECK(kernels_in("framelet").size() == 6);
    CHECK(never_taken(kernels_in("framelet"), taken) == "");
    for (const std::string& lanes : {std::string("1"), std::to_string(vector_lanes(traits(*engine())))})
        for (const char* pass : {"1 GIVES_BACK=0", "2 GIVES_BACK=0", "2 GIVES_BACK=1"})
            CHECK(taken.contains("framelet_level VECTOR=" + lanes + " PASS=" + pass));
}
