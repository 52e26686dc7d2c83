// Tests data that simple formats have in addition to an image: each is kept, or named and refused in place.
#include "base/byte_order.h"
#include "files/output_bytes.h"
#include "formats/common/messages.h"
#include "formats/common/pass_through.h"
#include "formats/hdr/messages.h"
#include "formats/png/png.h"
#include "metadata/exif_block.h"
#include "metadata/exiv2.h"
#include "support/files/io_files.h"
#include "support/messages.h"
#include "support/skip.h"
#include <OpenImageIO/imageio.h>
#include <algorithm>
#include <doctest/doctest.h>

using namespace atrous;
using namespace std::string_literals;

namespace {

bool has(const Messages& all, const MessageRow& row) {
    return std::ranges::any_of(all, [&](const Message& one) { return one.id == row.id; });
}
bool has(const Messages& all, const MessageRow& row, const std::vector<std::string>& values) {
    return std::ranges::any_of(all, [&](const Message& one) { return is_message(one, row, values); });
}
bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

ImageFile plain(PixelType type = PixelType::u8) { return files::picture({48, 40}, type, 3, Alpha::none); }

/// True if reading or writing refuses to replace the file.
bool is_refused_in_place(const fs::path& path) {
    return prints(files::refusal([&] {
                      ImageFile file = Decoder(path, {.replaced = true}).read();
                      expected_losses(file, path, {.overwrite = true, .replaces = true});
                  }),
                  line(messages::lost_for_good));
}

std::string little(std::uint64_t value, int bytes) { return number_bytes(value, bytes, false); }

} // namespace

TEST_CASE(
    "comments of a PNM stay in a PNM, become comments of other formats, and are no longer lost silently") {
    const files::Folder folder;
    for (const std::string kind : {"P5", "P2"})
        for (const int white : {255, 65535}) {
            const std::string samples =
                kind == "P2" ? "1 2 # last\n3 4" : std::string(white > 255 ? 8 : 4, 'x');
            files::write_all(folder / "a.ppm",
                             kind + "\n# first\n2 2\n# a: b\n" + std::to_string(white) + "\n" + samples);
            const ImageFile file = files::load(folder / "a.ppm");
            CHECK(file.metadata->comment == (kind == "P2" ? "first\na: b\nlast" : "first\na: b"));
            CHECK_FALSE(is_refused_in_place(folder / "a.ppm"));
            CHECK(write_image_file(file, folder / "b.ppm", {.overwrite = true}).empty());
            CHECK(files::read_all(folder / "b.ppm").substr(2).starts_with("\n# first\n# a: b\n"));
            CHECK(files::same_pixels(file, files::load(folder / "b.ppm")));
            CHECK(write_image_file(file, folder / "c.exr", {.overwrite = true}).empty());
            CHECK(has(write_image_file(file, folder / "c.bmp", {.overwrite = true}), messages::metadata_lost,
                      {"BMP", "comment"}));
            write_image_file(file, folder / "s.ppm", {.overwrite = true, .strip = true});
            CHECK_FALSE(contains(files::read_all(folder / "s.ppm"), "#"));
            if (!has_metadata_library()) continue;
            CHECK(write_image_file(file, folder / "c.jpg", {.overwrite = true}).size() <= 1); // 16 bits
            CHECK(read_by_exiv2(folder / "c.jpg").comment == file.metadata->comment);
        }
}

