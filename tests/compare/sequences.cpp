// Tests `atrous compare` on sequences: frames, pairs, flicker and thresholds.
#include "base/error.h"
#include "base/text.h"
#include "batch/plan/messages.h"
#include "commands/compare/frames.h"
#include "commands/compare/messages.h"
#include "compare/fixture.h"
#include "engine/messages.h"
#include "lab/messages.h"
#include "support/messages.h"
#include <cmath>
#include <set>
#include <sstream>

using namespace compare_test;

namespace {

constexpr Size shot_size{48, 24};

std::string numbered(const std::string& stem, int frame) {
    const std::string digits = std::to_string(frame);
    return stem + "." + std::string(4 - digits.size(), '0') + digits + ".exr";
}

/// A still image whose brightness changes from frame to frame, by ±`flicker` of its curve.
Sampler blinking(int frame, double flicker) {
    return [=](int, int, const std::string&) {
        const double curve = 0.4 + (frame % 2 ? flicker : -flicker);
        return float(curve / (1 - curve));
    };
}

/// Five frames in a/ that blink, the same without blinking in b/, and vectors of no motion in v/.
struct Shot : Folder {
    explicit Shot(double flicker, int frames = 5) {
        for (int n = 1; n <= frames; ++n) {
            spill(path / "a" / numbered("beauty", n), exr_of(shot_size, rgb, blinking(n, flicker)));
            spill(path / "b" / numbered("ref", n), exr_of(shot_size, rgb, blinking(n, 0)));
            spill(path / "v" / numbered("v", n),
                  exr_of(shot_size, {"L.Vector.X", "L.Vector.Y", "L.Vector.Z", "L.Vector.W"}, constant(0)));
        }
    }
};

std::vector<std::int64_t> numbers_of(const Frames& frames) {
    std::vector<std::int64_t> numbers;
    for (const auto& [name, path] : frames.files) numbers.push_back(name.number);
    return numbers;
}

using Numbers = std::vector<std::int64_t>;

} // namespace

TEST_CASE("invalid lists of frames are refused") {
    const Shot shot(0);
    check_refused(run(shot, "a b --frames 1:5"), 2, {"--frames", "1:5"});
}

TEST_CASE("a pattern takes its files, and no others") {
    const Folder folder;
    for (const char* name :
         {"b.0001.exr", "b.0002.exr", "b.12345.exr", "b.3.exr", "c.0004.exr", "b.0005.png", "b.x.exr"})
        spill(folder.path / name, "");
    CHECK(numbers_of(find_frames((folder.path / "b.####.exr").string())) == Numbers{1, 2, 12345});
    CHECK(numbers_of(find_frames((folder.path / "b.{frame}.exr").string())) == Numbers{1, 2, 3, 12345});
    CHECK_THROWS_AS(find_frames((folder.path / "d.####.exr").string()), Error);
}

TEST_CASE("frames are paired by number, whatever their names; scores of the whole are means") {
    const Shot shot(0.01);
    const Json json = compared(shot, "a b");
    const auto& frames = *at(json, "frames").array();
    REQUIRE(frames.size() == 5);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        CHECK(at(frames[i], "frame").number(none) == double(i + 1));
        CHECK(at(frames[i], "psnr").number(none) == doctest::Approx(40).epsilon(1e-4));
    }
    CHECK(at(json, "overall.psnr").number(none) == doctest::Approx(40).epsilon(1e-4));
    const Ran ran = run(shot, "a b");
    for (const char* part : {"frame", "flicker", "tPSNR", "all"})
        CHECK(ran.out.find(part) != std::string::npos);
    CHECK(run(shot, "a/beauty.####.exr b/ref.####.exr").out.find("all") != std::string::npos);
}

