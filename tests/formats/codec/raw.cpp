// Tests RAW files through LibRaw: white balance of the camera, sRGB, 16 bits, turned upright.
#include "formats/raw/mosaic.h"
#include "metadata/exiv2.h"
#include "support/files/io_files.h"
#include "support/files/raw_file.h"
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

/// Red, green, blue of a pixel, 0 to 1.
std::vector<double> colour(const Pixels& pixels, int x, int y) {
    std::vector<double> out;
    for (int c = 0; c < 3; ++c) {
        std::uint16_t value = 0;
        std::memcpy(&value, pixels.bytes.data.get() + 2 * ((y * pixels.size.width + x) * 3 + c), 2);
        out.push_back(value / 65535.0);
    }
    return out;
}

double srgb(double light) { return 1.055 * std::pow(light, 1 / 2.4) - 0.055; }

} // namespace

TEST_CASE("a RAW file is read with the camera's white balance, as sRGB of 16 bits") {
    files::Folder folder;
    files::write_all(folder / "a.dng", raw_file::dng(1));
    const ImageFile file = files::load(folder / "a.dng");
    CHECK(file.format == "raw");
    REQUIRE(file.parts.size() == 1);
    const Pixels& pixels = file.parts[0].pixels;
    CHECK(pixels.size == Size{raw_file::width, raw_file::height});
    CHECK(pixels.type == PixelType::u16);
    CHECK(pixels.transfer == Transfer::srgb);
    for (const int half : {0, 1})
        for (const double value : colour(pixels, half ? 40 : 10, 16)) // the sensor saw no grey: 0.5, 1, 0.6
            CHECK(std::abs(value - srgb(raw_file::light[half])) < 0.002);
}

TEST_CASE("a RAW file from a turned camera is upright, and its orientation is removed") {
    files::Folder folder;
    files::write_all(folder / "a.dng", raw_file::dng(6)); // turn right to see it upright: left comes up
    const ImageFile file = files::load(folder / "a.dng");
    const Pixels& pixels = file.parts[0].pixels;
    REQUIRE(pixels.size == Size{raw_file::height, raw_file::width});
    CHECK(colour(pixels, 16, 10)[1] > colour(pixels, 16, 40)[1]);
    const std::size_t unknown = has_metadata_library() ? 0 : 1; // one warning per file
    CHECK(write_image_file(file, folder / "a.tif", {}).size() == unknown);
    CHECK(write_image_file(file, folder / "a.jpg", {}).size() == unknown + 1); // 8 bits
    for (const char* name : {"a.tif", "a.jpg"}) {
        const std::string bytes = files::read_all(folder / name);
        CHECK(bytes.find(std::string("\x12\x01\x03\0\x01\0\0\0\x06", 9)) == std::string::npos);
        CHECK(bytes.find("test sensor") != std::string::npos);
    }
    CHECK(files::read_all(folder / "a.tif").find(std::string("\x12\xc6", 2)) == std::string::npos); // no DNG
}

TEST_CASE("RAW files are looked for in folders, and cannot be written") {
    for (const char* name :
         {"a.cr2", "a.CR3", "a.nef", "a.arw", "a.dng", "a.raf", "a.orf", "a.rw2", "a.pef"}) {
        CAPTURE(name);
        CHECK(can_read(name));
        CHECK_FALSE(can_write(name));
    }
    CHECK_FALSE(can_read("a.txt"));
}

TEST_CASE("a text, a JPEG and a damaged file that are named like RAW files") {
    files::Folder folder;
    files::write_all(folder / "a.nef", "a shopping list");
    CHECK(files::read_error(folder / "a.nef").find("not an image") != std::string::npos);
    files::write_all(folder / "b.nef", raw_file::dng(1).substr(0, 200));
    files::read_error(folder / "b.nef");
    write_image_file(files::picture({16, 16}, PixelType::u8, 3, Alpha::none), folder / "c.jpg", {});
    std::filesystem::rename(folder / "c.jpg", folder / "c.arw");
    CHECK(files::load(folder / "c.arw").format == "jpeg");
}

TEST_CASE("the photosites of a RAW file: as stored, with their colours, levels, balance and matrix") {
    files::Folder folder;
    for (const int orientation : {1, 6}) { // turned upright or not
        files::write_all(folder / "a.dng", raw_file::dng(orientation));
        const auto mosaic = read_mosaic(folder / "a.dng");
        REQUIRE(mosaic);
        CHECK(mosaic->size == Size{raw_file::width, raw_file::height});
        CHECK(mosaic->colour == std::array{0, 1, 1, 2});
        CHECK(mosaic->black == std::array{512.0, 512.0, 512.0, 512.0});
        CHECK(mosaic->white == 16383);
        for (std::size_t c = 0; c < 3; ++c) {
            CHECK(mosaic->balance[c] == doctest::Approx(1 / raw_file::sensor[c]).epsilon(1e-4));
            for (std::size_t i = 0; i < 3; ++i) CHECK(std::abs(mosaic->matrix[i][c] - (i == c)) < 2e-3);
        }
        for (const int x : {0, 1, 30, 47})
            for (const int y : {0, 1, 30, 31}) {
                const double light = raw_file::light[x < raw_file::width / 2 ? 0 : 1];
                CHECK(mosaic->at(x, y) == std::lround(512 + 15871 * light * raw_file::sensor[y % 2 + x % 2]));
            }
    }
}

TEST_CASE("the black level of photosites: one for all, or a pattern of any size") {
    files::Folder folder;
    for (const int side : {1, 2, 3, 4, 8}) {
        CAPTURE(side);
        raw_file::Shot shot{raw_file::width, raw_file::height,        512,
                            16383,           raw_file::srgb_matrix(), {1, 1, 1}};
        shot.samples.assign(std::size_t(raw_file::width * raw_file::height), 1000);
        shot.black_side = side;
        files::write_all(folder / "a.dng", raw_file::dng(shot));
        const auto mosaic = read_mosaic(folder / "a.dng");
        REQUIRE(mosaic);
        CHECK(mosaic->black == std::array{512.0, 512.0, 512.0, 512.0});
    }
}

TEST_CASE("a file that is no RAW file, is missing or is cut has no photosites") {
    files::Folder folder;
    files::write_all(folder / "a.nef", "a shopping list");
    files::write_all(folder / "b.dng", raw_file::dng(1).substr(0, 200));
    write_image_file(files::picture({16, 16}, PixelType::u8, 3, Alpha::none), folder / "c.tif", {});
    for (const char* name : {"a.nef", "b.dng", "c.tif", "none.dng"}) {
        CAPTURE(name);
        CHECK_FALSE(read_mosaic(folder / name));
    }
}
