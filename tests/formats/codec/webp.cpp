// Tests WebP: alpha, images without loss, animations with their times.
#include "base/error.h"
#include "formats/common/messages.h"
#include "formats/common/pass_through.h"
#include "formats/webp/webp_write.h"
#include "metadata/exiv2.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/files/webp_file.h"
#include "support/messages.h"
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

double at(const Part& part, int x, int y, int channel) {
    return tagged::sample(part.pixels,
                          std::size_t((y * part.pixels.size.width + x) * part.pixels.channels() + channel));
}

} // namespace

TEST_CASE("a WebP with loss becomes one of quality 95 by default, and the run warns that it loses") {
    files::Folder folder;
    const std::vector<std::uint8_t> rgba(16 * 16 * 4, 255);
    files::write_all(folder / "a.webp", files::encoded(rgba, 16, 16, 60));
    const ImageFile file = files::load(folder / "a.webp");
    CHECK(compression_of(file, "b.webp", {}) == "webp:95");
    CHECK(compression_of(file, "b.webp", {.quality = 20}) == "webp:20");
    CHECK(compression_of(file, "b.jpg", {}).starts_with("jpeg:95"));
    CHECK(loses_by_writing(file, "b.webp", {}));
    CHECK_FALSE(loses_by_writing(file, "b.webp", {.quality = 20}));
}

TEST_CASE("a WebP without loss gives every sample back, of colours under transparency, too, and stays one") {
    files::Folder folder;
    for (const Alpha alpha : {Alpha::none, Alpha::straight}) {
        const ImageFile file = files::picture({45, 31}, PixelType::u8, 3, alpha);
        WriteOptions options{.overwrite = true};
        options.compression = "lossless";
        CHECK(write_image_file(file, folder / "a.webp", options).empty());
        const ImageFile read = files::load(folder / "a.webp");
        CHECK(read.warnings.empty());
        CHECK(files::same_pixels(read, file));
        CHECK(compression_of(read, "b.webp", {}) == "lossless");
        CHECK_FALSE(loses_by_writing(read, "b.webp", {}));
        CHECK(write_image_file(read, folder / "b.webp", {.overwrite = true}).empty());
        CHECK(files::same_pixels(files::load(folder / "b.webp"), file));
        CHECK(write_image_file(read, folder / "c.webp", {.overwrite = true, .quality = 80}).empty());
        CHECK_FALSE(Decoder(folder / "c.webp").lossless());
    }
}

TEST_CASE("a WebP with loss keeps alpha as it is, and colours near the input; greys with alpha become RGB") {
    files::Folder folder;
    const Pixels pixels = tagged::picture(
        {40, 40}, PixelType::u8, 3,
        [](int x, int y, int c) { return c == 3 ? std::min(1.0, x / 30.0) : 0.3 + y / 80.0; },
        Alpha::straight);
    tagged::write(folder / "a.png", pixels, tagged::named("Adobe RGB").bytes);
    CHECK(files::resave(folder / "a.png", folder / "a.webp").empty());
    const Part source{"", pixels.copy(), nullptr};
    const ImageFile read = files::load(folder / "a.webp");
    CHECK(read.warnings.empty());
    CHECK(read.parts[0].pixels.alpha == Alpha::straight);
    if (has_metadata_library()) CHECK(read.parts[0].pixels.profile->name == "Adobe RGB");
    for (int i = 0; i < 1600; ++i)
        for (int c = 0; c < 4; ++c)
            REQUIRE(std::abs(at(read.parts[0], i % 40, i / 40, c) - at(source, i % 40, i / 40, c)) <=
                    (c == 3 ? 0 : 0.03));
    const ImageFile grey = files::picture({20, 10}, PixelType::u8, 1, Alpha::straight);
    CHECK(write_image_file(grey, folder / "g.webp", {}).empty());
    const ImageFile tripled = files::load(folder / "g.webp");
    CHECK(tripled.parts[0].pixels.channels() == 4);
    CHECK(at(tripled.parts[0], 3, 4, 3) == at(grey.parts[0], 3, 4, 1));
}

