// Tests JPEGs decoded at a reduced size: sizes, means, files of cameras and the Web, and damage.
#include "base/error.h"
#include "formats/jpeg/jpeg.h"
#include "formats/read/decoder.h"
#include "formats/write/output_file.h"
#include "image/place.h"
#include "support/files/io_files.h"
#include "support/files/jpeg_file.h"
#include <cmath>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

/// A slow slope along both axes, which cannot alias when it is decoded smaller.
double slope(double x, double y, int c) { return 40 + 1.5 * x + 1.2 * y + 20 * c; }

using Maker = files::JpegMaker;
std::string jpeg_of(const Maker& maker) { return files::jpeg_of(maker, slope); }

ReadOptions by(int times) {
    ReadOptions options;
    options.reduction = [times](const ImageWindow&) { return times; };
    return options;
}

/// Checks such a file, decoded `times` times smaller: its sizes, and that each pixel is the mean of its
/// source pixels, except the last pixel of a row or column, part of which the encoder makes up.
void check_means(const files::Folder& folder, const Maker& maker, int times) {
    CAPTURE(to_string(maker.size));
    CAPTURE(times);
    files::write_all(folder / "a.jpg", jpeg_of(maker));
    Decoder decoder(folder / "a.jpg", by(times));
    CHECK(decoder.size() == maker.size);
    CHECK(decoder.place(0).reduced == times);
    CHECK(decoder.place(0).display == maker.size);
    const Size small{reduced(maker.size.width, times), reduced(maker.size.height, times)};
    CHECK(decoder.colour_parts().front().size == small);
    CHECK(decoder.decoded_bytes() == std::size_t(small.pixels() * maker.colours));
    decoder.check();
    const ImageFile file = Decoder(folder / "a.jpg", by(times)).read();
    const Pixels& pixels = file.parts.front().pixels;
    REQUIRE(pixels.size == small);
    REQUIRE(pixels.colours == maker.colours);
    for (int y = 0; (y + 1) * times <= maker.size.height; ++y)
        for (int x = 0; (x + 1) * times <= maker.size.width; ++x)
            for (int c = 0; c < maker.colours; ++c) {
                const double middle = 0.5 * (times - 1);
                const int is = std::to_integer<int>(pixels.at(x, y)[c]);
                CHECK(std::abs(is - slope(x * times + middle, y * times + middle, c)) <= 4);
            }
}

} // namespace

TEST_CASE("a pixel is the mean of the pixels that it replaces, in every size, and subsampling") {
    const files::Folder folder;
    for (const int times : jpeg_reductions) {
        for (int n = 1; n <= 17; ++n)
            for (const Size size : {Size{n, 18 - n}, Size{n, n}, Size{1, n}, Size{n, 1}})
                check_means(folder, {size}, times);
        for (const auto& [across, down] : {std::pair{1, 1}, {2, 1}, {4, 1}, {1, 2}, {2, 2}})
            check_means(folder, {{67, 45}, 3, across, down}, times);
        for (const unsigned restarts : {0u, 1u, 3u})
            for (const int colours : {1, 3})
                check_means(folder, {{67, 45}, colours, 1, 1, false, restarts}, times);
    }
}

TEST_CASE("a JPEG of several scans, which is decoded when it is opened, is read as a whole") {
    const files::Folder folder;
    files::write_all(folder / "a.jpg", jpeg_of({{67, 45}, 3, 2, 2, true}));
    const ImageFile file = Decoder(folder / "a.jpg", by(4)).read();
    CHECK(file.parts.front().pixels.size == Size{67, 45});
    CHECK(files::same_pixels(file, files::load(folder / "a.jpg")));
}

TEST_CASE("bytes between the segments of a header do no harm, however the file is read") {
    const files::Folder folder;
    for (const bool progressive : {false, true}) {
        CAPTURE(progressive);
        std::string bytes = jpeg_of({{67, 45}, 3, 2, 2, progressive});
        files::write_all(folder / "a.jpg", bytes);
        const std::size_t first = 4 + 256 * std::size_t(static_cast<unsigned char>(bytes[4])) +
                                  static_cast<unsigned char>(bytes[5]); // after APP0
        files::write_all(folder / "b.jpg", bytes.insert(first, 2, '\0'));
        CHECK(files::same_pixels(files::load(folder / "a.jpg"), files::load(folder / "b.jpg")));
        CHECK_NOTHROW(Decoder(folder / "b.jpg", by(4)).read());
    }
}

TEST_CASE(
    "reduction is requested once, with the file's size, and a reduction of 1 leaves the file unchanged") {
    const files::Folder folder;
    files::write_all(folder / "a.jpg", jpeg_of({}));
    ReadOptions options;
    std::vector<Size> asked;
    options.reduction = [&](const ImageWindow& place) {
        asked.push_back(place.size);
        return 1;
    };
    const ImageFile same = Decoder(folder / "a.jpg", options).read();
    CHECK(asked == std::vector<Size>{{67, 45}});
    CHECK(files::same_pixels(same, files::load(folder / "a.jpg")));
}

TEST_CASE("a file that is no JPEG is read as a whole, whatever the possible reduction") {
    const files::Folder folder;
    for (const char* name : {"a.png", "a.tif", "a.webp"}) {
        write_image_file(files::picture({33, 21}, PixelType::u8, 3, Alpha::none), folder / name, {});
        CHECK(Decoder(folder / name, by(8)).read().parts.front().pixels.size == Size{33, 21});
        CHECK(Decoder(folder / name, by(8)).place(0).reduced == 1);
    }
}

TEST_CASE("a band of rows at a time gives the bytes of the whole") {
    const files::Folder folder;
    files::write_all(folder / "a.jpg", jpeg_of({{640, 900}}));
    const ImageFile whole = Decoder(folder / "a.jpg", by(4)).read();
    const auto scratch = std::make_shared<const Scratch>(Scratch{folder.path, 4096, 0});
    const ImageFile banded = Decoder(folder / "a.jpg", by(4)).read(scratch);
    CHECK(files::same_pixels(whole, banded));
}

TEST_CASE("a reduced reading refuses the same as a whole one: cut anywhere after its header, damaged, CMYK") {
    const files::Folder folder;
    const std::string whole = jpeg_of({{200, 160}});
    const std::string progressive = jpeg_of({{200, 160}, 3, 2, 2, true});
    for (const std::string& bytes : {whole, progressive})
        for (const double share : {0.7, 0.8, 0.9, 0.95}) {
            CAPTURE(share);
            files::write_all(folder / "cut.jpg", bytes.substr(0, std::size_t(double(bytes.size()) * share)));
            for (const int times : {1, 2, 8}) {
                CAPTURE(times);
                try {
                    Decoder(folder / "cut.jpg", by(times)).read();
                    FAIL_CHECK("not refused");
                } catch (const Error& error) {
                    CHECK(std::string(error.what()).find("damaged") != std::string::npos);
                }
            }
        }
    files::write_all(folder / "cmyk.jpg", jpeg_of({{40, 30}, 4, 1, 1}));
    CHECK_THROWS_WITH_AS(Decoder(folder / "cmyk.jpg", by(4)), doctest::Contains("CMYK"), Error);
    files::write_all(folder / "text.jpg", "no picture");
    CHECK_THROWS_AS(Decoder(folder / "text.jpg", by(4)), Error);
}
