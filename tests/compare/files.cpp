// Tests `atrous compare` on two files: results, refusals, omissions and thresholds.
#include "capi/messages.h"
#include "cli/messages.h"
#include "commands/compare/messages.h"
#include "compare/fixture.h"
#include "files/messages.h"
#include "image/heat.h"
#include "support/messages.h"
#include <cmath>

using namespace compare_test;

TEST_CASE("equal files are identical: infinite in words, null in JSON, exit 0 for each threshold of PSNR") {
    const Folder folder;
    spill(folder.path / "a.exr", exr_of(small, rgb, slopes));
    spill(folder.path / "b.exr", exr_of(small, rgb, slopes));
    const Ran ran = run(folder, "a.exr b.exr --min-psnr 200");
    CHECK(ran.code == 0);
    CHECK(ran.err.empty());
    CHECK(ran.out.find("identical") != std::string::npos);
    CHECK(ran.out.find("infinite") != std::string::npos);
    const Json json = compared(folder, "a.exr b.exr");
    CHECK(at(json, "overall.psnr").is_null());
    CHECK(at(json, "frames.largest").is_null());
    CHECK(*at(json, "overall.identical").boolean());
    CHECK(at(json, "overall.ssim").number(none) == 1);
    CHECK(at(json, "overall.relmse").number(none) == 0);
}

TEST_CASE("the program ends with the codes: 0 done, 1 below a threshold, 2 refused") {
    const Folder folder;
    folder.image("a.png", 40, 30);
    folder.image("b.png", 41, 30);
    spill(folder.path / "c.exr", exr_of(small, rgb, constant(1)));
    spill(folder.path / "d.exr", exr_of(small, rgb, constant(0)));
    const Ran equal = folder.run("compare a.png a.png");
    CHECK(equal.code == 0);
    CHECK(equal.out.find("identical") != std::string::npos);
    CHECK(folder.run("compare c.exr d.exr --min-psnr 7").code == 1);
    check_refused(folder.run("compare a.png b.png"), 2, {"sizes"});
}

TEST_CASE("a constant offset has the PSNR of its size: on the curve, linear, and for a peak") {
    const Folder folder;
    spill(folder.path / "a.exr", exr_of(small, rgb, constant(1)));
    spill(folder.path / "b.exr", exr_of(small, rgb, constant(0)));
    const auto psnr = [&](const std::string& options) {
        return at(compared(folder, "a.exr b.exr " + options), "overall.psnr").number(none);
    };
    CHECK(psnr("") == doctest::Approx(20 * std::log10(2.0)));
    CHECK(psnr("--linear") == 0);
    CHECK(psnr("--linear --peak 10") == doctest::Approx(20));
    CHECK(psnr("--peak 10") == doctest::Approx(20 * std::log10(20.0)));
    CHECK(*at(compared(folder, "a.exr b.exr --linear"), "psnr_of").string() == "x");
    CHECK(*at(compared(folder, "a.exr b.exr"), "psnr_of").string() == "x/(1+x)");
}

TEST_CASE("integers are compared as they are, for displays: PSNR, SSIM, and the text names this") {
    const Folder folder;
    const auto grey = [&](const char* name, char value) {
        spill(folder.path / name, "P5\n12 12\n255\n" + std::string(144, value));
    };
    grey("a.pgm", 102);
    grey("b.pgm", 51);
    const Json json = compared(folder, "a.pgm b.pgm");
    CHECK(at(json, "overall.psnr").number(none) == doctest::Approx(-20 * std::log10(0.2)));
    CHECK(*at(json, "psnr_of").string() == "x");
    const double constant = 0.01 * 0.01; // of Wang's mean
    CHECK(at(json, "overall.ssim").number(none) ==
          doctest::Approx((2 * 0.4 * 0.2 + constant) / (0.4 * 0.4 + 0.2 * 0.2 + constant)).epsilon(1e-4));
    CHECK(run(folder, "a.pgm b.pgm").out.find("PSNR of x with") != std::string::npos);
    CHECK(compared(folder, "a.pgm b.pgm --linear").dump() == json.dump());
    spill(folder.path / "c.exr", exr_of({12, 12}, {"Y"}, [](int, int, const std::string&) { return 0.2F; }));
    CHECK(*at(compared(folder, "a.pgm c.exr"), "psnr_of").string() == "x/(1+x)");
}

