// Tests that written images are read back equal: every type, channel set, size and lossless format, then the
// conversions.
#include "formats/common/messages.h"
#include "support/files/io_files.h"
#include "support/messages.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;
using files::picture;

namespace {

constexpr Size sizes[] = {{1, 1}, {7, 5}, {3, 97}, {64, 64}};
constexpr PixelType types[] = {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32};

template <class T>
T sample(const ImageFile& file, std::size_t i) {
    T value;
    std::memcpy(&value, file.parts[0].pixels.bytes.data.get() + i * sizeof(T), sizeof(T));
    return value;
}

/// Makes an image of one pixel with the given samples.
template <class T>
ImageFile pixel(PixelType type, int colours, Alpha alpha, std::vector<T> values) {
    ImageFile file = picture({1, 1}, type, colours, alpha);
    std::memcpy(file.parts[0].pixels.bytes.data.get(), values.data(), values.size() * sizeof(T));
    return file;
}

} // namespace

TEST_CASE("lossless formats give back every sample of the types that they hold") {
    struct Row {
        const char* extension;
        std::vector<PixelType> types;
        std::vector<Alpha> alphas;
        bool grey_alpha = true;
    };
    using enum PixelType;
    const Row rows[] = {{"png", {u8, u16}, {Alpha::none, Alpha::straight}},
                        {"tif", {u8, u16, f16, f32}, {Alpha::none, Alpha::straight, Alpha::associated}},
                        {"exr", {f16, f32}, {Alpha::none, Alpha::associated}},
                        {"bmp", {u8}, {Alpha::none, Alpha::straight}, false},
                        {"tga", {u8}, {Alpha::none, Alpha::straight}},
                        {"ppm", {u8}, {Alpha::none}},
                        {"dpx", {u8, u16, f32}, {Alpha::none, Alpha::associated}, false}};
    files::Folder folder;
    int count = 0;
    for (const Row& row : rows)
        for (const PixelType type : row.types)
            for (const Alpha alpha : row.alphas)
                for (const int colours : {1, 3})
                    for (const Size size : sizes) {
                        if (colours == 1 && alpha != Alpha::none && !row.grey_alpha) continue;
                        const auto path = folder / (std::to_string(++count) + "." + row.extension);
                        CAPTURE(path.string());
                        CAPTURE(int(type));
                        CAPTURE(int(alpha));
                        CAPTURE(colours);
                        CAPTURE(to_string(size));
                        const ImageFile written = picture(size, type, colours, alpha);
                        CHECK(write_image_file(written, path, {}).empty());
                        const ImageFile read = files::load(path);
                        CHECK(files::same_pixels(written, read));
                        CHECK(read.warnings.empty());
                        const auto again = folder / ("again-" + std::to_string(count) + "." + row.extension);
                        CHECK(write_image_file(read, again, {}).empty());
                        CHECK(files::same_pixels(written, files::load(again)));
                    }
    CHECK(folder.entries() == 2 * std::size_t(count));
}

TEST_CASE("every format accepts every type, colour and alpha, and reports its losses") {
    files::Folder folder;
    int count = 0;
    for (const char* extension :
         {"jpg", "png", "tif", "exr", "webp", "hdr", "bmp", "tga", "ppm", "dpx", "jp2"})
        for (const PixelType type : types)
            for (const Alpha alpha : {Alpha::none, Alpha::straight, Alpha::associated})
                for (const int colours : {1, 3}) {
                    const auto path = folder / (std::to_string(++count) + "." + extension);
                    if (!can_write(path)) continue;
                    CAPTURE(path.string());
                    CAPTURE(int(type));
                    CAPTURE(int(alpha));
                    CAPTURE(colours);
                    write_image_file(picture({64, 35}, type, colours, alpha), path, {});
                    CHECK(files::load(path).parts[0].pixels.size == Size{64, 35});
                }
}

TEST_CASE("floats become integers by the sRGB curve and are clipped, NaN is 0") {
    files::Folder folder;
    const ImageFile light = pixel<float>(PixelType::f32, 3, Alpha::none, {0.2140411F, 7.0F, -1.0F});
    write_image_file(light, folder / "a.png", {});
    const ImageFile read = files::load(folder / "a.png");
    REQUIRE(read.parts[0].pixels.type == PixelType::u16);
    CHECK(std::abs(int(sample<std::uint16_t>(read, 0)) - 32768) <= 1); // sRGB 0.5
    CHECK(sample<std::uint16_t>(read, 1) == 65535);
    CHECK(sample<std::uint16_t>(read, 2) == 0);
    write_image_file(pixel<float>(PixelType::f32, 3, Alpha::none, {NAN, 1.0F, 0.0F}), folder / "b.png", {});
    CHECK(sample<std::uint16_t>(files::load(folder / "b.png"), 0) == 0);
}

