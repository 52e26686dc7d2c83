// Tests neighbours of little use: with the same noise, or with lights that flicker.
#include "cli/tables.h"
#include "denoise/shot.h"
#include "renders/render_noise.h"
#include <cmath>
#include <doctest/doctest.h>

using namespace denoise_test;

namespace {

constexpr Size size{96, 72};

/// Noise of a pixel of the image, -1 to 1: the same in all frames, or different in each.
float noise_at(int x, int y, int frame) {
    return float(files::noise(std::uint32_t((frame * size.height + y) * size.width + x)) & 0xffffU) / 32768 -
           1;
}

struct Light {
    bool one_seed = false;
    float dark = 1; ///< factor of the light in frame 3
    bool still = false;
};

/// Five frames with such light, without other roles that have noise.
struct Lit : Folder {
    explicit Lit(const Light& light);
};
Lit::Lit(const Light& light) {
    for (int n = 1; n <= 5; ++n) {
        const int seen = light.still ? 3 : n;
        const std::vector<float> clean = truth(seen, size);
        Look look{size};
        look.without = {"Combined_fill", "Combined_key", "Emit"};
        look.spoil = [&](const std::string& layer, char component, int x, int y, float v) {
            if (layer == "Vector" && light.still) return 0.0F;
            if (layer != "Combined" || component == 'A') return v;
            const std::size_t plane = std::string("RGB").find(component);
            const float is = clean[plane * std::size_t(size.pixels()) + std::size_t(y * size.width + x)];
            return (n == 3 ? light.dark : 1) * is * (1 + .7F * noise_at(x, y, light.one_seed ? 0 : n));
        };
        spill(path / "in" / name_of(n), frame_exr(seen, look));
    }
}

struct Errors {
    double alone, window;
    std::string said; ///< of the window
};

/// Errors of frame 3, whose light is `dark` times the truth.
Errors errors_of(const Folder& folder, float dark = 1) {
    std::vector<float> wanted = truth(3, size);
    for (float& v : wanted) v *= dark;
    const auto error = [&](const std::string& how, std::string* said) {
        const Ran ran = denoise(
            folder, how + " --existing replace --chunk 2/5 --frames 1-5 in/s.####.exr -o o/s.####.exr");
        CAPTURE(ran.err);
        CHECK(ran.code == 0);
        if (said) *said = ran.err;
        return rms(planes_of(parts_of(folder, "o/s.0003.exr"), "Combined"), wanted);
    };
    Errors errors{};
    errors.alone = error("--temporal none", nullptr);
    errors.window = error("", &errors.said);
    MESSAGE("alone " << errors.alone << ", window " << errors.window);
    return errors;
}

constexpr double tenth_of_a_decibel = 1.0116;
constexpr const char* animate = "animate it (Blender";

} // namespace

TEST_CASE("one seed for all frames: never a tenth of a decibel below the separate frame, with one warning") {
    if (!has_device()) return;
    for (const bool still : {false, true}) {
        CAPTURE(still);
        const Errors errors = errors_of(Lit(Light{.one_seed = true, .still = still}));
        CHECK(errors.window < tenth_of_a_decibel * errors.alone);
        const std::size_t first = errors.said.find(animate);
        REQUIRE(first != std::string::npos);
        CHECK(errors.said.find(animate, first + 1) == std::string::npos);
    }
}

TEST_CASE("with different seeds neighbours help, also if nothing moves, and there is no warning") {
    if (!has_device()) return;
    for (const bool still : {false, true}) {
        CAPTURE(still);
        const Errors errors = errors_of(Lit(Light{.still = still}));
        CHECK(errors.window < .9 * errors.alone);
        CHECK(errors.said.find(animate) == std::string::npos);
    }
}

TEST_CASE("a frame whose lights are darker or brighter is as good as others: it keeps its light") {
    if (!has_device()) return;
    const Errors even = errors_of(Lit(Light{}));
    for (const float dark : {.5F, .8F, .95F, 1.05F, 1.3F}) {
        CAPTURE(dark);
        const Errors errors = errors_of(Lit(Light{.dark = dark}), dark);
        CHECK(errors.window < errors.alone);
        if (dark > .5F) CHECK(errors.window < 1.05 * double(dark) * even.window);
    }
}

TEST_CASE("probe warns of one seed, and not of different seeds") {
    for (const bool one_seed : {false, true}) {
        const Lit folder(Light{.one_seed = one_seed});
        const Ran ran = called(run_probe, folder, "--json in");
        CHECK(ran.code == 0);
        CHECK((ran.out.find("\"one-seed\"") != std::string::npos) == one_seed);
    }
}

