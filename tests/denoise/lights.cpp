// Tests lights named in tables, alpha as light, and fireflies. All runs have three lights, and so the same kernels.
#include "commands/denoise/messages.h"
#include "denoise/shot.h"
#include "formats/read/decoder.h"
#include "support/messages.h"
#include <algorithm>
#include <cmath>

using namespace denoise_test;

namespace {

constexpr const char* all_lights = "--light *.Combined_fill,*.Combined_key,*.Emit ";
const Look small_look{{24, 18}};

/// Frame 1 of a shot of two such frames, in its window, with these options.
struct Result {
    std::vector<ExrPartBytes> parts;
    Ran ran;

    std::vector<float> channel(const std::string& name) const {
        return parts.front().floats("ViewLayer." + name);
    }
};
Result result_of(const Look& look, const std::string& options) {
    const Shot shot(2, look);
    Result result{{}, denoise(shot, options + " in/ -o out/")};
    CAPTURE(result.ran.err);
    REQUIRE(result.ran.code == 0);
    result.parts = parts_of(shot, "out/s.0001.exr");
    return result;
}

double spread(const std::vector<float>& values, double around) {
    double sum = 0;
    for (const float value : values) sum += (double(value) - around) * (double(value) - around);
    return std::sqrt(sum / double(values.size()));
}

/// Planes of the layer of halves that the light is divided by.
std::vector<float> albedo_of(const std::filesystem::path& file) {
    const ImageFile read = Decoder(file).read();
    const Part& part = read.parts.front();
    std::vector<int> channels;
    for (const char* name : {"R", "G", "B"}) {
        const auto at =
            std::ranges::find(channel_names(part), std::string("ViewLayer.Denoising Albedo.") + name);
        channels.push_back(int(at - channel_names(part).begin()));
    }
    return channel_planes(part, channels);
}

/// Coverage of the image: noise, or 1.
Look with_alpha(bool noisy) {
    Look look = small_look;
    look.spoil = [=](const std::string& layer, char component, int x, int y, float sample) {
        if (layer != "Combined" || component != 'A') return sample;
        if (!noisy || (x + y) % 3 == 0) return 1.0F; // any 3x3 pixels contain both values
        return (x + y) % 3 == 1 || files::noise(files::noise(std::uint32_t(64 * y + x))) % 2 == 0 ? 0.0F
                                                                                                  : 1.0F;
    };
    return look;
}

/// A pixel of the ground is 3000 times as bright, in all lights.
Look with_firefly() {
    Look look = small_look;
    look.spoil = [](const std::string& layer, char, int x, int y, float sample) {
        const bool light = layer == "Combined" || std::ranges::count(light_names(), layer) > 0;
        return light && x == 3 && y == 15 ? 3000 * sample : sample;
    };
    return look;
}

} // namespace

TEST_CASE("--light auto: the lights that the table has, as if they were named") {
    if (!has_device()) return;
    const Result named = result_of(small_look, all_lights), automatic = result_of(small_look, "--light auto");
    CHECK(automatic.ran.says("light: ViewLayer.Combined_fill, pattern '*.Combined_*' of the table"));
    CHECK(automatic.ran.says("light: ViewLayer.Emit"));
    CHECK(changed_channels(named.parts, automatic.parts).empty());
}

TEST_CASE("--light auto works by a table of the user's own; a warning reports that no layer is a light") {
    if (!has_device()) return;
    const Folder folder;
    files::ExrPart part{"", {{"B"}, {"G"}, {"R"}, {"key.B"}, {"key.G"}, {"key.R"}}};
    spill(folder.path / "a.exr", files::exr({part}));
    spill(folder.path / "own.aov", "beauty = root\nlight = k*\n");
    check(denoise(folder, "--strength 0 --aovs own.aov --light auto a.exr -o b.exr"), 0, {"light: key"});
    expect(denoise(folder, "--strength 0 --light auto a.exr -o c.exr"), 0, {line(messages::light_unused)});
}

