// Tests `enhance --size` and --sharpen-output as a user runs them: sizes, size metadata, companions, log, and
// the order: wavelets, then the scale filter.
#include "capi/messages.h"
#include "engine/messages.h"
#include "formats/write/resize.h"
#include "support/app_run.h"
#include "support/files/exr_file.h"
#include "support/messages.h"
#include "support/skip.h"
#include <algorithm>
#include <cmath>
#include <regex>

using namespace atrous;

namespace {

Ran enhance(const Folder& folder, const std::string& arguments) {
    return folder.run_unoptimised("enhance --log none " + arguments);
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

TEST_CASE("refused: --upscale, --sharpen-output without --size, boxes that are none, too much sharpening") {
    const Folder folder;
    folder.ppm("a.ppm");
    const auto refused = [&](const char* options, std::initializer_list<const char*> parts) {
        check(folder.run(std::string("enhance a.ppm -o b.ppm ") + options), 2, parts);
    };
    refused("--upscale", {"unknown option --upscale", "atrous scale --size WxH --upscale"});
    refused("--sharpen-output 1", {"--sharpen-output", "--size"});
    refused("--size 20x20 --sharpen-output 5", {"--sharpen-output", "4"});
    refused("--size 20x20 --sharpen-output -1", {"--sharpen-output", "0"});
    for (const char* box : {"0x0", "0", "20.5", "20x", "-4x4", "1.5x2", "axb"})
        refused((std::string("--size ") + box).c_str(), {"--size"});
    CHECK_FALSE(folder.has("b.ppm"));
}

TEST_CASE("outputs fit into the box, and neutral settings give what scale gives, in every format") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"a.png", "a.tif", "a.jpg", "a.exr", "a.webp"}) {
        CAPTURE(name);
        folder.image(name, 61, 40);
        for (const std::string box : {"30x7", "20x20", "61x40", "200x200"}) {
            if (box != "30x7" && std::string(name) != "a.png") continue;
            CAPTURE(box);
            const std::string size = std::string(" --existing replace --size ") + box + " ";
            const Ran ran = enhance(folder, "--preset neutral" + size + name + " -o b-" + name);
            CAPTURE(ran.err);
            REQUIRE(ran.code == 0);
            REQUIRE(folder.run("scale --log none" + size + name + " -o c-" + name).code == 0);
            CHECK(size_of(folder.path / (std::string("b-") + name)) ==
                  size_of(folder.path / (std::string("c-") + name)));
            CHECK(slurp(folder.path / (std::string("b-") + name)) ==
                  slurp(folder.path / (std::string("c-") + name)));
        }
    }
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
    REQUIRE(folder.run("scale --log none --size 16x16 full.exr -o then.exr").code == 0);
    REQUIRE(enhance(folder, strong + "--size 16x16 a.exr -o at-once.exr").code == 0);
    CHECK(samples_in(folder.path / "then.exr") == samples_in(folder.path / "at-once.exr"));
    folder.image("b.exr", 300, 240);
    REQUIRE(enhance(folder, strong + "--size 100x100 b.exr -o whole.exr").code == 0);
    const Ran regions = enhance(folder, strong + "-v --size 100x100 --max-memory ,2M b.exr -o regions.exr");
    REQUIRE(regions.code == 0);
    CHECK(regions.says("pixels overlap"));
    CHECK(samples_in(folder.path / "whole.exr") == samples_in(folder.path / "regions.exr"));
}