TEST_CASE(
    "flicker is the RMS of changes that the reference lacks; without vectors it is missing, and a warning gives the reason") {
    const Shot shot(0.01);
    const Json json = compared(shot, "a b --motion-from v");
    const auto& frames = *at(json, "frames").array();
    CHECK(at(frames[0], "flicker").is_null());
    CHECK(at(frames[0], "tpsnr").is_null());
    for (std::size_t i = 1; i < frames.size(); ++i) {
        CHECK(at(frames[i], "flicker").number(none) == doctest::Approx(0.02).epsilon(1e-4));
        CHECK(at(frames[i], "tpsnr").number(none) == doctest::Approx(-20 * std::log10(0.02)).epsilon(1e-4));
    }
    CHECK(at(json, "overall.flicker").number(none) == doctest::Approx(0.02).epsilon(1e-4));
    const Ran without = run(shot, "a b");
    CHECK(without.code == 0);
    CHECK(prints(without, message(messages::flicker_no_motion, "b")));
    const Json unknown = compared(shot, "a b");
    CHECK(at(unknown, "overall.flicker").is_null());
    CHECK(at(unknown, "overall.tpsnr").number(none) > 30);
}

TEST_CASE("vectors are found by their role, stored as in their table, in B if it has them") {
    for (const std::string vectors : {"V.Vector", "velocity", "motion"}) {
        CAPTURE(vectors);
        const Folder folder;
        const auto moving = [&](int n) { // 3 pixels to the right and 2 down from frame to frame
            return [n, vectors](int x, int y, const std::string& channel) {
                if (!channel.starts_with(vectors)) {
                    const double curve = 0.2 + 0.005 * (x - 3 * n) + 0.01 * (y - 2 * n);
                    return float(curve / (1 - curve));
                }
                return channel.ends_with("X") ? -3.0F : 2.0F;
            };
        };
        std::vector<std::string> channels{vectors + ".X", vectors + ".Y"};
        for (const auto& name : rgb) channels.push_back("V.Combined." + name);
        for (int n = 1; n <= 2; ++n) {
            spill(folder.path / "b" / numbered("b", n), exr_of(shot_size, channels, moving(n)));
            spill(folder.path / "a" / numbered("a", n), exr_of(shot_size, rgb, moving(n)));
            spill(folder.path / "still" / numbered("s", n), exr_of(shot_size, rgb, moving(1)));
        }
        // Still under a motion of (-3, -2) down, a ramp changes by -.015 -.02.
        CHECK(at(compared(folder, "a b"), "overall.flicker").number(none) < 1e-6);
        CHECK(at(compared(folder, "still b"), "overall.flicker").number(none) ==
              doctest::Approx(0.035).epsilon(1e-3));
    }
}

TEST_CASE("frames that do not follow each other have no flicker") {
    const Shot shot(0.01);
    const Ran ran = run(shot, "a b --motion-from v --frames 1-5x2");
    CHECK(ran.code == 0);
    CHECK(prints(ran, line(messages::flicker_no_frames)));
    CHECK(at(compared(shot, "a b --motion-from v --frames 1,2,5"), "overall.flicker").number(none) > 0);
}

TEST_CASE("flicker above the threshold, or none at all, makes the exit code 1") {
    const Shot shot(0.01);
    CHECK(run(shot, "a b --motion-from v --max-flicker 0.0201").code == 0);
    const Ran above = run(shot, "a b --motion-from v --max-flicker 0.0199");
    CHECK(above.code == 1);
    CHECK(prints(above, message(messages::flicker_too_high, anything, "0.0199")));
    const Ran unknown = run(shot, "a b --max-flicker 1");
    CHECK(unknown.code == 1);
    CHECK(prints(unknown, line(messages::flicker_missing)));
    CHECK(run(shot, "a b --min-psnr 40.1").code == 1);
}

TEST_CASE("lists of frames that differ are refused with both numbers, and with what both have") {
    const Shot shot(0);
    fs::remove(shot.path / "b" / numbered("ref", 1));
    fs::remove(shot.path / "a" / numbered("beauty", 4));
    fs::remove(shot.path / "a" / numbered("beauty", 5));
    check_refused(run(shot, "a b"), 2,
                  {"--frames 2-3", "a has 3 frames (1-3)", "b has 4 frames (2-5)", "only in the first: 1",
                   "only in the second: 4-5"});
    CHECK(run(shot, "a b --frames 2-3").code == 0);
    check_refused(run(shot, "a b --frames 2-4"), 2,
                  {line(messages::frames_lacking, "4", "a has 3 frames (1-3)")});
}

