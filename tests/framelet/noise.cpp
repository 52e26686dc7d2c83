// Tests that the found noise equals the added noise, and that clean images and textures have none.
#include "noise/noise.h"
#include "noise/noise_blocks.h"
#include "support/files/tagged.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <functional>
#include <random>

using namespace atrous;

namespace {

constexpr Size size{640, 448};
using Scene = std::function<double(int x, int y, int c)>; // 0 to 1

/// A sky, a ramp of every brightness, shapes with hard edges, and a field of grass in the lower quarter.
double view(int x, int y, int c) {
    static std::vector<double> grass = [] {
        std::mt19937 random(7);
        std::normal_distribution<double> blade;
        std::vector<double> made(std::size_t(size.pixels()));
        for (double& v : made) v = 0.06 * blade(random);
        return made;
    }();
    const double sky = 0.55 + 0.2 * std::sin(0.004 * x + 0.3 * c) + 0.1 * std::cos(0.006 * y);
    const double ramp = 0.05 + 0.9 * x / size.width;
    const bool house = (x / 97 + y / 83) % 3 == 0;
    double v = y < size.height / 3 ? ramp : sky * (house ? 0.45 + 0.1 * c : 1);
    if (y > size.height * 3 / 4)
        v = 0.35 + 0.08 * c + grass[std::size_t(y) * std::size_t(size.width) + std::size_t(x)];
    return std::clamp(v, 0.0, 1.0);
}

/// A texture over the whole image, alike in all channels, with no flat block.
double fur(int x, int y, int c) {
    const double waves = std::sin(0.9 * x + 0.35 * y + 2 * std::sin(0.06 * y)) +
                         std::sin(0.31 * x - 1.1 * y) + std::sin(1.7 * x + 1.3 * y + std::sin(0.05 * x));
    return 0.45 + 0.04 * c + 0.09 * waves;
}

Pixels made(const Scene& scene, PixelType type = PixelType::u8, int colours = 3) {
    Pixels p = tagged::picture(size, type, colours,
                               [&](int x, int y, int c) { return std::clamp(scene(x, y, c), 0.0, 1.0); });
    p.transfer = Transfer::srgb;
    return p;
}

/// The scene with noise whose deviation, in steps of 8 bits, depends on the value.
Pixels noisy(const Scene& scene, const std::function<double(double)>& deviation, int colours = 3) {
    std::mt19937 random(11);
    std::normal_distribution<double> one;
    return made(
        [&](int x, int y, int c) {
            const double v = scene(x, y, c);
            return v + deviation(v) / 255 * one(random);
        },
        PixelType::u8, colours);
}

void check_deviations(const NoiseFound& found, double expected, double least, double most) {
    for (std::size_t p = 0; p < found.deviation.size(); ++p)
        for (std::size_t l = 0; l < 3; ++l) {
            CAPTURE(p);
            CAPTURE(l);
            CHECK(found.deviation[p][l] >= least * expected);
            CHECK(found.deviation[p][l] <= most * expected);
        }
}

} // namespace

TEST_CASE("white noise is found with its strength, in every plane and level") {
    for (const double sigma : {5.0, 10.0, 20.0}) {
        CAPTURE(sigma);
        const NoiseFound found = find_noise(noisy(view, [&](double) { return sigma; }));
        CHECK(found.rule == NoiseRule::measured);
        CHECK(found.trust > 0.9);
        CHECK(found.measured == doctest::Approx(sigma).epsilon(0.1));
        check_deviations(found, sigma, 0.9, 1.25);
    }
}

TEST_CASE("noise of grey images is found as well") {
    const NoiseFound found = find_noise(noisy(
        view, [](double) { return 8.0; }, 1));
    CHECK(found.noise.curves.size() == 1);
    check_deviations(found, 8, 0.85, 1.2);
}

