// Tests that contents of files are kept: types, grey, alpha, values out of range, NaN and infinities. Neutral
// settings change nothing.
#include "support/gpu_fixture.h"
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <limits>

using namespace atrous;
using namespace atrous::test;

namespace {

const std::vector<PixelType> types = {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32};

bool same_bytes(const Pixels& a, const Pixels& b) {
    return std::memcmp(a.bytes.data.get(), b.bytes.data.get(), a.byte_count()) == 0;
}

// Every code of the type once or more, so that no value escapes the round trip.
Pixels every_code(PixelType type, int colours) {
    Pixels p = make_pixels({type == PixelType::u8 ? 64 : 1024, 192}, type, colours);
    for (std::size_t i = 0; i < p.byte_count() / sample_bytes(type); ++i)
        set_sample(p, i,
                   double((i * 7919) % (type == PixelType::u8 ? 256 : 65536)) /
                       (type == PixelType::u8 ? 255 : 65535));
    return p;
}

double step_of(PixelType type) {
    constexpr double steps[] = {0.51 / 255, 0.51 / 65535, 5e-4, 0};
    return steps[int(type)];
}

} // namespace

TEST_CASE("neutral settings return every type bit for bit, in every space, schedule and form") {
    Engine* e = engine();
    if (!e) return;
    EawSettings neutral;
    neutral.levels = 5;
    int turn = 0;
    for (const auto& space : spaces())
        for (const auto type : types) {
            // Compiling takes longest: grey and colours by turns, here. The default form meets both below.
            const int colours = (turn / 4 + turn) % 2 ? 1 : 3;
            const Pixels input = make_pixels({131, 67}, type, colours);
            neutral.space = &space;
            for (const auto& way : ways_in_pairs(neutral, turn++)) {
                CAPTURE(name_of(way));
                CAPTURE(int(type));
                CHECK(same_bytes(run(*e, way, input), input));
            }
        }
}

TEST_CASE("neutral settings return all 256 and all 65536 codes") {
    Engine* e = engine();
    if (!e) return;
    EawSettings neutral;
    for (const auto type : {PixelType::u8, PixelType::u16})
        for (const int colours : {1, 3}) {
            const Pixels input = every_code(type, colours);
            CHECK(same_bytes(run(*e, neutral, input), input));
        }
}

TEST_CASE("amount 0 returns the input bit for bit") {
    Engine* e = engine();
    if (!e) return;
    const Pixels input = make_pixels({57, 31}, PixelType::u16);
    auto settings = busy_settings("lab");
    settings.amount = 0;
    CHECK(same_bytes(run(*e, settings, input), input));
}

TEST_CASE("every type and grey follow the reference to the type's precision") {
    Engine* e = engine();
    if (!e) return;
    for (const auto& space : spaces())
        for (const auto type : types)
            for (const int colours : {1, 3}) {
                const Pixels input = make_pixels({97, 61}, type, colours);
                auto settings = busy_settings(space.name);
                settings.levels = 5;
                if (colours == 1) settings.chroma = {{1}}, settings.chroma_threshold = {{0}};
                auto expected = reference::eaw(to_reference(input), to_reference(settings, input)).back();
                if (!is_float(type))
                    for (double& v : expected.values) v = std::min(std::max(v, 0.0), 1.0);
                CAPTURE(space.name);
                CAPTURE(int(type));
                CAPTURE(colours);
                CHECK(largest_difference(run(*e, settings, input), expected, 1) <= step_of(type) + 1e-5);
            }
}

TEST_CASE("PQ and HLG follow the reference in every space, and neutral settings return their codes") {
    Engine* e = engine();
    if (!e) return;
    for (const auto& space : spaces())
        for (const int transfer : {16, 18})
            for (const int colours : {1, 3}) {
                const Pixels input = make_hdr({97, 61}, PixelType::u16, transfer, colours);
                auto settings = busy_settings(space.name);
                settings.levels = 5;
                if (colours == 1) settings.chroma = {{1}}, settings.chroma_threshold = {{0}};
                auto expected = reference::eaw(to_reference(input), to_reference(settings, input)).back();
                for (double& v : expected.values) v = std::min(std::max(v, 0.0), 1.0);
                CAPTURE(space.name);
                CAPTURE(transfer);
                CAPTURE(colours);
                CHECK(largest_difference(run(*e, settings, input), expected, 1) <=
                      step_of(PixelType::u16) + 1e-5);
                EawSettings neutral;
                neutral.space = &space;
                CHECK(same_bytes(run(*e, neutral, input), input));
            }
}

TEST_CASE("alpha passes through bit for bit, straight and associated") {
    Engine* e = engine();
    if (!e) return;
    for (const auto type : types)
        for (const auto alpha : {Alpha::straight, Alpha::associated}) {
            // Any two of type, alpha and colours meet. Compiling the other half takes ten seconds.
            const int colours = (int(type) + int(alpha)) % 2 ? 1 : 3;
            const Pixels input = make_pixels({43, 29}, type, colours, alpha);
            auto settings = busy_settings("linear");
            settings.levels = 4;
            const Pixels out = run(*e, settings, input);
            CAPTURE(int(type));
            CAPTURE(int(alpha));
            CHECK_FALSE(same_bytes(out, input));
            for (std::size_t i = 0; i < std::size_t(input.size.pixels()); ++i) {
                const std::size_t at =
                    (i * std::size_t(input.channels()) + std::size_t(colours)) * sample_bytes(type);
                REQUIRE(std::memcmp(out.bytes.data.get() + at, input.bytes.data.get() + at,
                                    sample_bytes(type)) == 0);
            }
        }
}