TEST_CASE("missing motion vectors, a sequence with a file, and two files of one number are refused") {
    const Shot shot(0);
    fs::remove(shot.path / "v" / numbered("v", 1)); // not needed: frame 1 has no frame before it
    CHECK(run(shot, "a b --motion-from v").code == 0);
    fs::remove(shot.path / "v" / numbered("v", 3));
    check_refused(run(shot, "a b --motion-from v"), 2,
                  {line(messages::frames_lacking, "3"), "v has 3 frames (2, 4-5)"});
    check_refused(run(shot, "a b --motion-from b"), 1, {line(messages::compare_no_motion, "b/ref.0002.exr")});
    check_refused(run(shot, "a b/ref.0001.exr"), 2,
                  {line(messages::operands_differ, "b/ref.0001.exr"), "a has 5 frames"});
    spill(shot.path / "a/other.0002.exr", "");
    check_refused(run(shot, "a b"), 2, {"beauty.0002.exr", "other.0002.exr", "frame 2", "####"});
    CHECK(run(shot, "a/beauty.####.exr b").code == 0);
}

TEST_CASE("folders of photographs are paired by name, and have neither flicker nor frames' numbers") {
    const Folder folder;
    for (const char* name : {"valley.png", "street.png"})
        for (const char* side : {"a/", "b/"}) folder.image(std::string(side) + name);
    const Json json = compared(folder, "a b");
    CHECK(*at(json, "overall.identical").boolean());
    CHECK(*at(json, "frames.frame").string() == "street");
    CHECK(at(json, "overall.tpsnr").is_null());
}

TEST_CASE(
    "files of one number that nothing in the other folder is called like are refused, with what chooses") {
    const Folder folder;
    for (const char* name : {"a/b.0001.exr", "a/b.0001.png", "b/b.0001.exr"}) spill(folder.path / name, "");
    check_refused(run(folder, "a b"), 2, {"b.0001.exr", "b.0001.png", "are both frame 1", "####"});
    check_refused(run(folder, "a a --frames 1"), 2, {"are both frame 1", "####"});
    check_refused(run(folder, "a none"), 1, {line(messages::operand_missing, "none")});
}

TEST_CASE("the mean PSNR leaves out identical frames; if all are identical, so is the whole") {
    const Shot shot(0.01);
    fs::copy_file(shot.path / "b" / numbered("ref", 2), shot.path / "a" / numbered("beauty", 2),
                  fs::copy_options::overwrite_existing);
    const Json json = compared(shot, "a b");
    CHECK(at(json, "overall.psnr").number(none) == doctest::Approx(40).epsilon(1e-4));
    CHECK_FALSE(*at(json, "overall.identical").boolean());
    const Json equal = compared(shot, "a a");
    CHECK(*at(equal, "overall.identical").boolean());
    CHECK(at(equal, "overall.psnr").is_null());
}

TEST_CASE("the heat image of a sequence shows the frame of lowest PSNR, and a note names it") {
    const Shot shot(0.01);
    spill(shot.path / "a" / numbered("beauty", 4), exr_of(shot_size, rgb, constant(5)));
    const Ran ran = run(shot, "a b --heat heat.png");
    CHECK(ran.code == 0);
    CHECK(prints(ran, line(messages::heat_frame, "heat.png", "4")));
    CHECK(shot.has("heat.png"));
}

TEST_CASE("vectors that do not lead to the frame before do not count") {
    const Folder folder;
    for (int n = 1; n <= 2; ++n) {
        spill(folder.path / "a" / numbered("a", n), exr_of(shot_size, rgb, constant(.5F)));
        spill(folder.path / "b" / numbered("b", n),
              exr_of(shot_size, {"R", "G", "B", "forward.X", "forward.Y"}, constant(.5F)));
    }
    check_refused(run(folder, "a a --motion-from b"), 1, {line(messages::compare_no_motion)});
    CHECK(at(compared(folder, "a b"), "overall.flicker").is_null());
}
