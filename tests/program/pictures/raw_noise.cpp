// Tests the noise of RAW files, which comes from their photosites: messages, and removed noise.
#include "commands/enhance/messages.h"
#include "formats/raw/mosaic.h"
#include "noise/photosite_noise.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/noisy_shot.h"
#include "support/messages.h"
#include <cmath>
#include <cstring>

using namespace atrous;

namespace {

/// Mean squared difference of two images of 16 bits and three colours, in squared steps of 8 bits, away from borders.
double difference(const fs::path& a, const fs::path& b) {
    const Pixels one = pixels_in(a), two = pixels_in(b);
    REQUIRE(one.size == two.size);
    REQUIRE(one.type == PixelType::u16);
    REQUIRE(two.type == PixelType::u16);
    double sum = 0, count = 0;
    for (int y = 16; y < one.size.height - 16; ++y)
        for (int x = 16; x < one.size.width - 16; ++x)
            for (std::size_t c = 0; c < 3; ++c) {
                std::uint16_t v = 0, w = 0;
                std::memcpy(&v, one.at(x, y) + 2 * c, 2);
                std::memcpy(&w, two.at(x, y) + 2 * c, 2);
                sum += std::pow((v - w) / 257.0, 2), ++count;
            }
    return sum / count;
}

/// The upper half of a scene's shot, which is enough where the gain is far from its bound.
raw_file::Shot shot(const noisy_shot::Scene& scene, double gain, double read,
                    const noisy_shot::Sensor& sensor = noisy_shot::plain_sensor()) {
    raw_file::Shot half = noisy_shot::shot(scene, gain, read, 1, sensor);
    half.height /= 2;
    half.samples.resize(half.samples.size() / 2);
    return half;
}

} // namespace

TEST_CASE("--denoise auto of a RAW file measures noise in its photosites and removes it") {
    if (!has_device()) return;
    const Folder folder;
    const std::string plain = "enhance --log none --preset neutral ",
                      denoise = "enhance --existing replace --denoise auto ";
    spill(folder.path / "clean.dng", raw_file::dng(noisy_shot::shot(noisy_shot::patches, 0, 0)));
    REQUIRE(run_here(folder, plain + "clean.dng -o clean.tif").code == 0);
    struct Row {
        double gain;
        const char* words;
        double decibel; ///< gain by denoising, less a tenth of the measured gain: 7.5, 9.1
    };
    for (const Row& row :
         {Row{0.1, "noise of photosites: below 1 of 255", 6.8}, Row{8, "noise of photosites: weak", 8.2}}) {
        CAPTURE(row.gain);
        spill(folder.path / "a.dng",
              raw_file::dng(noisy_shot::shot(noisy_shot::patches, row.gain, 25 * row.gain)));
        REQUIRE(run_here(folder, plain + "--existing replace a.dng -o a.tif").code == 0);
        const Ran ran = run_here(folder, denoise + "a.dng -o out/");
        check(ran, 0, {row.words, "RAW: gain", "steps per electron", "electrons at white", "read noise"});
        CHECK(10 * std::log10(difference(folder.path / "a.tif", folder.path / "clean.tif") /
                              difference(folder.path / "out/a.tif", folder.path / "clean.tif")) >
              row.decibel);
        const std::string log = slurp(folder.path / "out/atrous-timings.jsonl");
        CHECK(has_text(log, "\"rule\":\"raw\""));
        CHECK(has_text(log, "\"photosites\":{\"gain\":["));
    }
}

TEST_CASE(
    "--denoise auto changes no RAW file without noise, and removes from texture no more than its noise") {
    if (!has_device()) return;
    const Folder folder;
    const std::string plain = "enhance --log none --existing replace --preset neutral ",
                      denoise = "enhance --log none --existing replace --denoise auto ";
    for (const auto& scene :
         {noisy_shot::Scene(noisy_shot::patches), noisy_shot::Scene(noisy_shot::texture)}) {
        spill(folder.path / "clean.dng", raw_file::dng(shot(scene, 0, 0)));
        REQUIRE(run_here(folder, plain + "clean.dng -o clean.tif").code == 0);
        check(run_here(folder, denoise + "clean.dng -o out.tif"), 0, {"noise: none; RAW: "});
        CHECK(difference(folder.path / "out.tif", folder.path / "clean.tif") == 0);
    }
    for (const double gain :
         {0.1, 2.0}) { // found: 1.3 times the deviation, next to texture with ten times as much
        CAPTURE(gain);
        spill(folder.path / "a.dng", raw_file::dng(shot(noisy_shot::texture, gain, 25 * gain)));
        REQUIRE(run_here(folder, plain + "a.dng -o a.tif").code == 0);
        REQUIRE(run_here(folder, denoise + "a.dng -o raw.tif").code == 0);
        const double noise = difference(folder.path / "a.tif", folder.path / "clean.tif");
        CHECK(difference(folder.path / "raw.tif", folder.path / "clean.tif") < 1.2 * noise);
    }
}

