// Tests other contents of a HEIC or AVIF: a warning if they are not kept, and an error if they would be lost
// for good. Tests samples and orientation in any size and turn.
#include "base/error.h"
#include "formats/common/messages.h"
#include "formats/dispatch/codecs.h"
#include "formats/heif/messages.h"
#include "formats/jpeg/jpeg.h"
#include "metadata/exif_block.h"
#include "metadata/exiv2.h"
#include "support/files/heif_file.h"
#include "support/files/io_files.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <cmath>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    REQUIRE(from.size() == to.size()); // positions in the file do not change
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size(), ++count)
        text.replace(at, to.size(), to);
    CHECK(count > 0);
    return text;
}

std::string box(const std::string& name, const std::string& body) {
    return number_bytes(8 + body.size(), 4) + name + body;
}

/// A track with one sample in an unknown coding. libheif 1.23 reads tracks, and refuses a file if boxes of one are missing.
std::string track() {
    const auto table = [](const std::string& name, std::initializer_list<int> numbers) {
        std::string body(4, '\0');
        for (const int number : numbers) body += number_bytes(std::uint64_t(number), 4);
        return box(name, body);
    };
    const std::string description = box("stsd", number_bytes(1, 8) + box("abcd", std::string(8, '\0'))),
                      samples = description + table("stts", {1, 1, 1}) + table("stsc", {1, 1, 1, 1}) +
                                table("stsz", {1, 1}) + table("stco", {1, 0}),
                      handler = box("hdlr", std::string(8, '\0') + "soun" + std::string(13, '\0'));
    return box("trak",
               box("tkhd", std::string(84, '\0')) + box("mdia", box("mdhd", std::string(24, '\0')) + handler +
                                                                    box("minf", box("stbl", samples))));
}

/// Checks for a warning on reading, and for an error if the result would replace the file.
void check_said(const std::filesystem::path& path, const std::string& part) {
    CAPTURE(part);
    const ImageFile file = files::load(path);
    REQUIRE(file.warnings.size() == 1);
    CHECK(file.warnings[0].text.find(part) != std::string::npos);
    CHECK(file.left_out == file.warnings);
    const std::string reason = files::refusal([&] { Decoder(path, {.replaced = true}).read(); });
    CHECK(reason.find(part) != std::string::npos);
    CHECK(prints(reason, line(messages::lost_for_good)));
}

} // namespace

TEST_CASE("tracks of an image sequence give a warning") {
    const files::Folder folder;
    for (const auto& [name, file, tracks] :
         {std::tuple("a.avif", replaced(files::avif_of_10_bits(), "miaf", "avis"), 1),
          std::tuple("a.heic", replaced(files::heic_of_10_bits(), "miaf", "msf1"), 2)}) {
        const bool two = tracks == 2;
        files::write_all(folder / name, file + box("moov", box("mvhd", std::string(100, '\0')) + track() +
                                                               (two ? track() : "")));
        check_said(folder / name, words(messages::heif_sequence, tracks));
    }
    // The brand without tracks, or a film without tracks, is no loss.
    files::write_all(folder / "b.avif", replaced(files::avif_of_10_bits(), "miaf", "avis") + box("moov", ""));
    CHECK(files::load(folder / "b.avif").warnings.empty());
}

TEST_CASE(
    "the aspect ratio of an AVIF's pixels is kept in formats that hold one, turned with the image, and a warning names it in others") {
    const files::Folder folder;
    std::string file = files::avif_of_10_bits();
    const std::size_t pixi = file.find("pixi");
    file.replace(pixi, 12, "pasp" + number_bytes(4, 4) + number_bytes(3, 4)); // of the same length
    std::string turned = file;
    turned.replace(turned.find("colrnclx"), 5, "irot\1");
    files::write_all(folder / "a.avif", file);
    files::write_all(folder / "turned.avif", turned);
    for (const bool turns : {false, true}) {
        const ImageFile read = files::load(folder / (turns ? "turned.avif" : "a.avif"));
        CHECK(read.parts[0].pixels.size == (turns ? Size{8, 64} : Size{64, 8}));
        for (const char* name : {"b.exr", "b.tif", "b.png", "b.jpg", "b.tga"}) {
            CAPTURE(std::string(name));
            for (const Message& warning : write_image_file(read, folder / name, {.overwrite = true}))
                CHECK(warning.text.find("aspect") == std::string::npos);
            const ImageFile back = files::load(folder / name);
            CHECK(back.parts[0].pass_through->spec.get_float_attribute("PixelAspectRatio") ==
                  doctest::Approx(turns ? .75 : 4. / 3).epsilon(0.01));
        }
        const auto warnings = write_image_file(read, folder / "b.webp", {.overwrite = true});
        CHECK(std::ranges::count_if(warnings, [&](const Message& warning) {
                  return is_message(warning, messages::aspect_lost, "WebP", turns ? "0.75" : "1.33");
              }) == 1);
    }
    ReadOptions replaced;
    replaced.replaced = true;
    CHECK(files::refusal([&] { Decoder(folder / "a.avif", replaced); }).find("(pasp)") != std::string::npos);
    // Properties that no output can hold are no loss.
    file.replace(pixi, 12, "pasp" + number_bytes(1000, 4) + number_bytes(1001, 4));
    files::write_all(folder / "a.avif", file);
    CHECK_NOTHROW(Decoder(folder / "a.avif", replaced));
    for (const Message& warning :
         write_image_file(files::load(folder / "a.avif"), folder / "b.webp", {.overwrite = true}))
        CHECK(warning.text.find("aspect") == std::string::npos);
}

