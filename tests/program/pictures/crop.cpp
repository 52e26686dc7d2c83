// Tests --crop: the same pixels as in the whole image, with less work. Tests its position and refusals.
#include "commands/enhance/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/json_at.h"
#include "support/messages.h"
#include <algorithm>
#include <cstring>

using namespace atrous;

namespace {

/// Position in the file of the pixel at column u, row v of the displayed image (EXIF 2.3, tag 274).
std::pair<int, int> in_file(int orientation, Size stored, int u, int v) {
    const int w = stored.width - 1, h = stored.height - 1;
    const std::pair<int, int> rows[] = {{u, v}, {w - u, v}, {w - u, h - v}, {u, h - v},
                                        {v, u}, {v, h - u}, {w - v, h - u}, {w - v, u}};
    return rows[orientation - 1];
}

/// True if `part` shows the region of `whole`, with that orientation, that begins at column x, row y.
bool shows_part(const Pixels& part, const Pixels& whole, int orientation, int x, int y) {
    const bool turned = orientation > 4;
    const Size seen = turned ? Size{part.size.height, part.size.width} : part.size;
    bool same = part.type == whole.type && part.channels() == whole.channels();
    for (int v = 0; v < seen.height && same; ++v)
        for (int u = 0; u < seen.width && same; ++u) {
            const auto [px, py] = in_file(orientation, part.size, u, v);
            const auto [wx, wy] = in_file(orientation, whole.size, x + u, y + v);
            same = std::memcmp(part.at(px, py), whole.at(wx, wy), whole.pixel_bytes()) == 0;
        }
    return same;
}

/// A member of the last image's crop in the log.
std::string logged(const fs::path& log, const char* name) {
    return *at(images_in(log).back(), std::string("settings.crop.") + name).string();
}

} // namespace

TEST_CASE("a crop has the very pixels of the whole: levels, edge search, every --denoise, depths, borders") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png", 251, 180);
    struct Way {
        const char* options;
        bool parts; ///< only a part is computed
        const char* output = "a.png";
    };
    constexpr Way ways[] = {{"--levels 3", true},
                            {"--levels 2 --edges auto", true},
                            {"--levels 3 --denoise bayes --space rgb", false},
                            {"--levels 2 --border mirror", false},
                            {"--levels 2 --denoise auto", true},
                            {"--levels 3 --format tif --depth uint16", true, "a.tif"},
                            {"", true}};
    for (const Way& way : ways) {
        CAPTURE(way.options);
        const std::string options = std::string("enhance --existing replace ") + way.options + " a.png -o ";
        REQUIRE(run_here(folder, options + "whole/").code == 0);
        for (const char* crop : {"30x20+110+75", "1x1+250+179", "33x180+0+0", "251x180+0+0"}) {
            CAPTURE(crop);
            check(run_here(folder, options + "crop/ --crop " + crop), 0, {});
            int w = 0, h = 0, x = 0, y = 0;
            REQUIRE(std::sscanf(crop, "%dx%d+%d+%d", &w, &h, &x, &y) == 4);
            const Pixels part = pixels_in(folder.path / "crop" / way.output);
            CHECK(part.size == Size{w, h});
            CHECK(shows_part(part, pixels_in(folder.path / "whole" / way.output), 1, x, y));
            const fs::path log = folder.path / "crop/atrous-timings.jsonl";
            CHECK(logged(log, "pixels") == crop);
            if (w == 30) CHECK((logged(log, "computed") == "251x180+0+0") == !way.parts);
            if (&way != ways) break; // the others differ only in the computation
        }
        fs::remove_all(folder.path / "whole");
        fs::remove_all(folder.path / "crop");
    }
}

TEST_CASE("a crop is the part that viewers show, in all orientations, and is dithered like the whole") {
    if (!has_device()) return;
    const Folder folder;
    fs::create_directories(folder.path / "in");
    const Pixels slope = tagged::picture({90, 70}, PixelType::u16, 3,
                                         [](int x, int y, int c) { return (x + 2.0 * y + c) / 4000; });
    for (int orientation = 1; orientation <= 8; ++orientation)
        tagged::write(folder.path / "in" / (std::to_string(orientation) + ".tif"), slope, "", "Orientation",
                      orientation);
    const std::string options = "enhance --log none --levels 2 --depth uint8 in -o ";
    check(run_here(folder, options + "whole"), 0, {});
    check(run_here(folder, options + "crop --crop 31x17+21+40"), 0, {});
    for (int orientation = 1; orientation <= 8; ++orientation) {
        CAPTURE(orientation);
        const std::string name = std::to_string(orientation) + ".tif";
        const Pixels part = pixels_in(folder.path / "crop" / name);
        CHECK(part.size == (orientation > 4 ? Size{17, 31} : Size{31, 17}));
        CHECK(shows_part(part, pixels_in(folder.path / "whole" / name), orientation, 21, 40));
        CHECK(Decoder(folder.path / "crop" / name).place(0).orientation == orientation);
    }
}

