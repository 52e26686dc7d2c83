// Tests the filter of noisy guides: exactness against the reference, regions, the guides that count as noisy, and the
// gain for a light out of focus.
#include "engine/denoise/render.h"
#include "filters/svgf/builder.h"
#include "svgf/shot.h"
#include <cmath>
#include <doctest/doctest.h>
#include <random>

using namespace atrous;
using namespace svgf_shot;

namespace {

/// Adds noise to three quarters of a guide's samples.
void add_noise(std::vector<float>& guide, float deviation, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> noise(0, deviation);
    for (float& v : guide) v = random() % 4 == 0 || !(std::abs(v) < 1e9F) ? v : v + noise(random);
}

/// Adds noise to the guides of a frame, bright lights, and sky among surfaces.
void spoil(Samples& s) {
    add_noise(s.albedo, .1F, 1);
    add_noise(s.normal, .2F, 2);
    add_noise(s.depth, .3F, 3);
    const auto pixels = std::size_t(s.size.pixels());
    for (std::size_t i = 0; i < pixels; ++i) {
        if (i % 7 == 3) s.depth[i] = 1e10F;
        for (std::size_t k = 0; k < 3 && i % 11 > 7; ++k) s.albedo[k * pixels + i] *= 30;
    }
}

Shot noisy_shot(Size size, int reach, const Extras& extras = {}) {
    Shot shot = make_shot(size, reach, extras);
    for (auto& frame : shot.frames) spoil(*frame);
    return shot;
}

SvgfSettings with(const char* prefilter, int reach = 0) {
    SvgfSettings settings;
    settings.reach = reach;
    settings.levels = 3;
    settings.prefilter = &find_row(prefilters(), prefilter, "prefilter");
    return settings;
}

/// The albedo, normal, depth and light of a prepared frame.
std::vector<float> prepared_guides(Engine& engine, const SvgfSettings& settings, const Samples& samples,
                                   const DeviceTraits& traits) {
    SvgfDevice device(engine);
    device.plans = SvgfPlans(traits);
    const SvgfResolved resolved = resolve(settings, traits);
    const SvgfFrame frame = prepare_frame(device, resolved, samples.planes());
    std::vector<float> stored(frame.planes.bytes() / sizeof(float)), guides;
    frame.planes.read(std::as_writable_bytes(std::span(stored)));
    const kernels::PlaneStack planes = svgf_builder(resolved, frame.size, frame.roles, traits).frame.planes;
    for (const int k : {3, 4, 5, 6, 7, 8, 9, 16})
        for (int y = 0; y < frame.size.height; ++y)
            for (int x = 0; x < frame.size.width; ++x)
                guides.push_back(
                    stored[std::size_t(planes.guard) + std::size_t(k) * std::size_t(planes.plane) +
                           std::size_t(y * planes.pitch + x)]);
    return guides;
}

reference::svgf::Planes wanted_guides(const SvgfSettings& settings, const Samples& samples) {
    using namespace reference::svgf;
    const Prepared frame = with_filtered_guides(entered(samples.reference()), reference_settings(settings));
    const Planes i = demodulated(frame.c, frame.a);
    Planes wanted = frame.a;
    wanted.insert(wanted.end(), frame.n.begin(), frame.n.end());
    wanted.push_back(frame.z);
    wanted.emplace_back();
    for (std::size_t at = 0; at < frame.z.size(); ++at) wanted.back().push_back(luma_at(i, int(at)));
    return wanted;
}

} // namespace

TEST_CASE("filtered guides equal the reference, in the kernels of CPUs and GPUs") {
    Engine* e = test::engine();
    if (!e) return;
    for (const Size size : {Size{1, 1}, Size{2, 9}, Size{17, 5}, Size{40, 31}})
        for (const char* guides : {"off", "albedo", "normal", "depth", "albedo,normal,depth"})
            for (const bool gpu : {false, true}) {
                CAPTURE(to_string(size));
                CAPTURE(guides);
                CAPTURE(gpu);
                Samples frame = make_frame(size, 3, {.glow = true});
                spoil(frame);
                SvgfSettings settings = with(guides);
                settings.film_alpha = size.width > 2 && size.width < 40;
                settings.prefilter_share = size.width == 17 ? .625 : size.width == 40 ? .375 : 1;
                const auto made =
                    prepared_guides(*e, settings, frame, gpu ? as_gpu(test::traits(*e)) : test::traits(*e));
                CHECK(difference(made, wanted_guides(settings, frame)).largest <= 2e-5);
            }
}

TEST_CASE("results with filtered guides equal the reference, the same in every way to compute them") {
    Engine* e = test::engine();
    if (!e) return;
    const SvgfSettings settings = with("albedo,normal,depth", 1);
    const Shot shot = noisy_shot({40, 31}, 1, {.lights = 1});
    const auto wanted = all_planes(expected(settings, shot));
    check_ways(*e, ways(settings), shot, [&](const std::vector<float>& found) {
        const Difference d = difference(found, wanted);
        CHECK(double(d.beyond) <= 1e-3 * double(d.values));
        CHECK(d.largest <= 1e-2);
    });
}

