// Tests HEIC through libheif: pixels are turned once, as the properties specify, other programs find EXIF, and an
// embedded profile counts. The tests add rotations and profiles to a file as the codec writes it.
#include "colour/messages.h"
#include "formats/common/messages.h"
#include "formats/dispatch/capabilities.h"
#include "formats/heif/heif_boxes.h"
#include "formats/heif/messages.h"
#include "formats/jpeg/jpeg.h"
#include "metadata/exif_block.h"
#include "metadata/exiv2.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include "support/skip.h"
#include <cmath>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

bool has_heif(const std::string& name = "a.heic") {
    files::Folder folder;
    try {
        write_image_file(files::picture({16, 16}, PixelType::u8, 3, Alpha::none), folder / name, {});
        files::load(folder / name);
        return true;
    } catch (const std::exception&) {
        test::skip("OpenImageIO or libheif does not read and write " + name + " here");
        return false;
    }
}

void put_number(std::string& bytes, std::size_t at, int count, std::uint64_t value) {
    bytes.replace(at, std::size_t(count), number_bytes(value, count));
}

std::string box(const std::string& name, const std::string& body) {
    return number_bytes(8 + body.size(), 4) + name + body;
}

/// Appends a property to the boxes of a HEIF (ISO/IEC 23008-12 section 9.3) and assigns it to its primary
/// item. Increases sizes of the boxes around it and offsets into the file.
std::string with_property(std::string heif, const std::string& property) {
    const auto at_name = [&](const char* name) { return heif.find(name) - 4; };
    const auto grow = [&](const char* name, std::size_t by) {
        put_number(heif, at_name(name), 4, number_in(heif, at_name(name), 4) + by);
    };
    const std::uint64_t primary = number_in(heif, at_name("pitm") + 12, 2);
    const std::size_t ipma = at_name("ipma"), ipco = at_name("ipco");
    std::size_t properties = 0;
    for (std::size_t at = ipco + 8; at < ipco + number_in(heif, ipco, 4); at += number_in(heif, at, 4))
        ++properties;
    std::size_t entry = ipma + 16;
    while (number_in(heif, entry, 2) != primary) entry += 3 + number_in(heif, entry + 2, 1);
    const auto count = number_in(heif, entry + 2, 1);
    put_number(heif, entry + 2, 1, count + 1);
    heif.insert(entry + 3 + count, 1, char(0x80 | (properties + 1))); // essential
    grow("ipma", 1);
    heif.insert(ipco + number_in(heif, ipco, 4), property);
    grow("ipco", property.size());
    for (const char* name : {"iprp", "meta"}) grow(name, property.size() + 1);

    const std::size_t iloc = at_name("iloc");
    REQUIRE(number_in(heif, iloc + 8, 1) == 0);       // version: offsets into the file
    REQUIRE(number_in(heif, iloc + 12, 2) == 0x4440); // of 4 bytes, from a base, as lengths
    std::size_t at = iloc + 16;
    for (std::uint32_t item = 0; item < number_in(heif, iloc + 14, 2); ++item) {
        put_number(heif, at + 4, 4, number_in(heif, at + 4, 4) + property.size() + 1);
        at += 10 + 8 * number_in(heif, at + 8, 2);
    }
    return heif;
}

/// Dark at the left, bright at the right, wider than high.
ImageFile ramp() {
    return files::picture({96, 64}, PixelType::u8, 3, [](int x, int, int) { return x / 96.0; });
}

double grey(const Pixels& pixels, int x, int y) {
    return tagged::sample(pixels, std::size_t(y * pixels.size.width + x) * 3);
}

} // namespace

