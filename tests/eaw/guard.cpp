// --protect-tones: nothing that has room is clipped, and what has room enough changes as without.
#include "app/cli/preset.h"
#include "support/gpu_fixture.h"
#include "support/named.h"
#include <algorithm>
#include <cmath>

using namespace atrous;
using namespace atrous::test;

namespace {

EawSettings strong(double guard) {
    EawSettings settings;
    settings.space = named("lab");
    settings.levels = 4;
    settings.luma = {{3}};
    settings.chroma = {{3}};
    settings.edges = {{0}};
    settings.protect_tones = guard;
    return settings;
}

bool is_end(double value) { return value <= 0 || value >= 1; }

/// Colour samples that are at an end of the range and were not.
std::size_t newly_clipped(const Pixels& before, const Pixels& after) {
    std::size_t count = 0;
    const int channels = before.channels();
    for (std::size_t i = 0; i < std::size_t(before.size.pixels()) * std::size_t(channels); ++i)
        count += int(i) % channels < before.colours && is_end(sample(after, i)) && !is_end(sample(before, i));
    return count;
}

/// Mid-tones alone.
Pixels without_ends(Pixels pixels) {
    for (std::size_t i = 0; i < std::size_t(pixels.size.pixels()) * std::size_t(pixels.channels()); ++i)
        set_sample(pixels, i, 0.4 + 0.2 * sample(pixels, i));
    return pixels;
}

/// At an end, in 8 bits as well.
bool is_end_of_bytes(double value) { return value * 255 < 0.5 || value * 255 >= 254.5; }

} // namespace

TEST_CASE(
    "guarded, no sample of an integer picture is newly at an end of its range, however strong the change") {
    Engine* e = engine();
    if (!e) return;
    const struct {
        PixelType type;
        int colours;
        Alpha alpha;
    } rows[] = {{PixelType::u8, 3, Alpha::none},
                {PixelType::u8, 3, Alpha::straight},
                {PixelType::u16, 1, Alpha::none}};
    for (const auto& [type, colours, alpha] : rows) {
        CAPTURE(colours);
        CAPTURE(int(alpha));
        const Pixels input = make_pixels({120, 90}, type, colours, alpha);
        CHECK(newly_clipped(input, run(*e, strong(0), input)) > 100);
        CHECK(newly_clipped(input, run(*e, strong(1), input)) == 0);
        CHECK(newly_clipped(input, run(*e, strong(0.5), input)) > 0);
    }
}

TEST_CASE("guarded, what 16 bits keep from the end of the range is kept where 8 are written") {
    Engine* e = engine();
    if (!e) return;
    const Pixels input = make_pixels({120, 90}, PixelType::u16);
    const Pixels free = run(*e, strong(0), input), held = run(*e, strong(1), input);
    std::size_t clipped = 0;
    for (std::size_t i = 0; i < 3 * std::size_t(input.size.pixels()); ++i) {
        if (is_end_of_bytes(sample(input, i))) continue;
        clipped += is_end_of_bytes(sample(free, i));
        REQUIRE_FALSE(is_end_of_bytes(sample(held, i)));
    }
    CHECK(clipped > 100);
}

TEST_CASE("guarded, mid-tones change as without, and a pixel's colours change alike") {
    Engine* e = engine();
    if (!e) return;
    EawSettings plain = strong(0), guarded = strong(1);
    plain.luma = plain.chroma = guarded.luma = guarded.chroma = {{1.3}};
    const Pixels input = without_ends(make_pixels({120, 90}, PixelType::u8, 3));
    const Pixels a = run(*e, plain, input), b = run(*e, guarded, input);
    CHECK(largest_difference(a, b, 1) <= 1.0 / 255 + 1e-6);
    const Pixels all = make_pixels({120, 90}, PixelType::u8, 3);
    const Pixels free = run(*e, plain, all), held = run(*e, guarded, all);
    for (std::size_t i = 0; i < std::size_t(all.size.pixels()); ++i) {
        double change[3], kept[3];
        bool clipped = false;
        for (std::size_t c = 0; c < 3; ++c) {
            change[c] = sample(free, 3 * i + c) - sample(all, 3 * i + c);
            kept[c] = sample(held, 3 * i + c) - sample(all, 3 * i + c);
            clipped |= is_end(sample(free, 3 * i + c));
        }
        if (clipped) continue;
        for (int c = 0; c < 3; ++c) // parallel, to the rounding of both
            REQUIRE(std::abs(kept[c] * change[(c + 1) % 3] - kept[(c + 1) % 3] * change[c]) <=
                    (std::abs(change[c]) + std::abs(change[(c + 1) % 3]) + 1.0 / 255) * 1.5 / 255);
    }
}

TEST_CASE(
    "the guard leaves neutral settings and float pictures alone, bit for bit; darktable's presets have none, of noise neither") {
    Engine* e = engine();
    if (!e) return;
    const Pixels bytes = make_pixels({60, 40}, PixelType::u8, 3),
                 floats = make_pixels({60, 40}, PixelType::f32, 3);
    EawSettings neutral;
    neutral.space = named("lab");
    neutral.protect_tones = 1;
    CHECK(largest_difference(run(*e, neutral, bytes), bytes, 1) == 0);
    CHECK(largest_difference(run(*e, strong(1), floats), run(*e, strong(0), floats), 1) == 0);
    for (const std::string& name : preset_names()) {
        EawSettings settings;
        apply_preset(load_preset(name), "lab", settings);
        CAPTURE(name);
        CHECK((settings.protect_tones > 0) == (name == default_preset));
        CHECK((settings.noise_guard > 0) == (name == default_preset));
    }
}
