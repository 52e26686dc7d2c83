// Tests the boxes of a JPEG XL, bytes that are no part of it, and damage.
#include "base/error.h"
#include "formats/common/messages.h"
#include "formats/common/pass_through.h"
#include "formats/jpegxl/jpegxl_file.h"
#include "formats/jpegxl/messages.h"
#include "metadata/exif_block.h"
#include "metadata/exiv2.h"
#include "support/files/io_files.h"
#include "support/files/jxl_file.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <set>
#include <unistd.h>

using namespace atrous;

namespace {

const WriteOptions lossless{.overwrite = true, .compression = "lossless"};

int orientation_of_part(const ImageFile& file) {
    return file.parts[0].pass_through->spec.get_int_attribute("Orientation", 1);
}

JxlColorEncoding colours_of(int primaries, int transfer) {
    return encoding_of(CodePoints{primaries, transfer}, false);
}

std::string warnings_of(const Messages& warnings) {
    std::string all;
    for (const Message& warning : warnings) all += warning.text + "\n";
    return all;
}

} // namespace

TEST_CASE("EXIF of another orientation, or of none, gets the one of the header, and nothing else changes") {
    const files::Folder folder;
    const ImageFile plain = files::picture({24, 16}, PixelType::u8, 3, Alpha::none);
    ImageFile turned = files::picture({24, 16}, PixelType::u8, 3, Alpha::none);
    write_image_file(turned, folder / "p.tif", {});
    turned = files::load(folder / "p.tif");
    turned.parts[0].pass_through->spec["Orientation"] = 6;
    write_image_file(turned, folder / "turned.jxl", {.strip = true, .compression = "lossless"});
    const std::string codestream = files::read_all(folder / "turned.jxl");
    const std::string make("MM\0*\0\0\0\x08\0\1\1\x0f\0\2\0\0\0\6\0\0\0\x1a\0\0\0\0Maker\0", 32);
    for (const std::string& exif : {make, orientation_block(3)}) {
        files::write_all(folder / "a.jxl",
                         files::with_boxes(codestream, files::box("Exif", std::string(4, '\0') + exif), ""));
        const ImageFile read = files::load(folder / "a.jxl");
        CHECK(read.warnings.empty());
        CHECK(orientation_of(read.metadata->exif) == 6);
        CHECK(has_tag(read.metadata->exif, 0x10f) == (exif == make));
        write_image_file(read, folder / "a.jpg", {.overwrite = true});
        const ImageFile jpeg = files::load(folder / "a.jpg");
        CHECK(orientation_of_part(jpeg) == 6);
        if (exif == make && has_metadata_library())
            CHECK(jpeg.parts[0].pass_through->spec.get_string_attribute("Make") == "Maker");
    }
}

TEST_CASE("EXIF and XMP are kept, wherever their boxes lie; other boxes are left out with a warning") {
    const files::Folder folder;
    write_image_file(files::picture({24, 16}, PixelType::u8, 3, Alpha::none), folder / "p.jxl", lossless);
    const std::string codestream = files::read_all(folder / "p.jxl");
    const std::string exif("II*\0\x08\0\0\0\x01\0\x0f\x01\2\0\6\0\0\0\x1a\0\0\0\0\0\0\0Maker\0", 32);
    const std::string xmp = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>";
    const std::string boxes = files::box("Exif", std::string(4, '\0') + exif) + files::box("xml ", xmp);
    for (const bool behind : {false, true}) {
        files::write_all(folder / "a.jxl",
                         files::with_boxes(codestream, behind ? "" : boxes, behind ? boxes : ""));
        const ImageFile read = files::load(folder / "a.jxl");
        CHECK(read.warnings.empty());
        CHECK(read.metadata->exif == exif);
        CHECK(read.metadata->xmp == xmp);
        CHECK(write_image_file(read, folder / "b.jxl", {.overwrite = true}).empty());
        const ImageFile again = files::load(folder / "b.jxl");
        CHECK(again.metadata->exif == exif);
        CHECK(again.metadata->xmp == xmp);
        WriteOptions strip = lossless;
        strip.strip = true;
        write_image_file(read, folder / "c.jxl", strip);
        CHECK(files::read_all(folder / "c.jxl") == codestream);
    }
    files::write_all(folder / "o.jxl", files::with_boxes(codestream, files::box("abcd", "data"), ""));
    const ImageFile other = files::load(folder / "o.jxl");
    CHECK(has_message(warnings_of(other.warnings), messages::jxl_box, "abcd"));
    CHECK(prints(files::refusal([&] { Decoder(folder / "o.jxl", {.replaced = true}); }),
                 line(messages::lost_for_good)));
    files::write_all(folder / "c.jxl", files::with_boxes(codestream, files::box("jumb", "jumdc2pa"), ""));
    CHECK(has_message(warnings_of(files::load(folder / "c.jxl").warnings), messages::credentials));
}

