// Files that made the libraries crash, wait or take memory out of proportion are refused by their bytes, each limit by
// itself; what is sound beside them is read.
#include "formats/common/messages.h"
#include "formats/dispatch/codecs.h"
#include "formats/exr/messages.h"
#include "formats/jpeg/messages.h"
#include "image/messages.h"
#include "image/profile.h"
#include "support/files/io_files.h"
#include "support/messages.h"
#include <doctest/doctest.h>

using namespace atrous;
using namespace std::string_literals;

namespace {

bool mentions(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

void put(std::string& bytes, std::size_t at, std::uint32_t value) {
    bytes.replace(at, 4, number_bytes(value, 4));
}

/// The profile of small_profile() with other numbers in its only tag, and another content type.
std::string profile_with(std::uint32_t offset, std::uint32_t size, const char* type = "text") {
    std::string profile = files::small_profile();
    put(profile, 136, offset);
    put(profile, 140, size);
    profile.replace(144, 4, type);
    return profile;
}

std::string nested(int levels) {
    std::string text = "<?xpacket begin=''?><!-- <a><b> --><x:xmpmeta>";
    for (int i = 1; i < levels; ++i) text += "<a b='c'><d/>";
    for (int i = 1; i < levels; ++i) text += "</a>";
    return text + "</x:xmpmeta>";
}

/// Returns zlib's stored form of a short text, without its checksum, which no decoder here needs.
std::string stored(const std::string& text) {
    const auto length = std::uint16_t(text.size());
    return std::string("\x78\x01\x01", 3) + char(length & 255) + char(length >> 8) + char(~length & 255) +
           char(~length >> 8 & 255) + text;
}

std::string png_with(const std::string& png, const std::string& name, const std::string& data) {
    return png.substr(0, 33) + number_bytes(data.size(), 4) + name + data + "crc?" + png.substr(33);
}

std::string written(const files::Folder& folder, const std::string& name) {
    WriteOptions options;
    options.overwrite = true;
    write_image_file(files::picture({80, 64}, PixelType::u8, 3, Alpha::none), folder / name, options);
    return files::read_all(folder / name);
}

std::string segment(int marker, const std::string& body) {
    return "\xff"s + char(marker) + number_bytes(body.size() + 2, 2) + body;
}

} // namespace

TEST_CASE("a profile is taken if each tag lies in it and holds its text, for all offsets and sizes") {
    CHECK(check_icc(files::small_profile()).empty());
    for (const char* type : {"text", "desc", "mluc", "XYZ "})
        for (const std::uint32_t offset :
             {0U, 144U, 156U, 157U, 160U, 161U, 0x7FFFFFFFU, 0xFFFFFFF0U, 0xFFFFFFFFU})
            for (const std::uint32_t size :
                 {0U, 7U, 8U, 11U, 12U, 16U, 17U, 0xFFFFFF0BU, 0xFFFFFFF0U, 0xFFFFFFFFU}) {
                CAPTURE(type);
                CAPTURE(offset);
                CAPTURE(size);
                const bool inside = std::uint64_t(offset) + size <= 160 && offset <= 156;
                const bool is_text = offset == 144 && type != std::string("XYZ ");
                const std::uint32_t least = type == std::string("text")   ? 8
                                            : type == std::string("desc") ? 12
                                                                          : 16;
                // The tag contains "no one", which is out of range as a length and as a number of languages.
                const bool holds = !is_text || (size >= least && type == std::string("text"));
                CHECK(check_icc(profile_with(offset, size, type)).empty() == (inside && holds));
            }
    std::string many = files::small_profile();
    put(many, 128, 3);
    CHECK(check_icc(many) == message(messages::profile_tag_count, 3, 160));
    CHECK(check_icc(std::string((16 << 20) + 1, 'x')) == message(messages::profile_size, 16));
    for (std::size_t size = 0; size < 160; ++size) // cut anywhere: no library takes it apart
        CHECK(check_icc(files::small_profile().substr(0, size)).empty());
}

TEST_CASE("a bad profile is an error of the file in JPEG, TIFF (on any page), JPEG 2000 and PNG") {
    const files::Folder folder;
    const std::string good = files::small_profile();
    std::string bad = good, short_text = good;
    put(bad, 140, 0xFFFFFFF0);
    put(short_text, 140, 4);
    files::write_all(folder / "a.jpg", files::jpeg_with_profile(written(folder, "a.jpg"), good));
    for (const char* name : {"b.jpg", "b.tif", "b.jp2"}) {
        if (!can_write(name)) continue;
        CAPTURE(std::string(name));
        files::resave(folder / "a.jpg", folder / name);
        std::string bytes = files::read_all(folder / name);
        const std::size_t at = bytes.find(good);
        if (at == std::string::npos && name == std::string("b.jp2")) continue; // its writer keeps no profile
        REQUIRE(at != std::string::npos);
        CHECK(files::load(folder / name).parts.size() == 1);
        files::write_all(folder / name, bytes.replace(at, bad.size(), bad));
        CHECK(mentions(files::read_error(folder / name), words(messages::profile_tag_outside, "tag 'cprt'")));
    }
    const std::string png = written(folder, "a.png");
    files::write_all(folder / "b.png",
                     png_with(png, "iCCP", std::string("name\0\0", 6) + stored(short_text)));
    CHECK(mentions(files::read_error(folder / "b.png"), words(messages::profile_tag_text, "tag 'cprt'")));
    std::string colour(3, '\2');
    const std::string boxes = std::string("\0\0\0\x0cjP  \r\n\x87\n", 12) +
                              std::string("\0\0\0\xb3jp2h\0\0\0\xab", 12) + "colr" + colour + bad;
    files::write_all(folder / "c.jp2", boxes);
    CHECK(mentions(codec_named("jpeg2000").reader.check(FileView(folder / "c.jp2")).text, "tag 'cprt'"));
    std::string deep; // boxes to the end of the file, each in the one before
    for (int i = 0; i < 400'000; ++i) deep += std::string("\0\0\0\0jp2h", 8);
    files::write_all(folder / "d.jp2", deep);
    CHECK(codec_named("jpeg2000").reader.check(FileView(folder / "d.jp2")) == "");
}

TEST_CASE("XMP may be nested a hundred deep, wherever it lies") {
    CHECK(check_xmp(nested(max_xml_levels)).empty());
    CHECK(check_xmp(nested(max_xml_levels + 1)) == message(messages::xmp_depth, 100));
    CHECK(check_xmp("<a><b></c> < > <").empty());
    // OpenImageIO searches all properties for each one. Items of lists, of which masks have very many, are not properties.
    const auto times = [](std::size_t count, const std::string& text) {
        std::string all;
        for (std::size_t i = 0; i < count; ++i) all += text;
        return all;
    };
    CHECK(check_xmp(times(max_xmp_properties, "<tiff:ImageWidth>3</tiff:ImageWidth>")).empty());
    CHECK(check_xmp(times(200'000, "<rdf:li>d 0.1 0.2</rdf:li>")).empty());
    for (const char* one :
         {"<tiff:ImageWidth>3</tiff:ImageWidth>", "<y exif:Flash='1'/>", "<y\ndc:format='a'/>"})
        CHECK(check_xmp(times(max_xmp_properties + 1, one)) == message(messages::xmp_properties, 20000));
    const files::Folder folder;
    for (const bool deep : {false, true}) {
        CAPTURE(deep);
        const std::string xmp = nested(deep ? 101 : 100), keyword("XML:com.adobe.xmp\0", 18);
        const std::string png = written(folder, "a.png"), jpeg = written(folder, "a.jpg");
        const std::vector<std::pair<std::string, std::string>> rows = {
            {"a.png", png_with(png, "iTXt", keyword + std::string("\0\0\0\0", 4) + xmp)},
            {"b.png", png_with(png, "iTXt", keyword + std::string("\1\0\0\0", 4) + stored(xmp))},
            {"c.png", png_with(png, "zTXt", keyword + std::string(1, '\0') + stored(xmp))},
            {"d.png",
             png_with(png, "iTXt", keyword).replace(36, 1, "\x5") + xmp}, // its length ends in the keyword
            {"a.jpg", jpeg.substr(0, 2) +
                          segment(0xE1, std::string("http://ns.adobe.com/xap/1.0/\0", 29) + xmp) +
                          jpeg.substr(2)},
        };
        for (const auto& [name, bytes] : rows) {
            CAPTURE(name);
            files::write_all(folder / name, bytes);
            const FileView file(folder / name);
            const Message reason = codec_named(name.ends_with("png") ? "png" : "jpeg").reader.check(file);
            CHECK((reason.id == messages::xmp_depth.id) == (deep && name != "d.png"));
        }
    }
}

TEST_CASE("a JPEG's header must not claim more pixels than its bytes can hold") {
    const files::Folder folder;
    std::string bytes = written(folder, "a.jpg");
    const std::size_t frame = bytes.find("\xff\xc0");
    REQUIRE(frame != std::string::npos);
    bytes.replace(frame + 5, 4, "\x65\x90\x65\x90"); // 26000x26000
    files::write_all(folder / "a.jpg", bytes);
    CHECK(mentions(files::read_error(folder / "a.jpg"), words(messages::jpeg_size, 26000, 26000)));
}

TEST_CASE("a DPX whose image or user data does not lie in the file is refused") {
    const files::Folder folder;
    const std::string good = written(folder, "a.dpx");
    CHECK(codec_named("dpx").reader.check(FileView(folder / "a.dpx")).empty());
    const bool big_endian = good.starts_with("SDPX");
    for (const std::size_t field : {32, 808, 812})
        for (const std::uint32_t value : {0xFFFFFFF0U, 0x40000000U, std::uint32_t(good.size() + 1)}) {
            CAPTURE(field);
            std::string bytes = good;
            for (std::size_t i = 0; i < 4; ++i)
                bytes[field + i] = char(value >> 8 * (big_endian ? 3 - i : i));
            files::write_all(folder / "b.dpx", bytes);
            CHECK(mentions(files::read_error(folder / "b.dpx"), "truncated or damaged"));
        }
    files::write_all(folder / "b.dpx", good.substr(0, 2047));
    CHECK(mentions(files::read_error(folder / "b.dpx"), "truncated or damaged"));
}

TEST_CASE(
    "an EXR whose attributes lie outside of the file, with over 1024 channels or an impossible window is refused") {
    const files::Folder folder;
    const auto refused = [&](const std::string& bytes, const std::string& reason) {
        files::write_all(folder / "a.exr", bytes);
        CHECK(mentions(files::read_error(folder / "a.exr"), reason));
    };
    files::ExrPart part{"", {{"B"}, {"G"}, {"R"}}};
    part.attributes = {{"comments", "string", "hello"}};
    std::string bytes = files::exr({part});
    const std::size_t at = bytes.find("hello") - 4;
    bytes.replace(at, 4, std::string("\0\0\0\x7f", 4));
    refused(bytes, words(messages::exr_attribute_size, "comments", 2130706432));
    bytes.replace(at, 4, "\xff\xff\xff\xff");
    refused(bytes, words(messages::exr_attribute_size, "comments", -1));
    bytes.replace(bytes.find("comments"), 8, "comm\nnts"); // an error is a line
    refused(bytes, words(messages::exr_attribute_size, "comm\\x0ants"));
    part.attributes.clear();
    part.channels.clear();
    for (int i = 0; i < 1025; ++i) part.channels.push_back({"c" + std::to_string(10000 + i)});
    part.width = part.height = 1;
    refused(files::exr({part}), words(messages::exr_channels_limit, 1024));
    bytes = files::exr({{"", {{"Y"}}}});
    const std::size_t window = bytes.find("dataWindow") + 11 + 6 + 4;
    bytes.replace(window + 12, 4, "\xff\xff\xff\x7f");
    refused(bytes, words(messages::exr_window_size));
}