TEST_CASE("associated colours are filtered divided by alpha") {
    Engine* e = engine();
    if (!e) return;
    const Pixels input = make_pixels({83, 59}, PixelType::f32, 3, Alpha::associated);
    auto settings = busy_settings("log");
    settings.levels = 4;
    const auto expected = reference::eaw(to_reference(input), to_reference(settings, input)).back();
    CHECK(largest_difference(run(*e, settings, input), expected, 1) <= 1e-5 * 5); // colour / alpha reaches 4
}

TEST_CASE("NaN and infinities are replaced by the mean of finite neighbours, counted, and never spread") {
    Engine* e = engine();
    if (!e) return;
    for (const auto type : {PixelType::f16, PixelType::f32})
        for (const auto& form : forms()) {
            Pixels clean = make_pixels({67, 45}, type);
            for (std::size_t i = 0; i < 3 * 67 * 45; ++i)
                set_sample(clean, i, 0.25); // its neighbours' mean is itself
            Pixels bad = clean.copy();
            const std::size_t places[] = {0, 3 * (20 * 67 + 31) + 1, 3 * (44 * 67 + 66) + 2};
            set_sample(bad, places[0], std::numeric_limits<double>::quiet_NaN());
            set_sample(bad, places[1], std::numeric_limits<double>::infinity());
            set_sample(bad, places[2], -std::numeric_limits<double>::infinity());
            auto settings = busy_settings("log");
            settings.how.form = &form;
            FilterReport report;
            CHECK(same_bytes(run(*e, settings, bad, &report), run(*e, settings, clean)));
            CHECK(report.replaced == 3);
        }
}

TEST_CASE("an image of only NaN becomes black") {
    Engine* e = engine();
    if (!e) return;
    Pixels p = make_pixels({9, 5}, PixelType::f32);
    for (std::size_t i = 0; i < 9 * 5 * 3; ++i) set_sample(p, i, std::numeric_limits<double>::quiet_NaN());
    FilterReport report;
    const Pixels out = run(*e, busy_settings("log"), p, &report);
    CHECK(report.replaced == 9 * 5 * 3);
    for (std::size_t i = 0; i < 9 * 5 * 3; ++i) REQUIRE(sample(out, i) == 0);
}

TEST_CASE("huge and negative floats do not spread beyond the filter's support, nor overflow within it") {
    Engine* e = engine();
    if (!e) return;
    constexpr int width = 67, height = 45, x0 = 30, y0 = 20, reach = 2 * (1 + 2) + 1;
    for (const auto& space : spaces())
        for (const auto alpha : {Alpha::none, Alpha::associated}) {
            const Pixels clean = make_pixels({width, height}, PixelType::f32, 3, alpha);
            Pixels huge = clean.copy();
            const auto channels = std::size_t(clean.channels());
            const double values[] = {3e38, -3e38, 65504, -2, 1e30, 3e38};
            for (std::size_t i = 0; i < 6; ++i) // two neighbours of opposite sign
                set_sample(huge, (y0 * width + x0 + i / 3) * channels + i % 3, values[i]);
            if (alpha == Alpha::associated) set_sample(huge, (y0 * width + x0) * channels + 3, 1e-34);
            auto settings = busy_settings(space.name);
            settings.levels = 2;
            const Pixels out = run(*e, settings, huge), expected = run(*e, settings, clean);
            CAPTURE(space.name);
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x)
                    for (std::size_t c = 0; c < channels; ++c) {
                        const std::size_t i = std::size_t(y * width + x) * channels + c;
                        REQUIRE(std::isfinite(sample(out, i)));
                        const bool beyond = std::abs(x - x0) > reach || std::abs(y - y0) > reach;
                        if (beyond)
                            REQUIRE(sample(out, i) == sample(expected, i));
                        else if (x != x0 && x != x0 + 1)
                            REQUIRE(std::abs(sample(out, i)) < 1e30);
                    }
        }
}

TEST_CASE("a constant image stays constant with all settings") {
    Engine* e = engine();
    if (!e) return;
    int turn = 0;
    for (const auto& space : spaces()) {
        Pixels p = make_pixels({130, 70}, PixelType::u16);
        for (std::size_t i = 0; i < 3 * 130 * 70; ++i) set_sample(p, i, (0.2 + 0.3 * double(i % 3)));
        for (const auto& way : ways_in_pairs(busy_settings(space.name), turn++))
            CHECK(same_bytes(run(*e, way, p), p));
    }
}

TEST_CASE("frames of different sizes in turn do not disturb each other") {
    Engine* e = engine();
    if (!e) return;
    const Pixels small = make_pixels({33, 21}, PixelType::u8), large = make_pixels({150, 99}, PixelType::f16);
    const Pixels small_alone = run(*e, busy_settings("lab"), small),
                 large_alone = run(*e, busy_settings("log"), large);
    for (int i = 0; i < 3; ++i) {
        CHECK(same_bytes(run(*e, busy_settings("log"), large), large_alone));
        CHECK(same_bytes(run(*e, busy_settings("lab"), small), small_alone));
    }
}
