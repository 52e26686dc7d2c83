// Tests the images and the places of --compare and --dump-levels.
#include "commands/enhance/messages.h"
#include "files/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <cmath>
#include <cstring>

using namespace atrous;

namespace {

/// A ramp with an edge and texture, scene-linear floats.
void write_exr(const fs::path& path, Size size) {
    ImageFile file;
    file.parts.emplace_back();
    Pixels& p = file.parts[0].pixels;
    p.size = size;
    p.type = PixelType::f32;
    p.transfer = Transfer::linear;
    p.bytes = Bytes(p.byte_count());
    for (int y = 0, i = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            for (int c = 0; c < 3; ++c, ++i) {
                const float v =
                    0.2f + 0.01f * float(x) + (x > y ? 0.5f : 0.0f) + 0.05f * float(std::sin(x * c + y));
                std::memcpy(p.bytes.data.get() + std::size_t(i) * 4, &v, 4);
            }
    write_image_file(file, path, {true});
}

/// A TIFF of two pages.
void write_two_parts(const fs::path& path) {
    ImageFile file;
    file.parts.resize(2);
    for (Part& part : file.parts) {
        part.pixels.size = {20, 10};
        part.pixels.bytes = Bytes(part.pixels.byte_count());
        std::memset(part.pixels.bytes.data.get(), 0x50, part.pixels.bytes.size);
    }
    fs::create_directories(path.parent_path());
    write_image_file(file, path, {});
}

std::vector<float> floats_of(const fs::path& path) {
    const Pixels p = pixels_in(path);
    REQUIRE(p.type == PixelType::f32);
    std::vector<float> values(p.bytes.size / 4);
    std::memcpy(values.data(), p.bytes.data.get(), p.bytes.size);
    return values;
}

} // namespace

TEST_CASE("compare: before is left and after right of a line, as viewers show it in every orientation") {
    if (!has_device()) return;
    constexpr int w = 61, h = 30;
    // Column from the left at which a viewer shows the pixel of row y and column x (EXIF 2.3, tag 274).
    const auto shown = [](int orientation, int x, int y) {
        const int from_left[] = {x, w - 1 - x, w - 1 - x, x, y, h - 1 - y, h - 1 - y, y};
        return from_left[orientation - 1];
    };
    for (int orientation = 1; orientation <= 9; ++orientation) {
        const Folder folder;
        const bool kept = orientation <= 8; // the ninth: turned, in a format without orientation
        folder.image("a.png", w, h);
        tagged::write(folder.path / "a.tif", pixels_in(folder.path / "a.png"), "", "Orientation",
                      kept ? orientation : 6);
        const std::string out = kept ? "b.tif" : "b.bmp",
                          both_name = kept ? "b_compare.tif" : "b_compare.bmp";
        REQUIRE(
            run_here(folder, "enhance --preset neutral --luma 3 --compare --log none a.tif -o " + out).code ==
            0);
        const Pixels before = pixels_in(folder.path / "a.tif"), after = pixels_in(folder.path / out),
                     both = pixels_in(folder.path / both_name);
        REQUIRE(both.size == Size{w, h});
        const int seen_width = kept && orientation > 4 ? h : w, middle = seen_width / 2;
        int wrong = 0;
        for (int y = 0, i = 0; y < h; ++y)
            for (int x = 0; x < w; ++x)
                for (int c = 0; c < 3; ++c, ++i) {
                    const int at = shown(kept ? orientation : 1, x, y);
                    const auto wanted = at == middle - 1 ? std::byte(0)
                                        : at == middle   ? std::byte(255)
                                                         : (at < middle ? before : after).bytes.data[i];
                    wrong += both.bytes.data[i] != wanted;
                }
        CAPTURE(orientation);
        CHECK(wrong == 0);
        CHECK(std::memcmp(before.bytes.data.get(), after.bytes.data.get(), before.bytes.size) != 0);
    }
}

TEST_CASE("compare: orientations that do not exist have no effect, and narrow images get no line") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png", 40, 30);
    for (const int orientation : {0, 9, 300, 65535}) {
        CAPTURE(orientation);
        tagged::write(folder.path / "a.tif", pixels_in(folder.path / "a.png"), "", "Orientation",
                      orientation);
        REQUIRE(run_here(folder, "enhance --existing replace --compare --log none a.tif -o b.tif").code == 0);
        const Pixels both = pixels_in(folder.path / "b_compare.tif");
        for (const int c : {0, 1, 2}) {
            CHECK(both.at(19, 29)[c] == std::byte(0));
            CHECK(both.at(20, 29)[c] == std::byte(255));
        }
    }
    for (const int width : {1, 2, 7}) {
        CAPTURE(width);
        folder.image("n.png", width, 9);
        REQUIRE(run_here(folder,
                         "enhance --existing replace --preset neutral --compare --log none n.png -o m.png")
                    .code == 0);
        const Pixels before = pixels_in(folder.path / "n.png"),
                     both = pixels_in(folder.path / "m_compare.png");
        CHECK(std::memcmp(before.at(0, 0), both.at(0, 0), before.byte_count()) == 0);
    }
}