TEST_CASE("guides that are noisy are filtered by default, and no others") {
    const Samples clean = make_frame({96, 72}, 3);
    const auto chosen = [](const Samples& samples, const char* asked = "auto", double count = 8) {
        return std::string(prefilter_for(*with(asked).prefilter, samples.planes(), count).row->name);
    };
    CHECK(chosen(clean) == "off");
    CHECK(chosen(clean, "normal,depth") == "normal,depth");
    Samples s = clean;
    add_noise(s.normal, .1F, 4);
    CHECK(chosen(s) == "albedo,normal,depth");
    CHECK(chosen(s, "off") == "off");
    // In a seventh of the rows, as in foliage, they are noise at few samples and geometry at many.
    const std::size_t plane = s.normal.size() / 3, rows = 10 * 96;
    for (std::size_t i = 0; i < clean.normal.size(); ++i)
        if (i % plane >= rows) s.normal[i] = clean.normal[i];
    CHECK(chosen(s) == "albedo,normal,depth");
    CHECK(chosen(s, "auto", 128) == "off");
    s = clean;
    add_noise(s.depth, .3F, 5);
    CHECK(chosen(s) == "albedo,normal,depth");
    s.normal.clear();
    CHECK(chosen(s) == "albedo,depth");
    CHECK(chosen(s, "normal,depth") == "depth");
    s = clean;
    for (std::size_t i = 0; i < s.albedo.size(); ++i) // a pattern in a fifth of the image
        if (i % 96 < 20) s.albedo[i] += (i + i / 96) % 2 == 0 ? .1F : 0;
    CHECK(chosen(s) == "off");
    add_noise(s.albedo, .1F, 6);
    CHECK(chosen(s) == "albedo");
}

TEST_CASE("frames of a shot that are about as noisy as the limit get about the same guides") {
    Samples s = make_frame({258, 258}, 3), noisy = s;
    add_noise(noisy.normal, .1F, 4);
    const std::size_t plane = s.normal.size() / 3;
    double last = 0;
    int between = 0;
    for (std::size_t block = 0; block < 80; ++block) { // of 1024, one more noisy block per frame
        for (std::size_t i = 0; i < plane; ++i)
            if (const std::size_t x = i % 258 - 1, y = i / 258 - 1;
                x / 8 == block % 32 && y / 8 == block / 32)
                for (std::size_t k = 0; k < 3; ++k) s.normal[k * plane + i] = noisy.normal[k * plane + i];
        const PrefilterChoice choice = prefilter_for(*with("auto").prefilter, s.planes(), 8);
        const double share = choice.row->any() ? choice.share : 0;
        CHECK(share >= last);
        CHECK(share <= last + .125);
        between += share > 0 && share < 1;
        last = share;
    }
    CHECK(last == 1);
    CHECK(between > 10);
}

namespace {

/// A wall with a light out of focus before it: its samples hit the light by chance, and the albedo has the mean of what they saw.
struct OutOfFocus {
    Samples samples;
    std::vector<float> truth;
};
OutOfFocus out_of_focus() {
    constexpr float radiance = 40, chance = .2F, wall = .5F;
    constexpr int per_pixel = 8;
    const Size size{64, 64};
    const auto pixels = std::size_t(size.pixels());
    OutOfFocus made{{}, std::vector<float>(3 * pixels)};
    Samples& s = made.samples;
    s.size = size;
    s.beauty.resize(3 * pixels);
    s.albedo.resize(3 * pixels);
    s.normal.resize(3 * pixels);
    s.depth.assign(pixels, 10);
    std::mt19937 random(7);
    std::uniform_real_distribution<float> any(0, 1);
    for (std::size_t i = 0; i < pixels; ++i) {
        const int x = int(i % 64) - 32, y = int(i / 64) - 32;
        const float share = x * x + y * y < 400 ? chance : 0;
        int hits = 0;
        for (int n = 0; n < per_pixel; ++n) hits += any(random) < share;
        const float seen = float(hits) / per_pixel, light = 2 * any(random);
        for (std::size_t k = 0; k < 3; ++k) {
            s.albedo[k * pixels + i] = seen * radiance + (1 - seen) * wall;
            s.beauty[k * pixels + i] = seen * radiance + (1 - seen) * wall * light;
            made.truth[k * pixels + i] = share * radiance + (1 - share) * wall;
        }
        s.normal[2 * pixels + i] = 1;
    }
    return made;
}

/// PSNR in dB of x / (1 + x).
double psnr(const std::vector<float>& made, const std::vector<float>& truth) {
    double sum = 0;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        const double m = double(made[i]), t = double(truth[i]);
        sum += std::pow(m / (1 + m) - t / (1 + t), 2) / double(truth.size());
    }
    return -10 * std::log10(sum);
}

} // namespace

TEST_CASE("a light out of focus, whose albedo has its noise, gains several decibels") {
    Engine* e = test::engine();
    if (!e) return;
    const OutOfFocus scene = out_of_focus();
    CHECK(std::string(prefilter_for(*with("auto").prefilter, scene.samples.planes(), 8).row->name) ==
          "albedo");
    const auto result = [&](const char* prefilter) {
        return psnr(run(*e, with(prefilter), {{scene.samples}}).planes, scene.truth);
    };
    const double without = result("off"), with_albedo = result("albedo");
    CAPTURE(without);
    CHECK(with_albedo > without + 4);
}
