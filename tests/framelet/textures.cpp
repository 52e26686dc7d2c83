// Tests that textures are not taken for noise, and that noise next to them is: generated images with a known answer. At most 0.64
// steps may be found in an image without noise: removing all of it leaves 52 dB.
#include "noise/noise.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <functional>
#include <random>

using namespace atrous;

namespace {

constexpr Size size{576, 400};
constexpr double most_found = 0.64;
using Colour = std::array<double, 3>;
using Scene = std::function<Colour(int x, int y)>; // 0 to 255

Pixels picture(const Scene& scene) {
    Pixels p;
    p.size = size, p.type = PixelType::u8, p.colours = 3;
    p.bytes = Bytes(p.byte_count());
    std::size_t i = 0;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            for (const double v : scene(x, y))
                p.bytes.data[i++] = std::byte(std::clamp<long>(std::lround(v), 0, 255));
    return p;
}

double found_in(const Scene& scene) { return find_noise(picture(scene)).measured; }

Colour grey(double v) { return {v, v, v}; }
Colour tinted(double v) { return {v, 0.95 * v, 0.85 * v}; }

/// A value per pixel.
class Field {
  public:
    Field() : values_(std::size_t(size.pixels())) {}
    double& at(int x, int y) { return values_[std::size_t(y) * std::size_t(size.width) + std::size_t(x)]; }
    double at(int x, int y) const {
        return values_[std::size_t(y) * std::size_t(size.width) + std::size_t(x)];
    }

  private:
    std::vector<double> values_;
};

/// The weights of a cubic B-spline at four grid points, the first one before the point.
std::array<double, 4> spline(double t) {
    return {std::pow(1 - t, 3) / 6, (3 * t * t * t - 6 * t * t + 4) / 6,
            (-3 * t * t * t + 3 * t * t + 3 * t + 1) / 6, t * t * t / 6};
}

/// A Gaussian random field whose amplitude falls as frequency^-1: octaves of equal variance. Variance 1.
Field power_law(unsigned seed, int octaves = 8) {
    Field field;
    std::mt19937 random(seed);
    std::normal_distribution<double> one;
    double variance = 0;
    for (int octave = 0; octave < octaves; ++octave) {
        const double apart = double(1 << octave);
        const int columns = int(size.width / apart) + 4, rows = int(size.height / apart) + 4;
        std::vector<double> grid(std::size_t(columns) * std::size_t(rows));
        for (double& v : grid) v = one(random);
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                const double u = x / apart, v = y / apart;
                const auto along = spline(u - std::floor(u)), down = spline(v - std::floor(v));
                double sum = 0;
                for (std::size_t j = 0; j < 4; ++j)
                    for (std::size_t i = 0; i < 4; ++i)
                        sum += along[i] * down[j] *
                               grid[(std::size_t(v) + j) * std::size_t(columns) + std::size_t(u) + i];
                field.at(x, y) += sum;
            }
    }
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) variance += std::pow(field.at(x, y), 2) / double(size.pixels());
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) field.at(x, y) /= std::sqrt(variance);
    return field;
}

/// Ellipses on top of each other, of very different sizes, each with a colour and a lighter spot: pebbles, leaves.
struct Heap {
    int count;
    double least; ///< half axis
    Colour base;
};

std::vector<Colour> drawn(const Heap& heap) {
    std::mt19937 random(3);
    std::normal_distribution<double> one;
    std::uniform_real_distribution<double> any(0, 1);
    std::vector<Colour> pixels(std::size_t(size.pixels()), heap.base);
    for (int n = 0; n < heap.count; ++n) {
        const double radius = heap.least * std::pow(any(random), -0.6), a = std::min(1.5 * radius, 45.0),
                     b = std::min(radius, 30.0), turn = 3.1416 * any(random);
        const double x0 = size.width * any(random), y0 = size.height * any(random),
                     shade = std::exp(0.3 * one(random));
        Colour colour;
        for (std::size_t c = 0; c < 3; ++c) colour[c] = heap.base[c] * shade + 8 * one(random);
        for (int y = std::max(0, int(y0 - a)); y < std::min(size.height, int(y0 + a) + 1); ++y)
            for (int x = std::max(0, int(x0 - a)); x < std::min(size.width, int(x0 + a) + 1); ++x) {
                const double u = (x - x0) * std::cos(turn) + (y - y0) * std::sin(turn),
                             v = (y - y0) * std::cos(turn) - (x - x0) * std::sin(turn);
                const double inside = u * u / (a * a) + v * v / (b * b);
                if (inside > 1) continue;
                const bool lit = std::hypot(u + a / 4, v + b / 4) < b / 2;
                for (std::size_t c = 0; c < 3; ++c)
                    pixels[std::size_t(y) * std::size_t(size.width) + std::size_t(x)][c] =
                        colour[c] * (lit ? 1.15 : 1);
            }
    }
    return pixels;
}

