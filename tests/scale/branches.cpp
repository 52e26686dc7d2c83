// Tests that each kernel of the scale filter gives the same bits in memory full of NaN and in memory that another image
// left.
#include "support/branches.h"
#include "filters/atrous/frame.h"
#include "scale/fixture.h"
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;
using namespace atrous::test;

namespace {

/// The whole result on a device with these traits.
Pixels scaled_by(Engine& e, const Plan& plan, const Pixels& input, const ScaleGeometry& geometry) {
    Pixels out = shape_of(input, geometry.out());
    out.bytes = Bytes(out.byte_count());
    std::uint32_t count = 0;
    e.run(plan, {bind_input("image", bytes_of(input)), bind_output("image", bytes_of(out)),
                 bind_output("replaced", std::as_writable_bytes(std::span(&count, 1)))});
    return out;
}

} // namespace

TEST_CASE(
    "branches: every access of the scale filter gives its bits in memory full of NaN, in vectors and pixel by pixel") {
    if (!engine()) return;
    Branches taken;
    for (const ScaleAccessRow& access : scale_accesses())
        for (const bool gpu : {false, true})
            for (const Alpha alpha : {Alpha::none, Alpha::straight, Alpha::associated})
                for (const Size out : {Size{16, 5}, Size{67, 46}, Size{5, 1}}) {
                    DeviceTraits device = traits(*engine());
                    device.is_cpu = !gpu;
                    if (gpu && access.vectors) continue;
                    const Size in =
                        alpha == Alpha::none ? Size{48, 37} : Size{37, 48}; // without padding, and with it
                    const Pixels input = make_pixels(in, PixelType::f32, 3, alpha),
                                 bright = make_pixels(in, PixelType::f32, 3, alpha, 1e15);
                    const ScaleGeometry geometry = geometry_to(input.size, out);
                    const Plan plan = scale_plan(resolve(scale_settings(5, "kaiser", access.name)), input,
                                                 geometry, {0, 0, out.width, out.height}, device);
                    CAPTURE(access.name);
                    CAPTURE(gpu);
                    scaled_by(keeping_engine(), plan, bright, geometry); // leaves its values
                    const Pixels found = scaled_by(*engine(), plan, input, geometry),
                                 wanted = scaled_by(keeping_engine(), plan, input, geometry);
                    CHECK(std::memcmp(found.bytes.data.get(), wanted.bytes.data.get(), found.byte_count()) ==
                          0);
                    add_branches(plan, {"VECTOR", "ACCESS"}, taken);
                }
    const std::string lanes = std::to_string(vector_lanes(traits(*engine())));
    for (const char* kernel : {"scale_columns", "scale_leave"})
        for (const std::string& vector : {std::string("1"), lanes})
            CHECK(taken.contains(kernel + (" VECTOR=" + vector) + " ACCESS=0"));
    CHECK(taken.contains("scale_rows_vector VECTOR=" + lanes + " ACCESS=0"));
    for (const char* access : {"0", "1", "2"})
        CHECK(taken.contains(std::string("scale_rows_local VECTOR=0 ACCESS=") + access));
    CHECK(kernels_in("scale").size() == 4);
    CHECK(never_taken(kernels_in("scale"), taken) == "");
}