TEST_CASE(
    "the noise of a RAW file: for other files, for the guard, with its true strength, and with too few photosites") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "a.dng", raw_file::dng(shot(noisy_shot::patches, 8, 200)));
    const std::string denoise = "enhance -v --log none --existing replace --denoise auto ";
    expect(run_here(folder, denoise + "a.dng -o b.tif --noise a.dng"), 0,
           {message(messages::noise_found, "--noise a.dng", anything)});
    expect(run_here(folder, denoise + "a.dng -o b.tif --noise 3"), 0,
           {line(messages::noise_found, "noise as given", "weak", "3.0 of 255", "RAW: gain")});
    expect(run_here(folder, "enhance -v --log none --existing replace a.dng -o b.tif"), 0,
           {line(messages::noise_found, "a.dng", "noise of photosites", "weak")});
    spill(folder.path / "small.dng", raw_file::dng(1));
    const Ran small = run_here(folder, denoise + "small.dng -o b.tif");
    check(small, 0, {"small.dng: noise: none"});
    CHECK_FALSE(small.says("RAW:"));
}

TEST_CASE("noise of an image of few blocks is white after the camera's matrix") {
    const raw_file::Shot shot = noisy_shot::shot(noisy_shot::patches, 8, 200);
    Mosaic mosaic;
    mosaic.size = {shot.width, shot.height};
    mosaic.samples = shot.samples;
    mosaic.colour = {0, 1, 1, 2};
    mosaic.black.fill(shot.black);
    mosaic.white = shot.white;
    mosaic.balance = {2, 1, 1 / 0.6};
    mosaic.matrix = {{{1.7, -0.6, -0.1}, {-0.2, 1.5, -0.3}, {0.05, -0.55, 1.5}}};
    Pixels pixels;
    pixels.size = {20, 20};
    pixels.bytes = Bytes(pixels.byte_count());
    const auto photosites = photosite_noise(mosaic);
    REQUIRE(photosites);
    const NoiseFound found = find_raw_noise(pixels, mosaic, *photosites);
    CHECK(found.rule == NoiseRule::raw);
    for (const auto& plane : found.power)
        for (const double power : plane) CHECK(power == doctest::Approx(plane[0]));
    CHECK(found.power[0][0] < found.power[1][0]); // as after each camera's matrix
}

TEST_CASE("the noise of a RAW file after a camera's matrix is found if its image shows less of it") {
    if (!has_device()) return;
    const Folder folder;
    const std::string plain = "enhance --log none --preset neutral ",
                      denoise = "enhance --log none --denoise auto ";
    const noisy_shot::Sensor sensor = noisy_shot::camera_sensor();
    spill(folder.path / "clean.dng", raw_file::dng(shot(noisy_shot::patches, 0, 0, sensor)));
    spill(folder.path / "a.dng", raw_file::dng(shot(noisy_shot::patches, 0.4, 10, sensor)));
    REQUIRE(run_here(folder, plain + "clean.dng -o clean.tif").code == 0);
    REQUIRE(run_here(folder, plain + "a.dng -o a.tif").code == 0);
    expect(run_here(folder, denoise + "a.tif -o tif.tif"), 0,
           {line(messages::noise_found, "a.tif", "1 of 255")});
    expect(run_here(folder, denoise + "a.dng -o raw.tif"), 0,
           {line(messages::noise_found, "a.dng", "noise of photosites: faint, like ISO 100")});
    const double noise = difference(folder.path / "a.tif", folder.path / "clean.tif"),
                 left = difference(folder.path / "raw.tif", folder.path / "clean.tif");
    CHECK(10 * std::log10(noise / left) > 9.9); // 11.0
}
