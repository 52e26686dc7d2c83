// Tests WriteOptions::colours: images are converted from any profile to the profile that their files embed.
#include "base/error.h"
#include "formats/common/messages.h"
#include "metadata/exif_block.h"
#include "metadata/xmp_text.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;
using tagged::gradient;

namespace {

std::shared_ptr<const OutputColours> colours(const std::string& name, Intent intent = Intent::relative) {
    return output_colours(name, intent, "--output-profile");
}

/// A made profile, through the file that users name.
std::shared_ptr<const OutputColours> in_file(const files::Folder& folder, const std::string& bytes) {
    files::write_all(folder / "out.icc", bytes);
    return colours((folder / "out.icc").string());
}

WriteOptions to(std::shared_ptr<const OutputColours> wanted) {
    WriteOptions options;
    options.overwrite = true;
    options.colours = std::move(wanted);
    return options;
}

std::vector<double> values_of(const Pixels& pixels) {
    std::vector<double> values;
    for (std::size_t i = 0; i < std::size_t(pixels.size.pixels()) * std::size_t(pixels.channels()); ++i)
        values.push_back(tagged::sample(pixels, i));
    return values;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b, double most) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, std::abs(a[i] - std::clamp(b[i], most > 1 ? -most : 0.0, most)));
    return largest;
}

} // namespace

TEST_CASE("outputs have the colours that LittleCMS finds in doubles, and the profile, in every type") {
    files::Folder folder;
    struct Row {
        const char *from, *to;
        PixelType type;
        const char* file;
        double step; ///< of the samples: half of one, plus the errors of LittleCMS' floats and 16-bit curves
    };
    constexpr Row rows[] = {
        {"Adobe RGB", "Display P3", PixelType::u8, "b.png", 0.51 / 255},
        {"ProPhoto", "sRGB by formula", PixelType::u16, "b.png", 0.51 / 65535 + 2e-5},
        {"three curves of samples", "Adobe RGB", PixelType::u16, "b.tif", 3e-4},
        {"RGB by tables", "Display P3", PixelType::u8, "b.jpg", 0.03}, // a JPEG of quality 100
        {"Adobe RGB", "RGB by tables", PixelType::u16, "b.png", 3e-4},
        {"linear P3", "sRGB by formula", PixelType::f32, "b.tif",
         2.6e-4}, // 2e-5 of light, near 0 times 12.92
        {"", "Display P3", PixelType::u8, "b.png", 0.51 / 255},
    };
    for (const Row& row : rows) {
        CAPTURE(row.from);
        CAPTURE(row.to);
        const bool untagged = !*row.from;
        const auto& from = tagged::named(untagged ? "sRGB by formula" : row.from);
        const auto& target = tagged::named(row.to);
        const Pixels source = gradient(row.type, 3);
        tagged::write(folder / "a.tif", source, untagged ? "" : from.bytes);
        WriteOptions options = to(in_file(folder, target.bytes));
        options.quality = 100;
        const ImageFile read = files::load(folder / "a.tif");
        CHECK(write_image_file(read, folder / row.file, options).empty());
        CHECK(tagged::profile_in(folder / row.file) == target.bytes);
        const Pixels written = std::move(files::load(folder / row.file).parts[0].pixels);
        CHECK(written.type == row.type);
        const auto expected = tagged::from_light(target, tagged::to_light(from, values_of(source)));
        const double most = is_float(row.type) ? 1e9 : 1;
        CHECK(largest_difference(values_of(written), expected, most) < row.step);
        CHECK(largest_difference(values_of(written), values_of(source), most) > 2 * row.step);
    }
}

