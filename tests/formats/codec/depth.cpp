// --depth and --compression of every format, and how more bits become eight.
#include "formats/common/messages.h"
#include "formats/dispatch/capabilities.h"
#include "support/files/formats.h"
#include "support/files/io_files.h"
#include "support/files/tiff_file.h"
#include "support/messages.h"
#include <cmath>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

constexpr PixelType depths[] = {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32};

WriteOptions with_depth(PixelType type) {
    WriteOptions options;
    options.overwrite = true;
    options.depth = type;
    return options;
}

/// Grey 16-bit samples from one value to another, row by row.
ImageFile slope(Size size, double from, double to) {
    ImageFile file = files::picture(size, PixelType::u16, 1, Alpha::none);
    Pixels& pixels = file.parts[0].pixels;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const double value = from + (to - from) * x / (size.width - 1);
            reinterpret_cast<std::uint16_t*>(pixels.at(x, y))[0] = std::uint16_t(std::lround(value));
        }
    return file;
}

/// The same file read back with 8 bits.
ImageFile as_bytes(const ImageFile& file, const files::Folder& folder) {
    write_image_file(file, folder / "bytes.tif", with_depth(PixelType::u8));
    return files::load(folder / "bytes.tif");
}

} // namespace

TEST_CASE(
    "every format and depth: the file has it, whatever the samples were, or an error gives the reason") {
    const files::Folder folder;
    for (const std::string& extension : files::writable())
        for (const PixelType depth : depths)
            for (const PixelType from : depths) {
                const Message reason = depth_refusal("x." + extension, depth);
                CAPTURE(extension);
                CAPTURE(depth_name(depth));
                CAPTURE(depth_name(from));
                if (!reason.empty()) {
                    CHECK(is_message(reason, messages::format_depth, anything, anything));
                    CHECK(reason.values[1].find(depth_name(depth)) == std::string::npos);
                    continue;
                }
                const auto path = folder / ("x." + extension);
                const auto warnings =
                    write_image_file(files::picture({48, 40}, from, 3, Alpha::none), path, with_depth(depth));
                for (const Message& warning : warnings)
                    CHECK(warning.text.find("rounded") == std::string::npos);
                CHECK(files::load(path).parts[0].pixels.type == depth);
            }
}

TEST_CASE("the depth applies to images: other channels of an EXR keep their types, a TIFF has one type") {
    const files::Folder folder;
    files::write_all(folder / "a.exr", files::exr({{"",
                                                    {{"B", files::ExrType::single},
                                                     {"G", files::ExrType::single},
                                                     {"R", files::ExrType::single},
                                                     {"Z", files::ExrType::single}}}}));
    const ImageFile file = files::load(folder / "a.exr");
    write_image_file(file, folder / "half.exr", with_depth(PixelType::f16));
    const ImageFile half = files::load(folder / "half.exr");
    CHECK(half.parts[0].pixels.type == PixelType::f16);
    CHECK(channel_planes(half.parts[0], {3}) == channel_planes(file.parts[0], {3}));
    write_image_file(file, folder / "a.tif", with_depth(PixelType::u8));
    CHECK(files::load(folder / "a.tif").parts[0].pixels.type == PixelType::u8);
}

TEST_CASE(
    "from 16 to 8 bits: means stay everywhere, steps are broken up, the noise is below one step and always the same") {
    const files::Folder folder;
    const Size size{512, 64};
    const double from = 30.2 * 257, to = 33.9 * 257;
    const ImageFile out = as_bytes(slope(size, from, to), folder);
    const Pixels& pixels = out.parts[0].pixels;
    constexpr int window = 16;
    for (int y = 0; y < size.height; y += window)
        for (int x = 0; x < size.width; x += window) {
            double mean = 0, truth = 0;
            for (int j = 0; j < window; ++j)
                for (int i = 0; i < window; ++i) {
                    const double value = (from + (to - from) * (x + i) / (size.width - 1)) / 257;
                    const double written = double(std::to_integer<int>(*pixels.at(x + i, y + j)));
                    CHECK(std::abs(written - value) < 1.01);
                    mean += written / (window * window);
                    truth += value / (window * window);
                }
            CHECK(std::abs(mean - truth) < 0.08); // plainly rounded, it is 0.5 in places
        }
    CHECK(files::same_pixels(as_bytes(slope(size, from, to), folder), out));
}

TEST_CASE("from 16 to 8 bits, values that 8 bits hold are unchanged, including black, white and alpha") {
    const files::Folder folder;
    ImageFile file = files::picture({64, 8}, PixelType::u16, 3, Alpha::straight);
    Pixels& pixels = file.parts[0].pixels;
    const auto value = [](int x, int y, int c) { return c == 3 ? 200 : (x * 4 + y + c * 85) % 256; };
    for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 64; ++x)
            for (int c = 0; c < 4; ++c)
                reinterpret_cast<std::uint16_t*>(pixels.at(x, y))[c] =
                    std::uint16_t(257 * value(x, y, c) + (c == 3 ? 100 : 0));
    const ImageFile out = as_bytes(file, folder);
    bool same = true;
    for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 64; ++x)
            for (int c = 0; c < 4; ++c)
                same &= std::to_integer<int>(out.parts[0].pixels.at(x, y)[c]) == value(x, y, c);
    CHECK(same);
}

TEST_CASE("--compression: every name of a format gives the same samples, and the smallest is the last") {
    const files::Folder folder;
    const ImageFile file = slope({300, 200}, 0, 60000);
    struct Row {
        const char *name, *compression;
        bool compressed;
    };
    for (const Row& row :
         {Row{"a.tif", "none", false}, Row{"a.tif", "lzw", true}, Row{"a.tif", "packbits", false},
          Row{"a.tif", "zip", true}, Row{"a.tif", "zip:1", true}, Row{"a.tif", "zip:9", true},
          Row{"a.png", "none", false}, Row{"a.png", "zip:1", true}, Row{"a.png", "zip:9", true}}) {
        CAPTURE(row.name);
        CAPTURE(row.compression);
        CHECK(has_compression(row.name, row.compression));
        WriteOptions options;
        options.overwrite = true;
        options.compression = row.compression;
        write_image_file(file, folder / row.name, options);
        CHECK(files::same_pixels(files::load(folder / row.name), file));
        CHECK((std::filesystem::file_size(folder / row.name) < 100000) == row.compressed);
    }
    for (const char* name : {"a.jpg", "a.webp"}) {
        if (!can_write(name)) continue;
        WriteOptions options;
        options.compression = format_name(name) + ":40";
        CHECK(compression_of(file, name, options).starts_with(format_name(name) + ":40"));
    }
    CHECK_FALSE(has_compression("a.jpg", "zip"));
    CHECK_FALSE(has_compression("a.tif", "zip:10"));
    CHECK_FALSE(has_compression("a.hdr", "none"));
}

TEST_CASE("samples made of samples with fewer bits than a byte are not cut to these bits") {
    const files::Folder folder;
    for (const int bits : {1, 2, 4}) {
        CAPTURE(bits);
        files::write_all(folder / "a.tif",
                         files::tiff_file(16, 4, 1, bits, 1, std::string(std::size_t(8 * bits), 'U')));
        ImageFile file = files::load(folder / "a.tif");
        REQUIRE(file.parts[0].pixels.type == PixelType::u8);
        for (std::size_t i = 0; i < 64; ++i) file.parts[0].pixels.bytes.data[i] = std::byte(3 * i);
        CHECK(write_image_file(file, folder / "b.tif", {.overwrite = true}).empty());
        CHECK(files::same_pixels(file, files::load(folder / "b.tif")));
    }
}