TEST_CASE("what says the size says the new one: EXIF, XMP, resolution; all else stays") {
    if (!has_device()) return;
    if (std::system("command -v exiftool >/dev/null") != 0) return test::skip("exiftool is not installed");
    const Folder folder;
    fs::copy(fs::path(source_dir()) / "tests/tiny/tagged.jpg", folder.path / "a.jpg"); // 48x32, orientation 6
    REQUIRE(
        folder
            .shell("exiftool -q -overwrite_original -XMP-exif:ExifImageWidth=48 -XMP-exif:ExifImageHeight=32 "
                   "-XMP-tiff:ImageWidth=48 -XMP-tiff:ImageHeight=32 -XMP-tiff:XResolution=300 a.jpg")
            .code == 0);
    for (const std::string ending : {"jpg", "png", "tif", "webp"}) {
        CAPTURE(ending);
        REQUIRE(enhance(folder, "--size 16x1000 a.jpg -o b." + ending).code == 0);
        CHECK(size_of(folder.path / ("b." + ending)) == Size{24, 16}); // a viewer turns it
        const std::string now = folder.shell("exiftool -a -u -G1 -s b." + ending).out;
        CAPTURE(now);
        const auto says = [&](const char* form) { return std::regex_search(now, std::regex(form)); };
        CHECK(says("\\[XMP-exif\\] +ExifImageWidth +: 24\n"));
        CHECK(says("\\[XMP-exif\\] +ExifImageHeight +: 16\n"));
        CHECK(says("\\[XMP-tiff\\] +ImageWidth +: 24\n"));
        CHECK(says("\\[XMP-tiff\\] +ImageHeight +: 16\n"));
        CHECK(says("\\[XMP-tiff\\] +XResolution +: 300\n"));
        CHECK(says("\\[ExifIFD\\] +ExifImageWidth +: 24\n"));
        CHECK(says("Orientation +: Rotate 90 CW\n"));
        CHECK(says("\\[XMP-xmp\\] +Rating"));
    }
}

TEST_CASE("log, verify, -n and -v say both sizes; comparisons are of the picture") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("in/a.png", 64, 48);
    folder.image("in/b.png", 20, 10);
    const Ran ran = folder.shell(
        "ATROUS_KERNEL_OPTIONS=-cl-opt-disable atrous enhance -v --size 32x32 --compare in -o out");
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    CHECK(prints(ran, line(messages::scaled, "in/a.png", "by 2 to 32x24")));
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
    CHECK(folder.run("verify out").code == 0);
    const Ran dry = folder.run("enhance -n --size 32x32 in -o plan");
    CHECK(dry.out.find("32x24") != std::string::npos);
    CHECK(dry.out.find("to") != std::string::npos);
    CHECK_FALSE(folder.has("plan"));
}

TEST_CASE(
    "all channels, parts and windows of a render become smaller with it; a pipe has the bytes of a file") {
    if (!has_device()) return;
    const Folder folder;
    const auto sampler = [](int x, int, const std::string& channel) {
        return channel == "Z" ? float(x) : 0.25f * float(channel[0] == 'R') + 0.5f;
    };
    spill(folder.path / "a.exr", test::exr_of({40, 24}, {"R", "G", "B", "Z"}, sampler, 8));
    REQUIRE(enhance(folder, "--size 10x10 a.exr -o b.exr").code == 0);
    const ImageWindow place = Decoder(folder.path / "b.exr").place(0);
    CHECK(place.size == Size{10, 6});
    CHECK(place.x == 2);
    CHECK(place.display == Size{10, 6});
    CHECK(Decoder(folder.path / "b.exr").channels(0).size() == 4);
    folder.image("c.png", 64, 48);
    REQUIRE(enhance(folder, "--size 16x16 c.png -o d.png").code == 0);
    const Ran piped = folder.shell("cat c.png | ATROUS_KERNEL_OPTIONS=-cl-opt-disable atrous enhance --size "
                                   "16x16 --log none - -o - --format png >e.png");
    CAPTURE(piped.err);
    REQUIRE(piped.code == 0);
    CHECK(slurp(folder.path / "d.png") == slurp(folder.path / "e.png"));
}

TEST_CASE("a picture that would be enlarged too far is named") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png", 16, 12);
    for (const std::string command : {"scale --log none", "scale -n"})
        expect(folder.run(command + " --size 2000x2000 --upscale a.png -o b.png"), 1,
               {line(messages::size_enlarges, "a.png: --size 2000x2000", "125")});
}

TEST_CASE(
    "--sharpen-output steepens what was scaled, leaves flat parts alone, clips nothing, and spares the rest") {
    if (!has_device()) return;
    const Folder folder;
    step_image(folder.path / "a.png", 64, 32);
    const auto run = [&](const char* name, const std::string& options) {
        const Ran ran = enhance(folder, "--preset neutral a.png -o " + std::string(name) + " " + options);
        CAPTURE(ran.err);
        REQUIRE(ran.code == 0);
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
