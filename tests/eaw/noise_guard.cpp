// Tests --noise-guard in the wavelets: details of a level against their given noise, in every way of computing.
#include "filters/eaw/levels.h"
#include "filters/eaw/plan.h"
#include "support/gpu_fixture.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;
using namespace atrous::test;

namespace {

/// Noise that rises with luma, and falls from level to level.
GuardedNoise some_noise(const std::string& space, int levels) {
    const double unit = space == "lab" ? 100 : space == "log" ? 4 : 1;
    GuardedNoise noise{space == "log" ? -10.0 : 0.0, unit, {}};
    for (int l = 0; l < levels; ++l) {
        auto& level = noise.levels.emplace_back();
        for (std::size_t group = 0; group < 2; ++group) {
            level[group].most = 5;
            for (std::size_t i = 0; i < noise.points; ++i) {
                const double share = (noise.luma_at(i) - noise.black) / (noise.white - noise.black);
                level[group].variance[i] =
                    std::pow(0.015 * unit * (0.5 + share + 0.3 * double(group)) / (1 + l), 2);
            }
        }
    }
    return noise;
}

/// Boosts on all levels, and one gain below 1.
EawSettings boosts(const std::string& space, int levels) {
    EawSettings s = busy_settings(space);
    s.levels = levels;
    s.luma = {{1.8, 1.5, 0.7, 1.4}};
    s.luma_threshold = s.chroma_threshold = {{0}};
    if (space != "rgb") s.chroma = {{1.2, 1, 1.6}};
    s.noise_guard = 1.5;
    s.noise = some_noise(space, 4);
    return s;
}

bool same(const Pixels& a, const Pixels& b) {
    return std::memcmp(a.bytes.data.get(), b.bytes.data.get(), a.byte_count()) == 0;
}

} // namespace

TEST_CASE("noise is kept out of boosts as the reference does it, in every way of computing") {
    Engine* e = engine();
    if (!e) return;
    const struct {
        const char *space, *border;
        Size size;
        int levels;
        double shadows = 0, peak = 1;
        bool search = false;
        double sigma = 0; // other than the space's
    } rows[] = {{"lab", "clamp", {97, 61}, 6},
                {"lab", "clamp", {1, 2}, 2},
                {"lab", "clamp", {33, 70}, 1},
                {"rgb", "drop", {64, 65}, 3},
                {"rgb", "drop", {65, 66}, 5, 0.2},
                {"log", "clamp", {49, 38}, 4, 0, 16},
                {"linear", "reflect", {61, 40}, 4},
                {"rgb", "drop", {47, 39}, 3, 0, 1, true},
                {"rgb", "drop", {21, 13}, 3, 0, 1, false, 40}};
    int turn = 0;
    for (const auto& row : rows) {
        const Pixels input = make_pixels(row.size, PixelType::f32, 3, Alpha::none, row.peak);
        EawSettings settings = boosts(row.space, row.levels);
        settings.border = named(row.border);
        settings.search_edges = row.search;
        if (row.sigma > 0) settings.edges = {{row.sigma}};
        settings.protect_shadows = row.shadows;
        const auto wanted = reference::eaw(to_reference(input), to_reference(settings, input)).back();
        EawSettings unguarded = settings;
        unguarded.noise = {};
        if (row.size.pixels() > 100)
            CHECK(largest_difference(run(*e, unguarded, input), wanted, row.peak) > 1e-3);
        for (const auto& way : ways_in_pairs(settings, turn++)) {
            if (row.shadows > 0 && way.how.synthesis->gathers_blocks) continue;
            CAPTURE(name_of(way));
            CAPTURE(to_string(row.size));
            CHECK(largest_difference(run(*e, way, input), wanted, row.peak) <= 1e-5);
        }
    }
}

TEST_CASE("noise is kept out of boosts in regions as in the whole, also if the last level is guarded") {
    Engine* e = engine();
    if (!e) return;
    const Pixels input = make_pixels({150, 97}, PixelType::f32);
    for (const int levels : {1, 3, 5})
        for (const char* storage : {"float", "half"}) {
            EawSettings settings = boosts("lab", levels);
            settings.how.storage = named(storage);
            const EawResolved resolved = resolve(settings, input, traits(*e));
            Pixels whole = input.copy(), regions = input.copy(), short_of = input.copy();
            const int reach = eaw_reach(resolved, input.type);
            run_in_regions(*e, resolved, region_grid(input.size, 0, 1, 1), input, whole);
            run_in_regions(*e, resolved, region_grid(input.size, reach, 3, 2), input, regions);
            run_in_regions(*e, resolved, region_grid(input.size, reach / 2, 3, 2), input, short_of);
            CAPTURE(levels);
            CHECK(same(whole, regions));
            CHECK_FALSE(same(whole, short_of));
        }
}

