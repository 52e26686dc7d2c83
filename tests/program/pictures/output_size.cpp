// Tests `enhance --size` and --sharpen-output as a user runs them: sizes, size metadata, companions, log, and
// the order: wavelets, then the scale filter.
#include "engine/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/messages.h"
#include <algorithm>
#include <cmath>

using namespace atrous;

namespace {

Ran enhance(const Folder& folder, const std::string& arguments) {
    return run_here(folder, "enhance --log none " + arguments);
}

/// 8 bits of grey in each colour: dark left of the middle.
void step_image(const fs::path& path, int width, int height) {
    ImageFile file;
    Part& part = file.parts.emplace_back();
    part.pixels.size = {width, height};
    part.pixels.type = PixelType::u8;
    part.pixels.transfer = Transfer::srgb;
    part.pixels.bytes = Bytes(part.pixels.byte_count());
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            std::fill_n(part.pixels.at(x, y), 3, std::byte(2 * x < width ? 80 : 160));
    write_image_file(file, path, {});
}

/// The share of samples of 16 bits that 8 bits could hold, too.
double share_of_bytes(const fs::path& path) {
    const ImageFile file = Decoder(path).read();
    const Pixels& pixels = file.parts.front().pixels;
    REQUIRE(pixels.type == PixelType::u16);
    const auto* const samples = reinterpret_cast<const std::uint16_t*>(pixels.bytes.data.get());
    const auto count = std::ptrdiff_t(pixels.byte_count() / sizeof(std::uint16_t));
    return double(std::count_if(samples, samples + count, [](int v) { return v % 257 == 0; })) /
           double(count);
}

} // namespace

TEST_CASE(
    "--upscale or --sharpen-output without --size, an invalid box, and too much sharpening are refused") {
    const Folder folder;
    folder.ppm("a.ppm");
    const auto refused = [&](const std::string& options, std::initializer_list<const char*> parts) {
        check(run_here(folder, "enhance a.ppm -o b.ppm " + options), 2, parts);
    };
    refused("--upscale", {"unknown option --upscale", "atrous scale --size WxH --upscale"});
    refused("--sharpen-output 1", {"--sharpen-output", "--size"});
    refused("--size 20x20 --sharpen-output 5", {"--sharpen-output", "4"});
    refused("--size 20x", {"--size"});
    CHECK_FALSE(folder.has("b.ppm"));
}

TEST_CASE("outputs fit into the box, and neutral settings give what scale gives, in every format") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"in/a.png", "in/a.tif", "in/a.jpg", "in/a.exr", "in/a.webp"})
        folder.image(name, 61, 40);
    for (const std::string box : {"30x7", "20x20", "61x40", "200x200"}) {
        CAPTURE(box);
        const std::string rest = " --existing replace --size " + box + (box == "30x7" ? " in" : " in/a.png");
        check(enhance(folder, "--preset neutral" + rest + " -o enhanced/"), 0, {});
        check(run_here(folder, "scale --log none" + rest + " -o scaled/"), 0, {});
        for (const auto& entry : fs::directory_iterator(folder.path / "scaled"))
            CHECK(slurp(entry.path()) == slurp(folder.path / "enhanced" / entry.path().filename()));
    }
    CHECK(folder.list("enhanced") == folder.list("scaled"));
}

TEST_CASE("an image of 8 bits has results of 16 bits, if outputs have 16") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png", 61, 40);
    folder.image("a.jpg", 61, 40);
    const auto bytes = [&](const std::string& options) {
        check(enhance(folder, "--existing replace -d uint16 " + options + " -o b.png"), 0, {});
        return share_of_bytes(folder.path / "b.png");
    };
    CHECK(bytes("a.png") < .1);
    CHECK(bytes("a.jpg") < .1);
    CHECK(bytes("--max-memory ,200K a.png") < .1);
    CHECK(bytes("--preset neutral --size 30x30 a.png") < .1);
    CHECK(bytes("--preset neutral a.png") == 1);     // as they were
    check(enhance(folder, "a.png -o a.exr"), 0, {}); // which has no 8 bits
    CHECK(Decoder(folder.path / "a.exr").read().parts.front().pixels.type == PixelType::f16);
    check(enhance(folder, "--existing replace --preset neutral -d uint16 a.exr -o b.png"), 0, {});
    CHECK(share_of_bytes(folder.path / "b.png") < .1);
}