TEST_CASE("lines of a Radiance header stay in one, and are named where they are lost") {
    const files::Folder folder;
    write_image_file(plain(PixelType::f32), folder / "a.hdr", {});
    std::string hdr = files::read_all(folder / "a.hdr");
    const std::string lines =
        "# a comment\nVIEW= -vtv\nSOFTWARE=pic 1\nEXPOSURE=2.5\nGAMMA=2.2\nCOLORCORR=1 2 1\n";
    hdr.insert(hdr.find('\n') + 1, lines);
    files::write_all(folder / "b.hdr", hdr);
    CHECK_FALSE(is_refused_in_place(folder / "b.hdr"));
    const ImageFile file = files::load(folder / "b.hdr");
    CHECK(write_image_file(file, folder / "c.hdr", {}).empty());
    CHECK(contains(files::read_all(folder / "c.hdr"), "\n" + lines + "FORMAT="));
    CHECK(files::same_pixels(file, files::load(folder / "c.hdr")));
    write_image_file(file, folder / "s.hdr", {.strip = true});
    CHECK(contains(files::read_all(folder / "s.hdr"), "\nEXPOSURE=2.5\nGAMMA=2.2\nCOLORCORR=1 2 1\nFORMAT="));
    CHECK(has(write_image_file(file, folder / "c.exr", {}), messages::metadata_lost,
              {"OpenEXR", "lines of the header"}));
    ImageFile cut = files::load(folder / "b.hdr");
    ImageFile smaller = files::picture({24, 20}, PixelType::f32, 3, Alpha::none);
    cut.parts[0].pixels = std::move(smaller.parts[0].pixels);
    CHECK(has(write_image_file(cut, folder / "e.hdr", {}), messages::hdr_view));
    CHECK_FALSE(contains(files::read_all(folder / "e.hdr"), "VIEW="));
    CHECK(write_image_file(files::load(folder / "a.hdr"), folder / "d.exr", {}).empty());
}

TEST_CASE("bytes after an image are named, and refused in place, unless they only fill") {
    const files::Folder folder;
    for (const std::string name : {"a.bmp", "a.tga", "a.dpx", "a.png", "a.webp", "a.ppm"}) {
        CAPTURE(name);
        if (!can_write(name)) continue;
        write_image_file(plain(), folder / name, {});
        std::string bytes = files::read_all(folder / name);
        if (name == "a.tga") bytes.resize(18 + std::size_t(bytes[0]) + 48 * 40 * 3); // without its footer
        files::write_all(folder / name, bytes + "\n"s + std::string(100, '\0'));
        CHECK_FALSE(has(files::load(folder / name).warnings, messages::tail_unread));
        CHECK_FALSE(is_refused_in_place(folder / name));
        files::write_all(folder / name, bytes + "tail");
        CHECK(has(files::load(folder / name).warnings, messages::tail_unread, {"4"}));
        CHECK(is_refused_in_place(folder / name));
        files::write_all(folder / name, bytes + std::string(3 << 20, '\0') + "tail");
        CHECK(is_refused_in_place(folder / name));
    }
}

TEST_CASE("rows of a DPX whose samples are packed end at whole words") {
    const files::Folder folder;
    OIIO::ImageSpec spec(5, 4, 3, OIIO::TypeUInt16);
    for (const int bits : {10, 12})
        for (const int packed : {0, 1}) {
            CAPTURE(bits);
            CAPTURE(packed);
            spec["oiio:BitsPerSample"] = bits;
            spec["dpx:Packing"] = packed ? "Filled, method A" : "Packed";
            const std::vector<std::uint16_t> samples(5 * 4 * 3, 30000);
            const auto out = OIIO::ImageOutput::create("dpx");
            REQUIRE(out->open(folder / "a.dpx", spec));
            REQUIRE(out->write_image(OIIO::TypeUInt16, samples.data()));
            REQUIRE(out->close());
            CHECK_FALSE(has(files::load(folder / "a.dpx").warnings, messages::tail_unread));
        }
}

TEST_CASE("a BMP of the lowest height is refused") {
    const files::Folder folder;
    write_image_file(plain(), folder / "a.bmp", {});
    std::string bytes = files::read_all(folder / "a.bmp");
    bytes.replace(22, 4, "\0\0\0\x80"s);
    files::write_all(folder / "a.bmp", bytes);
    CHECK_FALSE(files::refusal([&] { files::load(folder / "a.bmp"); }).empty());
}

