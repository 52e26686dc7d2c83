// Tests losses that the table of conversions has no input for: each is fixed, or named, also by headers alone.
#include "files/file_view.h"
#include "formats/common/messages.h"
#include "formats/common/pass_through.h"
#include "formats/gif/gif_blocks.h"
#include "formats/gif/messages.h"
#include "formats/jpeg/jpeg.h"
#include "formats/png/png.h"
#include "metadata/exif_block.h"
#include "metadata/exiv2.h"
#include "support/files/io_files.h"
#include "support/messages.h"
#include "support/skip.h"
#include <OpenImageIO/imageio.h>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

/// Writes an image by OpenImageIO only.
void write_with(const fs::path& path, OIIO::TypeDesc type, const std::function<void(OIIO::ImageSpec&)>& set) {
    OIIO::ImageSpec spec(48, 40, 3, type);
    set(spec);
    const std::vector<float> samples(std::size_t(48 * 40 * 3), 0.5F);
    const auto out = OIIO::ImageOutput::create(path.string());
    REQUIRE((out && out->open(path.string(), spec)));
    REQUIRE((out->write_image(OIIO::TypeFloat, samples.data()) && out->close()));
}

/// Writes the file in another format and checks that headers give the same warnings, except warnings about samples.
Messages converted_losses(const fs::path& from, const fs::path& to) {
    CAPTURE(to.string());
    Messages written = write_image_file(files::load(from), to, {true});
    CHECK(expected_losses(Decoder(from).describe(), to, {true}) == written);
    return written;
}

bool names(const Messages& warnings, const MessageRow& row, const std::string& format,
           const std::string& what) {
    return std::ranges::any_of(warnings, [&](const Message& w) {
        return is_message(w, row, {format, what});
    });
}

std::string metadata_of(const fs::path& path, std::string Metadata::*block) {
    const Metadata found = read_by_exiv2(path);
    return found.*block;
}

} // namespace

TEST_CASE(
    "position and IPTC of an OpenEXR go into formats that hold them, and its other attributes are named") {
    if (!has_metadata_library()) return test::skip("built without Exiv2");
    const files::Folder folder;
    write_with(folder / "a.exr", OIIO::TypeFloat, [](OIIO::ImageSpec& spec) {
        const float place[] = {48, 30, 0};
        spec.attribute("GPS:Latitude", OIIO::TypeVector, place);
        spec["GPS:LatitudeRef"] = "N", spec["Keywords"] = "tree", spec["Make"] = "Maker";
        spec["scene"] = "forest";
    });
    for (const std::string format : {"jpeg", "png", "tiff", "webp"}) {
        const fs::path to = folder / ("b." + (format == "tiff" ? "tif" : format));
        if (!can_write(to)) continue;
        const Messages warnings = converted_losses(folder / "a.exr", to);
        CHECK(has_tag(metadata_of(to, &Metadata::exif), gps_directory));
        const char* const title = format_title(format_by_name(to), to);
        CHECK(names(warnings, messages::own_attributes_lost, "scene", title));
        const bool has_iptc = metadata_of(to, &Metadata::iptc).find("tree") != std::string::npos;
        CHECK(has_iptc == (format != "webp"));
        CHECK(names(warnings, messages::metadata_lost, title, "IPTC") != has_iptc);
    }
    CHECK(converted_losses(folder / "a.exr", folder / "b.exr").empty());
}

TEST_CASE(
    "texts of an OpenEXR go into formats whose only metadata are blocks, and attributes of all parts are named") {
    const files::Folder folder;
    write_with(folder / "a.exr", OIIO::TypeFloat,
               [](OIIO::ImageSpec& spec) { spec["Artist"] = "someone", spec["scene"] = "forest"; });
    for (const auto& [name, format] : {std::pair("b.jxl", "JPEG XL"), std::pair("b.heic", "HEIC")}) {
        if (!can_write(folder / name)) continue;
        CHECK(names(converted_losses(folder / "a.exr", folder / name), messages::own_attributes_lost, "scene",
                    format));
        CHECK(files::read_all(folder / name).find("someone") != std::string::npos);
    }
    write_with(folder / "c.exr", OIIO::TypeFloat, [](OIIO::ImageSpec& spec) { spec["secret"] = "hello"; });
    ImageFile two = files::load(folder / "a.exr"), other = files::load(folder / "c.exr");
    two.parts.push_back(std::move(other.parts.front()));
    CHECK(names(write_image_file(two, folder / "two.tif", {}), messages::own_attributes_lost, "secret",
                "TIFF"));
}