TEST_CASE("wavelets come first: what enhance --size writes is what scale makes of what enhance writes") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.exr", 64, 48);
    const std::string strong = "--levels 2 --luma 2 --edges off ";
    REQUIRE(enhance(folder, strong + "a.exr -o full.exr").code == 0);
    REQUIRE(run_here(folder, "scale --log none --size 16x16 full.exr -o then.exr").code == 0);
    REQUIRE(enhance(folder, strong + "--size 16x16 a.exr -o at-once.exr").code == 0);
    CHECK(samples_in(folder.path / "then.exr") == samples_in(folder.path / "at-once.exr"));
    folder.image("b.exr", 300, 240);
    REQUIRE(enhance(folder, strong + "--size 100x100 b.exr -o whole.exr").code == 0);
    const Ran regions = enhance(folder, strong + "-v --size 100x100 --max-memory ,2M b.exr -o regions.exr");
    check(regions, 0, {"pixels overlap"});
    CHECK(samples_in(folder.path / "whole.exr") == samples_in(folder.path / "regions.exr"));
}

TEST_CASE("log, verify, -n and -v print both sizes; comparisons show the image") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("in/a.png", 64, 48);
    folder.image("in/b.png", 20, 10);
    const Ran ran = run_here(folder, "enhance -v --size 32x32 --compare in -o out");
    expect(ran, 0, {line(messages::scaled, "in/a.png", "by 2 to 32x24")});
    CHECK_FALSE(prints(ran, line(messages::scaled, "in/b.png")));
    CHECK(size_of(folder.path / "out/a.png") == Size{32, 24});
    CHECK(size_of(folder.path / "out/a_compare.png") == Size{64, 48});
    CHECK(size_of(folder.path / "out/b.png") == Size{20, 10});
    const std::vector<Json> images = images_in(folder.path / "out/atrous-timings.jsonl");
    REQUIRE(images.size() == 2);
    CHECK(images[0].find("settings")->array()->size() == 2);
    const Json* scaled = images[0].find("settings")->array()->back().find("scale");
    REQUIRE(scaled);
    CHECK(scaled->find("to")->dump() == "\"32x24\"");
    CHECK(images[1].find("settings")->array()->size() == 1);
    CHECK(run_here(folder, "verify out").code == 0);
    const Ran dry = run_here(folder, "enhance -n --size 32x32 in -o plan");
    CHECK(has_text(dry.out, "32x24"));
    CHECK(has_text(dry.out, "to"));
    CHECK_FALSE(folder.has("plan"));
}

TEST_CASE(
    "--sharpen-output steepens scaled edges, does not change flat parts, clips nothing, and spares the rest") {
    if (!has_device()) return;
    const Folder folder;
    step_image(folder.path / "a.png", 64, 32);
    const auto run = [&](const char* name, const std::string& options) {
        check(enhance(folder, "--preset neutral a.png -o " + std::string(name) + " " + options), 0, {});
        return samples_in(folder.path / name);
    };
    const auto at = [](const std::string& pixels, int x) {
        return int(static_cast<unsigned char>(pixels[std::size_t(3 * (8 * 32 + x))])); // row 8 of 32x16
    };
    const std::string plain = run("plain.png", "--size 32x32");
    CHECK(run("none.png", "--size 32x32 --sharpen-output 0") == plain);
    const std::string some = run("some.png", "--size 32x32 --sharpen-output .5");
    const std::string more = run("more.png", "--size 32x32 --sharpen-output 2");
    const auto steepness = [&](const std::string& pixels) { return at(pixels, 16) - at(pixels, 15); };
    CHECK(steepness(some) > steepness(plain));
    CHECK(steepness(more) > steepness(some));
    for (const int flat : {2, 29}) CHECK(std::abs(at(more, flat) - at(plain, flat)) <= 1);
    CHECK(run("same.png", "--size 64x64 --sharpen-output 2") == samples_in(folder.path / "a.png"));
}