TEST_CASE("a light without the surface's colour is filtered like that with it, and stays without it") {
    if (!has_device()) return;
    const Shot shot(1, small_look);
    const auto albedo = albedo_of(shot.path / "in/s.0001.exr");
    const auto divisor = [&](std::size_t i) { return std::max(albedo[i], .01F); };
    Look divided = small_look;
    divided.spoil = [&](const std::string& layer, char component, int x, int y, float sample) {
        const std::size_t c = std::string("RGB").find(component);
        const std::size_t pixel = std::size_t(y) * std::size_t(small_look.size.width) + std::size_t(x);
        const auto pixels = std::size_t(small_look.size.pixels());
        return layer == "Combined_fill" ? sample / divisor(c * pixels + pixel) : sample;
    };
    const Shot without(1, divided);
    spill(without.path / "own.aov",
          "mark = attribute cycles.*\nbeauty = *.Combined\nsamples = attribute cycles.*.samples\n"
          "albedo = *.Denoising Albedo\nnormal = *.Normal\ndepth = *.Depth.Z\n"
          "light = *.Combined_fill; colour divided\nlight = *.Emit\n");
    check(denoise(without, "--aovs own.aov --light *.Combined_fill,*.Emit in/s.0001.exr -o b.exr"), 0,
          {"light: ViewLayer.Combined_fill, --light *.Combined_fill, without the surface's colour"});
    check(denoise(shot, std::string(all_lights) + "in/s.0001.exr -o b.exr"), 0, {});
    const auto is = planes_of(parts_of(without, "b.exr"), "Combined_fill"),
               with = planes_of(parts_of(shot, "b.exr"), "Combined_fill");
    double worst = 0;
    for (std::size_t i = 0; i < is.size(); ++i)
        worst = std::max(worst, std::abs(double(is[i]) - double(with[i]) / double(divisor(i))));
    CHECK(worst < 1e-5);
    CHECK(planes_of(parts_of(without, "b.exr"), "Combined") ==
          planes_of(parts_of(shot, "b.exr"), "Combined"));
}

TEST_CASE(
    "--alpha filter: alpha loses noise, 1 stays 1 to the bit, and the image equals the image of a solid render with keep") {
    if (!has_device()) return;
    const Result kept = result_of(with_alpha(true), all_lights),
                 solid = result_of(with_alpha(false), all_lights);
    const Result filtered = result_of(with_alpha(true), "--light *.Combined_fill --alpha filter");
    for (const char* name : {"Combined.R", "Combined.G", "Combined.B", "Combined_fill.R"})
        CHECK(solid.channel(name) == filtered.channel(name));
    const std::vector<float> before = kept.channel("Combined.A"), after = filtered.channel("Combined.A");
    CHECK(spread(before, .5) == doctest::Approx(.5));
    CHECK(spread(after, .5) < .3);
    CHECK(std::ranges::all_of(after, [](float a) { return a >= 0 && a <= 1; }));
    const Result whole = result_of(with_alpha(false), "--light *.Combined_fill --alpha filter");
    CHECK(std::ranges::all_of(whole.channel("Combined.A"), [](float a) { return a == 1; }));
    Look none = small_look;
    none.alpha = 0;
    CHECK(prints(result_of(none, std::string(all_lights) + "--alpha filter").ran,
                 line(messages::alpha_unused)));
}

TEST_CASE("--clamp-fireflies: fireflies are scaled equally in all lights; nothing else changes") {
    if (!has_device()) return;
    const auto planes = [](const Look& look, const std::string& options) {
        return planes_of(result_of(look, all_lights + options).parts, "Combined");
    };
    const auto clean = planes(small_look, ""), bright = planes(with_firefly(), "");
    CHECK(planes(small_look, "--clamp-fireflies 1e6") == clean);
    const Result clamped = result_of(with_firefly(), std::string(all_lights) + "--clamp-fireflies 4");
    const auto whole = planes_of(clamped.parts, "Combined");
    CHECK(rms(whole, clean) < .02 * rms(bright, clean));
    CHECK(rms(whole, sum_of_lights(clamped.parts)) < 1e-5);
}

TEST_CASE("--clamp-fireflies: one firefly does not raise the limit of the others") {
    if (!has_device()) return;
    Look look = small_look;
    look.spoil = [](const std::string& layer, char, int x, int y, float sample) {
        const bool light = layer == "Combined" || std::ranges::count(light_names(), layer) > 0;
        const float factor = x == 3 && y == 15 ? 3000.0F : x == 12 && y == 15 ? 20.0F : 1.0F;
        return light ? factor * sample : sample;
    };
    const Shot shot(1, look);
    check(denoise(shot, std::string(all_lights) + "--clamp-fireflies 4 --log l.jsonl in/s.0001.exr -o b.exr"),
          0, {});
    CHECK(slurp(shot.path / "l.jsonl").find("\"clamped\":2") != std::string::npos);
}
