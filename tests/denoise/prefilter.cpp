// Tests --prefilter of `denoise`: guides that are filtered by default and by name, members of the log, refusals.
#include "cli/messages.h"
#include "denoise/shot.h"
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

TEST_CASE("noisy guides are filtered by default, and the log says which") {
    if (!has_device()) return;
    const Result usual = result_of(noisy_look(), ""), off = result_of(noisy_look(), "--prefilter off"),
                 named = result_of(noisy_look(), "--prefilter albedo,normal,depth");
    CHECK(usual.ran.says(std::string(filtered_line) + ": albedo,normal,depth (noisy)"));
    CHECK(usual.ran.out.find(R"("prefilter":"albedo,normal,depth")") != std::string::npos);
    CHECK(named.ran.says(std::string(filtered_line) + ": albedo,normal,depth"));
    CHECK_FALSE(has_same_pixels(usual, off));
    CHECK(has_same_pixels(usual, named));
}

TEST_CASE("--prefilter takes auto, off or names of guides") {
    const Shot shot(1);
    for (const char* wrong : {"motion", "auto,depth", "on", "normal,"}) {
        const Ran ran = denoise(shot, std::string("--prefilter ") + wrong + " in/ -o out/");
        check(ran, 2, {"--prefilter", wrong, "albedo,normal,depth"});
    }
    CHECK_FALSE(shot.has("out"));
}
