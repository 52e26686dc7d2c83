// The kernels that GPUs run, on the device at hand: their plans differ from those of CPUs.
#include "app/compute/enhance/eaw_filter.h"
#include "filters/eaw/plan.h"
#include "support/gpu_fixture.h"
#include "support/named.h"

using namespace atrous;
using namespace atrous::test;

TEST_CASE("plans of a GPU give what the device's own do, with blocks of pixels inside and at every border") {
    Engine* e = engine();
    if (!e) return;
    DeviceTraits gpu = traits(*e);
    gpu.is_cpu = false;
    gpu.vendor = "none"; // whose exponential is not known
    for (const char* border : {"clamp", "drop", "reflect"})
        for (const char* form : {"direct", "tile", "ring"}) {
            CAPTURE(border);
            CAPTURE(form);
            EawSettings settings = busy_settings("lab");
            settings.levels = 3;
            settings.border = named(border);
            const Pixels input = make_pixels({200, 131}, PixelType::f32), own = run(*e, settings, input);
            settings.how.form = named(form);
            const EawResolved resolved = resolve(settings, input, gpu);
            const FilterRegions whole{region_grid(input.size, 0, 1, 1), eaw_plan(resolved, input, gpu)};
            Pixels out = copy_of(input);
            run_planned(*e, resolved, whole, out);
            CHECK(largest_difference(out, own, 1) <= 2e-6);
        }
}
