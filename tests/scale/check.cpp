// Tests the check of the scale filter's kernels: right ones of every access, type, profile and factor, and
// kernels that are edited.
#include "engine/messages.h"
#include "scale/fixture.h"
#include "support/checked_engine.h"
#include "support/edited_kernels.h"
#include "support/messages.h"
#include <doctest/doctest.h>
#include <memory>

using namespace atrous;
using namespace atrous::test;

namespace {

/// Uses an engine of its own: a verdict is about kernels and their macros, which many factors share.
void verdict(const ScaleSettings& settings, const Pixels& pixels, const ScaleGeometry& geometry) {
    Engine e(unknown_device());
    const ScaleResolved resolved = resolve(settings);
    const Plan plan =
        scale_plan(resolved, pixels, geometry, {0, 0, geometry.x.out, geometry.y.out}, traits(e));
    check_scale(e, resolved, geometry, pixels, plan);
}

struct Edit {
    const char *file, *from, *to, *access;
};
constexpr Edit edits[] = {
    {"columns.cl", "weight[k] * value[c]", "1.0001f * weight[k] * value[c]", "vector"},
    {"rows.cl", "out[x] = lane_sum(sum)", "out[x] = 1.0001f * lane_sum(sum)", "vector"},
    {"rows.cl", "sum += weight[tap]", "sum += 1.0001f * weight[tap]", "scrambled"},
    {"rows.cl", "out[x] = lane_sum(sum)", "out[x] = x == 9 ? NAN : lane_sum(sum)", "vector"},
    {"leave.cl", "out[c].v = colour[c];", "out[c].v = 1.0001f * colour[c];", "vector"},
};

} // namespace

TEST_CASE("right kernels of every access and factor are right") {
    if (!engine()) return;
    const Pixels pixels = make_pixels({640, 480}, PixelType::f32);
    for (const ScaleAccessRow& access : scale_accesses())
        for (const double factor : {1.0, 2.0, 3.0, 8.0, 64.0, 7.8125, 300.0, 0.3, 0.0625}) {
            CAPTURE(std::string(access.name));
            CAPTURE(factor);
            const ScaleGeometry geometry{placed_axis(640, factor, 3).axis,
                                         placed_axis(480, std::min(factor, 5.0)).axis};
            CHECK_NOTHROW(
                verdict(scale_settings(factor > 100 ? 1 : 5, "kaiser", access.name), pixels, geometry));
        }
}

TEST_CASE("right kernels of every type, alpha and profile are right") {
    if (!engine()) return;
    const auto power = std::make_shared<Profile>();
    for (int c = 0; c < 3; ++c) {
        power->params.decode[c].g = 2.2F, power->params.decode[c].a = 1;
        power->params.encode[c].g = 1 / 2.2F, power->params.encode[c].a = 1;
    }
    power->transfer = Transfer::formula;
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
        for (const Alpha alpha : {Alpha::none, Alpha::straight, Alpha::associated})
            for (const int colours : {1, 3}) {
                Pixels pixels = make_pixels({64, 48}, type, colours, alpha);
                if (colours == 3 && alpha == Alpha::none)
                    pixels.profile = power, pixels.transfer = Transfer::formula;
                CAPTURE(int(type));
                CAPTURE(int(alpha));
                CAPTURE(colours);
                CHECK_NOTHROW(verdict(scale_settings(3, "lanczos"), pixels, geometry_of(pixels.size, 2, 2)));
            }
}

TEST_CASE("right kernels of PQ and HLG are right, and a wrong system gamma is found") {
    if (!engine()) return;
    for (const int transfer : {16, 18})
        for (const int colours : {1, 3}) {
            CAPTURE(transfer);
            CAPTURE(colours);
            const Pixels pixels = make_hdr({64, 48}, PixelType::u16, transfer, colours, Alpha::straight);
            CHECK_NOTHROW(verdict(scale_settings(3, "lanczos"), pixels, geometry_of(pixels.size, 2, 2)));
        }
    const EditedKernels edited(
        {{"pixel/hdr.h", "hlg_system(scene, n, luma, 0.2f)", "hlg_system(scene, n, luma, 0.21f)"}});
    const Pixels pixels = make_hdr({300, 200}, PixelType::u16, 18);
    const Message found =
        thrown_by([&] { verdict(scale_settings(3, "lanczos"), pixels, geometry_of(pixels.size, 2, 2)); },
                  Exit::no_device);
    CHECK(found.id == std::string(messages::kernel_wrong.id));
}

TEST_CASE("a small factor and NaN are found in each kernel") {
    if (!engine()) return;
    const Pixels pixels = make_pixels({300, 200}, PixelType::f32);
    for (const Edit& edit : edits) {
        CAPTURE(std::string(edit.from));
        const EditedKernels edited({{"scale/" + std::string(edit.file), edit.from, edit.to}});
        const Message found = thrown_by(
            [&] {
                verdict(scale_settings(5, "kaiser", edit.access), pixels, geometry_of(pixels.size, 4, 3));
            },
            Exit::no_device);
        CHECK(found.id == std::string(messages::kernel_wrong.id));
    }
}
