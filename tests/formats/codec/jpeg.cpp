// Tests quality and subsampling of JPEGs: found in the file, kept, and set.
#include "formats/jpeg/jpeg.h"
#include "support/files/io_files.h"
#include <doctest/doctest.h>

using namespace atrous;

namespace {

JpegHeader header_of(const std::filesystem::path& path) {
    const auto header = read_jpeg_header(path);
    REQUIRE(header);
    return *header;
}

} // namespace

TEST_CASE("every quality and subsampling is found in the file, and kept when it is written again") {
    files::Folder folder;
    const ImageFile picture = files::picture({32, 32}, PixelType::u8, 3, Alpha::none);
    for (int quality = 1; quality <= 100; quality += quality < 90 ? 7 : 1)
        for (const std::string subsampling : {"4:4:4", "4:2:2", "4:2:0"}) {
            CAPTURE(quality);
            CAPTURE(subsampling);
            const WriteOptions options{true, quality, subsampling, false};
            write_image_file(picture, folder / "a.jpg", options);
            CHECK(header_of(folder / "a.jpg").quality == quality);
            CHECK(header_of(folder / "a.jpg").subsampling == subsampling);
            const ImageFile read = files::load(folder / "a.jpg");
            const std::string words = "jpeg:" + std::to_string(quality) + " " + subsampling;
            CHECK(compression_of(read, "b.jpg", {}) == words);
            write_image_file(read, folder / "b.jpg", {true});
            CHECK(header_of(folder / "b.jpg").quality == quality);
            CHECK(header_of(folder / "b.jpg").subsampling == subsampling);
        }
}

TEST_CASE(
    "chroma with half of its rows only (4:4:0), which the encoder does not support, silently becomes full") {
    files::Folder folder;
    write_image_file(files::picture({16, 16}, PixelType::u8, 3, Alpha::none), folder / "a.jpg",
                     {true, 90, "4:2:2", false});
    std::string bytes = files::read_all(folder / "a.jpg");
    const std::size_t frame = bytes.find("\xff\xc0"), sampling = frame + 11; // of the first component
    REQUIRE(bytes[sampling] == '\x21');
    bytes[sampling] = '\x12'; // same number of blocks, in another order
    files::write_all(folder / "b.jpg", bytes);
    CHECK(files::load(folder / "b.jpg").warnings.empty());
    CHECK(files::resave(folder / "b.jpg", folder / "c.jpg").empty());
    CHECK(header_of(folder / "c.jpg").subsampling == "4:4:4");
    CHECK(header_of(folder / "c.jpg").quality == 90);
}

TEST_CASE(
    "an input that is no JPEG is written with quality 95 and full colour, a grey JPEG has no subsampling") {
    files::Folder folder;
    write_image_file(files::picture({32, 32}, PixelType::u8, 3, Alpha::none), folder / "a.png", {});
    files::resave(folder / "a.png", folder / "a.jpg");
    CHECK(header_of(folder / "a.jpg").quality == 95);
    CHECK(header_of(folder / "a.jpg").subsampling == "4:4:4");
    write_image_file(files::picture({32, 32}, PixelType::u8, 1, Alpha::none), folder / "g.jpg",
                     {true, 70, "4:2:0", false});
    CHECK(header_of(folder / "g.jpg").quality == 70);
    CHECK(header_of(folder / "g.jpg").subsampling.empty());
    files::resave(folder / "g.jpg", folder / "h.jpg");
    CHECK(header_of(folder / "h.jpg").quality == 70);
}

TEST_CASE("options override the input; the quality of a JPEG is independent of the quality of a WebP") {
    files::Folder folder;
    write_image_file(files::picture({32, 32}, PixelType::u8, 3, Alpha::none), folder / "a.jpg",
                     {true, 60, "4:2:0", false});
    const ImageFile read = files::load(folder / "a.jpg");
    CHECK(compression_of(read, "b.jpg", {true, 85, "4:2:2", false}) == "jpeg:85 4:2:2");
    CHECK(compression_of(read, "b.webp", {}) == "webp:95");
    CHECK(compression_of(read, "b.webp", {true, 40, "4:2:2", false}) == "webp:40");
    CHECK(compression_of(read, "b.tif", {true, 40, "4:2:2", false}) == "zip");
}

TEST_CASE("tables of a camera's own give the quality whose tables are nearest") {
    files::Folder folder;
    write_image_file(files::picture({32, 32}, PixelType::u8, 3, Alpha::none), folder / "a.jpg",
                     {true, 82, "4:4:4", false});
    std::string jpeg = files::read_all(folder / "a.jpg");
    for (int table = 0; table < 2; ++table) {
        const auto at = jpeg.find(std::string("\xff\xdb\0\x43", 4) + char(table));
        REQUIRE(at != std::string::npos);
        for (std::size_t i = 0; i < 64; i += 5) jpeg[at + 5 + i] = char(jpeg[at + 5 + i] + (i % 2 ? 1 : -1));
    }
    files::write_all(folder / "b.jpg", jpeg);
    const int quality = header_of(folder / "b.jpg").quality;
    CHECK(quality >= 81);
    CHECK(quality <= 83);
    CHECK(nearest_quality({}) == 0);
    CHECK(nearest_quality({std::vector<int>(64, 1)}) == 100);
    CHECK(nearest_quality({std::vector<int>(64, 255)}) == 1);
}

TEST_CASE("a file that is no sound JPEG has no header") {
    files::Folder folder;
    CHECK_FALSE(read_jpeg_header(folder / "missing.jpg"));
    write_image_file(files::picture({32, 32}, PixelType::u8, 3, Alpha::none), folder / "a.jpg", {});
    const std::string jpeg = files::read_all(folder / "a.jpg");
    for (const std::size_t size : {0, 1, 2, 5, 20, 100, 200}) {
        files::write_all(folder / "cut.jpg", jpeg.substr(0, size));
        CHECK_FALSE(read_jpeg_header(folder / "cut.jpg"));
    }
    files::write_all(folder / "text.jpg", "a shopping list");
    CHECK_FALSE(read_jpeg_header(folder / "text.jpg"));
}
