// Tests windows that do not fit the device: regions give the bytes of the whole, and a message.
#include "commands/denoise/messages.h"
#include "denoise/shot.h"
#include "support/messages.h"

using namespace denoise_test;

TEST_CASE(
    "less device memory than a window needs: regions, with the bytes of the whole, told by -n and the log") {
    if (!has_device()) return;
    const Shot shot(3, Look{{24, 480}});
    for (const std::string how :
         {"--temporal window:1", "--temporal window:1 --role motion=none", "--temporal none"}) {
        CAPTURE(how);
        const std::string less =
            how.ends_with("none") && how.find("motion") == std::string::npos ? "1500K" : "4M";
        const std::string options = "--existing replace --levels 3 " + how;
        check(denoise(shot, options + " in/ -o whole/"), 0, {});
        check(denoise(shot, options + " --log l.jsonl --max-memory ," + less + " in/ -o parts/"), 0, {});
        for (int n = 1; n <= 3; ++n)
            CHECK((slurp(shot.path / "whole" / name_of(n)) == slurp(shot.path / "parts" / name_of(n))));
        CHECK(slurp(shot.path / "l.jsonl").find("\"regions\":{\"count\":") != std::string::npos);
        const Ran dry = denoise(shot, "-n " + options + " --max-memory ," + less + " in/ -o parts/");
        CHECK(dry.code == 0);
        CHECK(dry.out.find("1x") != std::string::npos);
        CHECK(dry.out.find(" of 24x") != std::string::npos);
    }
}

TEST_CASE(
    "vectors that are found, and frames of one seed under lamps that flicker: regions have the bytes of the whole") {
    if (!has_device()) return;
    Look found{{24, 480}}, one_seed = found;
    found.without = {"Vector"};
    // Noise that depends only on the place.
    one_seed.spoil = [](const std::string& layer, char component, int x, int y, float v) {
        const bool light = layer == "Combined" && component != 'A';
        return light ? .2F + float(files::noise(std::uint32_t(x + 1000 * y)) & 0xffU) / 255 : v;
    };
    for (const auto& [look, said] :
         {std::pair{found, &messages::motion_missing}, {one_seed, &messages::one_seed_noise}}) {
        Shot shot(3, look);
        Look bright = look;
        if (look.spoil)
            bright.spoil = [&](const std::string& layer, char component, int x, int y, float v) {
                return (layer == "Combined" && component != 'A' ? 1.3F : 1) *
                       look.spoil(layer, component, x, y, v);
            };
        spill(shot.path / "in" / name_of(2), frame_exr(2, bright));
        const std::string options = "--existing replace --levels 3 --temporal window:1 ";
        expect(denoise(shot, options + "in/ -o whole/"), 0, {line(*said)});
        expect(denoise(shot, options + "--log l.jsonl --max-memory ,4M in/ -o parts/"), 0, {line(*said)});
        for (int n = 1; n <= 3; ++n)
            CHECK((slurp(shot.path / "whole" / name_of(n)) == slurp(shot.path / "parts" / name_of(n))));
        const std::string log = slurp(shot.path / "l.jsonl");
        CHECK(log.find("\"regions\":{\"count\":") != std::string::npos);
        if (look.spoil) CHECK(log.find("\"gains\":[") != std::string::npos);
        if (look.spoil) CHECK(log.find("\"same-noise\":") != std::string::npos);
    }
}

TEST_CASE("-n calls a frame without a number by its file's name, and one with a number by that") {
    if (!has_device()) return;
    const Shot shot(1, Look{{24, 18}}, 0);
    spill(shot.path / "in/still.exr", frame_exr(1, Look{{24, 18}}));
    const Ran dry = denoise(shot, "-n in/ -o out/");
    CAPTURE(dry.out);
    CHECK(dry.code == 0);
    CHECK(dry.out.find("  still.exr  ") != std::string::npos);
    CHECK(dry.out.find("  0: 0 to 1  ") != std::string::npos);
    CHECK(dry.out.find("  1: 0 to 1  ") != std::string::npos);
}