TEST_CASE("a gain map of a HEIC gives a warning, and is no alpha") {
    const files::Folder folder;
    write_image_file(files::picture({64, 32}, PixelType::u8, 3, Alpha::straight), folder / "alpha.heic", {});
    std::string file = files::read_all(folder / "alpha.heic");
    const std::string gain_map = "urn:com:apple:photo:2020:aux:hdrgainmap";
    const std::size_t at = file.find("urn:mpeg:"), end = file.find('\0', at);
    REQUIRE(at != std::string::npos);
    // The name of an auxiliary image ends in a zero. Where there is no room for a gain map's, depth has one as long as alpha's.
    std::string name = end - at < gain_map.size() ? "urn:mpeg:hevc:2015:auxid:2" : gain_map;
    REQUIRE(name.size() <= end - at);
    name.resize(end - at, '\0');
    file.replace(at, name.size(), name);
    files::write_all(folder / "a.heic", file);
    check_said(folder / "a.heic", words(messages::heif_auxiliary, 1));
    CHECK(files::load(folder / "a.heic").parts[0].pixels.alpha == Alpha::none);
}

TEST_CASE("metadata of a HEIC that is unreadable or not kept gives a warning") {
    const files::Folder folder;
    const std::string block("II*\0\x08\0\0\0\x01\0\x0f\x01\x02\0\x06\0\0\0\x1a\0\0\0\0\0\0\0maker\0", 32);
    write_image_file(files::picture({64, 16}, PixelType::u8, 3, Alpha::none), folder / "plain.jpg", {});
    files::write_all(
        folder / "a.jpg",
        *jpeg_with_segments(files::read_all(folder / "plain.jpg"),
                            {{0xE1, std::string(exif_magic) + block},
                             {0xE1, std::string("http://ns.adobe.com/xap/1.0/\0", 29) + "<x:xmpmeta/>"}}));
    files::resave(folder / "a.jpg", folder / "a.heic");
    const std::string whole = files::read_all(folder / "a.heic");
    CHECK(files::load(folder / "a.heic").metadata->exif == block);

    std::string beyond = whole;
    beyond.replace(beyond.find(block) - 4, 4, std::string("\0\0\x01\0", 4));
    files::write_all(folder / "b.heic", beyond);
    check_said(folder / "b.heic", words(messages::heif_item, "the EXIF block", "begins at byte 260 of 36"));
    files::write_all(folder / "b.heic", replaced(whole, "application/rdf+xml", "application/rdf+abc"));
    check_said(folder / "b.heic", words(messages::heif_metadata, "application/rdf+abc", ""));
    files::write_all(folder / "b.heic", replaced(whole, "cdsc", "free")); // they describe nothing then
    check_said(folder / "b.heic", words(messages::heif_foreign_exif));
}

TEST_CASE("memory is counted by the declared tiles, whatever the properties are") {
    const files::Folder folder;
    const std::string file = files::heic_of_10_bits();
    files::write_all(folder / "a.heic", file);
    CHECK(codec_named("heif").reader.opening_bytes(FileView(folder / "a.heic")) == 64 * 64 * 8); // a tile
    files::write_all(folder / "a.heic", replaced(file, std::string("\0\0\0\0\0\x40\0\x08", 8),
                                                 std::string("\0\0\0\0\x40\0\x48\0", 8)));
    CHECK(codec_named("heif").reader.opening_bytes(FileView(folder / "a.heic")) ==
          std::uint64_t(0x4000) * 0x4800 * 8);
    const std::string reason =
        files::refusal([&] { Decoder(folder / "a.heic", {.max_opening = 1 << 20}).read(); });
    CHECK(has_message(reason, messages::opening_memory_limit, anything, "1.0 MiB"));
}

