// Tests against complaints of users of other tools: wrong pixels, images of odd sizes and types.
#include "base/error.h"
#include "cli/preset.h"
#include "engine/enhance/eaw_filter.h"
#include "support/gpu_fixture.h"
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;
using namespace atrous::test;

namespace {

EawSettings preset_in(const std::string& preset, const std::string& space) {
    EawSettings s;
    s.space = named(space);
    apply_preset(load_preset(preset), space, s);
    if (find_row(spaces(), space, "space").chroma == 0) s.chroma = {{1}}, s.chroma_threshold = {{0}};
    return s;
}

/// Mean |difference| of colour samples, in file units.
double mean_change(const Pixels& a, const Pixels& b) {
    const auto count = std::size_t(a.size.pixels()) * std::size_t(a.channels());
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += std::abs(sample(a, i) - sample(b, i));
    return sum / double(count);
}

bool all_finite(const Pixels& p) {
    const auto count = std::size_t(p.size.pixels()) * std::size_t(p.channels());
    for (std::size_t i = 0; i < count; ++i)
        if (!std::isfinite(sample(p, i))) return false;
    return true;
}

bool same_bytes(const Pixels& a, const Pixels& b) {
    return a.byte_count() == b.byte_count() &&
           std::memcmp(a.bytes.data.get(), b.bytes.data.get(), a.byte_count()) == 0;
}

} // namespace

TEST_CASE("memory grows with levels") {
    const Pixels picture = make_pixels({300, 200}, PixelType::u8);
    const std::size_t plane = 300 * 200 * sizeof(float);
    std::size_t before = 0;
    for (int levels = 1; levels <= max_levels; ++levels) {
        EawSettings s = preset_in("darktable/denoise-sharpen", "lab");
        s.levels = levels;
        const std::size_t bytes = eaw_plan(resolve(s, picture, {}), picture, {}).bytes();
        if (levels > 2) CHECK(double(bytes) < 1.1 * double(before));
        CHECK(bytes < 6 * 3 * plane); // five stacks of three planes, and smaller buffers
        before = bytes;
    }
}

TEST_CASE("borders change with everything off") {
    Engine* e = engine();
    if (!e) return;
    for (const auto& border : borders()) // spaces with the usual one: tests/pixel
        for (const auto type : {PixelType::u16, PixelType::f32}) {
            CAPTURE(border.name);
            EawSettings s = preset_in("neutral", "lab");
            s.border = &border;
            const Pixels picture = make_pixels({61, 37}, type), out = run(*e, s, picture);
            if (is_float(type))
                CHECK(largest_difference(out, picture, 1) <= 1e-6);
            else
                CHECK(same_bytes(out, picture));
        }
}

TEST_CASE("tiny and thin images") {
    Engine* e = engine();
    if (!e) return;
    for (const Size size : {Size{1, 1}, Size{1, 2}, Size{333, 1}, Size{3, 20000}})
        for (const auto& preset : preset_names()) {
            if (size.height > 1000 && preset != "local-contrast" && preset != "darktable/denoise") continue;
            CAPTURE(to_string(size));
            CAPTURE(preset);
            const Pixels picture = make_pixels(size, PixelType::f32);
            const Pixels out = run(*e, preset_in(preset, "log"), picture);
            CHECK(all_finite(out));
            if (size.pixels() == 1) CHECK(largest_difference(out, picture, 1) < 1e-6);
        }
}

TEST_CASE("few or many levels with every option") {
    Engine* e = engine();
    if (!e) return;
    const Pixels picture = make_pixels({53, 38}, PixelType::f32);
    using Change = void (*)(EawSettings&);
    const Change changes[] = {
        [](EawSettings&) {},
        [](EawSettings& s) { s.denoise = named("bayes"); },
        [](EawSettings& s) {
            s.denoise = named("bayes"), s.noise_model = named("halving"), s.shrink = named("unbiased");
        },
        [](EawSettings& s) { s.limit = 2, s.protect_shadows = 15; },
        [](EawSettings& s) { s.radius = 1, s.border = named("clamp"); },
        [](EawSettings& s) { s.border = named("mirror"), s.how.order = named("kaleidoscope"); },
        [](EawSettings& s) { s.how.schedule = named("dilated"), s.how.synthesis = named("stored"); },
        [](EawSettings& s) { s.how.storage = named("half"); },
        [](EawSettings& s) { s.edges = {{0}}, s.amount = -2; },
        [](EawSettings& s) { s.luma = {{10}}, s.chroma = {{0}}; },
    };
    for (const int levels : {1, 2, max_levels})
        for (std::size_t i = 0; i < std::size(changes); ++i) {
            CAPTURE(levels);
            CAPTURE(i);
            EawSettings s = preset_in(i % 2 ? "local-contrast" : "darktable/denoise-sharpen", "lab");
            s.levels = levels;
            changes[i](s);
            const Pixels out = run(*e, s, picture);
            CHECK(all_finite(out));
            CHECK(mean_change(out, picture) > 1e-5);
        }
}

TEST_CASE("of 200 runs some end before the device has, or differ") {
    Engine* e = engine();
    if (!e) return;
    const Pixels picture = make_pixels({131, 77}, PixelType::u16);
    EawSettings plain, searched, measured;
    plain.luma = searched.luma = {{1.5}};
    searched.search_edges = true;
    measured.denoise = named("bayes");
    for (EawSettings& s : {std::ref(plain), std::ref(searched), std::ref(measured)}) {
        s.levels = 4;
        const Pixels first = run(*e, s, picture);
        CHECK_FALSE(same_bytes(first, picture));
        int others = 0;
        for (int i = 0; i < (&s == &plain ? 200 : 20); ++i) others += !same_bytes(run(*e, s, picture), first);
        CHECK(others == 0);
    }
}