TEST_CASE("a HEIC is written and read, and reports its compression") {
    if (!has_heif()) return;
    files::Folder folder;
    const ImageFile file = ramp();
    CHECK(write_image_file(file, folder / "a.heic", {}).empty());
    CHECK(compression_of(file, "a.heic", {}) == "heic:95 4:2:0");
    write_image_file(file, folder / "b.heif", {.quality = 10});
    CHECK(std::filesystem::file_size(folder / "b.heif") < std::filesystem::file_size(folder / "a.heic"));
    const ImageFile read = files::load(folder / "a.heic");
    CHECK(read.format == "heif");
    for (int x = 4; x < 96; x += 8) CHECK(std::abs(grey(read.parts[0].pixels, x, 30) - x / 96.0) < 0.03);
}

TEST_CASE("an output .avif is an AVIF, AV1 and not HEVC, for each input") {
    if (!has_heif("a.avif")) return;
    files::Folder folder;
    const ImageFile file = ramp();
    CHECK(write_image_file(file, folder / "a.avif", {}).empty());
    CHECK(compression_of(file, "a.AVIF", {}) == "avif:95 4:4:4");
    CHECK(compression_of(file, "a.avif", {.compression = "avif:40"}) == "avif:40 4:4:4");
    CHECK(compression_of(file, "a.avif", {.compression = "heic:40"}) == "avif:95 4:4:4");
    CHECK(files::read_all(folder / "a.avif").substr(4, 8) == "ftypavif"); // the brand
    const ImageFile read = files::load(folder / "a.avif");
    for (int x = 4; x < 96; x += 8) CHECK(std::abs(grey(read.parts[0].pixels, x, 30) - x / 96.0) < 0.03);
    write_image_file(read, folder / "b.avif", {.quality = 10});
    CHECK(files::read_all(folder / "b.avif").substr(4, 8) == "ftypavif");
    CHECK(std::filesystem::file_size(folder / "b.avif") < std::filesystem::file_size(folder / "a.avif"));
    CHECK(has_compression("a.avif", "avif:80"));
    CHECK_FALSE(has_compression("a.avif", "heic:80"));
    CHECK_FALSE(has_compression("a.heic", "avif:80"));
    if (!has_heif()) return;
    write_image_file(read, folder / "b.heic", {});
    CHECK(files::read_all(folder / "b.heic").substr(4, 8) == "ftypheic");
}

TEST_CASE(
    "a HEIC or AVIF has as many bytes as its input, whatever the input's quality; a given quality overrides this") {
    files::Folder folder;
    for (const std::string name : {"a.heic", "a.avif"}) {
        if (!has_heif(name)) continue;
        const ImageFile file = files::picture({320, 256}, PixelType::u8, 3, [](int x, int y, int c) {
            const double grain = double(files::noise(std::uint32_t(x * 800 + y)) % 256) / 256 - 0.5;
            return 0.5 + 0.3 * std::sin(x * 0.02 + y * 0.013 + c) + 0.15 * std::sin(x * y * 0.0007) +
                   0.04 * grain;
        });
        for (const int quality : {40, 70}) {
            CAPTURE(name);
            CAPTURE(quality);
            write_image_file(file, folder / name, {.overwrite = true, .quality = quality});
            const double before = double(heif_coded_bytes(FileView(folder / name)));
            CHECK(before > 0.9 * double(std::filesystem::file_size(folder / name)) - 2000);
            const ImageFile read = files::load(folder / name);
            const std::string again = "again" + name.substr(1);
            CHECK(compression_of(read, again, {}).find(":input ") == 4);
            write_image_file(read, folder / again, {.overwrite = true});
            const double after = double(heif_coded_bytes(FileView(folder / again)));
            CHECK(after <= 1.2 * before);
            CHECK(after >= 0.8 * before);
            CHECK(compression_of(read, again, {.quality = 80}).find(":80 ") == 4);
        }
    }
}

