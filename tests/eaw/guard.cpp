// Tests protect-tones: pixels with headroom are not clipped, and pixels with enough headroom change as without it.
#include "cli/preset.h"
#include "support/gpu_fixture.h"
#include "support/named.h"
#include <algorithm>
#include <array>
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

/// Number of colour samples that are at an end of the range and were not before.
std::size_t newly_clipped(const Pixels& before, const Pixels& after) {
    std::size_t count = 0;
    const int channels = before.channels();
    for (std::size_t i = 0; i < std::size_t(before.size.pixels()) * std::size_t(channels); ++i)
        count += int(i) % channels < before.colours && is_end(sample(after, i)) && !is_end(sample(before, i));
    return count;
}

/// Compresses the values to mid-tones.
Pixels without_ends(Pixels pixels) {
    for (std::size_t i = 0; i < std::size_t(pixels.size.pixels()) * std::size_t(pixels.channels()); ++i)
        set_sample(pixels, i, 0.4 + 0.2 * sample(pixels, i));
    return pixels;
}

/// True at an end of the range, in 8 bits as well.
bool is_end_of_bytes(double value) { return value * 255 < 0.5 || value * 255 >= 254.5; }

} // namespace

TEST_CASE(
    "guarded, no sample of an integer image newly reaches an end of its range, however strong the change") {
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

TEST_CASE("guarded, samples that 16 bits keep from the end of the range stay off it in outputs of 8 bits") {
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

namespace {

/// The part of a change that its ratio to the distance of an end leaves, from the manual.
double part_left(double change, double distance) {
    return std::pow(1 + std::pow(change / distance, 4), -0.25);
}

/// The protected pixel, by the manual's formulas in double precision.
std::array<double, 3> protected_pixel(const std::array<double, 3>& own, const std::array<double, 3>& free) {
    constexpr double inside = 5.0 / 255, deep = 18.0 / 255;
    const auto luma = [](const std::array<double, 3>& c) {
        return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
    };
    double share = 1;
    for (std::size_t c = 0; c < 3; ++c) {
        const double change = free[c] - own[c], all = change > 0 ? 1 - own[c] : own[c];
        share = std::min(
            share, part_left(std::abs(change), all > 0 ? std::max(all - inside, 0.1 * all) : 0.5 / 255));
    }
    const double fall = std::max(luma(own) - luma(free), 0.0);
    share = std::min(share, part_left(fall, std::max({luma(own) - deep, 0.1 * luma(own), 0.5 / 255})));
    std::array<double, 3> held{};
    for (std::size_t c = 0; c < 3; ++c) held[c] = own[c] + share * (free[c] - own[c]);
    return held;
}

} // namespace

TEST_CASE("protected, an image of 16 bits equals the formulas of the manual") {
    Engine* e = engine();
    if (!e) return;
    EawSettings free_settings = strong(0), held_settings = strong(1);
    free_settings.luma = held_settings.luma = {{1.7}};
    held_settings.protect_blacks = 1;
    const Pixels input = make_pixels({120, 90}, PixelType::u16);
    const Pixels free = run(*e, free_settings, input), held = run(*e, held_settings, input);
    std::size_t compared = 0;
    for (std::size_t i = 0; i < std::size_t(input.size.pixels()); ++i) {
        std::array<double, 3> own{}, changed{};
        bool clipped = false;
        for (std::size_t c = 0; c < 3; ++c) {
            own[c] = sample(input, 3 * i + c), changed[c] = sample(free, 3 * i + c);
            clipped |= is_end(changed[c]) || is_end(own[c]);
        }
        if (clipped) continue; // how far the change goes beyond the end is not in the file
        const std::array<double, 3> expected = protected_pixel(own, changed);
        for (std::size_t c = 0; c < 3; ++c)
            REQUIRE(std::abs(sample(held, 3 * i + c) - expected[c]) <= 2.0 / 65535);
        ++compared;
    }
    CHECK(compared > 5000);
}

namespace {

/// The shadows of a photograph: lights and darks of all scales around a dark grey that rises to the right.
Pixels shadows(Size size, PixelType type, double exponent) {
    Pixels pixels = make_pixels(size, type, 3);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const double wave = std::sin(x * 0.9) * std::cos(y * 0.7) + std::sin(x * 0.11 + y * 0.07);
            const double value = 0.056 + 0.6 * x / size.width + 0.022 * wave * (1 + 4.0 * x / size.width);
            for (std::size_t c = 0; c < 3; ++c)
                set_sample(pixels, 3 * (std::size_t(y) * std::size_t(size.width) + std::size_t(x)) + c,
                           std::pow(value, exponent));
        }
    return pixels;
}

/// Share of pixels with a grey below `value`.
double below(const Pixels& pixels, double value) {
    double count = 0;
    for (std::size_t i = 0; i < std::size_t(pixels.size.pixels()); ++i)
        count += sample(pixels, 3 * i) < value;
    return count / double(pixels.size.pixels());
}

/// Ratio of changes with and without protection, in pixels brighter than `value`: root mean squares.
double kept_above(double value, const Pixels& before, const Pixels& held, const Pixels& free) {
    double kept = 0, whole = 0;
    for (std::size_t i = 0; i < std::size_t(before.size.pixels()); ++i) {
        const double own = sample(before, 3 * i);
        if (own <= value) continue;
        kept += std::pow(sample(held, 3 * i) - own, 2);
        whole += std::pow(sample(free, 3 * i) - own, 2);
    }
    return std::sqrt(kept / whole);
}

} // namespace

TEST_CASE("presets that raise contrast leave shadows out of black, and mid-tones their contrast") {
    Engine* e = engine();
    if (!e) return;
    constexpr double black = 12.0 / 255, middle = 0.3;
    for (const char* name : {"local-contrast", "dehaze", "landscape", "punch", "darktable/clarity",
                             "darktable/coarse", "darktable/sharpen", "darktable/sharpen-strong"})
        for (const PixelType type : {PixelType::u8, PixelType::u16}) {
            CAPTURE(name);
            const Pixels input = shadows({300, 200}, type, 1);
            EawSettings settings;
            apply_preset(load_preset(name), "lab", settings);
            settings.space = named("lab");
            settings.noise_guard = 0;
            REQUIRE(settings.protect_blacks == 1);
            const Pixels held = run(*e, settings, input);
            settings.protect_blacks = 0;
            const Pixels free = run(*e, settings, input);
            const double before = below(input, black);
            CHECK(below(free, black) > 1.5 * before);
            CHECK(below(held, black) <= 1.5 * before);
            CHECK(kept_above(middle, input, held, free) > 0.99);
        }
}

TEST_CASE("the deepest shadows of linear samples are shadows of light, not of sample values") {
    Engine* e = engine();
    if (!e) return;
    Pixels input = shadows({300, 200}, PixelType::u16, 2.2);
    input.transfer = Transfer::linear;
    EawSettings free = strong(0), held = free;
    free.luma = held.luma = {{1.4}};
    held.protect_blacks = 1;
    const Pixels a = run(*e, free, input), b = run(*e, held, input);
    CHECK(kept_above(0.02, input, b, a) > 0.95); // 40 of 255 in sRGB, below 18 of 255 as a number
    CHECK(below(b, 0.0037) < below(a, 0.0037));
}

TEST_CASE(
    "the guard does not change neutral settings and float images, bit for bit; darktable's presets have no guard and no noise guard") {
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
        const bool changes = settings.luma.curve.points.size() > 1; // ours that change contrast
        const bool protects = changes && !name.starts_with("darktable/");
        CHECK((settings.protect_tones > 0) == protects);
        if (name == "neutral" || name == "darktable/denoise") CHECK(settings.protect_blacks == 0);
        if (protects) CHECK(settings.protect_blacks == 1);
        CHECK((settings.noise_guard > 0) == protects);
    }
}