TEST_CASE("a crop of an OpenEXR: counted from the display window, which stays, with its other channels") {
    if (!has_device()) return;
    const Folder folder;
    files::ExrPart part{"", {{"B"}, {"G"}, {"R"}, {"Z", files::ExrType::single}}, -5, 4, 60, 40, 50, 70};
    part.sample = [](const std::string& channel, int x, int y) {
        return channel == "Z" ? float(100 * y + x) : float(x + y) / 100;
    };
    files::write_all(folder.path / "a.exr", files::exr({part}));
    REQUIRE(run_here(folder, "enhance --log none --levels 2 a.exr -o whole.exr").code == 0);
    check(run_here(folder, "enhance --log none --levels 2 a.exr -o crop.exr --crop 20x10+-3+6"), 0, {});
    Decoder decoder(folder.path / "crop.exr");
    const ImageWindow place = decoder.place(0);
    CHECK(place.x == -3);
    CHECK(place.y == 6);
    CHECK(place.size == Size{20, 10});
    CHECK(place.display == Size{50, 70});
    const ImageFile file = decoder.read();
    CHECK(shows_part(file.parts[0].pixels, pixels_in(folder.path / "whole.exr"), 1, 2, 2));
    const std::vector<float> depth = channel_planes(file.parts[0], {3});
    CHECK(depth.front() == 202);
    CHECK(depth.back() == 100 * 11 + 21);
}

TEST_CASE(
    "all frames of an OpenEXR sequence have one size in other formats, cropped, fitted, scaled, denoised") {
    if (!has_device()) return;
    const Folder folder;
    for (int i = 1; i <= 3; ++i) { // data windows change with the frame
        files::ExrPart part{"", {{"B"}, {"G"}, {"R"}}, 5 * i - 10, 7 * i, 40 + 5 * i, 30, 64, 48};
        part.sample = [&](const std::string&, int x, int y) { return float(part.x + x + part.y + y) / 200; };
        files::write_all(folder.path / ("a." + std::to_string(i) + ".exr"), files::exr({part}));
    }
    struct Way {
        const char* options;
        Size size;
    };
    for (const Way& way : {Way{"enhance --levels 2", {64, 48}},
                           {"enhance --levels 2 --size 32", {32, 24}},
                           {"enhance --preset neutral --crop 50x40+14+4", {50, 40}},
                           {"enhance --preset neutral --crop 50x40+14+4 --size 25", {25, 20}},
                           {"scale --factor 2", {32, 24}},
                           {"denoise --temporal none", {64, 48}}})
        for (const char* format : {"png", "tif", "jpg"}) {
            CAPTURE(way.options);
            CAPTURE(format);
            const Ran ran =
                run_here(folder, std::string(way.options) + " --log none --existing replace --format " +
                                     format + " a.1.exr a.2.exr a.3.exr -o out/");
            CHECK(ran.code == 0);
            for (const char* name : {"a.1.", "a.2.", "a.3."})
                CHECK(pixels_in(folder.path / "out" / (std::string(name) + format)).size == way.size);
        }
    REQUIRE(run_here(folder, "enhance --preset neutral --log none a.2.exr -o whole.tif").code == 0);
    REQUIRE(
        run_here(folder, "enhance --preset neutral --log none --crop 50x40+14+4 a.2.exr -o part.tif").code ==
        0);
    CHECK(shows_part(pixels_in(folder.path / "part.tif"), pixels_in(folder.path / "whole.tif"), 1, 14, 4));
    for (const char* pair : {"a.2.exr whole.tif", "whole.tif a.2.exr"}) // in the display window
        CHECK(run_here(folder, std::string("compare ") + pair).out.find("identical") != std::string::npos);
    CHECK(run_here(folder, "compare a.2.exr part.tif").code == 2);
    // A format's least side counts for the display window.
    files::write_all(folder.path / "one.exr", files::exr({{"", {{"B"}, {"G"}, {"R"}}, 9, 9, 1, 1, 64, 48}}));
    CHECK(run_here(folder, "enhance --preset neutral --log none one.exr -o one.jp2").code == 0);
    for (const char* crop : {"20x20+50+4", "10x10+0+0"}) // beyond the display window, without any pixel
        CHECK(has_message(
            run_here(folder, std::string("enhance --log none --crop ") + crop + " a.2.exr -o none.png").err,
            messages::crop_outside, {crop, anything, anything}));
}