TEST_CASE("the profile and the resolution of a BMP are read, and a profile is not lost in place") {
    const files::Folder folder;
    const std::string profile = tagged::named("Display P3").bytes, samples(48 * 40 * 3, 'x');
    const std::string head = little(124, 4) + little(48, 4) + little(40, 4) + little(1, 2) + little(24, 2) +
                             little(0, 4) + little(samples.size(), 4) + little(11811, 4) + little(11811, 4) +
                             std::string(24, '\0') + "DEBM" + std::string(52, '\0') +
                             little(124 + samples.size(), 4) + little(profile.size(), 4) + little(0, 4);
    REQUIRE(head.size() == 124);
    files::write_all(folder / "a.bmp", "BM" + little(0, 8) + little(14 + 124, 4) + head + samples + profile);
    const ImageFile file = files::load(folder / "a.bmp");
    CHECK(file.warnings.empty());
    REQUIRE(file.parts[0].pixels.profile);
    CHECK(write_image_file(file, folder / "b.png", {}).empty());
    CHECK(tagged::profile_in(folder / "b.png") == profile);
    const OIIO::ImageSpec png = files::load(folder / "b.png").parts[0].pass_through->spec;
    CHECK(png.get_float_attribute("XResolution") == doctest::Approx(300).epsilon(0.01));
    CHECK(has(write_image_file(file, folder / "c.bmp", {}), messages::profile_lost));
    CHECK(is_refused_in_place(folder / "a.bmp"));
    files::write_all(folder / "cut.bmp",
                     "BM" + little(0, 8) + little(14 + 124, 4) + head + samples + profile.substr(1));
    CHECK(is_refused_in_place(folder / "cut.bmp"));
    CHECK(files::read_all(folder / "c.bmp").substr(38, 8) == little(11811, 4) + little(11811, 4));
    write_image_file(plain(), folder / "d.bmp", {.resolution = 300});
    CHECK(files::read_all(folder / "d.bmp").substr(38, 8) == little(11811, 4) + little(11811, 4));
}

TEST_CASE("a profile is not lost in place by a format that holds none") {
    if (!can_write("a.jp2")) return test::skip("no JPEG 2000");
    const files::Folder folder;
    tagged::write(folder / "a.png", plain().parts[0].pixels, tagged::named("Display P3").bytes);
    const ImageFile file = files::load(folder / "a.png");
    CHECK(has(write_image_file(file, folder / "a.jp2", {}), messages::profile_lost));
    CHECK(prints(files::refusal([&] {
                     write_image_file(file, folder / "a.jp2", {.overwrite = true, .replaces = true});
                 }),
                 line(messages::lost_for_good)));
}

TEST_CASE("fields of a Targa file are named where they are lost") {
    const files::Folder folder;
    const std::string targa = "\x03\0\2\0\0\0\0\0\0\0\0\0\4\0\2\0\x18\x20"s + "id!" + std::string(24, 'x');
    files::write_all(folder / "a.tga", targa);
    CHECK(has(files::resave(folder / "a.tga", folder / "a.png"), messages::own_attributes_lost,
              {"targa:ImageID", "PNG"}));
    CHECK(files::resave(folder / "a.tga", folder / "b.tga").empty());
}

TEST_CASE("damaged EXIF data are left out with a warning, and no empty block is written") {
    const files::Folder folder;
    int tried = 0;
    for (const std::string name : {"a.heic", "a.webp", "a.jxl"}) {
        CAPTURE(name);
        if (!can_write(name) || !has_metadata_library()) continue;
        ImageFile file = plain();
        Metadata damaged;
        damaged.exif = "MM\0*\xff\xff\xff\xff and so on"s;
        file.metadata = std::make_shared<Metadata>(damaged);
        if (!files::refusal([&] { write_image_file(file, folder / name, {}); }).empty()) continue;
        ++tried;
        const ImageFile read = files::load(folder / name);
        CHECK(read.metadata->exif.empty());
        CHECK(has(read.warnings, messages::metadata_damaged));
        CHECK(is_refused_in_place(folder / name));
        write_image_file(read, folder / "b.png", {.overwrite = true});
        CHECK_FALSE(contains(files::read_all(folder / "b.png"), "eXIf"));
        if (!can_write("b.webp")) continue;
        write_image_file(read, folder / "b.webp", {.overwrite = true});
        CHECK_FALSE(contains(files::read_all(folder / "b.webp"), "EXIF"));
    }
    if (tried == 0) return test::skip("no format takes damaged EXIF data");
}

TEST_CASE("artist and copyright of formats without EXIF data go into the EXIF data of a WebP") {
    if (!can_write("a.webp") || !has_metadata_library()) return test::skip("no WebP or Exiv2");
    const files::Folder folder;
    ImageFile file = plain();
    write_image_file(file, folder / "plain.png", {});
    file = files::load(folder / "plain.png");
    file.parts[0].pass_through->spec["Artist"] = "Someone";
    write_image_file(file, folder / "a.tga", {});
    CHECK_FALSE(has(files::resave(folder / "a.tga", folder / "a.webp"), messages::own_attributes_lost));
    CHECK(contains(read_by_exiv2(folder / "a.webp").exif, "Someone"));
}