/// The largest |log2| of the polynomial over the variance, with t from -1 (black) to 1 (white).
template <class Variance>
double polynomial_error(const Variance& variance_at) {
    const GuardedNoise noise{-1, 1, {}};
    GuardedNoise::Group group;
    for (std::size_t i = 0; i < noise.points; ++i) group.variance[i] = variance_at(noise.luma_at(i));
    const auto term = log2_polynomial(group);
    double worst = 0;
    for (double t = -1; t <= 1; t += 0.01) {
        double log2 = 0;
        for (std::size_t k = term.size(); k-- > 0;) log2 = log2 * t + double(term[k]);
        worst = std::max(worst, std::abs(log2 - std::log2(variance_at(t))));
    }
    return worst;
}

TEST_CASE("the polynomial of noise by luma follows the curve, down to 1/64 of its most") {
    CHECK(polynomial_error([](double t) { return 0.3 * std::exp2(2 * std::sin(4 * t)); }) < std::log2(1.005));
    CHECK(polynomial_error([](double t) { return std::max(1e-6 + 1 + t, 2. / 64); }) < 0.5);
    CHECK(polynomial_error([](double t) { return std::max(1e-6 + 1 - t, 2. / 64); }) < 0.5);
}

TEST_CASE(
    "luma and chroma of a large image, apart, keep out the noise that they keep out together, bit for bit") {
    Engine* e = engine();
    if (!e) return;
    const Size large{1601, 1321}; // halves have less than 2 Mi pixels: their groups are together
    const Pixels input = make_pixels(large, PixelType::f32);
    for (const char* form : {"vector", "strip"})
        for (const bool guards_chroma : {true, false}) {
            EawSettings settings = boosts("lab", 3);
            settings.how.form = named(form);
            if (!guards_chroma)
                for (auto& level : settings.noise.levels) level[1].most = 0;
            const EawResolved resolved = resolve(settings, input, traits(*e));
            CHECK(std::ranges::count(eaw_plan(resolved, input, traits(*e)).passes, Stage::level,
                                     &Pass::stage) == 6);
            Pixels whole = input.copy(), halves = input.copy();
            run_in_regions(*e, resolved, region_grid(large, 0, 1, 1), input, whole);
            run_in_regions(*e, resolved, region_grid(large, eaw_reach(resolved, input.type), 2, 1), input,
                           halves);
            CAPTURE(form);
            CAPTURE(guards_chroma);
            CHECK(same(whole, halves));
            settings.noise = {};
            CHECK_FALSE(same(whole, run(*e, settings, input)));
        }
}

TEST_CASE("with little or no noise, boosts equal unguarded boosts") {
    Engine* e = engine();
    if (!e) return;
    const Pixels input = make_pixels({120, 90}, PixelType::u16);
    EawSettings settings = boosts("lab", 4), none = settings, plain = settings;
    for (auto& level : none.noise.levels)
        for (auto& group : level) group.most = 0.01;
    plain.noise = {};
    CHECK(same(run(*e, none, input), run(*e, plain, input)));
    CHECK_FALSE(same(run(*e, settings, input), run(*e, plain, input)));
    settings.noise_guard = 0;
    CHECK(same(run(*e, settings, input), run(*e, plain, input)));
}

TEST_CASE(
    "the guard has no effect if nothing is amplified, or noise is removed; levels without boosts need no pass") {
    const Pixels shape = shape_of(make_pixels({64, 64}, PixelType::u8), {64, 64});
    const DeviceTraits any{};
    const auto guarded = [&](auto change) {
        EawSettings s = boosts("lab", 4);
        change(s);
        return resolve(s, shape, any).guarded_levels;
    };
    CHECK(guarded([](EawSettings&) {}) == 4);
    CHECK(guarded([](EawSettings& s) { s.luma = {{1.5, 1}}, s.chroma = {{0.5}}; }) == 1);
    CHECK(guarded([](EawSettings& s) { s.luma = s.chroma = {{0.5}}; }) == 0);
    CHECK(guarded([](EawSettings& s) { s.luma_threshold = {{0, 1}}; }) == 0);
    CHECK(guarded([](EawSettings& s) { s.amount = -1; }) == 0);
    CHECK(guarded([](EawSettings& s) { s.denoise = named("auto"); }) == 0);
    CHECK(guarded([](EawSettings& s) { s = neutralised(s); }) == 0);
}