double found_in_heap(const Heap& heap, double noise = 0) {
    const std::vector<Colour> pixels = drawn(heap);
    std::mt19937 random(8);
    std::normal_distribution<double> one;
    return found_in([&](int x, int y) {
        Colour colour = pixels[std::size_t(y) * std::size_t(size.width) + std::size_t(x)];
        for (double& v : colour) v += noise * one(random);
        return colour;
    });
}

double slow(int x, int y) { return 128 + 90 * std::sin(x / 90.0) * std::cos(y / 70.0); }

} // namespace

TEST_CASE("pebbles and leaves are no noise") {
    CHECK(found_in_heap({16000, 3, {128, 122, 112}}) < most_found);
    CHECK(found_in_heap({60000, 1, {150, 140, 125}}) < most_found);
    CHECK(found_in_heap({40000, 1.5, {90, 140, 70}}) < most_found);
}

TEST_CASE("regular textures are no noise: knitted, woven, stripes, a checkerboard, a halftone") {
    const double turn = 2 * 3.14159265;
    const Field rough = power_law(5);
    const std::pair<const char*, Scene> scenes[] = {
        {"knit",
         [&](int x, int y) {
             const double yarn = std::sin(turn * (x / 9.0 + 0.35 * std::sin(turn * y / 12.0)));
             const double v = 120 + 35 * yarn * (0.6 + 0.4 * std::cos(turn * y / 12.0)) + 6 * rough.at(x, y);
             return Colour{0.9 * v, v, 1.1 * v};
         }},
        {"weave",
         [&](int x, int y) {
             return tinted(128 + 20 * std::sin(turn * x / 4.3) * std::sin(turn * y / 3.7));
         }},
        {"stripes", [&](int x, int y) { return tinted(128 + 12 * std::sin(turn * (x + 0.3 * y) / 3.1)); }},
        {"checker", [](int x, int y) { return tinted(128 + 10 * ((x + y) % 2)); }},
        {"halftone", [&](int x, int y) {
             const double dot = std::cos(turn * (x + y) / 6) * std::cos(turn * (x - y) / 6);
             return grey(slow(x, y) / 255 > 0.5 + 0.49 * dot ? 255 : 0);
         }}};
    for (const auto& [name, scene] : scenes) {
        CAPTURE(name);
        CHECK(found_in(scene) < most_found);
    }
}

TEST_CASE("hot pixels and few levels are no noise") {
    std::mt19937 random(2);
    std::uniform_real_distribution<double> any(0, 1);
    CHECK(found_in([&](int, int y) {
              Colour colour = grey(60 + 100.0 * y / size.height);
              if (any(random) < 0.002)
                  for (double& v : colour) v += 20 + 130 * any(random);
              return colour;
          }) < most_found);
    CHECK(found_in([](int x, int y) { return grey(24 * std::round(slow(x, y) / 24)); }) < most_found);
}