TEST_CASE("a file of very many boxes gives as many warnings as a person reads") {
    const files::Folder folder;
    write_image_file(files::picture({8, 8}, PixelType::u8, 3, Alpha::none), folder / "a.jxl", {});
    std::string boxes;
    for (int i = 0; i < 1000; ++i) boxes += files::box("abcd", "");
    files::write_all(folder / "b.jxl", files::with_boxes(files::read_all(folder / "a.jxl"), boxes, ""));
    CHECK(files::load(folder / "b.jxl").warnings.size() <= 21);
}

TEST_CASE("compressed boxes are read, and a JPEG that was recompressed is read as pixels, with a warning") {
    const files::Folder folder;
    std::string xmp = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">";
    for (int i = 0; i < 20'000; ++i) xmp += "<!-- a comment -->";
    xmp += "</x:xmpmeta>";
    files::write_all(folder / "a.jxl", files::jxl_of(colours_of(1, 13), {}, xmp));
    CHECK(files::read_all(folder / "a.jxl").find("brobxml ") != std::string::npos);
    CHECK(files::load(folder / "a.jxl").metadata->xmp == xmp);
    const ImageFile file =
        files::picture({48, 32}, PixelType::u8, 3, [](int x, int y, int) { return (x + y) / 80.0; });
    write_image_file(file, folder / "a.jpg", {});
    files::write_all(folder / "j.jxl", files::recompressed(files::read_all(folder / "a.jpg")));
    const ImageFile read = files::load(folder / "j.jxl"), jpeg = files::load(folder / "a.jpg");
    CHECK(has_message(warnings_of(read.warnings), messages::jxl_jpeg));
    CHECK(read.left_out == read.warnings);
    CHECK(loses_by_writing(read, "b.jxl", {}));
    for (std::size_t i = 0; i < 48 * 32 * 3; ++i)
        REQUIRE(std::abs(tagged::sample(read.parts[0].pixels, i) - tagged::sample(jpeg.parts[0].pixels, i)) <
                0.03);
}

TEST_CASE(
    "a cut JPEG XL is refused, and changed bits give an error or an image, never the end of the process") {
    const files::Folder folder;
    for (const bool keeps : {true, false}) {
        const ImageFile file = files::picture({90, 70}, PixelType::u8, 3, Alpha::straight);
        write_image_file(file, folder / "a.jxl", keeps ? lossless : WriteOptions{.overwrite = true});
        const std::string whole = files::read_all(folder / "a.jxl");
        for (std::size_t i = 0; i < 20; ++i) {
            CAPTURE(i);
            files::write_all(folder / "cut.jxl", whole.substr(0, 1 + whole.size() * i / 20));
            CHECK(files::read_error(folder / "cut.jxl") != "");
        }
        for (std::uint32_t i = 0; i < 200; ++i) {
            std::string bytes = whole;
            const std::size_t reach = i % 2 ? std::min<std::size_t>(bytes.size(), 64) : bytes.size();
            bytes[files::noise(i) % reach] ^= char(1 << files::noise(1000 + i) % 8);
            files::write_all(folder / "bad.jxl", bytes);
            const std::string reason = files::refusal([&] { files::load(folder / "bad.jxl"); });
            CHECK(reason.find("internal") == std::string::npos);
        }
    }
}

TEST_CASE("a header of a huge image is refused before memory is taken for it") {
    const files::Folder folder;
    const std::string head("\xff\x0a\xfe\xff\xff\xff\x7f\xff\xff\xff", 10); // sides of 30 bits
    files::write_all(folder / "a.jxl", head + std::string(100, '\x55'));
    CHECK(files::refusal([&] { Decoder(folder / "a.jxl", {.max_opening = std::uint64_t(1) << 30}); }) != "");
}

TEST_CASE("bytes after the image of a bare codestream are left out with a warning, and not lost for good") {
    const files::Folder folder;
    for (const bool keeps : {true, false}) {
        const ImageFile file = files::picture({90, 70}, PixelType::u8, 3, Alpha::none);
        write_image_file(file, folder / "a.jxl", keeps ? lossless : WriteOptions{.overwrite = true});
        const std::string codestream = files::read_all(folder / "a.jxl");
        REQUIRE(codestream.starts_with("\xff\x0a"));
        files::write_all(folder / "b.jxl", codestream + "a tail");
        const ImageFile read = files::load(folder / "b.jxl");
        CHECK(has_message(warnings_of(read.warnings), messages::jxl_tail, 6));
        CHECK(read.left_out == read.warnings);
        CHECK(files::same_pixels(read, files::load(folder / "a.jxl")));
        CHECK(prints(files::refusal([&] { Decoder(folder / "b.jxl", {.replaced = true}).read(); }),
                     line(messages::lost_for_good, "6 bytes")));
    }
}

TEST_CASE("floats of 17 bits beyond the half floats are read as the largest one, with a warning") {
    const files::Folder folder;
    std::vector<float> samples(std::size_t(16 * 8), 0.5F);
    files::write_all(folder / "a.jxl", files::jxl_of_wide_floats(samples));
    CHECK(files::load(folder / "a.jxl").warnings.empty());
    samples[1] = 131072, samples[2] = -262144, samples[3] = 65504;
    files::write_all(folder / "a.jxl", files::jxl_of_wide_floats(samples));
    const ImageFile read = files::load(folder / "a.jxl");
    REQUIRE(read.parts[0].pixels.type == PixelType::f16);
    CHECK(has_message(warnings_of(read.warnings), messages::jxl_wide, 2, 65504));
    for (std::size_t i = 0; i < samples.size(); ++i)
        CHECK(tagged::sample(read.parts[0].pixels, i) == std::clamp(samples[i], -65504.0F, 65504.0F));
    CHECK(prints(files::refusal([&] { Decoder(folder / "a.jxl", {.replaced = true}).read(); }),
                 line(messages::lost_for_good)));
}

TEST_CASE("reasons of libjxl are part of the error, and no library text is on the standard error") {
    const files::Folder folder;
    write_image_file(files::picture({90, 70}, PixelType::u8, 3, Alpha::none), folder / "a.jxl", lossless);
    const std::string whole = files::read_all(folder / "a.jxl");
    std::fflush(stderr);
    const int printed = ::open((folder / "printed").c_str(), O_RDWR | O_CREAT, 0600), before = ::dup(2);
    REQUIRE((printed >= 0 && before >= 0));
    ::dup2(printed, 2);
    std::set<std::string> reasons;
    for (std::uint32_t i = 0; i < 40; ++i) {
        std::string bytes = whole;
        bytes[files::noise(i) % bytes.size()] ^= char(1 << i % 8);
        files::write_all(folder / "bad.jxl", bytes);
        reasons.insert(files::refusal([&] { files::load(folder / "bad.jxl"); }));
    }
    std::fputs("another library\n", stderr);
    std::fflush(stderr);
    ::dup2(before, 2);
    ::close(before), ::close(printed);
    CHECK(files::read_all(folder / "printed") == "another library\n");
    const auto names = [](const std::string& reason) {
        return reason.find("(libjxl: ") != std::string::npos && reason.find("lib/jxl/") == std::string::npos;
    };
    CHECK(std::ranges::any_of(reasons, names));
}