TEST_CASE("integers become floats by the sRGB curve and come back unchanged") {
    files::Folder folder;
    for (const PixelType type : {PixelType::u8, PixelType::u16}) {
        CAPTURE(int(type));
        const std::string name = std::to_string(int(type));
        const ImageFile written = picture({64, 64}, type, 3, Alpha::none);
        write_image_file(written, folder / (name + ".exr"), {});
        const ImageFile light = files::load(folder / (name + ".exr"));
        CHECK(light.parts[0].pixels.transfer == Transfer::linear);
        files::resave(folder / (name + ".exr"), folder / (name + ".png"));
        const ImageFile back = files::load(folder / (name + ".png"));
        REQUIRE(back.parts[0].pixels.type == PixelType::u16);
        int worst = 0;
        for (std::size_t i = 0; i < 64 * 64 * 3; ++i) {
            const int before = type == PixelType::u8 ? 257 * sample<std::uint8_t>(written, i)
                                                     : int(sample<std::uint16_t>(written, i));
            worst = std::max(worst, std::abs(before - int(sample<std::uint16_t>(back, i))));
        }
        CHECK(worst <= (type == PixelType::u8 ? 16 : 1)); // a half has 11 bits: an eighth of an 8-bit step
    }
}

TEST_CASE("associated and straight alpha are converted if the format requires it") {
    files::Folder folder;
    const ImageFile premultiplied =
        pixel<float>(PixelType::f32, 3, Alpha::associated, {0.5F, 0.25F, 0.0F, 0.5F});
    write_image_file(premultiplied, folder / "a.png", {});
    const ImageFile straight = files::load(folder / "a.png");
    CHECK(straight.parts[0].pixels.alpha == Alpha::straight);
    CHECK(sample<std::uint16_t>(straight, 0) == 65535); // 0.5 / 0.5
    CHECK(std::abs(int(sample<std::uint16_t>(straight, 3)) - 32768) <= 1);
    files::resave(folder / "a.png", folder / "b.exr");
    const ImageFile back = files::load(folder / "b.exr");
    REQUIRE(back.parts[0].pixels.type == PixelType::f32);
    CHECK(back.parts[0].pixels.alpha == Alpha::associated);
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(std::abs(sample<float>(back, i) - sample<float>(premultiplied, i)) < 1e-4);
}

TEST_CASE("an image whose alpha is dropped is put on black") {
    files::Folder folder;
    write_image_file(pixel<std::uint8_t>(PixelType::u8, 3, Alpha::straight, {200, 100, 50, 0}),
                     folder / "a.ppm", {});
    const ImageFile read = files::load(folder / "a.ppm");
    for (std::size_t i = 0; i < 3; ++i) CHECK(sample<std::uint8_t>(read, i) == 0);
}

TEST_CASE(
    "warnings of lesser formats describe the change: black under transparent pixels, dithered or rounded") {
    files::Folder folder;
    const auto warned = [&](const ImageFile& file, bool dither) {
        WriteOptions options;
        options.overwrite = true;
        options.dither = dither;
        std::string all;
        for (const Message& one : write_image_file(file, folder / "a.jpg", options)) all += one.text + "\n";
        return all;
    };
    CHECK(warned(pixel<std::uint8_t>(PixelType::u8, 3, Alpha::straight, {200, 100, 50, 255}), true).empty());
    CHECK(warned(pixel<std::uint8_t>(PixelType::u8, 3, Alpha::straight, {200, 100, 50, 254}), true)
              .ends_with("a.jpg: " + words(messages::alpha_lost, "JPEG") + "\n"));
    const ImageFile fine = pixel<std::uint16_t>(PixelType::u16, 3, Alpha::none, {200, 100, 50});
    CHECK(warned(fine, true).ends_with("the 16-bit pixels are dithered\n"));
    CHECK(warned(fine, false).ends_with("the 16-bit pixels are rounded\n"));
    CHECK(warned(pixel<float>(PixelType::f32, 3, Alpha::none, {.5F, .2F, 2}), true)
              .ends_with("pixels are dithered, and light above 1 goes into a gain map\n"));
}

TEST_CASE("the shape of a written file equals the shape that is read from it") {
    const files::Folder folder;
    for (const char* name : {"a.jpg", "a.png", "a.tif", "a.exr", "a.webp", "a.hdr", "a.bmp", "a.tga", "a.ppm",
                             "a.dpx", "a.jp2", "a.heic"}) {
        if (!can_write(name)) continue;
        for (const int colours : {1, 3})
            for (const Alpha alpha : {Alpha::none, Alpha::straight}) {
                CAPTURE(std::string(name));
                CAPTURE(colours);
                CAPTURE(int(alpha));
                if (name == std::string("a.heic") && colours == 1) continue; // libheif converts no grey
                const ImageFile file = files::picture({70, 66}, PixelType::u8, colours, alpha);
                EncodedFile encoded = encode_image_file(file, folder / name, {.overwrite = true});
                encoded.file->commit();
                const FileShape read = Decoder(folder / name).shape();
                CHECK(read.size == encoded.shape.size);
                CHECK(read.channels == encoded.shape.channels);
                CHECK(read.parts == encoded.shape.parts);
                CHECK(shape_as_read(files::load(folder / name)) == read);
            }
    }
}