TEST_CASE("texts of a PNG that EXIF data of the new file hold are not named as lost") {
    if (!has_metadata_library()) return test::skip("built without Exiv2");
    const files::Folder folder;
    write_image_file(plain(), folder / "plain.png", {});
    OIIO::ImageSpec spec(48, 40, 3, OIIO::TypeUInt8);
    spec["Make"] = "Maker", spec["Artist"] = "Someone";
    for (const std::string author : {"Someone", "Another"}) {
        std::string png = files::read_all(folder / "plain.png");
        add_png_chunks(png, {{"tEXt", "Author\0"s + author}, {"eXIf", exif_of_attributes(spec)}});
        files::write_all(folder / "a.png", png);
        CHECK(has(write_image_file(files::load(folder / "a.png"), folder / "a.jpg", {.overwrite = true}),
                  messages::texts_lost, {"JPEG", "Author"}) == (author == "Another"));
    }
}

TEST_CASE("integers with straight alpha lose colours below alpha 0 in associated alpha, and only these") {
    const files::Folder folder;
    for (const PixelType type : {PixelType::u8, PixelType::u16})
        for (const double colour : {0.0, 1.0 / 65535, 0.5}) {
            const ImageFile file = files::picture(
                {8, 4}, type, 3,
                [&](int x, int, int c) { return c == 3  ? double(x > 0)
                                                : x > 0 ? 0.5
                                                        : colour; },
                Alpha::straight);
            const bool lost = colour * (type == PixelType::u8 ? 255 : 65535) >= 0.5;
            CHECK(has(write_image_file(file, folder / "a.exr", {.overwrite = true}),
                      messages::light_dropped) == lost);
            CHECK_FALSE(
                has(write_image_file(file, folder / "a.png", {.overwrite = true}), messages::light_dropped));
        }
}

TEST_CASE("two files that lose different named data cause two warnings, and equal ones cause one") {
    const auto key = [](const char* names) {
        return message(messages::own_attributes_lost, names, "PNG").key();
    };
    CHECK(key("scene") == key("scene"));
    CHECK(key("scene") != key("shot"));
    CHECK_FALSE(key("scene").empty());
}

TEST_CASE("copies of a header to which metadata are added count as memory") {
    for (const char* name : {"a.jpg", "a.png"}) CHECK(head_memory(name) >= 3 << 20);
    const std::uint64_t large = std::uint64_t(1) << 30;
    CHECK(encoding_memory(large, "a.jpg") >= head_memory("a.jpg") + OutputBytes::max_in_memory);
}

TEST_CASE("image resources that only Photoshop's block holds are named where they are lost") {
    if (!has_metadata_library()) return test::skip("built without Exiv2");
    const auto big = [](std::uint64_t value, int bytes) { return number_bytes(value, bytes, true); };
    constexpr int resolution = 1005, copyright_flag = 1034;
    for (const int resource : {resolution, copyright_flag}) {
        CAPTURE(resource);
        const files::Folder folder;
        write_image_file(plain(), folder / "plain.jpg", {});
        const std::string block = std::string(photoshop_magic) + "8BIM" + big(std::uint64_t(resource), 2) +
                                  big(0, 2) + big(16, 4) + std::string(16, '\1');
        std::string jpeg = files::read_all(folder / "plain.jpg");
        files::write_all(folder / "a.jpg", jpeg.insert(2, "\xff\xed" + big(block.size() + 2, 2) + block));
        for (const std::string name : {"a.png", "a.webp", "a.tif", "b.jpg"}) {
            CAPTURE(name);
            if (!can_write(name)) continue;
            const bool lost = resource == copyright_flag && name != "a.tif" && name != "b.jpg";
            CHECK(has(files::resave(folder / "a.jpg", folder / name), messages::metadata_lost) == lost);
        }
        const Messages again = files::resave(folder / "a.tif", folder / "c.jpg");
        CHECK(has(again, messages::metadata_lost) == (resource == copyright_flag));
    }
}