TEST_CASE("writing a HEIC or an AVIF again in its own format, quality and depth counts as a loss") {
    const files::Folder folder;
    files::write_all(folder / "a.avif", files::avif_of_10_bits());
    files::write_all(folder / "a.heic", files::heic_of_10_bits());
    const ImageFile avif = files::load(folder / "a.avif"), heic = files::load(folder / "a.heic");
    CHECK(loses_by_writing(avif, "b.avif", {}));
    CHECK(loses_by_writing(heic, "b.heif", {}));
    CHECK_FALSE(loses_by_writing(avif, "b.heic", {}));
    CHECK_FALSE(loses_by_writing(heic, "b.avif", {}));
    CHECK_FALSE(loses_by_writing(avif, "b.avif", {.quality = 50}));
    CHECK_FALSE(loses_by_writing(avif, "b.avif", {.depth = PixelType::u8}));
    CHECK(loses_by_writing(avif, "b.avif", {.depth = PixelType::u16}));
    CHECK_FALSE(loses_by_writing(avif, "b.avif", {.compression = "avif:50"}));
    CHECK(loses_by_writing(avif, "b.avif", {.compression = "heic:50"}));
}

TEST_CASE(
    "a HEIC and an AVIF of any size, with alpha and of greys, keep their samples up to the loss of compression") {
    const files::Folder folder;
    for (const Size size : {Size{1, 1}, Size{1, 2}, Size{3, 5}, Size{17, 9}, Size{64, 1}})
        for (const PixelType type : {PixelType::u8, PixelType::u16})
            for (const char* name : {"a.avif", "a.heic"})
                for (const int colours : {1, 3})
                    for (const bool alpha : {false, true}) {
                        CAPTURE(size.width);
                        CAPTURE(size.height);
                        CAPTURE(name);
                        CAPTURE(colours);
                        CAPTURE(alpha);
                        const double values[] = {.25, .5, .75, .6};
                        const ImageFile file = files::picture(
                            size, type, colours,
                            [&](int, int, int c) { return c == colours ? .6 : values[c]; },
                            alpha ? Alpha::straight : Alpha::none);
                        const auto said = write_image_file(file, folder / name, {.overwrite = true});
                        CHECK(said.size() == (type == PixelType::u8 ? 0 : 1)); // bits
                        const Pixels read = files::load(folder / name).parts[0].pixels.copy();
                        REQUIRE(read.size == size);
                        REQUIRE(read.alpha == file.parts[0].pixels.alpha);
                        REQUIRE(read.colours == 3);
                        for (std::size_t i = 0; i < std::size_t(size.pixels()); ++i)
                            for (std::size_t c = 0; c < std::size_t(read.channels()); ++c) {
                                const double wanted = c == 3 ? .6 : colours == 1 ? .25 : values[c];
                                CHECK(std::abs(tagged::sample(read, i * std::size_t(read.channels()) + c) -
                                               wanted) < .02);
                            }
                    }
}

TEST_CASE(
    "a HEIC and an AVIF of an image that EXIF turns or mirrors are stored as shown, for each of the eight ways") {
    const files::Folder folder;
    const ImageFile file = files::picture({48, 32}, PixelType::u8, 3, [](int x, int y, int) {
        return .1 + (x < 24 ? 0 : .2) + (y < 16 ? 0 : .5); // .1 and .3 above .6 and .8
    });
    write_image_file(file, folder / "plain.jpg", {});
    const std::string plain = files::read_all(folder / "plain.jpg");
    // Samples of the shown image at the top, left and right.
    const double shown[][2] = {{.1, .3}, {.3, .1}, {.8, .6}, {.6, .8},
                               {.1, .6}, {.6, .1}, {.8, .3}, {.3, .8}};
    for (int turn = 1; turn <= 8; ++turn)
        for (const char* name : {"a.heic", "a.avif"}) {
            CAPTURE(turn);
            CAPTURE(name);
            files::write_all(folder / "turned.jpg", files::jpeg_with_orientation(plain, turn));
            CHECK(write_image_file(files::load(folder / "turned.jpg"), folder / name, {.overwrite = true})
                      .empty());
            const ImageFile read = files::load(folder / name);
            const Pixels& pixels = read.parts[0].pixels;
            REQUIRE(pixels.size == (turn < 5 ? Size{48, 32} : Size{32, 48}));
            const auto at = [&](int x) {
                return tagged::sample(pixels, std::size_t(4 * pixels.size.width + x) * 3);
            };
            CHECK(std::abs(at(4) - shown[turn - 1][0]) < .03);
            CHECK(std::abs(at(pixels.size.width - 5) - shown[turn - 1][1]) < .03);
        }
}