TEST_CASE("a HEIC from a turned camera is upright, once, and has no orientation left") {
    if (!has_heif()) return;
    files::Folder folder;
    write_image_file(ramp(), folder / "plain.jpg", {});
    const std::string plain = files::read_all(folder / "plain.jpg");
    files::write_all(folder / "turned.jpg", files::jpeg_with_orientation(plain, 6));
    write_image_file(ramp(), folder / "plain.heic", {});
    // A property as phones write it, which counts (3 quarters to the left). A HEIC made from a JPEG gets the same.
    files::write_all(folder / "phone.heic", with_property(files::read_all(folder / "plain.heic"),
                                                          box("irot", std::string(1, '\3'))));
    CHECK(files::resave(folder / "turned.jpg", folder / "a.heic").empty());
    for (const std::string from : {"phone.heic", "a.heic"}) {
        const ImageFile read = files::load(folder / from);
        const Pixels& pixels = read.parts[0].pixels;
        REQUIRE(pixels.size == Size{64, 96});
        CHECK(grey(pixels, 30, 8) < 0.2); // the left side is now at the top
        CHECK(grey(pixels, 30, 88) > 0.8);
        for (const char* name : {"b.jpg", "b.tif", "b.heic", "b.png"}) {
            CAPTURE(name);
            for (const auto& warning : write_image_file(read, folder / name, {true}))
                CHECK(warning.text.find("turned") == std::string::npos);
            const ImageFile again = files::load(folder / name);
            CHECK(again.parts[0].pixels.size == Size{64, 96});
            CHECK(write_image_file(again, folder / ("c" + std::string(name)), {true}).empty());
            const auto header = read_jpeg_header(folder / name);
            if (!header) continue;
            for (const auto& segment : header->segments)
                if (segment.is(1, exif_magic))
                    CHECK(orientation_of(segment.body.substr(exif_magic.size())) == 1);
        }
    }
}

namespace {

/// The file with other primaries and another transfer in its nclx.
std::string with_points(std::string heic, int primaries, int transfer) {
    const std::size_t at = heic.find("colrnclx") + 8;
    heic[at + 1] = char(primaries), heic[at + 3] = char(transfer);
    return heic;
}

} // namespace

TEST_CASE("PQ by nclx counts before a profile, with a warning if this is another's") {
    if (!has_heif()) return;
    files::Folder folder;
    write_image_file(ramp(), folder / "plain.heic", {});
    const std::string plain = with_points(files::read_all(folder / "plain.heic"), 9, 16);
    for (const auto& [icc, warnings] : {std::pair(hdr_icc({9, 16}, 3), 0U),
                                        {hdr_icc({12, 16}, 3), 1U},
                                        {tagged::named("Display P3").bytes, 1U}}) {
        files::write_all(folder / "a.heic", with_property(plain, box("colr", "prof" + icc)));
        const ImageFile read = files::load(folder / "a.heic");
        REQUIRE(read.parts[0].pixels.profile);
        CHECK(read.parts[0].pixels.profile->points == CodePoints{9, 16});
        REQUIRE(read.warnings.size() == warnings);
        if (warnings > 0) CHECK(is_message(read.warnings[0], messages::profile_contradicts, 9, 16));
    }
}

TEST_CASE("light levels of a HEIC that are cut off or zero, and reserved numbers of nclx, are warnings") {
    if (!has_heif()) return;
    files::Folder folder;
    write_image_file(ramp(), folder / "plain.heic", {});
    const std::string plain = with_points(files::read_all(folder / "plain.heic"), 9, 16);
    const std::string zeros(25, '\0');
    for (const auto& [name, whole] : {std::pair("clli", 4U), {"mdcv", 24U}})
        for (const unsigned size : {0U, whole - 1, whole, whole + 1}) {
            CAPTURE(name);
            CAPTURE(size);
            files::write_all(folder / "a.heic", with_property(plain, box(name, zeros.substr(0, size))));
            Messages warnings;
            const std::string refused =
                files::refusal([&] { warnings = files::load(folder / "a.heic").warnings; });
            if (size < whole && !refused.empty()) { // by libheif 1.15
                CHECK(has_message(refused, messages::heif_damaged, anything));
                continue;
            }
            CHECK(refused == "");
            REQUIRE(warnings.size() == 1);
            if (size < whole)
                CHECK(is_message(warnings[0], messages::heif_item, name, anything));
            else if (whole == 4)
                CHECK(is_message(warnings[0], messages::content_light, 0, 0));
            else
                CHECK(is_message(warnings[0], messages::display_light, 0, 0));
        }
    files::write_all(folder / "a.heic", with_points(plain, 77, 200));
    const Messages warnings = files::load(folder / "a.heic").warnings;
    REQUIRE(warnings.size() == 1);
    CHECK(is_message(warnings[0], messages::unknown_code_points, 77, 200));
}