TEST_CASE("random fields whose power grows from level to level are no noise: a stone wall, a power law") {
    const Field one = power_law(1), two = power_law(2), three = power_law(3);
    CHECK(found_in([&](int x, int y) {
              const double joint =
                  std::min(std::abs((x + 40 * (y / 70 % 2)) % 110 - 55.0), std::abs(y % 70 - 35.0) * 1.3);
              return tinted(135 + 14 * one.at(x, y) - 40 * std::exp(-std::pow((55 - joint) / 3, 2)));
          }) < most_found);
    CHECK(found_in([&](int x, int y) {
              return Colour{110 + 11 * one.at(x, y) + 2 * two.at(x, y),
                            130 + 20 * one.at(x, y) + 3 * three.at(x, y), 70 + 9 * one.at(x, y)};
          }) < most_found);
}

TEST_CASE("the same images with white noise have about as much as was added") {
    CHECK(found_in_heap({16000, 3, {128, 122, 112}}, 6) == doctest::Approx(6).epsilon(0.35));
    std::mt19937 random(6);
    std::normal_distribution<double> one;
    const auto noisy = [&](double deviation) {
        return found_in([&](int x, int y) {
            Colour colour{60 + 120.0 * x / size.width, 80 + 100.0 * y / size.height, 120};
            for (double& v : colour) v += deviation * one(random);
            return colour;
        });
    };
    for (const double deviation : {3.0, 5.0, 10.0, 20.0}) {
        CAPTURE(deviation);
        CHECK(noisy(deviation) == doctest::Approx(deviation).epsilon(0.1));
    }
    CHECK(noisy(0) == 0);
}

TEST_CASE("a border and a drawn box of one colour do not hide noise") {
    std::mt19937 random(6);
    std::normal_distribution<double> one;
    const auto noisy = [&](double deviation) {
        return found_in([&](int x, int y) {
            const bool box = x < 48 || y < 48 || (x > 200 && x < 264 && y > 100 && y < 200);
            Colour colour{60 + 120.0 * x / size.width, 80 + 100.0 * y / size.height, 120};
            for (double& v : colour) v = box ? 224 : v + deviation * one(random);
            return colour;
        });
    };
    CHECK(noisy(6) == doctest::Approx(6).epsilon(0.1));
    CHECK(noisy(0) == 0);
}

TEST_CASE("saturated colours, black in one channel, count: darks have their own noise and not the sky's") {
    std::mt19937 random(6);
    std::normal_distribution<double> one;
    const NoiseFound found = find_noise(picture([&](int x, int y) {
        const bool is_sky = x > size.width * 3 / 4;
        Colour colour = is_sky ? grey(180 + 0.1 * y) : Colour{30 + 0.02 * x, 60 + 0.05 * y, 0};
        for (double& v : colour) v += (is_sky ? 8 : 2) * one(random);
        return colour;
    }));
    const auto green_at = [&](double steps) {
        return 255 * std::sqrt(mixed_variance(found, std::array{0.0f, 1.0f, 0.0f}, steps / 255, 0));
    };
    CHECK(green_at(70) == doctest::Approx(2).epsilon(0.25));
    CHECK(green_at(200) == doctest::Approx(8).epsilon(0.25));
}

TEST_CASE("grain of film, grey and blurred, is found in a sky above rocks") {
    std::mt19937 random(6);
    std::normal_distribution<double> one;
    Field white, grain;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) white.at(x, y) = one(random);
    for (int y = 1; y + 1 < size.height; ++y)
        for (int x = 1; x + 1 < size.width; ++x)
            for (int j = -1; j <= 1; ++j)
                for (int i = -1; i <= 1; ++i)
                    grain.at(x, y) += (2 - std::abs(i)) * (2 - std::abs(j)) / 6.0 * white.at(x + i, y + j);
    const std::vector<Colour> pebbles = drawn({16000, 3, {128, 122, 112}});
    const auto scene = [&](double deviation) {
        return found_in([&, deviation](int x, int y) {
            Colour colour = y < size.height / 2
                                ? Colour{150 + 0.1 * y, 170 + 0.08 * y, 200 + 0.02 * x}
                                : pebbles[std::size_t(y) * std::size_t(size.width) + std::size_t(x)];
            for (double& v : colour) v += deviation * grain.at(x, y);
            return colour;
        });
    };
    CHECK(scene(5) > 3.5);
    CHECK(scene(5) < 7);
    CHECK(scene(0) < most_found);
}
