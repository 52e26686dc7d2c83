// Tests light levels of PQ and HLG: they stay with unchanged samples, and are measured again of changed ones.
#include "formats/common/messages.h"
#include "formats/dispatch/capabilities.h"
#include "formats/png/messages.h"
#include "support/files/hdr_png.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <cmath>
#include <doctest/doctest.h>

using namespace atrous;
using namespace files;

TEST_CASE(
    "light levels stay with unchanged samples, in each other's units, and are measured again of changed ones") {
    const files::Folder folder;
    ImageFile file = read_png(folder, {cicp({9, 16}), mdcv(display), clli(40002000, 3000000)});
    CHECK(file.warnings.empty());
    CHECK(write_image_file(file, folder / "a.png", {}).empty());
    const std::string same = files::read_all(folder / "a.png");
    CHECK(data_of(same, "cLLI") == clli(40002000, 3000000).data);
    CHECK(data_of(same, "mDCV") == mdcv(display).data);
    for (const std::string name : {"a.avif", "a.heic"}) {
        write_image_file(file, folder / name, {});
        const ImageFile read = files::load(folder / name);
        CHECK(content_light(spec_of(read)) == ContentLight{40000000, 3000000}); // whole cd/m2
        CHECK(display_light(spec_of(read)) == display);
    }
    write_image_file(file, folder / "a.jxl", {.compression = "lossless"});
    CHECK(content_light(spec_of(files::load(folder / "a.jxl"))) == ContentLight{40000000, 0}); // a half float

    Pixels& pixels = file.parts[0].pixels;
    std::fill_n(pixels.bytes.data.get(), pixels.bytes.size, std::byte(0));
    for (std::size_t c = 0; c < 3; ++c) tagged::set_sample(pixels, c, 1);
    write_image_file(file, folder / "b.png", {});
    const ContentLight white{100000000, 100000000 / 64}; // one of 16 x 4 pixels
    const std::string measured = data_of(files::read_all(folder / "b.png"), "cLLI");
    CHECK(std::abs(double(number_in(measured, 0, 4)) / white[0] - 1) < 1e-5);
    CHECK(std::abs(double(number_in(measured, 4, 4)) / white[1] - 1) < 1e-3);
    CHECK(data_of(files::read_all(folder / "b.png"), "mDCV") == mdcv(display).data);
    write_image_file(file, folder / "b.heic", {});
    CHECK(content_light(spec_of(files::load(folder / "b.heic")))->at(0) == 100000000);
}

TEST_CASE("the brightest light of HLG is 1000 cd/m2, of one channel less by its luminance") {
    const files::Folder folder;
    for (const auto& [channel, light] :
         {std::pair(-1, 1000.0), {0, 1000 * std::pow(0.2627, 0.2)}, {1, 1000 * std::pow(0.6780, 0.2)}}) {
        ImageFile file = read_png(folder, {cicp({9, 18}), clli(1, 1)});
        Pixels& pixels = file.parts[0].pixels;
        for (std::size_t i = 0; i < std::size_t(pixels.size.pixels()) * 3; ++i)
            tagged::set_sample(pixels, i, channel < 0 || int(i % 3) == channel);
        write_image_file(file, folder / "a.png", {.overwrite = true});
        const std::string found = data_of(files::read_all(folder / "a.png"), "cLLI");
        for (const std::size_t at : {0, 4})
            CHECK(std::abs(double(number_in(found, at, 4)) / 1e4 - light) < 0.1);
    }
}

TEST_CASE("light levels that a format does not hold are a warning, and SDR images do not read them") {
    const files::Folder folder;
    const ImageFile file = read_png(folder, {cicp({9, 16}), mdcv(display)});
    for (const auto& [name, title] :
         {std::pair("a.tif", "TIFF"), {"a.jxl", "JPEG XL"}, {"a.exr", "OpenEXR"}, {"a.jpg", "JPEG"}}) {
        CAPTURE(title);
        const Messages warnings = write_image_file(file, folder / name, {.overwrite = true});
        CHECK(std::ranges::count_if(warnings, [&](const Message& one) {
                  return is_message(one, messages::light_lost, title);
              }) == 1);
    }
    const ImageFile peak = read_png(folder, {cicp({9, 16}), clli(40000000, 0)}); // as a JPEG XL has it
    for (const auto& [name, lost] : {std::pair("a.tif", 1), {"a.exr", 1}, {"a.jxl", 0}, {"a.avif", 0}}) {
        CAPTURE(name);
        const Messages warnings = write_image_file(peak, folder / name, {.overwrite = true});
        CHECK(std::ranges::count(warnings, std::string(messages::light_lost.id), &Message::id) == lost);
    }
    const ImageFile plain = read_png(folder, {cicp({9, 14}), mdcv(display)});
    REQUIRE(plain.warnings.size() == 1);
    CHECK(is_message(plain.warnings[0], messages::png_chunk_unread, "mDCV", anything));
    CHECK_FALSE(display_light(spec_of(plain)));
}

TEST_CASE("light levels of no sense are a warning: of zero, above PQ, with a mean above the top, cut off") {
    const files::Folder folder;
    for (const Chunk& chunk : {clli(0, 0), clli(100000001, 1), clli(10, 11)}) {
        const ImageFile file = read_png(folder, {cicp({9, 16}), chunk});
        REQUIRE(file.warnings.size() == 1);
        CHECK(file.warnings[0].id == messages::content_light.id);
        write_image_file(file, folder / "a.png", {.overwrite = true});
        const std::string found = data_of(files::read_all(folder / "a.png"), "cLLI");
        CHECK(number_in(found, 0, 4) > number_in(found, 4, 4));
        CHECK(number_in(found, 0, 4) <= 100000000);
    }
    const ImageFile dark = read_png(folder, {cicp({9, 16}), mdcv({})});
    REQUIRE(dark.warnings.size() == 1);
    CHECK(dark.warnings[0].id == messages::display_light.id);
    for (const Chunk& chunk : {Chunk{"mDCV", mdcv(display).data.substr(1)}, Chunk{"cLLI", ""}}) {
        const ImageFile file = read_png(folder, {cicp({9, 16}), chunk});
        REQUIRE(file.warnings.size() == 1);
        CHECK(is_message(file.warnings[0], messages::png_chunk_unread, chunk.name, anything));
    }
}

TEST_CASE("an attribute of a strange type is no light level") {
    OIIO::ImageSpec spec;
    for (const OIIO::TypeDesc& type : {OIIO::TypeDesc(OIIO::TypeDesc::UINT32),
                                       OIIO::TypeDesc(OIIO::TypeDesc::UINT8, 2), OIIO::TypeFloat}) {
        const std::uint32_t number = 0;
        for (const char* name : {"oiio:clli", "oiio:mdcv"}) spec.attribute(name, type, &number);
        CHECK_FALSE(content_light(spec));
        CHECK_FALSE(display_light(spec));
    }
}