TEST_CASE("a HEIC's colour profile is used and kept") {
    if (!has_heif() || !has_metadata_library()) return;
    files::Folder folder;
    const auto& p3 = tagged::named("Display P3");
    write_image_file(ramp(), folder / "plain.heic", {});
    files::write_all(folder / "a.heic",
                     with_property(files::read_all(folder / "plain.heic"), box("colr", "prof" + p3.bytes)));
    const ImageFile read = files::load(folder / "a.heic");
    REQUIRE(read.parts[0].pixels.profile);
    CHECK(read.parts[0].pixels.profile->name == "Display P3");
    CHECK(write_image_file(read, folder / "a.png", {}).empty());
    CHECK(tagged::profile_in(folder / "a.png") == p3.bytes);
    const auto warnings = write_image_file(read, folder / "b.heic", {});
    CHECK(warnings.empty());
    CHECK(files::read_all(folder / "b.heic").find(p3.bytes) != std::string::npos);
}

TEST_CASE("EXIF and XMP in a HEIC are read from it and kept unchanged") {
    if (!has_heif()) return;
    files::Folder folder;
    const std::string block("II*\0\x08\0\0\0\x01\0\x0f\x01\x02\0\x06\0\0\0\x1a\0\0\0\0\0\0\0maker\0", 32);
    const std::string packet = "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF "
                               "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></x:xmpmeta>";
    write_image_file(ramp(), folder / "plain.jpg", {});
    files::write_all(
        folder / "a.jpg",
        *jpeg_with_segments(files::read_all(folder / "plain.jpg"),
                            {{0xE1, std::string(exif_magic) + block},
                             {0xE1, std::string("http://ns.adobe.com/xap/1.0/\0", 29) + packet}}));
    CHECK(files::resave(folder / "a.jpg", folder / "a.avif").empty());
    CHECK(files::resave(folder / "a.avif", folder / "b.heic").empty());
    for (const char* name : {"a.avif", "b.heic"}) {
        const ImageFile file = files::load(folder / name);
        CHECK(file.warnings.empty());
        CHECK(file.metadata->exif == block);
        CHECK(file.metadata->xmp == packet);
    }
    CHECK(files::resave(folder / "b.heic", folder / "b.jpg").empty());
    CHECK(files::read_all(folder / "b.jpg").find(packet) != std::string::npos);
}

TEST_CASE("EXIF in a HEIC is in the place that other programs read") {
    if (!has_heif() || !has_metadata_library()) return;
    files::Folder folder;
    const std::string block("II*\0\x08\0\0\0\x01\0\x0f\x01\x02\0\x06\0\0\0\x1a\0\0\0\0\0\0\0maker\0", 32);
    write_image_file(ramp(), folder / "plain.jpg", {});
    files::write_all(folder / "a.jpg", *jpeg_with_segments(files::read_all(folder / "plain.jpg"),
                                                           {{0xE1, std::string(exif_magic) + block}}));
    CHECK(files::resave(folder / "a.jpg", folder / "a.heic").empty());
    CHECK(read_by_exiv2(folder / "a.heic").exif.find("maker") != std::string::npos);
}