TEST_CASE("noise that grows with brightness has such a curve") {
    const auto deviation = [](double v) { return 2 + 8 * v; };
    const NoiseFound found = find_noise(noisy(view, deviation));
    REQUIRE(found.noise.curves.size() == 3);
    CHECK(found.trust > 0.9);
    for (const auto& channel : {std::array{1.0f, 0.0f, 0.0f}, std::array{0.0f, 1.0f, 0.0f}})
        for (const double at : {40, 90, 140, 200}) {
            CAPTURE(at);
            const double expected = deviation(at / 255),
                         measured = 255 * std::sqrt(mixed_variance(found, channel, at / 255, 0));
            CHECK(measured > 0.8 * expected);
            CHECK(measured < 1.2 * expected);
        }
}

TEST_CASE("images without noise are clean: a view, one colour, a ramp, textures equal in all channels") {
    const std::vector<Scene> scenes = {
        view, fur, [](int, int, int) { return 0.4; },
        [](int x, int y, int c) { return (x + y + 9 * c) / 1200.0; },
        [](int x, int y, int) { return (x / 2 + y / 2) % 2 == 0 ? 0.2 : 0.8; }};
    for (const Scene& scene : scenes)
        for (const PixelType type : {PixelType::u8, PixelType::f32})
            for (const int colours : {1, 3}) {
                if (&scene == &scenes[1] && colours == 1)
                    continue; // grey texture is recognised only by its spread
                CAPTURE(&scene - scenes.data());
                CAPTURE(colours);
                CHECK(find_noise(made(scene, type, colours)).is_clean());
            }
}

TEST_CASE("samples that are not finite or far out of range do no harm") {
    Pixels p = made(view, PixelType::f32);
    float* values = reinterpret_cast<float*>(p.bytes.data.get());
    for (std::size_t i = 0; i < 5000; i += 7) values[i] = i % 2 ? NAN : INFINITY;
    for (std::size_t i = 50000; i < 60000; i += 3) values[i] = i % 2 ? 1e18f : -1e18f;
    const NoiseFound found = find_noise(p);
    CHECK(std::isfinite(found.measured));
    CHECK(std::isfinite(found.trust));
    for (const auto& curve : found.noise.curves)
        CHECK(std::ranges::all_of(curve, [](float v) { return std::isfinite(v); }));
    for (const auto& plane : found.deviation)
        for (const double d : plane) CHECK(std::isfinite(d));
}

TEST_CASE("images too small to judge are clean") {
    for (const Size small : {Size{1, 1}, Size{15, 500}, Size{40, 60}}) {
        Pixels p;
        p.size = small;
        p.bytes = Bytes(p.byte_count());
        for (std::size_t i = 0; i < p.byte_count(); ++i) p.bytes.data[i] = std::byte(i * 37 % 251);
        CHECK(find_noise(p).is_clean());
    }
}

TEST_CASE("what white noise has in each band and quarter is what simulated noise has") {
    std::mt19937 random(3);
    std::normal_distribution<double> one(0.5, 4.0 / 255);
    Pixels p;
    p.size = {704, 704}, p.type = PixelType::f32, p.colours = 1;
    p.bytes = Bytes(p.byte_count());
    float* values = reinterpret_cast<float*>(p.bytes.data.get());
    for (std::int64_t i = 0; i < p.size.pixels(); ++i) values[i] = float(one(random));
    const BlockEnergies blocks = measure_blocks(p);
    REQUIRE(blocks.count() == 44 * 44);
    const BlockEnergies::Plane& plane = blocks.opponents[0];
    std::vector<std::size_t> inner; // tiles of 4 x 4 blocks that are not at borders
    for (std::size_t i = 0; i < blocks.count(); ++i)
        if (const std::size_t tile = i / 16, x = tile % 11, y = tile / 11; x > 0 && x < 10 && y > 0 && y < 10)
            inner.push_back(i);
    for (std::size_t l = 0; l < measured_levels; ++l) {
        CAPTURE(l);
        const WhiteLevel& white = white_levels()[l];
        for (std::size_t band = 1; band < blocks.band_count; ++band) {
            double sum = 0;
            for (const std::size_t i : inner) sum += double(plane.bands[l][i * blocks.band_count + band]);
            CHECK(sum / double(inner.size()) / 16 == doctest::Approx(white.energy[band]).epsilon(0.04));
        }
        std::vector<float> quarters, logs;
        double sum = 0;
        for (const std::size_t i : inner)
            for (const float q : plane.energy[l][i])
                quarters.push_back(q), logs.push_back(std::log(q)), sum += double(q);
        const double mean = sum / double(quarters.size());
        CHECK(mean == doctest::Approx(16).epsilon(0.02));
        CHECK(mean / quantile(quarters, 0.5) == doctest::Approx(white.over_median).epsilon(0.02));
        const double quartiles = quantile(logs, 0.75) - quantile(logs, 0.25);
        CHECK(std::pow(quartiles / 1.349, 2) == doctest::Approx(white.dispersion).epsilon(0.1));
    }
}

