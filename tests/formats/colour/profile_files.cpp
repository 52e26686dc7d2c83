// Tests colour profiles in image files: files that carry them, defaults without one, and conversion of the
// numbers for formats without profiles.
#include "base/error.h"
#include "formats/common/messages.h"
#include "metadata/exiv2.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;
using tagged::gradient;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
bool mentions(const Messages& texts, const std::string& part) {
    return std::ranges::any_of(texts, [&](const Message& one) { return has(one.text, part); });
}

} // namespace

TEST_CASE("an embedded profile is read from JPEG, PNG and TIFF, for integers and floats") {
    files::Folder folder;
    const auto& adobe = tagged::named("Adobe RGB");
    struct Row {
        const char* file;
        PixelType type;
    };
    for (const Row row : {Row{"a.jpg", PixelType::u8},
                          {"a.png", PixelType::u8},
                          {"b.png", PixelType::u16},
                          {"a.tif", PixelType::u8},
                          {"b.tif", PixelType::u16},
                          {"c.tif", PixelType::f32}}) {
        CAPTURE(row.file);
        tagged::write(folder / row.file, gradient(row.type, 3), adobe.bytes);
        const ImageFile file = files::load(folder / row.file);
        const Pixels& pixels = file.parts[0].pixels;
        CHECK(file.warnings.empty());
        REQUIRE(pixels.profile);
        CHECK(pixels.profile->origin == Profile::Origin::embedded);
        CHECK(pixels.transfer == Transfer::formula);
        files::resave(folder / row.file, folder / ("again-" + std::string(row.file)));
        CHECK(tagged::profile_in(folder / ("again-" + std::string(row.file))) == adobe.bytes);
    }
}

TEST_CASE(
    "without a profile integers are sRGB and floats scene-linear, unless assumed; an embedded one wins") {
    files::Folder folder;
    tagged::write(folder / "a.png", gradient(PixelType::u8, 3), "");
    tagged::write(folder / "f.tif", gradient(PixelType::f32, 3), "");
    tagged::write(folder / "g.png", gradient(PixelType::u8, 1), "");
    tagged::write(folder / "p3.png", gradient(PixelType::u8, 3), tagged::named("Display P3").bytes);
    const auto pixels = [&](const char* file, const char* assumed) {
        ReadOptions options;
        if (assumed) options.assumed = find_profile(assumed, "--assume-profile");
        return std::move(Decoder(folder / file, options).read().parts[0].pixels);
    };
    CHECK(pixels("a.png", nullptr).transfer == Transfer::srgb);
    CHECK_FALSE(pixels("a.png", nullptr).profile);
    CHECK(pixels("f.tif", nullptr).transfer == Transfer::linear);
    CHECK(pixels("a.png", "linear").transfer == Transfer::linear);
    CHECK(pixels("f.tif", "srgb").transfer == Transfer::srgb);
    CHECK(pixels("a.png", "adobergb").profile->name == "Adobe RGB (1998)");
    CHECK(pixels("a.png", "adobergb").profile->origin == Profile::Origin::assumed);
    CHECK(pixels("g.png", "adobergb").transfer == Transfer::formula);
    CHECK(pixels("p3.png", "adobergb").profile->name == "Display P3");
    tagged::write(folder / "exif.jpg", gradient(PixelType::u8, 3), "", "Exif:ColorSpace", 1);
    CHECK(pixels("exif.jpg", "adobergb").profile->origin ==
          Profile::Origin::assumed); // also over EXIF's sRGB
}

TEST_CASE("EXIF's Adobe RGB counts if there is no profile") {
    files::Folder folder;
    tagged::write(folder / "a.jpg", gradient(PixelType::u8, 3), "", "Exif:ColorSpace", 2);
    const ImageFile exif = files::load(folder / "a.jpg");
    REQUIRE(exif.parts[0].pixels.profile);
    CHECK(exif.parts[0].pixels.profile->name == "Adobe RGB (1998)");
    CHECK(exif.parts[0].pixels.profile->origin == Profile::Origin::exif);
    tagged::write(folder / "b.jpg", gradient(PixelType::u8, 3), "", "Exif:ColorSpace", 1);
    CHECK_FALSE(files::load(folder / "b.jpg").parts[0].pixels.profile);
}