TEST_CASE("the table has a head and a row with the same cells, and their values are in JSON") {
    const Folder folder;
    spill(folder.path / "a.exr", exr_of(small, rgb, [](int x, int y, const std::string& channel) {
              return slopes(x, y, channel) + (x == 7 && y == 3 && channel == "G" ? 8.0F : 0.0F);
          }));
    spill(folder.path / "b.exr", exr_of(small, rgb, slopes));
    const Json json = compared(folder, "a.exr b.exr");
    CHECK(at(json, "frames.largest.x").number(none) == 7);
    CHECK(at(json, "frames.largest.y").number(none) == 3);
    CHECK(*at(json, "frames.largest.channel").string() == "G");
    CHECK(at(json, "frames.largest.difference").number(none) == doctest::Approx(8));
    CHECK(at(json, "frames.largest.a").number(none) ==
          doctest::Approx(8 + at(json, "frames.largest.b").number(none)));
    CHECK(at(json, "frames.relmse_trimmed").number(none) == 0);
    const Ran ran = run(folder, "a.exr b.exr");
    std::istringstream lines(ran.out);
    std::string about, head, row, more;
    std::getline(lines, about);
    std::getline(lines, head);
    std::getline(lines, row);
    CHECK_FALSE(std::getline(lines, more));
    CHECK(about.find("x/(1+x)") != std::string::npos);
    CHECK(head.find("PSNR dB") < head.find("SSIM"));
    CHECK(head.size() == row.size());
    CHECK(row.find("7,3") != std::string::npos);
    CHECK(head.find("flicker") == std::string::npos);
}

TEST_CASE("different sizes are refused with both") {
    const Folder folder;
    folder.image("a.png", 40, 30);
    folder.image("b.png", 41, 30);
    check_refused(run(folder, "a.png b.png"), 2,
                  {message(messages::sizes_differ, "a.png", "40x30", "b.png", "41x30")});
}

TEST_CASE("different numbers of channels are refused with both") {
    const Folder folder;
    spill(folder.path / "a.exr", exr_of(small, rgb, slopes));
    spill(folder.path / "b.exr", exr_of(small, {"Y"}, slopes));
    spill(folder.path / "c.exr", exr_of(small, {"R", "G", "B", "A"}, slopes));
    check_refused(run(folder, "a.exr b.exr"), 2, {"3 channels (R, G, B)", "1 channel (Y)"});
    check_refused(run(folder, "--alpha a.exr c.exr"), 2,
                  {line(messages::channels_differ, "3 channels", "4 channels (R, G, B, A)")});
}

TEST_CASE("alpha counts only if it is asked for") {
    const Folder folder;
    const std::vector<std::string> rgba{"R", "G", "B", "A"};
    spill(folder.path / "a.exr", exr_of(small, rgba, slopes));
    spill(folder.path / "b.exr", exr_of(small, rgba, [](int x, int y, const std::string& channel) {
              return channel == "A" ? 1.0F : slopes(x, y, channel);
          }));
    CHECK(*at(compared(folder, "a.exr b.exr"), "frames.identical").boolean());
    const Json json = compared(folder, "a.exr b.exr --alpha");
    CHECK_FALSE(*at(json, "frames.identical").boolean());
    CHECK(*at(json, "frames.largest.channel").string() == "A");
}

TEST_CASE("NaN and infinity in either file are counted, warned of and left out") {
    const Folder folder;
    spill(folder.path / "a.exr", exr_of(small, rgb, [](int x, int y, const std::string& channel) {
              return x == 3 && y == 2 ? NAN : slopes(x, y, channel);
          }));
    spill(folder.path / "b.exr", exr_of(small, rgb, [](int x, int y, const std::string& channel) {
              return x == 4 && channel == "B" ? INFINITY : slopes(x, y, channel);
          }));
    const Ran ran = run(folder, "a.exr b.exr");
    CHECK(ran.code == 0);
    CHECK(prints(ran, line(messages::compare_not_finite, "a.exr", "3", "0")));
    CHECK(prints(ran, line(messages::compare_not_finite, "b.exr", "0", "12")));
    CHECK(ran.out.find("identical") == std::string::npos);
    CHECK(ran.out.find("NaN in one of both") != std::string::npos);
    const Json json = compared(folder, "a.exr b.exr");
    CHECK(at(json, "frames.left_out.a_alone").number(none) == 3);
    CHECK(at(json, "frames.left_out.b_alone").number(none) == 12);
    CHECK_FALSE(*at(json, "frames.identical").boolean());
    CHECK(at(json, "frames.left_out.a.nan").number(none) == 3);
    CHECK(at(json, "frames.left_out.b.infinite").number(none) == 12);
    CHECK(at(json, "frames.samples").number(none) == 3 * small.pixels() - 15);
}

TEST_CASE("NaN in both files at one place is identical; NaN only in A fails each threshold") {
    const Folder folder;
    const auto with_hole = [](int x, int y, const std::string& channel) {
        return x == 3 && y == 2 ? NAN : slopes(x, y, channel);
    };
    spill(folder.path / "hole.exr", exr_of(small, rgb, with_hole));
    spill(folder.path / "whole.exr", exr_of(small, rgb, slopes));
    CHECK(*at(compared(folder, "hole.exr hole.exr --min-psnr 30"), "frames.identical").boolean());
    const Ran ran = run(folder, "hole.exr whole.exr --min-psnr 30");
    CHECK(ran.code == 1);
    CHECK(prints(ran, line(messages::samples_lost, "3")));
    CHECK(run(folder, "whole.exr hole.exr --min-psnr 30").code == 0);
}