TEST_CASE("the value of each finite half is read, and samples that are not finite are left out") {
    Pixels p;
    p.size = {1 << 16, 1};
    p.type = PixelType::f16;
    p.colours = 1;
    p.bytes = Bytes(p.byte_count());
    for (int bits = 0; bits < p.size.width; ++bits) {
        const auto word = std::uint16_t(bits);
        std::memcpy(p.at(bits, 0), &word, sizeof word);
    }
    TilePlane plane;
    constexpr int margin = 8;
    for (int from = 0; from < p.size.width; from += tile_side) {
        read_channel(p, {from, 0, 4, 1, 0}, 0, margin, plane);
        for (int x = 0; x < tile_side; ++x) {
            const int bits = from + x, exponent = bits >> 10 & 31, mantissa = bits & 1023;
            double value = exponent == 31 ? 0
                           : exponent > 0 ? std::ldexp(mantissa + 1024, exponent - 25)
                                          : std::ldexp(mantissa, -24);
            if (bits & 0x8000) value = -value;
            if (double(plane.row(0)[margin + x]) != double(255.0f * float(value)))
                FAIL("half " << bits << ": " << plane.row(0)[margin + x] << ", not 255 times " << value);
        }
    }
}

TEST_CASE("a tile beyond the image has its nearest pixels, for each type of samples") {
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
        Pixels p;
        p.size = {40, 35};
        p.type = type;
        p.colours = 3;
        p.alpha = Alpha::straight;
        p.bytes = Bytes(p.byte_count());
        const auto value = [](int x, int y, int c) { return (x + 3 * y + 50 * c) % 256; };
        for (int y = 0; y < p.size.height; ++y)
            for (int x = 0; x < p.size.width; ++x)
                for (int c = 0; c < 4; ++c) {
                    const auto u16 = std::uint16_t(257 * value(x, y, c));
                    const float f32 = float(value(x, y, c)) / 255.0f;
                    std::byte* to = p.at(x, y) + std::size_t(c) * sample_bytes(type);
                    if (type == PixelType::u8) *to = std::byte(value(x, y, c));
                    if (type == PixelType::u16) std::memcpy(to, &u16, sizeof u16);
                    if (type == PixelType::f32) std::memcpy(to, &f32, sizeof f32);
                }
        TilePlane plane;
        read_channel(p, {16, 16, 1, 1, 0}, 2, 16, plane);
        for (int y = 0; y < plane.height; ++y)
            for (int x = 0; x < plane.width; ++x) {
                const int wanted = value(std::clamp(x, 0, 39), std::clamp(y, 0, 34), 2);
                if (std::fabs(plane.row(y)[x] - float(wanted)) > 1e-4f)
                    FAIL(int(type) << " at " << x << ", " << y << ": " << plane.row(y)[x]);
            }
    }
}

