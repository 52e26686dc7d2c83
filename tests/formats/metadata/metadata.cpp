// Tests the metadata of photographs: blocks, segments and chunks, on files made byte by byte.
#include "formats/jpeg/jpeg.h"
#include "formats/png/png.h"
#include "metadata/exif_block.h"
#include "metadata/exiv2.h"
#include "support/files/io_files.h"
#include "support/skip.h"
#include <algorithm>
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;
using namespace std::string_literals;

namespace {

/// Returns false and reports a skip without Exiv2.
bool has_exiv2() {
    if (has_metadata_library()) return true;
    test::skip("built without Exiv2");
    return false;
}

/// EXIF of a camera of no known maker, whose maker note points into the block: an orientation, a resolution,
/// a maker note, a thumbnail of `thumbnail` bytes, and `tail` after it.
std::string camera_block(bool big, std::size_t thumbnail = 20, const std::string& tail = "") {
    const auto two = [&](std::uint32_t v) { return number_bytes(v, 2, big); };
    const auto four = [&](std::uint32_t v) { return number_bytes(v, 4, big); };
    const auto entry = [&](std::uint32_t tag, std::uint32_t type, std::uint32_t count, std::uint32_t value) {
        const std::string field = type == 3 ? two(value) + two(0) : four(value);
        return two(tag) + two(type) + four(count) + field;
    };
    const std::uint32_t first = 8, camera = first + 2 + 5 * 12 + 4, ratio = camera + 2 + 12 + 4;
    const std::uint32_t note = ratio + 8, note_bytes = 24, second = note + note_bytes;
    const std::uint32_t picture = second + 2 + 2 * 12 + 4;
    std::string out = (big ? "MM" : "II") + two(42) + four(first);
    out += two(5) + entry(0x112, 3, 1, 6) + entry(0x11A, 5, 1, ratio) + entry(0x11B, 5, 1, ratio) +
           entry(0x128, 3, 1, 2) + entry(0x8769, 4, 1, camera) + four(second);
    out += two(1) + entry(0x927C, 7, note_bytes, note) + four(0);
    out += four(240) + four(1);
    out += "NOMAKER\0"s + four(note + 12) + "points here\0"s;
    out += two(2) + entry(0x201, 4, 1, picture) + entry(0x202, 4, 1, std::uint32_t(thumbnail)) + four(0);
    return out + std::string(thumbnail, 'T') + tail;
}

std::string jpeg_with(const std::vector<JpegSegment>& segments) {
    files::Folder folder;
    write_image_file(files::picture({16, 16}, PixelType::u8, 3, Alpha::none), folder / "a.jpg", {});
    return *jpeg_with_segments(files::read_all(folder / "a.jpg"), segments);
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("a thumbnail is unlinked, cut off or blanked, and nothing else of the block moves") {
    for (const bool big : {false, true})
        for (const std::string tail : {"", "behind"}) {
            CAPTURE(big);
            CAPTURE(tail);
            const std::string before = camera_block(big, 20, tail);
            std::string block = before;
            CHECK(remove_thumbnail(block));
            CHECK_FALSE(contains(block, "T"));
            CHECK(block.size() == before.size() - (tail.empty() ? 20 : 0));
            CHECK(block.ends_with(tail));
            int changed = 0;
            for (std::size_t i = 0; i < block.size(); ++i)
                changed += before[i] != 'T' && block[i] != before[i];
            CHECK(changed <= 4); // the link to the thumbnail's directory
            CHECK(orientation_of(block) == 6);
            CHECK(has_maker_note(block));
            REQUIRE(resolution_of(block));
            CHECK(resolution_of(block)->x == 240);
            CHECK(resolution_of(block)->unit == 2);
            CHECK_FALSE(remove_thumbnail(block)); // already removed
        }
}

TEST_CASE("a new thumbnail follows the block, which does not move; there is none that a JPEG cannot hold") {
    for (const bool big : {false, true}) {
        CAPTURE(big);
        std::string block = camera_block(big);
        remove_thumbnail(block);
        const std::string before = block, jpeg = "new JPEG";
        REQUIRE(add_thumbnail(block, jpeg));
        CHECK(block.ends_with(jpeg));
        int changed = 0;
        for (std::size_t i = 0; i < before.size(); ++i) changed += block[i] != before[i];
        CHECK(changed <= 4);
        CHECK(orientation_of(block) == 6);
        CHECK_FALSE(add_thumbnail(block, jpeg)); // already there
        CHECK(remove_thumbnail(block));
        CHECK_FALSE(contains(block, jpeg));
        std::string long_block = camera_block(big, 20, std::string(64000, 'x'));
        remove_thumbnail(long_block);
        const std::string same = long_block;
        CHECK_FALSE(add_thumbnail(long_block, std::string(2000, 'T')));
        CHECK(long_block == same);
    }
    std::string damaged = "II*";
    CHECK_FALSE(add_thumbnail(damaged, "JPEG"));
}

TEST_CASE("blocks that are cut off or random never make a reader leave them") {
    const std::string whole = camera_block(true);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        std::string cut(whole, 0, size);
        remove_thumbnail(cut);
        orientation_of(cut), resolution_of(cut), has_maker_note(cut);
        CHECK(cut.size() <= size);
    }
    for (std::uint32_t seed = 0; seed < 500; ++seed) {
        std::string wild = camera_block(seed % 2);
        for (std::uint32_t i = 0; i < 4; ++i)
            wild[files::noise(4 * seed + i) % wild.size()] = char(files::noise(seed * 31 + i));
        remove_thumbnail(wild);
        orientation_of(wild), resolution_of(wild), has_maker_note(wild);
        std::string resources = "8BIM"s + wild;
        remove_resources(resources, photoshop_thumbnails);
    }
}

TEST_CASE("Photoshop's thumbnail is taken out from between its neighbours") {
    const auto resource = [](int id, const std::string& data) {
        std::string out = "8BIM"s + number_bytes(std::uint32_t(id), 2, true) + "\0\0"s +
                          number_bytes(std::uint32_t(data.size()), 4, true) + data;
        return data.size() % 2 ? out + '\0' : out;
    };
    const std::string before = resource(1005, "resolution"), after = resource(1028, "odd");
    std::string all = before + resource(1036, "a picture") + after;
    CHECK(remove_resources(all, photoshop_thumbnails));
    CHECK(all == before + after);
    CHECK_FALSE(remove_resources(all, photoshop_thumbnails));
}

TEST_CASE("segments replace the segments of a JPEG; profile, tables and pixels stay") {
    const std::vector<JpegSegment> segments = {
        {0xED, "some app"}, {0xE1, std::string(exif_magic) + camera_block(true)}, {0xFE, "said"}};
    const std::string jpeg = jpeg_with(segments);
    files::Folder folder;
    files::write_all(folder / "a.jpg", jpeg);
    const auto header = read_jpeg_header(folder / "a.jpg");
    REQUIRE(header);
    REQUIRE(header->segments.size() == 3);
    CHECK(header->segments[0].is(1, exif_magic)); // EXIF has to come first
    CHECK(header->segments[1].body == "some app");
    CHECK(header->segments[2].body == "said");
    CHECK(files::load(folder / "a.jpg").parts[0].pixels.size == Size{16, 16});
    CHECK_FALSE(jpeg_with_segments("no JPEG", segments));
    CHECK_FALSE(jpeg_with_segments(jpeg, {{0xE1, std::string(65534, 'x')}}));
    CHECK_FALSE(jpeg_with_segments(jpeg.substr(0, 30), segments));
}

TEST_CASE("a JPEG's EXIF, with a maker note of an unknown maker, goes byte for byte to JPEG, PNG, WebP") {
    if (!has_exiv2()) return;
    for (const bool big : {false, true}) {
        files::Folder folder;
        files::write_all(folder / "a.jpg", jpeg_with({{0xE1, std::string(exif_magic) + camera_block(big)}}));
        std::string kept = camera_block(big);
        remove_thumbnail(kept);
        for (const char* name : {"b.jpg", "b.png", "b.webp"}) {
            CAPTURE(name);
            CHECK(files::resave(folder / "a.jpg", folder / name).empty());
            const std::string bytes = files::read_all(folder / name);
            const std::size_t link = 8 + 2 + 5 * 12; // to the new thumbnail's directory
            CHECK(contains(bytes, kept.substr(0, link)));
            CHECK(contains(bytes, kept.substr(link + 4)));
            const std::string again = "again"s + name + ".jpg";
            files::resave(folder / name, folder / again);
            CHECK(contains(files::read_all(folder / again), "NOMAKER"));
            CHECK(contains(files::read_all(folder / again), "points here"));
        }
    }
}

TEST_CASE("damaged metadata never fail an image") {
    if (!has_exiv2()) return;
    const std::string block = camera_block(false);
    const std::string xmp = "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta <<broken"s;
    std::vector<std::vector<JpegSegment>> cases = {
        {{0xE1, std::string(exif_magic) + block.substr(0, 40)}},
        {{0xE1, std::string(exif_magic) + "II*\0\xff\xff\xff\xff"s}},
        {{0xE1, std::string(exif_magic)}},
        {{0xE1, xmp}},
        {{0xED, std::string(photoshop_magic) + "8BIM\4\4\0\0\xff\xff\xff\xff"s}}};
    for (std::uint32_t seed = 0; seed < 30; ++seed) {
        std::string wild = block;
        for (std::uint32_t i = 0; i < 5; ++i)
            wild[8 + files::noise(5 * seed + i) % (wild.size() - 8)] = char(files::noise(seed * 37 + i));
        cases.push_back({{0xE1, std::string(exif_magic) + wild}});
    }
    for (const auto& segments : cases) {
        files::Folder folder;
        files::write_all(folder / "a.jpg", jpeg_with(segments));
        CHECK(files::resave(folder / "a.jpg", folder / "b.jpg").empty()); // byte for byte, nothing is read
        for (const char* name : {"b.png", "b.tif", "b.webp", "b.exr"}) {
            files::resave(folder / "a.jpg", folder / name);
            CHECK(files::load(folder / name).parts[0].pixels.size == Size{16, 16});
        }
    }
    files::Folder folder;
    files::write_all(folder / "a.jpg", jpeg_with({{0xE1, xmp}}));
    const auto warnings = files::resave(folder / "a.jpg", folder / "b.png");
    REQUIRE_FALSE(warnings.empty());
    CHECK(contains(warnings[0].text, "metadata"));
}

TEST_CASE("EXIF that is too long for a JPEG loses its maker note, with a warning") {
    if (!has_exiv2()) return;
    files::Folder folder;
    std::string block = camera_block(false, 0, std::string(70000, 'x'));
    const std::size_t note =
        block.find(number_bytes(0x927C, 2, false)); // its length and place become the values of the tail
    block.replace(note + 4, 8,
                  number_bytes(70000, 4, false) +
                      number_bytes(std::uint32_t(block.size() - 70000), 4, false));
    write_image_file(files::picture({16, 16}, PixelType::u8, 3, Alpha::none), folder / "a.png", {});
    std::string png = files::read_all(folder / "a.png");
    REQUIRE(add_png_chunks(png, {{"eXIf", block}}));
    files::write_all(folder / "a.png", png);
    CHECK(files::resave(folder / "a.png", folder / "b.png").empty());
    CHECK(contains(files::read_all(folder / "b.png"), std::string(70000, 'x')));
    const auto warnings = files::resave(folder / "a.png", folder / "b.jpg");
    REQUIRE(warnings.size() == 1);
    CHECK(contains(warnings[0].text, "maker note"));
    CHECK(orientation_of(
              read_by_exiv2(jpeg_of_segments(read_jpeg_header(folder / "b.jpg")->segments)).exif) == 6);
}

TEST_CASE("tags about the storage of an image are distinguished from tags about the image") {
    for (const int tag : {0x100, 0x103, 0x111, 0x117, 0x144, 0x14A, 0x201, 0x8773, 0x935C, 0xC612})
        CHECK(describes_storage("Image", std::uint16_t(tag)));
    for (const int tag : {0x10E, 0x10F, 0x112, 0x11A, 0x128, 0x132, 0x13B, 0x8298, 0xC4A5, 0xC696, 0xC697})
        CHECK_FALSE(describes_storage("Image", std::uint16_t(tag)));
    CHECK(describes_storage("SubImage2", 0x10F));
    CHECK(describes_storage("Thumbnail", 0x10F));
    CHECK_FALSE(describes_storage("Photo", 0x100)); // tags count by their directory
    CHECK_FALSE(describes_storage("Canon", 0x111));
}

TEST_CASE("a thumbnail range that covers the directories changes only the link of the block") {
    const auto little = [](std::uint64_t value, int bytes) { return number_bytes(value, bytes, false); };
    for (const std::uint32_t begin : {8u, 10u, 13u}) {
        // A directory without entries at 8, its link to one at 14 with offset and length of the thumbnail.
        std::string block =
            "II*" + std::string(1, '\0') + little(8, 4) + little(0, 2) + little(14, 4) + little(2, 2);
        const std::size_t size = block.size() + 2 * 12 + 4;
        block += little(0x0201, 2) + little(4, 2) + little(1, 4) + little(begin, 4);
        block += little(0x0202, 2) + little(4, 2) + little(1, 4) + little(std::uint32_t(size) - begin, 4) +
                 little(0, 4);
        REQUIRE(block.size() == size);
        CHECK(remove_thumbnail(block));
        CHECK(block.size() == size);
        CHECK(block.substr(10, 4) == std::string(4, '\0')); // no second directory any more
    }
}