TEST_CASE("companions and records of a crop match the crop: comparison, levels, record") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png", 300, 200);
    const std::string options = "enhance --levels 2 --compare a.png ";
    REQUIRE(run_here(folder, options + "--dump-levels w -o whole/").code == 0);
    REQUIRE(run_here(folder, options + "--dump-levels c -o crop/ --crop 80x60+100+90").code == 0);
    for (const char* level : {"a_coarse_1.png", "a_coarse_2.png", "a_detail_0.png", "a_detail_1.png"})
        CHECK(shows_part(pixels_in(folder.path / "c" / level), pixels_in(folder.path / "w" / level), 1, 100,
                         90));
    const Pixels both = pixels_in(folder.path / "crop/a_compare.png"),
                 before = pixels_in(folder.path / "a.png");
    CHECK(both.size == Size{80, 60});
    CHECK(std::memcmp(both.at(0, 7), before.at(100, 97), 38 * before.pixel_bytes()) == 0);
    CHECK(run_here(folder, "verify crop").code == 0);
}

TEST_CASE("a crop in bands, through pipes, and of JPEG's neutral copy") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png", 400, 500);
    REQUIRE(run_here(folder, "enhance --log none --levels 3 a.png -o whole.png").code == 0);
    REQUIRE(run_here(folder,
                     "enhance --log none --levels 3 --max-memory 64K --max-memory ,2M a.png -o bands.png "
                     "--crop 200x150+60+300")
                .code == 0);
    REQUIRE(
        folder
            .shell("atrous enhance --levels 3 --crop 200x150+60+300 - -o - --format png < a.png > piped.png")
            .code == 0);
    for (const char* name : {"bands.png", "piped.png"})
        CHECK(shows_part(pixels_in(folder.path / name), pixels_in(folder.path / "whole.png"), 1, 60, 300));
    folder.image("a.jpg", 90, 70);
    REQUIRE(run_here(folder, "enhance --log none --preset neutral a.jpg -o b.jpg --crop 16x8+1+1").code == 0);
    CHECK(pixels_in(folder.path / "b.jpg").size == Size{16, 8});
}

TEST_CASE("crops that are not within the image are refused, with both rectangles; the others are written") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("in/a.png", 60, 40);
    folder.image("in/b.png", 90, 90);
    for (const char* crop :
         {"60x40+1+0", "60x40+0+1", "61x40+0+0", "10x10+60+0", "5x5+-1+0", "1x1+1000000000+0"}) {
        CAPTURE(crop);
        const std::string options =
            std::string("enhance --existing replace --log none --levels 1 in -o out --crop ") + crop;
        const Message refusal =
            line(messages::crop_outside, "in/a.png: ", "--crop " + std::string(crop), "60x40+0+0");
        expect(run_here(folder, options), 1, {refusal});
        if (crop[0] == '1') expect(run_here(folder, options + " -n"), 1, {refusal});
        CHECK_FALSE(folder.has("out/a.png"));
    }
    CHECK(folder.has("out/b.png"));
}

TEST_CASE("invalid crops, and images that would lose the rest in place, are refused") {
    const Folder folder;
    folder.image("a.png");
    for (const char* crop : {"600x400", "0x4+1+1", "4x0+1+1", "4x4+1", "4x4+1+1+1", "4x4-1-1", "4,4,1,1", "a",
                             "4x4+1+1 ", "4x4+99999999999+1", "-4x4+1+1", "4.5x4+1+1"}) {
        CAPTURE(crop);
        check(folder.run("enhance a.png -o b.png --crop='" + std::string(crop) + "'"), 2,
              {"--crop", "600x400+1200+800"});
    }
    check(run_here(folder, "enhance a.png --in-place --crop 4x4+0+0"), 2, {"--crop", "--in-place", "lost"});
    CHECK_FALSE(folder.has("b.png"));
}