TEST_CASE("images that have the requested colours already keep every sample, and get the profile") {
    files::Folder folder;
    const Pixels source = gradient(PixelType::u8, 3);
    const auto same = [&](const char* file) {
        const ImageFile read = files::load(folder / file);
        return std::memcmp(read.parts[0].pixels.bytes.data.get(), source.bytes.data.get(),
                           source.byte_count()) == 0;
    };
    const auto srgb = colours("sRGB");
    for (const char* profile : {"", "sRGB by formula", "sRGB by 1024 samples"}) {
        CAPTURE(profile);
        tagged::write(folder / "a.png", source, *profile ? tagged::named(profile).bytes : "");
        CHECK(write_image_file(files::load(folder / "a.png"), folder / "b.png", to(srgb)).empty());
        CHECK(same("b.png"));
        CHECK(tagged::profile_in(folder / "b.png") == srgb->rgb.bytes);
        CHECK(files::load(folder / "b.png").parts[0].pixels.profile->name == "sRGB");
    }
    const std::string tables = tagged::named("RGB by tables").bytes;
    tagged::write(folder / "t.tif", source, tables);
    write_image_file(files::load(folder / "t.tif"), folder / "u.tif", to(in_file(folder, tables)));
    CHECK(same("u.tif"));
    tagged::write(folder / "a.jpg", source, "");
    CHECK(loses_by_writing(files::load(folder / "a.jpg"), "b.jpg", {}));
    CHECK_FALSE(loses_by_writing(files::load(folder / "a.jpg"), "b.jpg", to(srgb))); // a copy would lack it
    CHECK(colours("srgb")->rgb.bytes == srgb->rgb.bytes);                            // in every run
    CHECK(colours("displayp3")->rgb.bytes.size() < 1024);
}

TEST_CASE("alpha stays, whether colours are multiplied by it or not, and light above 1 stays in floats") {
    files::Folder folder;
    const auto p3 = colours("displayp3");
    const auto& target = tagged::named("Display P3");
    for (const Alpha alpha : {Alpha::straight, Alpha::associated}) {
        const Pixels source = tagged::picture(
            {24, 16}, PixelType::f32, 3,
            [](int x, int y, int c) { return c == 3 ? 0.25 + x / 32.0 : 0.1 + (x * y % 7) / 4.0; }, alpha);
        tagged::write(folder / "a.tif", source, "");
        write_image_file(files::load(folder / "a.tif"), folder / "b.tif", to(p3));
        const auto before = values_of(source),
                   after = values_of(files::load(folder / "b.tif").parts[0].pixels);
        std::vector<double> light;
        const auto divisor = [&](std::size_t i) { return alpha == Alpha::associated ? before[i + 3] : 1.0; };
        for (std::size_t i = 0; i < before.size(); i += 4)
            for (std::size_t c = 0; c < 3; ++c) light.push_back(before[i + c] / divisor(i));
        const auto expected = tagged::from_light(target, light);
        for (std::size_t i = 0; i < before.size(); i += 4) {
            REQUIRE(after[i + 3] == before[i + 3]);
            for (std::size_t c = 0; c < 3; ++c)
                REQUIRE(std::abs(after[i + c] / divisor(i) - expected[i / 4 * 3 + c]) <
                        1e-4); // of 10 at most
        }
    }
}

TEST_CASE(
    "greys get a grey profile with the tone curve of the requested one, or the requested one itself if they become RGB") {
    files::Folder folder;
    const Pixels source = gradient(PixelType::u16, 1);
    const auto& own = tagged::named("grey, gamma 2.2");
    tagged::write(folder / "a.tif", source, own.bytes);
    const auto expected =
        tagged::from_light(tagged::named("sRGB by formula"), tagged::to_light(own, values_of(source)));
    const auto p3 = colours("displayp3");
    CHECK(write_image_file(files::load(folder / "a.tif"), folder / "b.png", to(p3)).empty());
    const ImageFile written = files::load(folder / "b.png");
    CHECK(written.warnings.empty());
    REQUIRE(written.parts[0].pixels.profile);
    CHECK(written.parts[0].pixels.profile->name == "greys of Display P3");
    CHECK(written.parts[0].pixels.colours == 1);
    const auto values = values_of(written.parts[0].pixels);
    for (std::size_t i = 0; i < values.size(); ++i) REQUIRE(std::abs(values[i] - expected[3 * i]) < 4e-5);
    if (!colours_refusal("a.webp", *p3).empty()) return;
    write_image_file(files::load(folder / "a.tif"), folder / "b.webp", to(p3));
    CHECK(compression_of(files::load(folder / "a.tif"), "b.webp", to(p3)) == "webp:95"); // as the log has it
    CHECK(files::load(folder / "b.webp").parts[0].pixels.profile->name == "Display P3");
}

