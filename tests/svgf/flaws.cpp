// Tests samples that are not finite in any role: counted in the beauty, repaired or left out, never in the result. Tests
// refusals.
#include "base/error.h"
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

TEST_CASE("samples that are not finite, in any role, give a finite picture, and the reference's") {
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
        const Difference d = difference(found, [&] {
            const auto r = expected(settings, shot);
            auto planes = r.image;
            planes.insert(planes.end(), r.lights.begin(), r.lights.end());
            planes.insert(planes.end(), r.emission.begin(), r.emission.end());
            return planes;
        }());
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
    const auto message = [&](const SvgfSettings& settings) {
        try {
            resolve(settings, device);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    SvgfSettings s;
    s.levels = 8;
    CHECK(message(s).find("--levels") == 0);
    s = {};
    s.fit = 2;
    CHECK(message(s).find("--fit") == 0);
    s = {};
    s.reach = 4;
    CHECK(message(s).find("--temporal") == 0);
    s = {};
    s.strength = -1;
    CHECK(message(s).find("--strength") == 0);
    s = {};
    s.sigma_luma = -1;
    CHECK(message(s).find("--sigma-luma") == 0);
    s = {};
    s.sigma_normal = 1001;
    CHECK(message(s).find("--sigma-normal") == 0);
    s = {};
    s.sigma_depth = NAN;
    CHECK(message(s).find("--sigma-depth") == 0);
    s = {};
    s.samples = 0;
    CHECK(message(s).find("--samples") == 0);
    s = {};
    s.sigma_color = -1;
    CHECK(message(s).find("--sigma-color") == 0);
    s = {};
    s.sigma_albedo = -1;
    CHECK(message(s).find("--sigma-albedo") == 0);
    s = {};
    s.filter = &find_row(render_filters(), "eaw", "filter");
    CHECK(message(s).find("--temporal window:2") == 0);
    s.reach = 0;
    CHECK(message(s).find("--fit 1") == 0);
    s.fit = 0;
    CHECK(message(s).empty());
    s.recursive = true;
    CHECK(message(s).find("--temporal recursive") == 0);
    s = {};
    s.warmup = -1;
    CHECK(message(s).find("--warmup") == 0);
}

TEST_CASE("frames that differ in size or layers are refused, saying both") {
    Engine* e = test::engine();
    if (!e) return;
    Shot shot = make_shot({9, 7}, 1);
    shot.frames[2] = make_frame({9, 8}, 2);
    CHECK_THROWS_WITH(run(*e, {}, shot), doctest::Contains("9x7"));
    CHECK_THROWS_WITH(run(*e, {}, shot), doctest::Contains("9x8"));
    shot.frames[2] = make_frame({9, 7}, 2, {.emission = true, .variance = true, .lights = 2});
    CHECK_THROWS_WITH(run(*e, {}, shot), doctest::Contains("emission"));
}

TEST_CASE("planes of another size and windows without their middle are refused") {
    Engine* e = test::engine();
    if (!e) return;
    Samples frame = make_frame({9, 7}, 0);
    frame.depth.pop_back();
    const SvgfResolved settings = resolve(SvgfSettings{}, test::traits(*e));
    SvgfDevice device(*e);
    CHECK_THROWS_WITH(prepare_frame(device, settings, frame.planes()), doctest::Contains("depth"));
    CHECK_THROWS_WITH(run(*e, {}, make_shot({9, 7}, 1, {}, {1})), doctest::Contains("window of 3"));
}
