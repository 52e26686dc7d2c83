// --compare and --dump-levels: what the pictures hold, and where they go.
#include "app_run.h"
#include <cmath>
#include <cstring>

using namespace atrous;

namespace {

Pixels pixels_of(const fs::path& path) { return std::move(Decoder(path).read().parts[0].pixels); }

/// A ramp with an edge and texture, scene-linear floats.
void write_exr(const fs::path& path, Size size) {
    Document document;
    document.parts.emplace_back();
    Pixels& p = document.parts[0].pixels;
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
    write_document(document, path, {true});
}

std::vector<float> floats_of(const fs::path& path) {
    const Pixels p = pixels_of(path);
    REQUIRE(p.type == PixelType::f32);
    std::vector<float> values(p.bytes.size / 4);
    std::memcpy(values.data(), p.bytes.data.get(), p.bytes.size);
    return values;
}

} // namespace

TEST_CASE("compare: the left half is the input, the right half the output") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png", 61, 30);
    REQUIRE(folder.run("enhance --preset neutral --luma 3 --compare --no-log a.png -o out/").code == 0);
    CHECK(folder.list("out") == "a.png a_compare.png");
    const Pixels before = pixels_of(folder.path / "a.png"), after = pixels_of(folder.path / "out/a.png"),
                 both = pixels_of(folder.path / "out/a_compare.png");
    int left = 0, right = 0;
    for (std::size_t i = 0; i < both.bytes.size; ++i) {
        const bool is_left = i / 3 % 61 < 30;
        const auto wanted = (is_left ? before : after).bytes.data[i];
        (is_left ? left : right) += both.bytes.data[i] != wanted;
    }
    CHECK(left == 0);
    CHECK(right == 0);
    CHECK(std::memcmp(before.bytes.data.get(), after.bytes.data.get(), before.bytes.size) != 0);
}

TEST_CASE("dump-levels: the coarsest image and all details add up to the input") {
    if (!has_device()) return;
    const Folder folder;
    write_exr(folder.path / "a.exr", {45, 38});
    // The preset, thresholds and schedules do not matter: levels are those of the decomposition.
    REQUIRE(folder
                .run("enhance --space linear --levels 4 --luma 2 --luma-threshold 0.1 --dump-levels levels "
                     "--no-log a.exr "
                     "-o b.exr")
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

TEST_CASE("refused: side pictures that would be another file of the run") {
    const Folder folder;
    folder.image("A/x.png");
    folder.image("B/x.png");
    const Ran levels =
        folder.run("enhance A/x.png B/x.png -o '{dir}/{stem}_out.{ext}' --dump-levels D --no-log");
    CHECK(levels.code == 2);
    CHECK(levels.says("--dump-levels of B/x.png would be written to"));
    folder.image("in/a.png");
    folder.image("in/a_compare.png");
    const Ran compare = folder.run("enhance in -o out/ --compare --no-log");
    CHECK(compare.code == 2);
    CHECK(compare.says("--compare of in/a.png would be written to"));
    CHECK(!folder.has("out"));
}

TEST_CASE("dump-levels: folders are mirrored, parts are told apart, and nothing is overwritten unasked") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("in/a.png");
    folder.image("in/sub/a.png");
    REQUIRE(folder.run("enhance -r --levels 1 --dump-levels levels --no-log in -o out").code == 0);
    CHECK(folder.list("levels") == "a_coarse_1.png a_detail_0.png sub/a_coarse_1.png sub/a_detail_0.png");
    const Ran again = folder.run("enhance --levels 1 --dump-levels levels --no-log in/a.png -o c/a.png");
    CHECK(again.code == 1);
    CHECK(again.says("a_detail_0.png: exists already"));
    CHECK(!folder.has("c/a.png"));
}
