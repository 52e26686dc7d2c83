// Tests that the found noise of photosites equals the made noise, and compares its image noise with a naive calculation.
#include "noise/noise_planes.h"
#include "noise/photosite_noise.h"
#include "support/files/noisy_shot.h"
#include <doctest/doctest.h>

using namespace atrous;

namespace {

/// Mosaic in the form of a RAW file's reader.
Mosaic mosaic_of(const raw_file::Shot& shot) {
    Mosaic mosaic;
    mosaic.size = {shot.width, shot.height};
    mosaic.samples = shot.samples;
    mosaic.colour = {0, 1, 1, 2};
    mosaic.black.fill(shot.black);
    mosaic.white = shot.white;
    mosaic.balance = {2, 1, 1 / 0.6};
    for (std::size_t i = 0; i < 3; ++i) mosaic.matrix[i][i] = 1;
    return mosaic;
}

PhotositeNoise found_in(const noisy_shot::Scene& scene, double gain, double read, unsigned seed = 1) {
    const auto found = photosite_noise(mosaic_of(noisy_shot::shot(scene, gain, read, seed)));
    REQUIRE(found);
    return *found;
}

} // namespace

TEST_CASE("gain and read noise of photosites are found within a tenth") {
    struct Row {
        double gain, read;
    };
    for (const Row& row : {Row{0.4, 9}, Row{2, 100}, Row{8, 400}, Row{0.1, 4}})
        for (const unsigned seed : {1U, 2U, 3U}) {
            CAPTURE(row.gain);
            CAPTURE(seed);
            const PhotositeNoise found = found_in(noisy_shot::patches, row.gain, row.read, seed);
            for (std::size_t c = 0; c < 3; ++c) {
                CAPTURE(c);
                CHECK(found.gain[c] == doctest::Approx(row.gain).epsilon(0.05));
                CHECK(found.read[c] == doctest::Approx(row.read).epsilon(0.1));
            }
            CHECK(found.full() ==
                  doctest::Approx((noisy_shot::white - noisy_shot::black) / row.gain).epsilon(0.05));
        }
}

TEST_CASE("photosites that saturate below white, or are cut off at black, do not make noise weaker") {
    Mosaic mosaic = mosaic_of(noisy_shot::shot(noisy_shot::patches, 2, 100));
    std::mt19937 random(4);
    for (auto& sample : mosaic.samples)
        sample = std::uint16_t(std::clamp<int>(sample, noisy_shot::black, 6000 + int(random() % 8)));
    for (std::size_t i = 0; i < 4; ++i) // hot, one of each phase
        mosaic.samples[(200 + i / 2) * noisy_shot::width + 300 + i % 2] = noisy_shot::white;
    const auto found = photosite_noise(mosaic);
    REQUIRE(found);
    for (const double gain : found->gain) CHECK(gain == doctest::Approx(2).epsilon(0.05));
}

TEST_CASE("photosites without noise have almost none, in a quiet scene and in a scene of texture only") {
    for (const auto& scene :
         {noisy_shot::Scene(noisy_shot::patches), noisy_shot::Scene(noisy_shot::texture)}) {
        const PhotositeNoise found = found_in(scene, 0, 0);
        for (std::size_t c = 0; c < 3; ++c) {
            CHECK(found.gain[c] < 0.001);
            CHECK(found.read[c] < 0.25); // half a step
        }
    }
}

// Without the other phases, the estimate would be 45 times the noise of gain 0.4, and ten times the noise of gain 2.
TEST_CASE("texture everywhere is not taken for much more than the noise below it") {
    for (const double gain : {0.4, 2.0, 8.0}) {
        const PhotositeNoise found = found_in(noisy_shot::texture, gain, 25 * gain);
        const double light = 4000; // of 15871 steps, where most of the scene lies
        for (std::size_t c = 0; c < 3; ++c) {
            const double ratio = (found.gain[c] * light + found.read[c]) / (gain * light + 25 * gain);
            CAPTURE(c);
            CHECK(ratio > 0.95);
            CHECK(ratio < 1.7);
        }
    }
}

TEST_CASE("a mosaic of a few blocks, or of only black and white, gives no noise") {
    Mosaic mosaic = mosaic_of(noisy_shot::shot(noisy_shot::patches, 2, 100));
    Mosaic small = mosaic;
    small.size = {96, 96};
    small.samples.resize(96 * 96);
    CHECK_FALSE(photosite_noise(small));
    small.size = {1, 1};
    CHECK_FALSE(photosite_noise(small));
    for (auto& sample : mosaic.samples) sample = sample > 6000 ? noisy_shot::white : 0;
    CHECK_FALSE(photosite_noise(mosaic));
}

TEST_CASE("noise of greys: balance, matrix and curve, against many noisy photosites") {
    Mosaic mosaic = mosaic_of(noisy_shot::shot(noisy_shot::patches, 0, 0));
    mosaic.matrix = {{{1.7, -0.6, -0.1}, {-0.2, 1.5, -0.3}, {0.05, -0.55, 1.5}}};
    PhotositeNoise noise{{1.5, 2, 2.5}, {50, 60, 70}, noisy_shot::white - noisy_shot::black};
    const GreyNoise grey = grey_noise(noise, mosaic);
    const auto encode = [](double v) {
        v = std::clamp(v, 0.0, 1.0);
        return v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
    };
    for (const int entry : {40, 100, 180, 230}) {
        CAPTURE(entry);
        const double v = entry / 255.0, light = v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
        std::mt19937 random(3);
        std::normal_distribution<double> one;
        constexpr int count = 40000;
        std::array<double, 3> mean{};
        std::array<double, 6> sums{};
        for (int n = 0; n < count; ++n) {
            std::array<double, 3> camera{}, out{};
            for (std::size_t c = 0; c < 3; ++c) {
                const double steps = light / mosaic.balance[c] * noise.range;
                camera[c] = (steps + std::sqrt(noise.gain[c] * steps + noise.read[c]) * one(random)) *
                            mosaic.balance[c] / noise.range;
            }
            for (std::size_t i = 0; i < 3; ++i) {
                double sum = 0;
                for (std::size_t c = 0; c < 3; ++c) sum += mosaic.matrix[i][c] * camera[c];
                out[i] = encode(sum);
                mean[i] += out[i] / count;
            }
            for (std::size_t i = 0, to = 0; i < 3; ++i)
                for (std::size_t j = i; j < 3; ++j) sums[to++] += out[i] * out[j] / count;
        }
        for (std::size_t i = 0, to = 0; i < 3; ++i)
            for (std::size_t j = i; j < 3; ++j, ++to) {
                const double naive = sums[to] - mean[i] * mean[j];
                const double scale = std::sqrt(grey[std::size_t(entry)][0] * grey[std::size_t(entry)][5]);
                CHECK(std::abs(grey[std::size_t(entry)][to] - naive) < 0.04 * scale);
            }
    }
    const GreyNoise sparse = grey_noise(noise, mosaic, {0.25, 0.25, 0.25});
    CHECK(sparse[180][1] == doctest::Approx(4 * grey[180][1]).epsilon(0.02));
}