TEST_CASE(
    "integers of sRGB that become linear floats are no longer sRGB in EXIF; integers and encoded floats are") {
    files::Folder folder;
    const auto space = [&](const char* from, const char* to, PixelType type) {
        WriteOptions options;
        options.depth = type;
        write_image_file(files::load(folder / from), folder / to, options);
        return files::load(folder / to).parts[0].pass_through->spec.get_int_attribute("Exif:ColorSpace");
    };
    tagged::write(folder / "a.jpg", gradient(PixelType::u8, 3), "", "Exif:ColorSpace", 1);
    CHECK(space("a.jpg", "integers.tif", PixelType::u16) == 1);
    CHECK(space("a.jpg", "floats.tif", PixelType::f32) == 0xFFFF);
    CHECK(space("a.jpg", "halves.exr", PixelType::f16) == 0xFFFF);
    CHECK(space("floats.tif", "back.tif", PixelType::u16) == 1);
    tagged::write(folder / "profile.jpg", gradient(PixelType::u8, 3), tagged::named("sRGB by formula").bytes,
                  "Exif:ColorSpace", 1);
    CHECK(space("profile.jpg", "encoded.tif", PixelType::f32) == 1);
    CHECK(space("profile.jpg", "without_profile.exr", PixelType::f16) == 0xFFFF);
    const ReadOptions assumed{.assumed = find_profile("adobergb", "")};
    WriteOptions floats;
    floats.depth = PixelType::f32;
    write_image_file(Decoder(folder / "a.jpg", assumed).read(), folder / "assumed.tif", floats);
    CHECK(files::load(folder / "assumed.tif")
              .parts[0]
              .pass_through->spec.get_int_attribute("Exif:ColorSpace") == 0xFFFF);
}

TEST_CASE("samples that EXIF marks as Adobe RGB stay if EXIF is kept, and are converted if it is stripped") {
    files::Folder folder;
    tagged::write(folder / "a.jpg", gradient(PixelType::u8, 3), "", "Exif:ColorSpace", 2);
    const ImageFile file = files::load(folder / "a.jpg");
    const auto values = [&](const char* name) {
        const ImageFile read = files::load(folder / name);
        std::vector<double> all;
        for (std::size_t i = 0; i < 48 * 32 * 3; ++i) all.push_back(tagged::sample(read.parts[0].pixels, i));
        return all;
    };
    write_image_file(file, folder / "kept.png", {});
    CHECK(values("kept.png") == values("a.jpg"));
    write_image_file(file, folder / "bare.png", {.strip = true});
    const auto light = tagged::to_light(tagged::named("Adobe RGB"), values("a.jpg"));
    const auto expected = tagged::from_light(tagged::named("sRGB by formula"), light);
    const auto bare = values("bare.png");
    for (std::size_t i = 0; i < bare.size(); ++i)
        REQUIRE(std::abs(bare[i] - std::clamp(expected[i], 0.0, 1.0)) < 0.51 / 255 + 1e-4);
}

TEST_CASE("a WebP carries the profile and its numbers; one of greys, which it writes as RGB, is converted") {
    if (!can_write("a.webp") || !has_metadata_library()) return;
    files::Folder folder;
    const auto& adobe = tagged::named("Adobe RGB");
    tagged::write(folder / "a.png", gradient(PixelType::u8, 3), adobe.bytes);
    CHECK(files::resave(folder / "a.png", folder / "a.webp").empty());
    CHECK(files::read_all(folder / "a.webp").find(adobe.bytes) != std::string::npos);
    const ImageFile file = files::load(folder / "a.webp");
    REQUIRE(file.parts[0].pixels.profile);
    CHECK(file.parts[0].pixels.profile->name == "Adobe RGB");
    CHECK(file.parts[0].pixels.transfer == Transfer::formula);
    tagged::write(folder / "g.tif", gradient(PixelType::u8, 1), tagged::named("grey, gamma 2.2").bytes);
    CHECK(mentions(files::resave(folder / "g.tif", folder / "g.webp"), "converted to sRGB"));
    CHECK_FALSE(files::load(folder / "g.webp").parts[0].pixels.profile);
}

TEST_CASE("a profile of colours that are neither RGB nor grey is refused") {
    files::Folder folder;
    tagged::write(folder / "cmyk.tif", gradient(PixelType::u8, 3), tagged::cmyk());
    const std::string cmyk = files::read_error(folder / "cmyk.tif");
    CHECK(has(cmyk, "'four inks'"));
    CHECK(has(cmyk, "CMYK"));
    CHECK(has(cmyk, "convert the image to RGB first"));
    tagged::write(folder / "lab.tif", gradient(PixelType::u8, 3), tagged::of_lab_colours());
    CHECK(has(files::read_error(folder / "lab.tif"), "is of Lab colours"));
}