namespace {

/// White noise of a mosaic, smoothed as bilinear demosaicers do, through a camera's matrix that mixes channels.
std::function<double(int, int, int)> after_camera(const Scene& scene, double sigma) {
    std::mt19937 random(11);
    std::normal_distribution<double> normal(0, sigma / 255);
    auto planes = std::make_shared<std::vector<double>>(3 * std::size_t(size.pixels()));
    for (double& v : *planes) v = normal(random);
    return [=](int x, int y, int c) {
        constexpr double matrix[3][3] = {{1.7, -0.6, -0.1}, {-0.2, 1.5, -0.3}, {0, -0.6, 1.6}};
        double sum = scene(x, y, c);
        for (int i = 0; i < 3; ++i)
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) {
                    const int u = std::clamp(x + dx, 0, size.width - 1),
                              v = std::clamp(y + dy, 0, size.height - 1);
                    const double weight = (2 - std::abs(dx)) * (2 - std::abs(dy)) / 16.0;
                    sum += matrix[c][i] * weight *
                           (*planes)[(std::size_t(v) * std::size_t(size.width) + std::size_t(u)) * 3 +
                                     std::size_t(i)];
                }
        return sum;
    };
}

} // namespace

TEST_CASE("noise after a camera's matrix is found by chroma, although channels depend on each other") {
    for (const double sigma : {12.0, 24.0}) {
        CAPTURE(sigma);
        const NoiseFound found = find_noise(made(after_camera(view, sigma)));
        CHECK(found.rule == NoiseRule::measured);
        CHECK(found.trust > 0.8);
        // Smoothed noise of 3/8 of the deviation, through rows of the matrix: as much in lightness as 1 + 1 + 1 over sqrt(3).
        const double strongest = *std::ranges::max_element(found.deviation[0]);
        CHECK(strongest > 0.3 * sigma);
        CHECK(strongest < 1.2 * sigma);
    }
}

TEST_CASE("textures without a camera's matrix stay textures: not even flat halves agree") {
    const NoiseFound found = find_noise(made(fur));
    CHECK(found.is_clean());
    CHECK(found.rule == NoiseRule::none);
}

TEST_CASE("given noise has the given strength, and is white if there is nothing to measure") {
    const NoiseFound given = find_noise(made(view), 5);
    CHECK(given.rule == NoiseRule::given);
    CHECK(given.measured == 5);
    CHECK(channel_deviation(given) == doctest::Approx(5).epsilon(0.01));
    const NoiseFound scaled = find_noise(noisy(view, [](double v) { return 3 + 5 * v; }), 5);
    CHECK(channel_deviation(scaled) == doctest::Approx(5).epsilon(0.01));
    CHECK(mixed_variance(scaled, std::array{1.0f, 0.0f, 0.0f}, 0.9, 0) >
          1.5 * mixed_variance(scaled, std::array{1.0f, 0.0f, 0.0f}, 0.2, 0));
    Pixels tiny;
    tiny.size = {5, 4}, tiny.type = PixelType::u8, tiny.colours = 3;
    tiny.bytes = Bytes(tiny.byte_count());
    const NoiseFound white = find_noise(tiny, 5);
    REQUIRE(white.noise.curves.size() == 3);
    CHECK(white.noise.curves[0][128] == doctest::Approx(25.0 / 255 / 255));
    for (const auto& plane : white.deviation)
        for (const double level : plane) CHECK(level == 5);
}

TEST_CASE("noise only in lightness, as JPEG leaves it, is found, and colours without noise do not limit it") {
    std::mt19937 random(3);
    std::normal_distribution<double> normal(0, 5.0 / 255);
    std::vector<double> grain(std::size_t(size.pixels()));
    for (double& v : grain) v = normal(random);
    const NoiseFound found = find_noise(made([&](int x, int y, int c) {
        return 0.2 + 0.4 * x / size.width + 0.05 * c +
               grain[std::size_t(y) * std::size_t(size.width) + std::size_t(x)];
    }));
    CHECK(found.rule == NoiseRule::measured);
    // Equal deviation in all channels is sqrt(3) times as much along their sum.
    CHECK(found.deviation[0][0] == doctest::Approx(std::sqrt(3.0) * 5).epsilon(0.15));
    CHECK(found.deviation[1][0] < 0.3);
}
