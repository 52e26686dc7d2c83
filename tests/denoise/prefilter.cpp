// Tests --prefilter of `denoise`: guides that are filtered by default and by name, members of the log, refusals.
#include "cli/messages.h"
#include "denoise/shot.h"
#include "renders/render_noise.h"
#include "support/messages.h"
#include <doctest/doctest.h>

using namespace denoise_test;

namespace {

constexpr const char* filtered_line = "filtered before use";

/// Normals with noise, as of motion blur over few samples.
Look noisy_look() {
    Look look{{48, 40}};
    look.spoil = [](const std::string& layer, char component, int x, int y, float sample) {
        if (layer != "Normal") return sample;
        const auto noise = files::noise(std::uint32_t((component * 64 + y) * 64 + x));
        return sample + float(noise & 0xffffU) / 65536 - .5F;
    };
    return look;
}

struct Result {
    std::vector<ExrPartBytes> parts;
    Ran ran;
};
Result result_of(const Look& look, const std::string& options) {
    const Shot shot(2, look);
    Result result{{}, denoise(shot, options + " --log l.jsonl in/ -o out/")};
    CAPTURE(result.ran.err);
    REQUIRE(result.ran.code == 0);
    result.parts = parts_of(shot, "out/s.0001.exr");
    result.ran.out += slurp(shot.path / "l.jsonl");
    return result;
}

bool has_same_pixels(const Result& a, const Result& b) { return changed_channels(a.parts, b.parts).empty(); }

} // namespace

TEST_CASE("clean guides: the default has the bytes of --prefilter off") {
    if (!has_device()) return;
    const Result usual = result_of({}, ""), off = result_of({}, "--prefilter off");
    CHECK(has_same_pixels(usual, off));
    CHECK_FALSE(usual.ran.says(filtered_line));
    CHECK(usual.ran.out.find(R"("prefilter":"off")") != std::string::npos);
}

TEST_CASE("noisy guides are filtered by default, and the log lists them") {
    if (!has_device()) return;
    const Result usual = result_of(noisy_look(), ""), off = result_of(noisy_look(), "--prefilter off"),
                 named = result_of(noisy_look(), "--prefilter albedo,normal,depth");
    CHECK(usual.ran.says(std::string(filtered_line) + ": albedo,normal,depth (noisy"));
    CHECK(usual.ran.out.find(R"("prefilter":"albedo,normal,depth")") != std::string::npos);
    CHECK(named.ran.says(std::string(filtered_line) + ": albedo,normal,depth"));
    CHECK_FALSE(has_same_pixels(usual, off));
    CHECK(has_same_pixels(usual, named));
}

TEST_CASE("--prefilter takes names in any order, and a warning names a guide that is missing") {
    if (!has_device()) return;
    const Result ordered = result_of({}, "--prefilter normal,depth"),
                 reversed = result_of({}, "--prefilter depth,normal"),
                 without = result_of({}, "--prefilter depth,normal --role depth=none");
    CHECK(has_same_pixels(ordered, reversed));
    CHECK(without.ran.out.find("W_PREFILTER_MISSING") != std::string::npos);
    CHECK(reversed.ran.out.find("W_PREFILTER_MISSING") == std::string::npos);
}

TEST_CASE("--prefilter takes auto, off or names of guides") {
    const Shot shot(1);
    for (const char* wrong : {"motion", "auto,depth", "on", "normal,"}) {
        const Ran ran = denoise(shot, std::string("--prefilter ") + wrong + " in/ -o out/");
        check(ran, 2, {"--prefilter", wrong, "albedo,normal,depth"});
    }
    CHECK_FALSE(shot.has("out"));
}

TEST_CASE("--wrap: frames of other samples and with noisy guides are in one window, in every chunk") {
    if (!has_device()) return;
    Look few, many = noisy_look();
    few.samples = "2";
    many.samples = "16";
    const Shot shot(3, few);
    spill(shot.path / "in" / name_of(2), frame_exr(2, many));
    for (const char* options :
         {"all/s.####.exr", "chunk/s.####.exr --frames 2", "alone/s.####.exr --temporal none"}) {
        const Ran ran =
            denoise(shot, std::string("--wrap x --temporal window:1 in/s.####.exr -o ") + options);
        CAPTURE(options);
        CAPTURE(ran.err);
        REQUIRE(ran.code == 0);
    }
    const auto result = [&](const std::string& folder) { return parts_of(shot, folder + "/s.0002.exr"); };
    CHECK(changed_channels(result("all"), result("chunk")).empty());
    CHECK_FALSE(changed_channels(result("all"), result("alone")).empty());
}

TEST_CASE("lights of a few pixels count as noisy in proportion to their radiance") {
    constexpr Size size{80, 48};
    const auto lights_with = [&](float noise) {
        std::vector<float> albedo(3 * std::size_t(size.pixels()), .5F);
        for (std::size_t i = 0; i < albedo.size(); ++i) {
            const std::size_t pixel = i % std::size_t(size.pixels()), x = pixel % 80, y = pixel / 80;
            const bool is_light = x % 16 < 6 && y % 16 < 6; // no block of 8x8 pixels is one
            if (is_light)
                albedo[i] = 12 + 12 * noise * float(int(files::noise(std::uint32_t(i)) & 0xffU) - 128) / 128;
        }
        return noisy_part(albedo, size, albedo_step).lights;
    };
    CHECK(lights_with(.3F) > .12); // three halves of the limit
    CHECK(lights_with(.01F) < .02);
}