TEST_CASE("images without comparable samples are not identical, and fail every threshold") {
    const Folder folder;
    spill(folder.path / "a.exr", exr_of(small, rgb, constant(NAN)));
    const Ran ran = run(folder, "a.exr a.exr --min-psnr 0");
    CHECK(ran.code == 1);
    CHECK(ran.out.find("nothing to compare") != std::string::npos);
    CHECK(prints(ran, line(messages::psnr_missing)));
}

TEST_CASE("a PSNR below the threshold makes the exit code 1, and is still printed") {
    const Folder folder;
    spill(folder.path / "a.exr", exr_of(small, rgb, constant(1)));
    spill(folder.path / "b.exr", exr_of(small, rgb, constant(0)));
    CHECK(run(folder, "a.exr b.exr --min-psnr 6.02").code == 0);
    const Ran ran = run(folder, "a.exr b.exr --min-psnr 6.03");
    CHECK(ran.code == 1);
    CHECK(prints(ran, message(messages::psnr_too_low, anything, "6.03")));
    CHECK(ran.out.find("6.02") != std::string::npos);
    CHECK_FALSE(compared(folder, "a.exr b.exr --min-psnr 6.03", 1).is_null());
}

TEST_CASE("the heat image is a PNG of the size of the image, and a note explains its colours") {
    const Folder folder;
    spill(folder.path / "a.exr", exr_of({240, 12}, rgb, [](int x, int y, const std::string& channel) {
              return slopes(x, y, channel) + (x == 7 && y == 3 ? 8.0F : 0.0F);
          }));
    spill(folder.path / "b.exr", exr_of({240, 12}, rgb, slopes));
    const Ran ran = run(folder, "a.exr b.exr --heat heat.png");
    REQUIRE(ran.code == 0);
    CHECK(prints(ran, message(messages::heat_scale, "heat.png", anything)));
    const ImageFile file = Decoder(folder.path / "heat.png").read();
    CHECK(file.format == "png");
    const Pixels& heat = file.parts[0].pixels;
    CHECK(heat.size == Size{240, 12});
    CHECK(heat.colours == 3);
    CHECK(int(heat.at(7, 3)[0]) > 100);
    CHECK(int(heat.at(8, 3)[0]) == 0);
}

TEST_CASE("a heat image in another format, or with the name of an input, is refused before any work") {
    const Folder folder;
    folder.image("a.png");
    folder.image("b.png");
    const std::string before = slurp(folder.path / "a.png");
    check_refused(run(folder, "a.png b.png --heat heat.jpg"), 2, {line(messages::heat_is_png, "heat.jpg")});
    check_refused(run(folder, "a.png b.png --heat ./a.png"), 2, {line(messages::heat_is_input)});
    CHECK(slurp(folder.path / "a.png") == before);
}

TEST_CASE("integers against floats, and pixels that begin elsewhere, are compared with a warning") {
    const Folder folder;
    folder.image("a.png", 20, 12);
    spill(folder.path / "b.exr", exr_of(small, rgb, slopes));
    spill(folder.path / "c.exr", exr_of(small, rgb, slopes, 5));
    const Ran mixed = run(folder, "a.png b.exr");
    CHECK(mixed.code == 0);
    CHECK(prints(mixed, message(messages::types_differ, "a.png", "integers", "b.exr", "floats")));
    const Ran moved = run(folder, "b.exr c.exr");
    CHECK(moved.code == 0);
    CHECK(prints(moved, message(messages::origins_differ, "b.exr", "0,0", "c.exr", "5,5")));
}

TEST_CASE("a missing file fails, one or three operands and values out of range are refused") {
    const Folder folder;
    folder.image("a.png");
    check_refused(run(folder, "a.png b.png"), 1, {line(messages::file_absent, "b.png")});
    check_refused(run(folder, "a.png"), 2, {line(messages::two_images_needed, "1")});
    check_refused(run(folder, "a.png a.png a.png"), 2, {line(messages::two_images_needed, "3")});
    check_refused(run(folder, "a.png a.png --peak 0"), 2, {"--peak", "0.000001 to 1000000"});
    check_refused(run(folder, "a.png a.png --max-flicker -1"), 2, {"--max-flicker"});
    check_refused(run(folder, "a.png a.png --min-psnr high"), 2, {"--min-psnr", "high"});
}

TEST_CASE("options for sequences are refused for files") {
    const Folder folder;
    folder.image("a.png");
    check_refused(run(folder, "a.png a.png --frames 1-3"), 2, {line(messages::frames_of_files)});
    check_refused(run(folder, "a.png a.png --max-flicker 1"), 2, {line(messages::flicker_of_files)});
    check_refused(run(folder, "a.png a.png --motion-from a.png"), 2, {line(messages::motion_of_files)});
}