TEST_CASE("XMP of a GIF that is nested too deeply is left out with a warning") {
    if (!has_metadata_library()) return test::skip("built without Exiv2");
    const files::Folder folder;
    write_with(folder / "a.gif", OIIO::TypeUInt8, [](OIIO::ImageSpec&) {});
    std::string trailer = "\1", gif = files::read_all(folder / "a.gif"), packet;
    for (int i = 0; i < 10000; ++i) packet += "<a>";
    for (int i = 255; i >= 0; --i) trailer += char(i);
    gif.insert(first_gif_block(FileView(folder / "a.gif")),
               "\x21\xff\x0bXMP DataXMP" + packet + trailer + '\0');
    files::write_all(folder / "a.gif", gif);
    const ImageFile file = files::load(folder / "a.gif");
    CHECK(file.metadata->xmp.empty());
    CHECK(std::ranges::any_of(file.warnings,
                              [](const Message& w) { return w.id == messages::metadata_damaged.id; }));
}

TEST_CASE("a comment is named only if the description of a TIFF is another one, or no attribute holds it") {
    if (!has_metadata_library()) return test::skip("built without Exiv2");
    const files::Folder folder;
    write_image_file(files::picture({48, 40}, PixelType::u8, 3, Alpha::none), folder / "plain.jpg", {});
    const std::string plain = files::read_all(folder / "plain.jpg"), remark = "a remark";
    for (const std::string description : {"", "a remark", "another text"}) {
        CAPTURE(description);
        OIIO::ImageSpec spec(48, 40, 3, OIIO::TypeUInt8);
        spec["Make"] = "Maker";
        if (!description.empty()) spec["ImageDescription"] = description;
        const std::vector<JpegSegment> segments = {{0xE1, std::string(exif_magic) + exif_of_attributes(spec)},
                                                   {0xFE, remark}};
        files::write_all(folder / "a.jpg", *jpeg_with_segments(plain, segments));
        const bool differs = description == "another text";
        for (const auto& [name, format] : {std::pair("a.tif", "TIFF"), std::pair("a.exr", "OpenEXR")})
            CHECK(names(converted_losses(folder / "a.jpg", folder / name), messages::metadata_lost, format,
                        "comment") == differs);
    }
}

TEST_CASE("segments of other programs in a JPEG are named where they are lost") {
    const files::Folder folder;
    write_image_file(files::picture({48, 40}, PixelType::u8, 3, Alpha::none), folder / "plain.jpg", {});
    files::write_all(folder / "a.jpg",
                     *jpeg_with_segments(files::read_all(folder / "plain.jpg"), {{0xEC, "Ducky"}}));
    CHECK(converted_losses(folder / "a.jpg", folder / "b.jpg").empty());
    CHECK(converted_losses(folder / "plain.jpg", folder / "b.png").empty());
    CHECK(names(converted_losses(folder / "a.jpg", folder / "b.png"), messages::metadata_lost, "PNG",
                "segments of other programs (APPn)"));
}

TEST_CASE("a TIFF warns that it holds no names of an OpenEXR's channels") {
    const files::Folder folder;
    files::write_all(folder / "a.exr", files::exr({{"", {{"B"}, {"G"}, {"R"}, {"albedo.R"}}}}));
    const Messages warnings = converted_losses(folder / "a.exr", folder / "a.tif");
    CHECK(names(warnings, messages::channel_names_lost, "R, G, B, albedo.R", "TIFF"));
    CHECK_FALSE(names(converted_losses(folder / "a.exr", folder / "b.exr"), messages::channel_names_lost,
                      "R, G, B, albedo.R", "OpenEXR"));
    CHECK_FALSE(names(converted_losses(folder / "a.tif", folder / "b.tif"), messages::channel_names_lost,
                      "R, G, B, albedo.R", "TIFF"));
}