TEST_CASE("a profile that cannot be used is a warning, and kept") {
    files::Folder folder;
    const std::string whole = tagged::named("Adobe RGB").bytes;
    struct Row {
        const char* what;
        std::string bytes, says;
    };
    const Row rows[] = {{"damaged", whole.substr(0, 100), "damaged"},
                        {"link", tagged::device_link(), "not of a device"},
                        {"grey", tagged::named("grey, gamma 2.2").bytes, "grey colours, the image is not"},
                        {"empty", tagged::without_curves(), "lacks curves"},
                        {"one way", tagged::one_way(), "not back"}};
    for (const Row& row : rows) {
        CAPTURE(row.what);
        tagged::write(folder / (std::string(row.what) + ".tif"), gradient(PixelType::u16, 3), row.bytes);
        const ImageFile file = files::load(folder / (std::string(row.what) + ".tif"));
        CHECK(file.warnings.size() == 1);
        CHECK(mentions(file.warnings, row.says));
        CHECK(file.warnings[0].id == messages::embedded_profile_unused.id);
        CHECK_FALSE(file.parts[0].pixels.profile);
        CHECK(file.parts[0].pixels.transfer == Transfer::srgb);
        write_image_file(file, folder / "again.tif", {true});
        CHECK(tagged::profile_in(folder / "again.tif") == row.bytes);
    }
}

TEST_CASE("colours are converted if a format holds no profile") {
    files::Folder folder;
    const auto& adobe = tagged::named("Adobe RGB");
    for (const auto& made : {adobe, tagged::named("RGB by tables")}) {
        CAPTURE(made.name);
        const Pixels source = gradient(PixelType::u16, 3);
        tagged::write(folder / "a.tif", source, made.bytes);
        std::vector<double> colours;
        for (std::size_t i = 0; i < 48 * 32 * 3; ++i) colours.push_back(tagged::sample(source, i));
        const auto expected = tagged::to_light(made, colours);

        std::filesystem::remove(folder / "a.exr");
        CHECK(mentions(files::resave(folder / "a.tif", folder / "a.exr"), "converted to linear sRGB"));
        const ImageFile light = files::load(folder / "a.exr");
        REQUIRE(light.parts[0].pixels.type == PixelType::f32);
        for (std::size_t i = 0; i < expected.size(); ++i)
            REQUIRE(std::abs(tagged::sample(light.parts[0].pixels, i) - expected[i]) < 2e-5);

        std::filesystem::remove(folder / "a.bmp");
        CHECK(mentions(files::resave(folder / "a.tif", folder / "a.bmp"), "converted to sRGB"));
        const ImageFile plain = files::load(folder / "a.bmp");
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const double v = std::clamp(expected[i], 0.0, 1.0);
            const double srgb = v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
            // Dithered from 16 bits: within a step, not half of one.
            REQUIRE(std::abs(tagged::sample(plain.parts[0].pixels, i) - srgb) < 1.0 / 255 + 1e-4);
        }
    }
    tagged::write(folder / "b.tif", gradient(PixelType::u8, 3), adobe.bytes);
    CHECK(files::resave(folder / "b.tif", folder / "b.png").empty());
    CHECK(tagged::profile_in(folder / "b.png") == adobe.bytes);
    CHECK(std::memcmp(files::load(folder / "b.png").parts[0].pixels.bytes.data.get(),
                      gradient(PixelType::u8, 3).bytes.data.get(), 48 * 32 * 3) == 0);
}

TEST_CASE("samples with an assumed profile stay unchanged in a file of the same kind") {
    files::Folder folder;
    const Pixels floats = gradient(PixelType::f32, 3);
    tagged::write(folder / "f.tif", floats, "");
    const ReadOptions srgb{find_profile("srgb", "--assume-profile")};
    const ImageFile file = Decoder(folder / "f.tif", srgb).read();
    CHECK(file.parts[0].pixels.transfer == Transfer::srgb);
    write_image_file(file, folder / "again.tif", {});
    CHECK(std::memcmp(files::load(folder / "again.tif").parts[0].pixels.bytes.data.get(),
                      floats.bytes.data.get(), floats.byte_count()) == 0);
    write_image_file(file, folder / "a.png", {}); // sRGB as integers always are: the same numbers
    const ImageFile integers = files::load(folder / "a.png");
    for (std::size_t i = 0; i < 48 * 32 * 3; ++i)
        REQUIRE(std::abs(tagged::sample(integers.parts[0].pixels, i) - tagged::sample(floats, i)) < 1e-4);
}