TEST_CASE(
    "16 bits and floats are dithered when 8 bits are written, the same in every run, unless dither is false") {
    files::Folder folder;
    const Pixels slope = tagged::picture({64, 64}, PixelType::u16, 3,
                                         [](int x, int y, int) { return (100.0 + (x + y) / 128.0) / 255; });
    tagged::write(folder / "a.tif", slope, "");
    const ImageFile read = files::load(folder / "a.tif");
    const auto written = [&](bool dither) {
        WriteOptions options = to(colours("srgb"));
        options.dither = dither;
        options.depth = PixelType::u8;
        write_image_file(read, folder / "b.png", options);
        return values_of(files::load(folder / "b.png").parts[0].pixels);
    };
    const auto dithered = written(true), rounded = written(false), source = values_of(slope);
    CHECK(dithered == written(true));
    double sum = 0; // errors of an eighth of the slope: a band of rounding is half a step there
    for (std::size_t i = 0; i < source.size() / 8; ++i) {
        REQUIRE(rounded[i] == std::round(source[i] * 255) / 255);
        REQUIRE(std::abs(dithered[i] - source[i]) < 1.0 / 255);
        sum += dithered[i] - source[i];
    }
    CHECK(std::abs(sum / (double(source.size()) / 8)) < 0.02 / 255);
}

TEST_CASE("an intent is LittleCMS': absolute keeps the paper's white, relative makes it white") {
    files::Folder folder;
    std::string yellow =
        tagged::named("RGB by tables").bytes; // made so by its tag 'wtpt', an XYZ of 16.16 bits
    const std::size_t entry = yellow.find("wtpt");
    std::size_t white = 0;
    for (std::size_t i = 4; i < 8; ++i) white = white << 8 | static_cast<unsigned char>(yellow.at(entry + i));
    yellow.replace(white + 16, 4, std::string("\0\0\xa0\0", 4)); // Z .625, that of D50 is .825
    tagged::write(folder / "a.tif",
                  tagged::picture({4, 4}, PixelType::u16, 3, [](int, int, int) { return 0.5; }), "");
    files::write_all(folder / "yellow.icc", yellow);
    const auto spread = [&](Intent intent) {
        write_image_file(files::load(folder / "a.tif"), folder / "b.tif",
                         to(colours((folder / "yellow.icc").string(), intent)));
        const auto values = values_of(files::load(folder / "b.tif").parts[0].pixels);
        return values[2] - values[0];
    };
    CHECK(std::abs(spread(Intent::relative)) < 1e-2);
    CHECK(std::abs(spread(Intent::perceptual)) < 1e-2);
    CHECK(spread(Intent::absolute) > 0.05); // grey is blue relative to that paper
}

TEST_CASE("EXIF and XMP about colours match the output") {
    files::Folder folder;
    tagged::write(folder / "a.jpg", gradient(PixelType::u8, 3), "", "Exif:ColorSpace", 2);
    REQUIRE(files::load(folder / "a.jpg").parts[0].pixels.profile->name == "Adobe RGB (1998)");
    for (const char* name : {"b.jpg", "b.png", "b.tif"}) {
        CAPTURE(name);
        CHECK(write_image_file(files::load(folder / "a.jpg"), folder / name, to(colours("srgb"))).empty());
        CHECK(files::load(folder / name).parts[0].pixels.profile->name == "sRGB");
    }
    std::string packet = "<x xmlns:exif='http://ns.adobe.com/exif/1.0/' exif:ColorSpace=\"1\" "
                         "xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/'>"
                         "<photoshop:ICCProfile>Adobe RGB (1998)</photoshop:ICCProfile></x>";
    name_profile(packet, "<Display P3>", false);
    CHECK(packet == "<x xmlns:exif='http://ns.adobe.com/exif/1.0/' exif:ColorSpace=\"65535\" "
                    "xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/'>"
                    "<photoshop:ICCProfile>Display P3</photoshop:ICCProfile></x>");
}

