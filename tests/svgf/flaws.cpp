// Tests samples that are not finite in any role: counted in the beauty, repaired or left out, never in the result. Tests
// refusals.
#include "base/error.h"
#include "base/text.h"
#include "engine/messages.h"
#include "filters/atrous/messages.h"
#include "filters/svgf/messages.h"
#include "support/messages.h"
#include "svgf/shot.h"
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using namespace atrous;
using namespace svgf_shot;

namespace {

constexpr float bad[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                         -std::numeric_limits<float>::infinity()};

/// Every 17th sample is one of these.
void spoil(std::vector<float>& samples) {
    for (std::size_t i = 5; i < samples.size(); i += 17) samples[i] = bad[i % 3];
}

} // namespace

TEST_CASE("samples that are not finite, in any role, give a finite image, and the same as the reference") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    settings.reach = 1;
    const Extras extras{.emission = true, .variance = true, .lights = 2};
    for (auto role :
         {&Samples::beauty, &Samples::albedo, &Samples::normal, &Samples::depth, &Samples::previous,
          &Samples::next, &Samples::emission, &Samples::variance, &Samples::lights}) {
        Shot shot = make_shot({29, 23}, 1, extras);
        for (auto& frame : shot.frames) spoil(*frame.*role);
        const auto found = run(*e, settings, shot).planes;
        for (const float value : found) REQUIRE(std::isfinite(value));
        const Difference d = difference(found, all_planes(expected(settings, shot)));
        CHECK(double(d.beyond) <= 1e-3 * double(d.values));
    }
}

TEST_CASE("samples of the beauty that are not finite are counted") {
    Engine* e = test::engine();
    if (!e) return;
    Samples frame = make_frame({29, 23}, 0);
    spoil(frame.beauty);
    SvgfDevice device(*e);
    const SvgfFrame prepared =
        prepare_frame(device, resolve(SvgfSettings{}, test::traits(*e)), frame.planes());
    CHECK(prepared.replaced == (frame.beauty.size() - 5 + 16) / 17);
}

TEST_CASE("black albedo, features of one value and a whole sky are finite") {
    Engine* e = test::engine();
    if (!e) return;
    for (const float depth : {0.0f, 5.0f})
        for (const float albedo : {0.0f, 1e4f}) {
            Shot shot = make_shot({21, 19}, 1);
            for (auto& frame : shot.frames) {
                frame->depth.assign(frame->depth.size(), depth);
                frame->albedo.assign(frame->albedo.size(), albedo);
            }
            for (const float value : run(*e, {}, shot).planes) REQUIRE(std::isfinite(value));
        }
}

TEST_CASE("settings out of range and such that do not go together are refused, naming the option") {
    const DeviceTraits device;
    const auto refusal = [&](const SvgfSettings& settings) {
        return thrown_by([&] { resolve(settings, device); });
    };
    const auto refused = [&](const char* option, auto SvgfSettings::*member, double value) {
        SvgfSettings s;
        s.*member = std::remove_reference_t<decltype(s.*member)>(value);
        CHECK(is_message(refusal(s), messages::setting_range, option, decimal(value), anything, anything));
    };
    refused("--levels", &SvgfSettings::levels, 8);
    refused("--fit", &SvgfSettings::fit, 2);
    refused("--temporal", &SvgfSettings::reach, 4);
    refused("--strength", &SvgfSettings::strength, -1);
    refused("--sigma-luma", &SvgfSettings::sigma_luma, -1);
    refused("--sigma-normal", &SvgfSettings::sigma_normal, 1001);
    refused("--sigma-depth", &SvgfSettings::sigma_depth, NAN);
    refused("--samples", &SvgfSettings::samples, 0);
    refused("--sigma-color", &SvgfSettings::sigma_color, -1);
    refused("--sigma-albedo", &SvgfSettings::sigma_albedo, -1);
    refused("--warmup", &SvgfSettings::warmup, -1);
    SvgfSettings s;
    s.filter = &find_row(render_filters(), "eaw", "filter");
    CHECK(is_message(refusal(s), messages::gaussian_window, "--temporal", "window:2", "eaw"));
    s.reach = 0;
    CHECK(is_message(refusal(s), messages::gaussian_fit, "--fit", 1, "eaw"));
    s.fit = 0;
    CHECK(refusal(s).empty());
    s.recursive = true;
    CHECK(is_message(refusal(s), messages::gaussian_window, "--temporal", "recursive", "eaw"));
}

TEST_CASE("frames that differ in size or layers are refused, with both values") {
    Engine* e = test::engine();
    if (!e) return;
    Shot shot = make_shot({9, 7}, 1);
    shot.frames[2] = make_frame({9, 8}, 2);
    const auto refusal = [&] { return thrown_by([&] { run(*e, {}, shot); }); };
    const Message sizes = refusal();
    CHECK(is_message(sizes, messages::window_unlike, anything, anything));
    CHECK(sizes.values[0].starts_with("9x7"));
    CHECK(sizes.values[1].starts_with("9x8"));
    shot.frames[2] = make_frame({9, 7}, 2, {.emission = true, .variance = true, .lights = 2});
    CHECK(refusal().text.find("emission") != std::string::npos);
}

TEST_CASE("planes of another size and windows without their middle are refused") {
    Engine* e = test::engine();
    if (!e) return;
    Samples frame = make_frame({9, 7}, 0);
    frame.depth.pop_back();
    const SvgfResolved settings = resolve(SvgfSettings{}, test::traits(*e));
    SvgfDevice device(*e);
    CHECK(is_message(thrown_by([&] { prepare_frame(device, settings, frame.planes()); }),
                     messages::role_samples, "depth", 62, "9x7"));
    CHECK(is_message(thrown_by([&] {
                         run(*e, {}, make_shot({9, 7}, 1, {}, {1}));
                     }),
                     messages::window_length, 3, anything));
}