TEST_CASE(
    "correlation of noise: 1 for the same, a part for a common part, none for different noise and by chance") {
    const auto trace = [](Size of, int frame, float same) {
        const auto pixels = std::size_t(of.pixels());
        std::vector<float> light(3 * pixels);
        for (std::size_t i = 0; i < light.size(); ++i) {
            const int x = int(i % pixels) % of.width, y = int(i % pixels) / of.width;
            light[i] = 2 + .01F * float(x) + same * noise_at(x, y, 0) + (1 - same) * noise_at(x, y, frame);
        }
        return light_trace(of, light, {}, {}, {});
    };
    CHECK(noise_correlation(trace(size, 1, 1), trace(size, 2, 1)) == 1);
    CHECK(noise_correlation(trace(size, 1, .5F), trace(size, 2, .5F)) == doctest::Approx(.5).epsilon(.1));
    for (int frame = 2; frame < 12; ++frame) {
        CHECK(noise_correlation(trace(size, 1, 0), trace(size, frame, 0)) < one_seed);
        CHECK(noise_correlation(trace({9, 7}, 1, 0), trace({9, 7}, frame, 0)) == 0);
    }
    CHECK(noise_correlation(trace(size, 1, 1), trace({size.height, size.width}, 1, 1)) == 0);
    for (const Size tiny : {Size{1, 1}, Size{1, 40}, Size{2, 2}})
        CHECK(noise_correlation(trace(tiny, 1, 1), trace(tiny, 1, 1)) == 0);
}

TEST_CASE("samples by the noise: at any brightness, none from images that are too small or constant") {
    const auto trace = [](Size of, double deviation, float level) {
        const auto pixels = std::size_t(of.pixels());
        std::vector<float> light(3 * pixels);
        for (std::size_t i = 0; i < light.size(); ++i) {
            const int x = int(i % pixels) % of.width, y = int(i % pixels) / of.width;
            const double uniform = double(noise_at(x, y, 1)); // of mean 0
            light[i] = level * float(1 + deviation * uniform);
        }
        return light_trace(of, light, {}, {}, {});
    };
    const Size large{80, 60};
    double mean = 0, square = 0;
    for (int y = 0; y < large.height; ++y)
        for (int x = 0; x < large.width; ++x) {
            mean += double(noise_at(x, y, 1)) / double(large.pixels());
            square += std::pow(double(noise_at(x, y, 1)), 2) / double(large.pixels());
        }
    const double unit = std::sqrt(square - mean * mean);
    for (const float level : {.01F, 1.0F, 100.0F})
        for (const double samples : {8., 128.})
            CHECK(std::abs(std::log2(samples_by_noise(trace(large, std::sqrt(.4 / samples) / unit, level)) /
                                     samples)) <= .5);
    CHECK(samples_by_noise(trace({20, 20}, 1, 1)) == 0);
    CHECK(samples_by_noise(trace(large, 0, 1)) == 0);
}

TEST_CASE("an image on the sky, which stays in its place, does not count as noise of one seed") {
    const auto trace = [](int frame, bool has_depth) {
        const auto pixels = std::size_t(size.pixels());
        std::vector<float> light(3 * pixels), depth(has_depth ? pixels : 0);
        for (std::size_t i = 0; i < light.size(); ++i) {
            const int x = int(i % pixels) % size.width, y = int(i % pixels) / size.width;
            const bool sky = y < size.height / 2;
            light[i] = 2 + noise_at(x, y, sky ? 0 : frame);
            if (has_depth) depth[i % pixels] = sky ? (x % 2 ? 1e10F : 0) : 5;
        }
        return light_trace(size, light, {}, {}, depth);
    };
    CHECK(noise_correlation(trace(1, false), trace(2, false)) > one_seed); // not determined without depth
    CHECK(noise_correlation(trace(1, true), trace(2, true)) < one_seed);
    CHECK(noise_correlation(trace(1, true), trace(1, true)) == 1);
}

TEST_CASE("the edges of an alpha that stays are no noise of one seed") {
    const auto pixels = std::size_t(size.pixels());
    const auto trace = [&](int frame, bool has_alpha) {
        std::vector<float> light(3 * pixels), alpha(pixels);
        for (std::size_t i = 0; i < light.size(); ++i) {
            const int x = int(i % pixels) % size.width, y = int(i % pixels) / size.width;
            alpha[i % pixels] = y < size.height / 2 ? 1 : float(files::noise(std::uint32_t(i % pixels)) % 2);
            light[i] = alpha[i % pixels] * (2 + noise_at(x, y, frame));
        }
        LightTrace made = light_trace(size, light, {}, {}, {});
        if (has_alpha) made.solid = solid_pixels(size, alpha);
        return made;
    };
    CHECK(noise_correlation(trace(1, false), trace(2, false)) > one_seed); // as without alpha
    CHECK(noise_correlation(trace(1, true), trace(2, true)) < one_seed);
    CHECK(noise_correlation(trace(1, true), trace(1, true)) == 1);
    CHECK(solid_pixels(size, std::vector<float>(pixels)).empty());
}

TEST_CASE("light that is no number, and albedo of 0, are in no correlation") {
    std::vector<float> light(3 * std::size_t(size.pixels()), NAN), albedo(light.size(), 0);
    const LightTrace none = light_trace(size, light, {}, albedo, {});
    CHECK(noise_correlation(none, none) == 0);
}
