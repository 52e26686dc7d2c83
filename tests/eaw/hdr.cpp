// Tests boosts of PQ and HLG photographs in space ictcp: highlights of 4000 cd/m2 do not clip, keep their hues and do not glow, and
// noise of the samples stays out of boosts.
#include "cli/preset.h"
#include "colour/profile.h"
#include "engine/enhance/eaw_filter.h"
#include "noise/noise.h"
#include "pixel/colour.h"
#include "support/gpu_fixture.h"
#include "support/named.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <random>

using namespace atrous;
using namespace atrous::test;

namespace {

using Light = std::array<float, 3>;

/// Linear sRGB of pixel i, in which 1 is 203 cd/m2.
Light light_at(const Pixels& p, std::size_t i) {
    Light v{float(sample(p, 3 * i)), float(sample(p, 3 * i + 1)), float(sample(p, 3 * i + 2))};
    HostColours(*p.profile).to_light(v);
    return v;
}

/// A dim scene with texture, and coloured lights of up to 4000 cd/m2 with soft rims.
Pixels night(int transfer, double peak) {
    Pixels p = make_hdr({192, 128}, PixelType::u16, transfer);
    std::mt19937 random(7);
    std::uniform_real_distribution<double> texture(0.9, 1.1);
    const HostColours samples(*p.profile);
    for (int y = 0; y < p.size.height; ++y)
        for (int x = 0; x < p.size.width; ++x) {
            const double dim =
                (0.05 + 0.5 * x / 192) * texture(random) * (1 + 0.3 * std::sin(0.3 * x + 0.2 * y));
            Light v{float(dim), float(0.9 * dim), float(0.7 * dim)};
            for (int lamp = 0; lamp < 6; ++lamp) {
                const double far = std::hypot(x - 20 - 30 * lamp, y - 30 - 60 * (lamp % 2)) / (6 + lamp);
                const double glow = peak / 203 * texture(random) / (1 + std::pow(far, 4));
                const Light colours[] = {{1, 0.8F, 0.5F}, {0.6F, 0.8F, 1}, {1, 0.5F, 0.45F}};
                for (std::size_t c = 0; c < 3; ++c) v[c] += 0.9F * float(glow) * colours[lamp % 3][c];
            }
            samples.from_light(v);
            for (std::size_t c = 0; c < 3; ++c)
                set_sample(p, (std::size_t(y) * 192 + std::size_t(x)) * 3 + c,
                           std::clamp(double(v[c]), 0.0, 1.0));
        }
    return p;
}

EawSettings preset(const char* name) {
    EawSettings settings;
    apply_preset(load_preset(name), "ictcp", settings);
    settings.noise_guard = 0;
    return settings;
}

} // namespace

TEST_CASE("PQ and HLG have space ictcp, unless another one is requested") {
    if (!engine()) return;
    for (const int transfer : {16, 18})
        for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
            const Pixels pixels = make_hdr({64, 48}, type, transfer);
            CHECK(std::string(space_of({}, pixels).name) == "ictcp");
            EawSettings lab;
            lab.space = named("lab");
            CHECK(std::string(space_of(lab, pixels).name) == "lab");
        }
}

TEST_CASE(
    "boosted highlights of 4000 cd/m2 do not clip, and their hue shifts by less than 1 Delta E ITP in the mean") {
    Engine* e = engine();
    if (!e) return;
    for (const auto& [transfer, peak] : {std::pair{16, 4000.0}, {18, 700.0}})
        for (const char* name : {"local-contrast", "punch", "landscape", "dehaze"}) {
            CAPTURE(transfer);
            CAPTURE(name);
            const Pixels before = night(transfer, peak), after = run(*e, preset(name), before);
            double shift = 0, changed = 0;
            int bright = 0, clipped = 0;
            for (std::size_t i = 0; i < std::size_t(before.size.pixels()); ++i) {
                for (std::size_t c = 0; c < 3; ++c)
                    clipped += sample(after, 3 * i + c) >= 1 && sample(before, 3 * i + c) < 1;
                Light old = light_at(before, i), now = light_at(after, i);
                if (old[1] < 1) continue;
                kernels::space_ictcp_enter(old.data()), kernels::space_ictcp_enter(now.data());
                const double t = 0.5 * double(old[1]), p = double(old[2]), u = 0.5 * double(now[1]),
                             q = double(now[2]);
                const double chroma = std::hypot(t, p);
                if (chroma > 0.005) shift += 720 * std::abs(t * q - p * u) / chroma; // ITU-R BT.2124
                changed += 720 * std::abs(double(now[0] - old[0]));
                ++bright;
            }
            CHECK(bright > 400);
            CHECK(clipped == 0);
            CHECK(changed / bright > 1);
            CHECK(shift / bright < 1);
        }
}