TEST_CASE("all frames of an animation are read as shown, and written with their times") {
    files::Folder folder;
    const files::WebpTimes times{{40, 70, 1000}, 3};
    files::write_all(
        folder / "a.webp",
        files::animation(40, 24, 3, {{0, 40, 40, 51, 255}, {10, 20, 70, 204, 255}, {20, 20, 1000, 102, 0}}));
    REQUIRE(files::times_of(files::read_all(folder / "a.webp")) == times);
    ImageFile file = files::load(folder / "a.webp");
    CHECK(file.warnings.empty());
    REQUIRE(file.parts.size() == 3);
    CHECK(Decoder(folder / "a.webp").lossless());
    CHECK(at(file.parts[0], 15, 3, 0) == 0.2);
    CHECK(at(file.parts[1], 15, 3, 0) == 0.8);
    CHECK(at(file.parts[1], 35, 3, 0) == 0.2); // outside of the changed part
    CHECK(at(file.parts[2], 35, 3, 0) == 0.2); // below transparent pixels
    CHECK(write_image_file(file, folder / "b.webp", {}).empty());
    CHECK(files::times_of(files::read_all(folder / "b.webp")) == times);
    CHECK(files::same_pixels(files::load(folder / "b.webp"), file));
    Decoder(folder / "b.webp").check();
    CHECK(write_image_file(file, folder / "c.webp", {.quality = 90}).empty());
    CHECK(files::times_of(files::read_all(folder / "c.webp")) == times);
    CHECK_FALSE(Decoder(folder / "c.webp").lossless());
    std::string warnings;
    for (const Message& warning : write_image_file(file, folder / "d.tif", {})) warnings += warning.text;
    CHECK(warnings.ends_with(words(messages::times_lost, "TIFF")));
    CHECK(files::load(folder / "d.tif").parts.size() == 3);
    for (const Message& warning : write_image_file(file, folder / "e.png", {})) warnings += warning.text;
    CHECK(has_message(warnings, messages::parts_lost, "PNG", 2, 3));
}

TEST_CASE(
    "each frame of an animation is compressed as its own was; memory is reserved for those without loss") {
    files::Folder folder;
    const std::vector<files::WebpPatch> lossy = {{0, 40, 40, 51, 255, 30}, {0, 40, 40, 90, 255, 80}};
    std::vector<files::WebpPatch> mixed = lossy;
    mixed.push_back({0, 40, 40, 200, 255});
    for (const auto& frames : {lossy, mixed}) {
        files::write_all(folder / "a.webp", files::animation(40, 24, 0, frames));
        const ImageFile file = files::load(folder / "a.webp");
        CHECK(loses_by_writing(file, "b.webp", {}));
        write_image_file(file, folder / "b.webp", {.overwrite = true});
        const ImageFile again = files::load(folder / "b.webp");
        REQUIRE(again.parts.size() == frames.size());
        for (std::size_t i = 0; i < frames.size(); ++i) {
            CAPTURE(i);
            const bool kept = again.parts[i].pass_through->spec.get_int_attribute(lossless_attribute) == 1;
            CHECK(kept == (frames[i].quality == 0));
        }
        const bool lossless = frames.size() == mixed.size();
        CHECK(Decoder(folder / "b.webp").lossless() == lossless);
        const std::uint64_t kept = encoder_memory(1000, lossless, "b.webp", {});
        CHECK(kept ==
              encoder_memory(1000, false, "b.webp", {.compression = lossless ? "lossless" : "webp:80"}));
        CHECK(kept >= encoder_memory(1000, lossless, "b.webp", {.quality = 80}));
    }
}

TEST_CASE("pages that are no animation do not become one; profile and EXIF of an animation go along") {
    files::Folder folder;
    files::write_all(folder / "p.tif",
                     files::tiff(20, 10, 3, 8, {}, {std::string(600, 'a'), std::string(600, 'b')}));
    std::string warnings;
    for (const Message& warning : files::resave(folder / "p.tif", folder / "p.webp"))
        warnings += warning.text;
    CHECK(has_message(warnings, messages::parts_lost, "WebP", 1, 2));
    std::string animated = files::animation(16, 16, 0, {{0, 16, 100, 10, 255}, {0, 16, 100, 90, 255}});
    const std::string& profile = tagged::named("Display P3").bytes;
    const std::string exif("II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0", 26);
    REQUIRE(add_webp_metadata(animated, exif, "", profile));
    files::write_all(folder / "a.webp", animated);
    if (!has_metadata_library()) return;
    CHECK(files::resave(folder / "a.webp", folder / "b.webp").empty());
    const ImageFile read = files::load(folder / "b.webp");
    CHECK(read.parts.size() == 2);
    REQUIRE(read.parts[0].pixels.profile);
    CHECK(read.parts[0].pixels.profile->name == "Display P3");
    CHECK(Decoder(folder / "b.webp").parts() == 2);
    CHECK(files::read_all(folder / "b.webp").find(exif) != std::string::npos);
}

TEST_CASE("a cut WebP, still or animated, and an image that is longer than a WebP can hold are refused") {
    files::Folder folder;
    const std::string still = files::encoded(files::filled(64 * 48, 77, 255), 64, 48, 80),
                      moving = files::animation(64, 48, 0, {{0, 64, 10, 50, 255}, {0, 64, 10, 60, 255}});
    for (const std::string& whole : {still, moving}) {
        files::write_all(folder / "a.webp", whole.substr(0, whole.size() - 12));
        CHECK(files::read_error(folder / "a.webp").find("truncated or damaged") != std::string::npos);
    }
    const ImageFile large = files::picture({16384, 1}, PixelType::u8, 3, Alpha::none);
    const std::string said = files::refusal([&] { write_image_file(large, folder / "large.webp", {}); });
    CHECK(has_message(said, messages::format_size, "WebP", 16383, "most", "16384x1"));
    CHECK(said.find("large.webp: ") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(folder / "large.webp"));
}