TEST_CASE("samples that lie in a scratch file come out the same") {
    files::Folder folder;
    tagged::write(folder / "a.tif", gradient(PixelType::u16, 3), tagged::named("ProPhoto").bytes);
    WriteOptions options = to(colours("srgb"));
    options.depth = PixelType::u8;
    write_image_file(files::load(folder / "a.tif"), folder / "whole.png", options);
    const auto scratch = std::make_shared<const Scratch>(Scratch{folder.path, 2000, 8 << 20});
    write_image_file(Decoder(folder / "a.tif").read(scratch), folder / "bands.png", options);
    CHECK(files::read_all(folder / "whole.png") == files::read_all(folder / "bands.png"));
}

TEST_CASE("colours that a file cannot specify, and a profile of greys for an image of colours, are refused") {
    files::Folder folder;
    tagged::write(folder / "a.tif", gradient(PixelType::u8, 3), "");
    const ImageFile read = files::load(folder / "a.tif");
    const auto p3 = colours("displayp3"), srgb = colours("srgb");
    for (const char* name : {"a.exr", "a.hdr"}) {
        CAPTURE(name);
        if (!can_write(name)) continue;
        CHECK(is_message(colours_refusal(name, *srgb), messages::format_no_profile, anything));
        CHECK(files::refusal([&] {
                  write_image_file(read, folder / name, to(srgb));
              }).find("cannot hold an ICC profile") != std::string::npos);
    }
    CHECK(colours_refusal("a.bmp", *p3) == message(messages::format_no_profile, "BMP"));
    CHECK(colours_refusal("a.bmp", *srgb).empty()); // what such files are taken for
    for (const Message& warning : write_image_file(read, folder / "a.bmp", to(srgb)))
        CHECK(warning.text.find("profile") == std::string::npos);
    const auto greys = in_file(folder, tagged::named("grey, gamma 2.2").bytes);
    CHECK(files::refusal([&] {
              write_image_file(read, folder / "b.png", to(greys));
          }).find("is of grey colours, the image is not") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(folder / "b.png"));
}

TEST_CASE("profiles made of tables are refused for greys, in formats with grey and without") {
    files::Folder folder;
    const auto tables = in_file(folder, tagged::named("RGB by tables").bytes);
    for (const char* own : {"", "grey, gamma 2.2"}) {
        tagged::write(folder / "a.tif", gradient(PixelType::u16, 1), *own ? tagged::named(own).bytes : "");
        const ImageFile file = files::load(folder / "a.tif");
        for (const char* name : {"b.png", "b.webp"}) {
            CAPTURE(own);
            CAPTURE(name);
            CHECK(files::refusal([&] {
                      write_image_file(file, folder / name, to(tables));
                  }).find("--output-profile: ") != std::string::npos);
            CHECK_FALSE(std::filesystem::exists(folder / name));
        }
    }
}

TEST_CASE(
    "a JPEG that has the requested profile is copied if nothing changes, one with another profile is not") {
    files::Folder folder;
    const auto p3 = colours("displayp3");
    tagged::write(folder / "a.tif", gradient(PixelType::u8, 3), "");
    write_image_file(files::load(folder / "a.tif"), folder / "a.jpg", to(p3));
    const ImageFile file = files::load(folder / "a.jpg");
    CHECK(loses_by_writing(file, "b.jpg", to(p3)));
    CHECK_FALSE(loses_by_writing(file, "b.jpg", to(colours("srgb"))));
}
