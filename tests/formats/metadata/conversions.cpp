// Tests metadata on the way into other formats: kept, or named in a warning. Also tests the record of the compression.
#include "formats/common/messages.h"
#include "formats/jpeg/jpeg.h"
#include "formats/png/png.h"
#include "metadata/exif_block.h"
#include "metadata/exiv2.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include "support/skip.h"
#include <chrono>
#include <doctest/doctest.h>
#include <thread>

using namespace atrous;
using namespace std::string_literals;

namespace {

bool has_webp() {
    if (can_write("a.webp") && has_metadata_library()) return true;
    test::skip("built without WebP or Exiv2");
    return false;
}

/// An EXIF block of a camera with this orientation, with the colour tags of DCF for Adobe RGB or with other numbers.
std::string dcf_block(bool big, int space = 0xFFFF, const std::string& index = "R03", int orientation = 6) {
    const auto number = [&](std::uint64_t value, int bytes) { return number_bytes(value, bytes, big); };
    const auto entry = [&](int tag, int type, int count, const std::string& value) {
        return number(tag, 2) + number(type, 2) + number(count, 4) + value;
    };
    const std::string pad(2, '\0'), end(4, '\0');
    const int camera = 8 + 2 + 2 * 12 + 4, more = camera + 2 + 2 * 12 + 4;
    return (big ? "MM" : "II") + number(42, 2) + number(8, 4) + number(2, 2) +
           entry(0x112, 3, 1, number(orientation, 2) + pad) + entry(0x8769, 4, 1, number(camera, 4)) + end +
           number(2, 2) + entry(0xA001, 3, 1, number(space, 2) + pad) + entry(0xA005, 4, 1, number(more, 4)) +
           end + number(1, 2) + entry(1, 2, 4, (index + "\0\0\0\0"s).substr(0, 4)) + end;
}

/// A JPEG with that block.
void write_jpeg(const std::filesystem::path& path, const std::string& block) {
    write_image_file(files::picture({48, 40}, PixelType::u8, 3, Alpha::none), path, {true});
    const std::vector<JpegSegment> segments = {{0xE1, std::string(exif_magic) + block}};
    files::write_all(path, *jpeg_with_segments(files::read_all(path), segments));
}

std::string text_chunk(const std::string& keyword, const std::string& text) { return keyword + '\0' + text; }

/// A PNG whose chunks hold these texts.
void write_png(const std::filesystem::path& path, const std::vector<std::string>& texts) {
    write_image_file(files::picture({48, 40}, PixelType::u8, 3, Alpha::none), path, {true});
    std::string png = files::read_all(path);
    std::vector<MetadataChunk> chunks;
    for (const std::string& text : texts) chunks.push_back({"tEXt", text});
    REQUIRE(add_png_chunks(png, chunks));
    files::write_all(path, png);
}

std::string all(const Messages& warnings) {
    std::string text;
    for (const Message& warning : warnings) text += warning.text + "\n";
    return text;
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE(
    "EXIF data of an OpenEXR are in a JPEG, PNG and TIFF; without Exiv2 PNG and TIFF warn that they lack them") {
    files::Folder folder;
    tagged::write(folder / "a.exr", files::picture({16, 12}, PixelType::f16, 3, Alpha::none).parts[0].pixels,
                  "", "Exif:PhotographicSensitivity", 200);
    const auto speed_in = [&](const char* name) {
        const ImageFile file = files::load(folder / name);
        return file.parts[0].pass_through->spec.get_int_attribute("Exif:PhotographicSensitivity");
    };
    REQUIRE(speed_in("a.exr") == 200);
    for (const char* name : {"b.jpg", "b.png", "b.tif"}) {
        CAPTURE(name);
        const Messages warnings = files::resave(folder / "a.exr", folder / name);
        const bool lost = std::ranges::count(warnings, messages::exif_not_written.id, &Message::id) == 1;
        CHECK(speed_in(name) == (lost ? 0 : 200));
        CHECK(lost == (name != std::string("b.jpg") && !has_metadata_library()));
    }
}

TEST_CASE("an EXR's attributes about the samples of a JPEG, or of oiiotool, make no EXIF block") {
    files::Folder folder;
    const ImageFile file = files::picture({16, 12}, PixelType::f16, 3, Alpha::none);
    tagged::write(folder / "a.exr", file.parts[0].pixels, "", "Exif:YCbCrPositioning", 1);
    files::resave(folder / "a.exr", folder / "b.png");
    CHECK_FALSE(has(files::read_all(folder / "b.png"), "eXIf"));
}

TEST_CASE("DCF's R03 with uncalibrated colours is Adobe RGB, in every format that carries it") {
    files::Folder folder;
    for (const bool big : {true, false}) {
        CHECK(says_adobe_rgb(dcf_block(big)));
        CHECK_FALSE(says_adobe_rgb(dcf_block(big, 1)));
        CHECK_FALSE(says_adobe_rgb(dcf_block(big, 0xFFFF, "R98")));
        std::string srgb = dcf_block(big);
        mark_srgb(srgb);
        CHECK(srgb == dcf_block(big, 1, "R98"));
        write_jpeg(folder / "a.jpg", dcf_block(big));
        std::vector<const char*> names = {"a.jpg", "b.jpg", "c.png"};
        if (has_metadata_library()) names.insert(names.end(), {"d.tif", "e.webp"});
        for (const char* name : names) {
            CAPTURE(name);
            if (!can_write(name)) continue;
            if (name != names[0]) files::resave(folder / "a.jpg", folder / name);
            const ImageFile file = files::load(folder / name);
            REQUIRE(file.parts[0].pixels.profile);
            CHECK(file.parts[0].pixels.profile->name == "Adobe RGB (1998)");
            CHECK(file.parts[0].pixels.profile->origin == Profile::Origin::exif);
            std::filesystem::remove(folder / name);
            if (name == names[0]) write_jpeg(folder / "a.jpg", dcf_block(big));
        }
    }
    write_jpeg(folder / "n.jpg", dcf_block(true, 0xFFFF, "R98"));
    CHECK_FALSE(files::load(folder / "n.jpg").parts[0].pixels.profile);
}

TEST_CASE("colours that only EXIF names are converted with a warning; colours of PNG's gamma are embedded") {
    files::Folder folder;
    write_jpeg(folder / "a.jpg", dcf_block(false, 0xFFFF, "R03", 1));
    const std::string exr = all(files::resave(folder / "a.jpg", folder / "a.exr"));
    CHECK(has_message(exr, messages::colours_converted, "OpenEXR", "Adobe RGB (1998)", "linear sRGB"));
    const std::string bmp = all(files::resave(folder / "a.jpg", folder / "a.bmp"));
    CHECK(has(bmp, "converted to sRGB"));
    CHECK_FALSE(has(all(files::resave(folder / "a.jpg", folder / "b.jpg")), "converted"));

    ImageFile linear = files::picture({48, 40}, PixelType::u8, 3, Alpha::none);
    linear.parts[0].pixels.transfer = Transfer::srgb;
    write_image_file(linear, folder / "g.png", {});
    std::string png = files::read_all(folder / "g.png");
    REQUIRE(add_png_chunks(png, {{"gAMA", "\x00\x01\x86\xA0"s}}));
    files::write_all(folder / "g.png", png);
    REQUIRE(files::load(folder / "g.png").parts[0].pixels.profile);
    for (const char* name : {"g.tif", "g.jpg"}) {
        CHECK(files::resave(folder / "g.png", folder / name).empty());
        CHECK(files::load(folder / name).parts[0].pixels.profile->name == "linear sRGB");
    }
    CHECK(has(all(files::resave(folder / "g.png", folder / "g.bmp")), "converted to sRGB"));
    CHECK(files::resave(folder / "g.png", folder / "again.png").empty());
    CHECK_FALSE(has(all(files::resave(folder / "g.png", folder / "g.exr")), "converted"));
}

TEST_CASE(
    "a WebP's EXIF and orientation go into an EXR; formats that hold neither report it in one warning") {
    if (!has_webp()) return;
    files::Folder folder;
    write_jpeg(folder / "a.jpg", dcf_block(false, 1, "R98"));
    files::resave(folder / "a.jpg", folder / "a.webp");
    const Messages seen = files::resave(folder / "a.webp", folder / "a.exr");
    REQUIRE(seen.size() == 1); // viewers do not follow the attribute
    CHECK(is_message(seen[0], messages::orientation_unseen, "OpenEXR"));
    const ImageFile exr = files::load(folder / "a.exr");
    CHECK(files::resave(folder / "a.exr", folder / "b.exr").empty());
    const Messages turned = write_image_file(exr, folder / "c.bmp", {});
    CHECK(has(all(turned),
              words(messages::metadata_lost, "BMP") + "orientation (viewers will show the image turned)"));
    for (const char* name : {"a.bmp", "a.tga", "a.jp2", "a.ppm"}) {
        CAPTURE(name);
        if (!can_write(name)) continue;
        const Messages warnings = files::resave(folder / "a.webp", folder / name);
        REQUIRE(warnings.size() == 1);
        CHECK(has(warnings[0].text, "orientation (viewers will show the image turned), EXIF"));
        const Messages stripped = write_image_file(files::load(folder / "a.webp"), folder / name,
                                                   {.overwrite = true, .strip = true});
        REQUIRE(stripped.size() == 1);
        CHECK_FALSE(has(stripped[0].text, "EXIF"));
    }
}

TEST_CASE("texts of a PNG that another format cannot hold are named") {
    files::Folder folder;
    write_png(folder / "a.png", {text_chunk("Author", "me"), text_chunk("parameters", "p"),
                                 text_chunk("Model", "a model"), text_chunk("Title", "t")});
    struct Row {
        const char* name;
        std::string lost;
    };
    for (const Row& row :
         {Row{"a.webp", words(messages::texts_lost, "WebP", "Author, parameters, Model, Title")},
          Row{"a.bmp", "left out: Author, parameters, Model, Title"},
          Row{"a.jpg", "left out: parameters, Title"}, Row{"a.tif", "left out: parameters\n"}}) {
        CAPTURE(row.name);
        if (!can_write(row.name)) continue;
        const std::string said = all(files::resave(folder / "a.png", folder / row.name));
        CAPTURE(said);
        CHECK(has(said, row.lost));
        CHECK_FALSE(has(said, "EXIF"));
    }
    CHECK(files::resave(folder / "a.png", folder / "a.exr").empty());
    CHECK(files::resave(folder / "a.png", folder / "b.png").empty());
    CHECK(has(files::read_all(folder / "a.jpg"), "me"));
    CHECK(has(files::read_all(folder / "a.tif"), "me"));
}

TEST_CASE("a progressive JPEG stays one, and only a JPEG is") {
    files::Folder folder;
    ImageFile file = files::picture({48, 32}, PixelType::u8, 3, Alpha::none);
    write_image_file(file, folder / "plain.jpg", {});
    CHECK_FALSE(read_jpeg_header(folder / "plain.jpg")->progressive);
    tagged::write(folder / "a.jpg", file.parts[0].pixels, "", "jpeg:progressive", 1);
    REQUIRE(read_jpeg_header(folder / "a.jpg")->progressive);
    for (const bool strip : {false, true}) {
        write_image_file(files::load(folder / "a.jpg"), folder / "b.jpg",
                         {.overwrite = true, .strip = strip});
        CHECK(read_jpeg_header(folder / "b.jpg")->progressive);
    }
    CHECK(compression_of(files::load(folder / "a.jpg"), "b.jpg", {}).ends_with(" progressive"));
    CHECK(compression_of(files::load(folder / "a.jpg"), "b.png", {}).empty());
    files::resave(folder / "a.jpg", folder / "c.png");
    CHECK_FALSE(has(files::read_all(folder / "c.png"), "progressive"));
    files::resave(folder / "c.png", folder / "c.jpg");
    CHECK_FALSE(read_jpeg_header(folder / "c.jpg")->progressive);
}

TEST_CASE("the same image gives the same bytes at any time, in every format") {
    files::Folder folder;
    const ImageFile file = files::picture({48, 40}, PixelType::u8, 3, Alpha::none);
    write_image_file(file, folder / "a.png", {});
    const ImageFile read = files::load(folder / "a.png");
    std::vector<std::string> names;
    for (const std::string extension :
         {"jpg", "png", "tif", "exr", "webp", "hdr", "bmp", "tga", "ppm", "jp2", "dpx", "heic"})
        if (can_write("a." + extension)) names.push_back("a." + extension);
    const auto write_all = [&](const std::string& to) {
        std::filesystem::create_directory(folder / to);
        for (const std::string& name : names) {
            write_image_file(file, folder / to / name, {});
            write_image_file(read, folder / to / ("read-" + name), {});
        }
    };
    write_all("first");
    std::this_thread::sleep_for(std::chrono::milliseconds(1100)); // file times have a resolution of a second
    write_all("second");
    CHECK_FALSE(has(files::read_all(folder / "first/a.tif"), "\x32\x01\x02\0"s)); // no tag DateTime
    for (const std::string& name : names)
        for (const std::string lead : {"", "read-"}) {
            CAPTURE(name);
            CHECK(files::read_all(folder / "first" / (lead + name)) ==
                  files::read_all(folder / "second" / (lead + name)));
        }
}

TEST_CASE("an EXR keeps the date that its source had") {
    files::Folder folder;
    const std::string block =
        "II*\0\x08\0\0\0\x01\0\x32\x01\x02\0\x14\0\0\0\x1a\0\0\0\0\0\0\0"s + "2020:01:02 03:04:05"s + '\0';
    write_jpeg(folder / "a.jpg", block);
    for (const char* name : {"a.exr", "b.exr"}) {
        files::resave(folder / (name[0] == 'a' ? "a.jpg" : "a.exr"), folder / name);
        CHECK(has(files::read_all(folder / name), "2020:01:02 03:04:05"));
    }
}