TEST_CASE("XMP of a GIF goes into other formats, and its profile is named") {
    if (!has_metadata_library()) return test::skip("built without Exiv2");
    const files::Folder folder;
    write_with(folder / "a.gif", OIIO::TypeUInt8, [](OIIO::ImageSpec&) {});
    const std::string packet = "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF "
                               "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></x:xmpmeta>";
    std::string trailer = "\1", gif = files::read_all(folder / "a.gif");
    for (int i = 255; i >= 0; --i) trailer += char(i);
    const std::string profile = std::string("\x21\xff\x0bICCRGBG1012\4icc.", 19) + '\0';
    gif.insert(first_gif_block(FileView(folder / "a.gif")),
               "\x21\xff\x0bXMP DataXMP" + packet + trailer + '\0' + profile);
    files::write_all(folder / "a.gif", gif);
    const ImageFile file = files::load(folder / "a.gif");
    REQUIRE(file.warnings.size() == 1);
    CHECK(is_message(file.warnings[0], messages::gif_profile, {}));
    for (const std::string format : {"jpg", "png", "tif", "webp"}) {
        if (!can_write("b." + format)) continue;
        CHECK(converted_losses(folder / "a.gif", folder / ("b." + format)).empty());
        CHECK(metadata_of(folder / ("b." + format), &Metadata::xmp).find("rdf:RDF") != std::string::npos);
    }
    CHECK(names(converted_losses(folder / "a.gif", folder / "b.bmp"), messages::metadata_lost, "BMP", "XMP"));
}

TEST_CASE("a file that is replaced may not lose metadata that its format is written without") {
    if (!can_write("a.jp2") || !has_metadata_library()) return test::skip("no JPEG 2000 or Exiv2");
    const files::Folder folder;
    ImageFile file = files::picture({48, 40}, PixelType::u8, 3, Alpha::none);
    Metadata metadata;
    metadata.xmp = "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>";
    file.metadata = std::make_shared<Metadata>(metadata);
    CHECK(names(write_image_file(file, folder / "a.jp2", {}), messages::metadata_lost, "JPEG 2000", "XMP"));
    for (const bool real : {true, false}) {
        const std::string reason = files::refusal([&] {
            const WriteOptions options{.overwrite = true, .replaces = true};
            real ? write_image_file(file, folder / "a.jp2", options)
                 : expected_losses(file, folder / "a.jp2", options);
        });
        CHECK(prints(reason, line(messages::lost_for_good)));
    }
}

TEST_CASE("a segment of a JPEG that grows too long is named, and other metadata stay") {
    const files::Folder folder;
    write_image_file(files::picture({48, 40}, PixelType::u8, 3, Alpha::none), folder / "plain.jpg", {});
    std::string xmp = std::string(xmp_magic) +
                      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
                      "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description "
                      "rdf:about=\"\" xmlns:tiff=\"http://ns.adobe.com/tiff/1.0/\" tiff:XResolution=\"72/1\" "
                      "tiff:YResolution=\"72/1\" tiff:ResolutionUnit=\"2\"/></rdf:RDF></x:xmpmeta>";
    xmp.resize(65533, ' ');
    const auto jpeg = jpeg_with_segments(files::read_all(folder / "plain.jpg"),
                                         {{0xE1, xmp}, {0xFE, "a comment that stays"}});
    REQUIRE(jpeg);
    files::write_all(folder / "a.jpg", *jpeg);
    CHECK(converted_losses(folder / "a.jpg", folder / "b.jpg").empty());
    const ImageFile file = files::load(folder / "a.jpg");
    const WriteOptions larger{.overwrite = true, .resolution = 300};
    CHECK(names(write_image_file(file, folder / "c.jpg", larger), messages::metadata_lost, "JPEG",
                "a segment that grew beyond 64 KiB"));
    CHECK(files::read_all(folder / "c.jpg").find("a comment that stays") != std::string::npos);
    const WriteOptions replacing{.overwrite = true, .replaces = true, .resolution = 300};
    CHECK(prints(files::refusal([&] { write_image_file(file, folder / "a.jpg", replacing); }),
                 line(messages::lost_for_good)));
}

TEST_CASE("fields of film and television of a DPX are named where they are lost, and storage is not") {
    const files::Folder folder;
    write_with(folder / "a.dpx", OIIO::TypeUInt8, [](OIIO::ImageSpec& spec) {
        spec["dpx:FrameId"] = "Frame 7", spec["dpx:FramePosition"] = 7, spec["dpx:FrameRate"] = 24.0F;
    });
    write_with(folder / "plain.dpx", OIIO::TypeUInt8, [](OIIO::ImageSpec&) {});
    for (const auto& [name, format] : {std::pair("a.png", "PNG"), {"a.tif", "TIFF"}, {"a.exr", "OpenEXR"}}) {
        CHECK(names(converted_losses(folder / "a.dpx", folder / name), messages::own_attributes_lost,
                    "dpx:FramePosition, dpx:FrameRate, dpx:FrameId", format));
        CHECK(
            std::ranges::none_of(converted_losses(folder / "plain.dpx", folder / name),
                                 [](const Message& w) { return w.id == messages::own_attributes_lost.id; }));
    }
    CHECK(converted_losses(folder / "a.dpx", folder / "b.dpx").empty());
    CHECK(files::load(folder / "b.dpx").parts[0].pass_through->spec.get_int_attribute("dpx:FramePosition") ==
          7);
}

