// Runs the kernels and plans of GPUs on the present device, because CPUs have other plans.
#include "engine/enhance/eaw_filter.h"
#include "filters/eaw/plan.h"
#include "support/gpu_fixture.h"
#include "support/named.h"

using namespace atrous;
using namespace atrous::test;

namespace {

/// The result with the plan of a GPU.
Pixels run_as_gpu(Engine& e, const EawSettings& settings, const Pixels& input) {
    DeviceTraits gpu = traits(e);
    gpu.is_cpu = false;
    gpu.vendor = "none"; // whose exponential is not known
    const EawResolved resolved = resolve(settings, input, gpu);
    const FilterRegions whole{region_grid(input.size, 0, 1, 1), eaw_plan(resolved, input, gpu)};
    Pixels out = input.copy();
    run_planned(e, resolved, whole, out);
    return out;
}

} // namespace

TEST_CASE("plans of a GPU equal the device's own plans, with blocks of pixels inside and at every border") {
    Engine* e = engine();
    if (!e) return;
    for (const char* border : {"clamp", "drop", "reflect"})
        for (const char* form : {"direct", "tile", "ring"}) {
            CAPTURE(border);
            CAPTURE(form);
            EawSettings settings = busy_settings("lab");
            settings.levels = 3;
            settings.border = named(border);
            const Pixels input = make_pixels({200, 131}, PixelType::f32), own = run(*e, settings, input);
            settings.how.form = named(form);
            CHECK(largest_difference(run_as_gpu(*e, settings, input), own, 1) <= 2e-6);
        }
}

TEST_CASE("the last passes of a GPU's plan equal the device's own, if columns of the last level stay") {
    Engine* e = engine();
    if (!e) return;
    for (const char* synthesis : {"fused", "stored", "gather"})
        for (const int levels :
             {2, 7}) { // seven: pixels that are neighbours after the last one are two warps apart
            CAPTURE(synthesis);
            CAPTURE(levels);
            EawSettings settings = busy_settings("lab");
            settings.levels = levels;
            settings.how.synthesis = named(synthesis);
            const Pixels input = make_pixels({1091, 37}, PixelType::f32), own = run(*e, settings, input);
            settings.how.form = named("direct");
            CHECK(largest_difference(run_as_gpu(*e, settings, input), own, 1) <= 2e-6);
        }
}
