// Tests FLIP in `atrous compare`: its column, threshold and heat map, and the choice of one metric.
#include "commands/compare/messages.h"
#include "compare/fixture.h"
#include "image/heat.h"
#include "support/messages.h"
#include <cmath>

using namespace compare_test;

TEST_CASE("FLIP is in the table and in JSON: of integers for displays, of floats of renders") {
    const Folder folder;
    folder.image("a.png");
    spill(folder.path / "a.exr", exr_of(small, rgb, slopes));
    spill(folder.path / "b.exr", exr_of(small, rgb, constant(0.3F)));
    const Json of_floats = compared(folder, "a.exr b.exr");
    CHECK(*at(of_floats, "flip_of").string() == "HDR-FLIP");
    CHECK(at(of_floats, "frames.flip").number(none) > 0.01);
    CHECK(at(of_floats, "overall.flip").number(none) == at(of_floats, "frames.flip").number(none));
    const Json of_integers = compared(folder, "a.png a.png");
    CHECK(*at(of_integers, "flip_of").string() == "LDR-FLIP");
    CHECK(at(of_integers, "overall.flip").number(none) == 0);
    const Ran ran = run(folder, "a.exr b.exr");
    CHECK(ran.out.find(", HDR-FLIP\n") != std::string::npos);
    CHECK(ran.out.find("FLIP ") != std::string::npos);
}

TEST_CASE("--metric prints only one score, and its heat map") {
    const Folder folder;
    spill(folder.path / "a.exr", exr_of(small, rgb, slopes));
    spill(folder.path / "b.exr", exr_of(small, rgb, constant(0.3F)));
    const Json all = compared(folder, "a.exr b.exr --metric all");
    for (const std::string name : {"psnr", "relmse", "smape", "ssim", "flip"}) {
        CAPTURE(name);
        const Json one = compared(folder, "a.exr b.exr --metric " + name);
        CHECK(at(one, "overall." + name).number(none) == at(all, "overall." + name).number(none));
        for (const std::string other : {"psnr", "relmse", "smape", "ssim", "flip"})
            CHECK((one.dump(0).find('"' + other + '"') != std::string::npos) == (other == name));
    }
    const Ran flip = run(folder, "a.exr b.exr --metric flip --heat flip.png");
    CHECK(flip.code == 0);
    CHECK(flip.out.find("PSNR") == std::string::npos); // in the column, and in the line above the table
    CHECK(run(folder, "a.exr b.exr --metric psnr").out.find("PSNR of x/(1+x)") != std::string::npos);
    CHECK(prints(flip, line(messages::heat_scale, "flip.png", flip_heat_text)));
    REQUIRE(run(folder, "a.exr b.exr --heat all.png").code == 0);
    CHECK(slurp(folder.path / "flip.png") != slurp(folder.path / "all.png"));
    check_refused(run(folder, "a.exr b.exr --metric vmaf"), 2, {"--metric", "vmaf"});
}

TEST_CASE(
    "a FLIP above the threshold makes the exit code 1, with other metrics too, and without FLIP it fails") {
    const Folder folder;
    spill(folder.path / "a.exr", exr_of(small, rgb, slopes));
    spill(folder.path / "b.exr", exr_of(small, rgb, constant(0.3F)));
    spill(folder.path / "n.exr", exr_of(small, rgb, constant(NAN)));
    CHECK(run(folder, "a.exr b.exr --max-flip 0.99").code == 0);
    CHECK(run(folder, "a.exr a.exr --max-flip 0").code == 0);
    for (const char* metric : {"", " --metric psnr"}) {
        const Ran ran = run(folder, std::string("a.exr b.exr --max-flip 0.001") + metric);
        CHECK(ran.code == 1);
        CHECK(prints(ran, message(messages::flip_too_high, anything, "0.001")));
    }
    const Ran missing = run(folder, "n.exr n.exr --max-flip 1");
    CHECK(missing.code == 1);
    CHECK(prints(missing, line(messages::flip_missing)));
    check_refused(run(folder, "a.exr a.exr --max-flip 1.5"), 2, {"--max-flip"});
}

TEST_CASE("the heat map of FLIP is of the frame with the highest FLIP, and means are over frames") {
    const Folder folder;
    std::filesystem::create_directory(folder.path / "a");
    std::filesystem::create_directory(folder.path / "b");
    // The first frame has the lowest PSNR, from one very bright pixel, and the second frame the highest FLIP.
    for (const int frame : {1, 2}) {
        const std::string name = "x.000" + std::to_string(frame) + ".exr";
        spill(folder.path / "b" / name, exr_of(small, rgb, constant(0)));
        spill(folder.path / "a" / name, exr_of(small, rgb, [&](int x, int y, const std::string&) {
                  return frame == 2 ? 0.03F : x == 3 && y == 2 ? 1e6F : 0;
              }));
    }
    const Json json = compared(folder, "a b --metric flip");
    const Json::Array& frames = *at(json, "frames").array();
    const double first = at(frames[0], "flip").number(none), second = at(frames[1], "flip").number(none);
    CHECK(first < second);
    CHECK(at(json, "overall.flip").number(none) == doctest::Approx((first + second) / 2));
    CHECK(prints(run(folder, "a b --metric flip --heat h.png"), line(messages::heat_frame, "h.png", "2")));
    CHECK(prints(run(folder, "a b --heat h.png"), line(messages::heat_frame, "h.png", "1")));
}