TEST_CASE("the dark next to a light of 4000 cd/m2 does not glow") {
    Engine* e = engine();
    if (!e) return;
    Pixels edge = make_hdr({200, 64}, PixelType::u16, 16);
    const double dim = double(kernels::pq_encode(40 / 203.0F)),
                 lit = double(kernels::pq_encode(4000 / 203.0F));
    for (std::size_t i = 0; i < std::size_t(edge.size.pixels()); ++i)
        for (std::size_t c = 0; c < 3; ++c) set_sample(edge, 3 * i + c, i % 200 < 100 ? dim : lit);
    for (const char* name : {"local-contrast", "punch"}) {
        const Pixels after = run(*e, preset(name), edge);
        double most = 0;
        for (std::size_t i = 0; i < std::size_t(edge.size.pixels()); ++i)
            if (i % 200 < 100) most = std::max(most, std::abs(sample(after, 3 * i) - dim));
        CAPTURE(name);
        CHECK(most < 0.01); // of PQ's range: 10 % of the light
    }
}

TEST_CASE("the deepest shadows of PQ and HLG end at 1.2 cd/m2 of light") {
    Engine* e = engine();
    if (!e) return;
    for (const int transfer : {16, 18}) {
        CAPTURE(transfer);
        Pixels dark = make_hdr({128, 96}, PixelType::u16, transfer);
        const HostColours samples(*dark.profile);
        for (std::size_t i = 0; i < std::size_t(dark.size.pixels()); ++i) {
            Light v;
            v.fill(i / 4 % 2 ? 0.03F : 0.0075F); // 6.1 and 1.5 cd/m2
            samples.from_light(v);
            for (std::size_t c = 0; c < 3; ++c) set_sample(dark, 3 * i + c, double(v[c]));
        }
        EawSettings free;
        free.space = named("ictcp");
        free.levels = 4;
        free.luma = {{3}};
        free.edges = {{0}};
        EawSettings held = free;
        held.protect_blacks = 1;
        const auto darkest = [&](const EawSettings& settings) {
            const Pixels out = run(*e, settings, dark);
            double least = 1;
            for (std::size_t i = 0; i < std::size_t(out.size.pixels()); ++i)
                least = std::min(least, double(light_at(out, i)[1]));
            return least;
        };
        CHECK(darkest(free) < 0.003);
        CHECK(darkest(held) > 0.005);
    }
}

TEST_CASE("noise of PQ and HLG samples is found and stays out of boosts") {
    Engine* e = engine();
    if (!e) return;
    for (const int transfer : {16, 18}) {
        CAPTURE(transfer);
        Pixels noisy = make_hdr({512, 512}, PixelType::u16, transfer);
        std::mt19937 random(3);
        std::normal_distribution<double> noise(0, 2.0 / 255);
        for (std::size_t i = 0; i < std::size_t(noisy.size.pixels()); ++i)
            for (std::size_t c = 0; c < 3; ++c)
                set_sample(noisy, 3 * i + c, 0.3 + 0.3 * double(i % 512) / 512 + noise(random));
        EawSettings boost;
        boost.space = named("ictcp");
        boost.levels = 3;
        boost.luma = {{2}};
        boost.noise_guard = 1;
        const auto found = find_noise(noisy, 0);
        REQUIRE_FALSE(found.is_clean());
        const EawResolved plain = resolve(boost, noisy, traits(*e));
        const auto deviation = [&](const EawResolved& settings) {
            Pixels out = noisy.copy();
            run_in_regions(*e, settings, region_grid(noisy.size, 0, 1, 1), noisy, out);
            double sum = 0;
            int count = 0;
            for (std::size_t y = 40; y < 470; ++y)
                for (std::size_t x = 40; x < 470; ++x, ++count) {
                    const auto grey = [&](std::size_t at) { return sample(out, 3 * at + 1); };
                    sum += std::pow(grey(y * 512 + x) - grey(y * 512 + x + 1), 2) / 2;
                }
            return std::sqrt(sum / count) * 255;
        };
        const double without = deviation(plain), with = deviation(guarded(plain, found, noisy, traits(*e)));
        CHECK(without > 3);
        CHECK(with < 2.4);
    }
}