TEST_CASE("compare: the line is white in every pixel type") {
    if (!has_device()) return;
    const Folder folder;
    write_exr(folder.path / "a.exr", {45, 38});
    REQUIRE(folder.run("enhance --compare --log none a.exr -o b.exr").code == 0);
    const auto both = floats_of(folder.path / "b_compare.exr");
    CHECK(both[21 * 3] == 0);
    CHECK(both[22 * 3] == 1);
    struct Row {
        PixelType type;
        const char* extension;
        std::uint16_t some, white;
    };
    for (const Row& row :
         {Row{PixelType::u16, ".tif", 99, 0xFFFF}, Row{PixelType::f16, ".exr", 0x3400, 0x3C00}}) {
        Pixels grey;
        grey.size = {48, 2};
        grey.type = row.type;
        grey.colours = 1;
        std::vector<std::uint16_t> words(48 * 2, row.some);
        grey.bytes = Bytes(grey.byte_count());
        std::memcpy(grey.bytes.data.get(), words.data(), grey.byte_count());
        tagged::write(folder.path / ("c" + std::string(row.extension)), grey, "");
        const std::string name = "d_compare" + std::string(row.extension);
        REQUIRE(run_here(folder, "enhance --compare --log none c" + std::string(row.extension) + " -o d" +
                                     row.extension)
                    .code == 0);
        const Pixels pixels = pixels_in(folder.path / name);
        REQUIRE(pixels.type == row.type);
        std::memcpy(words.data(), pixels.bytes.data.get(), grey.byte_count());
        CHECK(words[22] == row.some);
        CHECK(words[23] == 0);
        CHECK(words[24] == row.white);
        CHECK(words[25] == row.some);
    }
}

TEST_CASE("companion files of an image whose output fails go away") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("in/a.png");
    folder.image("in/b.png");
    fs::create_directories(folder.path / "out/a.png"); // a folder of the output's name
    expect(
        run_here(folder,
                 "enhance in -o out --existing replace --levels 1 --compare --dump-levels levels --log none"),
        1, {line(messages::file_is_folder, "out/a.png")});
    CHECK(folder.list("out") == "b.png b_compare.png");
    CHECK(folder.list("levels") == "b_coarse_1.png b_detail_0.png");
}

TEST_CASE("existing companion files stay if the output fails, and if --existing skip does not replace it") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("in/a.png");
    fs::create_directories(folder.path / "out/a.png"); // a folder of the output's name
    std::ofstream(folder.path / "out/a_compare.png") << "mine";
    CHECK(run_here(folder, "enhance in -o out --existing replace --compare --log none").code == 1);
    CHECK(slurp(folder.path / "out/a_compare.png") == "mine");
    fs::remove(folder.path / "out/a.png");
    expect(run_here(folder, "enhance in -o out --existing skip --compare --log none"), 1,
           {line(messages::output_exists, "a_compare.png")});
    CHECK(slurp(folder.path / "out/a_compare.png") == "mine");
    CHECK(folder.list("out") == "a_compare.png"); // nor the output, nor anything temporary
}

TEST_CASE("dump-levels: the coarsest image and all details add up to the input") {
    if (!has_device()) return;
    const Folder folder;
    write_exr(folder.path / "a.exr", {45, 38});
    // The preset, thresholds and schedules do not matter: levels come from the decomposition.
    REQUIRE(run_here(folder,
                     "enhance --space linear --levels 4 --luma 2 --luma-threshold 0.1 --dump-levels levels "
                     "--log none a.exr -o b.exr")
                .code == 0);
    CHECK(folder.list("levels") ==
          "b_coarse_1.exr b_coarse_2.exr b_coarse_3.exr b_coarse_4.exr b_detail_0.exr b_detail_1.exr "
          "b_detail_2.exr b_detail_3.exr");
    const auto input = floats_of(folder.path / "a.exr");
    std::vector<float> coarse = input;
    for (int l = 0; l < 4; ++l) {
        const auto detail = floats_of(folder.path / "levels" / ("b_detail_" + std::to_string(l) + ".exr"));
        const auto next = floats_of(folder.path / "levels" / ("b_coarse_" + std::to_string(l + 1) + ".exr"));
        double largest = 0, size = 0;
        for (std::size_t i = 0; i < input.size(); ++i) {
            const double d = double(detail[i]) - 0.18;
            largest = std::max(largest, std::abs(double(coarse[i]) - double(next[i]) - d));
            size = std::max(size, std::abs(d));
        }
        CAPTURE(l);
        CHECK(largest < 2e-6);
        CHECK(size > 0.01);
        coarse = next;
    }
}

