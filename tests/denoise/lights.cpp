// Lights that tables name, alpha as light, and fireflies. All runs have three lights, and so the same kernels.
#include "denoise/shot.h"
#include <algorithm>
#include <cmath>

using namespace denoise_test;

namespace {

constexpr const char* all_lights = "--light *.DiffDir,*.GlossDir,*.Emit ";
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

/// Coverage of the picture: noise, or 1.
Look with_alpha(bool noisy) {
    Look look = small_look;
    look.spoil = [=](const std::string& layer, char component, int x, int y, float sample) {
        if (layer != "Combined" || component != 'A') return sample;
        return noisy && files::noise(files::noise(std::uint32_t(64 * y + x))) % 2 == 0 ? 0.0F : 1.0F;
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
    CHECK(automatic.ran.says("light: ViewLayer.DiffDir, pattern '*.DiffDir' of the table"));
    CHECK(automatic.ran.says("light: ViewLayer.Emit"));
    CHECK(changed_channels(named.parts, automatic.parts).empty());
}

TEST_CASE("--light auto by a table of the user's own; a warning where nothing is known as light") {
    if (!has_device()) return;
    const Folder folder;
    files::ExrPart part{"", {{"B"}, {"G"}, {"R"}, {"key.B"}, {"key.G"}, {"key.R"}}};
    spill(folder.path / "a.exr", files::exr({part}));
    spill(folder.path / "own.aov", "beauty = root\nlight = k*\n");
    check(denoise(folder, "--strength 0 --aovs own.aov --light auto a.exr -o b.exr"), 0, {"light: key"});
    check(denoise(folder, "--strength 0 --light auto a.exr -o c.exr"), 0, {"no layer is known as light"});
}

TEST_CASE(
    "--alpha filter: alpha loses noise, 1 stays 1 to the bit, and the picture is the same as with keep") {
    if (!has_device()) return;
    const Result kept = result_of(with_alpha(true), all_lights);
    const Result filtered = result_of(with_alpha(true), "--light *.DiffDir --alpha filter");
    for (const char* name : {"Combined.R", "Combined.G", "Combined.B", "DiffDir.R"})
        CHECK(kept.channel(name) == filtered.channel(name));
    const std::vector<float> before = kept.channel("Combined.A"), after = filtered.channel("Combined.A");
    CHECK(spread(before, .5) == doctest::Approx(.5));
    CHECK(spread(after, .5) < .3);
    CHECK(std::ranges::all_of(after, [](float a) { return a >= 0 && a <= 1; }));
    const Result whole = result_of(with_alpha(false), "--light *.DiffDir --alpha filter");
    CHECK(std::ranges::all_of(whole.channel("Combined.A"), [](float a) { return a == 1; }));
    Look none = small_look;
    none.alpha = 0;
    CHECK(result_of(none, std::string(all_lights) + "--alpha filter").ran.says("the picture has no alpha"));
}

TEST_CASE("--clamp-fireflies: what is too bright is scaled in all lights alike; nothing else changes") {
    if (!has_device()) return;
    const auto planes = [](const Look& look, const std::string& options) {
        return planes_of(result_of(look, all_lights + options).parts, "Combined");
    };
    const auto clean = planes(small_look, ""), bright = planes(with_firefly(), "");
    CHECK(planes(small_look, "--clamp-fireflies 1e6") == clean);
    const Result clamped = result_of(with_firefly(), std::string(all_lights) + "--clamp-fireflies 4");
    const auto whole = planes_of(clamped.parts, "Combined");
    CHECK(rms(whole, clean) < .02 * rms(bright, clean));
    std::vector<float> sum(whole.size());
    for (const std::string& light : light_names()) {
        const auto own = planes_of(clamped.parts, light);
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += own[i];
    }
    CHECK(rms(whole, sum) < 1e-5);
}

TEST_CASE("--alpha and --clamp-fireflies refuse values that mean nothing") {
    const Shot shot(1, small_look);
    check(denoise(shot, "--alpha drop in/ -o out/"), 2, {"--alpha", "drop", "keep|filter"});
    check(denoise(shot, "--clamp-fireflies 0.5 in/ -o out/"), 2, {"--clamp-fireflies", "0.5"});
    check(denoise(shot, "--clamp-fireflies all in/ -o out/"), 2, {"--clamp-fireflies", "all"});
    CHECK_FALSE(shot.has("out"));
}