TEST_CASE("time and background of a PNG are named where they are lost") {
    const files::Folder folder;
    write_image_file(files::picture({48, 40}, PixelType::u8, 3, Alpha::none), folder / "plain.png", {});
    std::string png = files::read_all(folder / "plain.png");
    const std::size_t after_header = 33;
    png.insert(after_header, png_chunk("bKGD", std::string("\0\1\0\2\0\3", 6)) +
                                 png_chunk("tIME", std::string("\x07\xea\1\2\3\4\5", 7)));
    files::write_all(folder / "a.png", png);
    CHECK(converted_losses(folder / "a.png", folder / "b.png").empty());
    for (const auto& [name, format, keeps_time] : {std::tuple("b.jpg", "JPEG", true),
                                                   {"b.tif", "TIFF", true},
                                                   {"b.exr", "OpenEXR", true},
                                                   {"b.jxl", "JPEG XL", false}}) {
        if (!can_write(name)) continue;
        const Messages warnings = converted_losses(folder / "a.png", folder / name);
        CHECK(names(warnings, messages::png_fact_lost, format, "background (bKGD)"));
        CHECK(names(warnings, messages::png_fact_lost, format, "time (tIME)") != keeps_time);
        const ImageFile other = files::load(folder / name);
        CHECK((other.parts[0].pass_through->spec.get_string_attribute("DateTime").substr(0, 4) == "2026") ==
              keeps_time);
        CHECK(converted_losses(folder / "plain.png", folder / name).empty());
    }
}

TEST_CASE("texts of a PNG are named where EXIF of the new file is made without them") {
    const files::Folder folder;
    write_image_file(files::picture({48, 40}, PixelType::u8, 3, Alpha::none), folder / "plain.png", {});
    std::string png = files::read_all(folder / "plain.png");
    png.insert(33, png_chunk("tEXt", std::string("Author\0somebody", 15)));
    files::write_all(folder / "a.png", png);
    for (const auto& [name, format] : {std::pair("b.jxl", "JPEG XL"), {"b.heic", "HEIC"}, {"b.avif", "AVIF"}})
        if (can_write(name))
            CHECK(names(converted_losses(folder / "a.png", folder / name), messages::texts_lost, format,
                        "Author"));
}

TEST_CASE("light that straight and associated alpha lose is counted, and light that half floats clamp") {
    const files::Folder folder;
    const auto glows = [](PixelType type, Alpha alpha, double least) {
        ImageFile file = files::picture(
            {8, 4}, type, 3,
            [&](int x, int, int c) { return c < 3   ? 0.5
                                            : x < 2 ? 0.0
                                            : x < 4 ? least
                                                    : 1.0; }, alpha);
        return file;
    };
    const auto has = [](const Messages& all, const MessageRow& row, int count, const std::string& format) {
        return std::ranges::any_of(all, [&](const Message& w) {
            return is_message(w, row, {std::to_string(count), "32", format});
        });
    };
    for (const PixelType type : {PixelType::f16, PixelType::f32}) {
        const ImageFile render = glows(type, Alpha::associated, 1e-6);
        const Messages lost = write_image_file(render, folder / "a.jxl", {.overwrite = true});
        CHECK(has(lost, messages::light_hidden, 8, "JPEG XL"));
        CHECK(has(lost, messages::light_clamped, 8, "JPEG XL") == (type == PixelType::f16));
        const Messages kept = write_image_file(render, folder / "a.exr", {.overwrite = true});
        CHECK(kept.empty());
        CHECK(has(write_image_file(files::load(folder / "a.jxl"), folder / "b.exr", {.overwrite = true}),
                  messages::light_dropped, 8, "OpenEXR"));
    }
    const ImageFile flat = glows(PixelType::f16, Alpha::associated, 0.5);
    CHECK_FALSE(has(write_image_file(flat, folder / "c.jxl", {}), messages::light_clamped, 8, "JPEG XL"));
}