TEST_CASE("companion files that would be another file of the run are refused") {
    const Folder folder;
    folder.image("A/x.png");
    folder.image("B/x.png");
    expect(run_here(folder, "enhance A/x.png B/x.png -o {dir}/{stem}_out.{ext} --dump-levels D --log none"),
           2, {line(messages::companion_collides, "--dump-levels", "B/x.png")});
    folder.image("in/a.png");
    folder.image("in/a_compare.png");
    expect(run_here(folder, "enhance in -o out/ --compare --log none"), 2,
           {line(messages::companion_collides, "--compare", "in/a.png")});
    CHECK(!folder.has("out"));
}

TEST_CASE("companion files of a file with parts are named after the part, and checked by these names") {
    const Folder folder;
    write_two_parts(folder.path / "in/a.tif");
    folder.image("in/a_part1_compare.tif");
    const Ran compare = run_here(folder, "enhance in -o out/ --compare --log none");
    expect(compare, 2,
           {line(messages::companion_collides, "--compare", "in/a.tif", "out/a_part1_compare.tif",
                 "in/a_part1_compare.tif")});
    folder.image("in/a_part0_detail_1.tif");
    const Ran levels = run_here(folder, "enhance in -o out/ --dump-levels out --log none");
    expect(levels, 2,
           {line(messages::companion_collides, "--dump-levels", "in/a.tif", "out/", "a_part0_detail_1.tif",
                 "in/a_part0_detail_1.tif")});
    CHECK(!folder.has("out"));

    if (!has_device()) return;
    fs::remove(folder.path / "in/a_part0_detail_1.tif");
    fs::remove(folder.path / "in/a_part1_compare.tif");
    folder.image("in/b.tif"); // of one part, so that the other's name is free
    folder.image("in/b_part0_compare.tif");
    REQUIRE(run_here(folder, "enhance in -o out --levels 1 --compare --dump-levels levels --log none").code ==
            0);
    CHECK(folder.list("out") == "a.tif a_part0_compare.tif a_part1_compare.tif b.tif b_compare.tif "
                                "b_part0_compare.tif b_part0_compare_compare.tif");
    CHECK(
        folder.list("levels") ==
        "a_part0_coarse_1.tif a_part0_detail_0.tif a_part1_coarse_1.tif a_part1_detail_0.tif b_coarse_1.tif "
        "b_detail_0.tif b_part0_compare_coarse_1.tif b_part0_compare_detail_0.tif");
}

TEST_CASE(
    "dump-levels: folders are mirrored, parts have different names, and nothing is overwritten without a request") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("in/a.png");
    folder.image("in/sub/a.png");
    REQUIRE(run_here(folder, "enhance -r --levels 1 --dump-levels levels --log none in -o out").code == 0);
    CHECK(folder.list("levels") == "a_coarse_1.png a_detail_0.png sub/a_coarse_1.png sub/a_detail_0.png");
    expect(run_here(folder, "enhance --levels 1 --dump-levels levels --log none in/a.png -o c/a.png"), 1,
           {line(messages::output_exists, "a_detail_0.png")});
    CHECK(!folder.has("c/a.png"));
}

TEST_CASE(
    "companions come before their output: if a run ended in between, --existing skip makes the output") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    const std::string run = "enhance -q --levels 1 --compare --existing skip in -o out";
    REQUIRE(run_here(folder, run).code == 0);
    const std::string output = slurp(folder.path / "out/a.ppm"),
                      companion = slurp(folder.path / "out/a_compare.ppm");
    fs::remove(folder.path / "out/a.ppm");
    REQUIRE(run_here(folder, run).code == 0);
    CHECK(slurp(folder.path / "out/a.ppm") == output);
    CHECK(slurp(folder.path / "out/a_compare.ppm") == companion);
    CHECK(run_here(folder, "enhance -q --levels 1 --compare in -o out").code == 1);
}
