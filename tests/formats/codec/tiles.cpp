// Tiles beyond the picture's edge hold zeros: no memory of the process gets into a file.
#include "formats/common/codec.h"
#include "formats/common/messages.h"
#include "support/files/io_files.h"
#include "support/messages.h"
#include <doctest/doctest.h>
#include <malloc.h>

using namespace atrous;

namespace {

/// A grey uncompressed TIFF of one tile.
std::string tiled_tiff(int width, int height, int tile, const std::string& samples) {
    const auto put = [](std::string& out, std::uint32_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) out += char(value >> 8 * i & 255);
    };
    const std::uint32_t rows[][2] = {{256, std::uint32_t(width)},
                                     {257, std::uint32_t(height)},
                                     {258, 8},
                                     {259, 1},
                                     {262, 1},
                                     {277, 1},
                                     {322, std::uint32_t(tile)},
                                     {323, std::uint32_t(tile)},
                                     {324, 8 + 2 + 10 * 12 + 4},
                                     {325, std::uint32_t(samples.size())}};
    std::string out = "II*";
    put(out, 0, 1);
    put(out, 8, 4);
    put(out, std::uint32_t(std::size(rows)), 2);
    for (const auto& row : rows) {
        put(out, row[0], 2);
        put(out, 4, 2); // a number of 32 bits
        put(out, 1, 4);
        put(out, row[1], 4);
    }
    put(out, 0, 4);
    return out + samples;
}

} // namespace

TEST_CASE("tiles are the image's pixels and zeros, for all sizes and tiles") {
    for (int width = 1; width <= 9; ++width)
        for (int height = 1; height <= 5; ++height)
            for (const Size tile : {Size{1, 1}, Size{4, 2}, Size{3, 8}, Size{16, 16}}) {
                const std::size_t pixel = 3;
                std::string picture;
                for (std::size_t i = 0; i < std::size_t(width * height) * pixel; ++i)
                    picture += char(1 + i % 255);
                for (int y = 0; y < height; y += tile.height)
                    for (int x = 0; x < width; x += tile.width) {
                        const Bytes bytes = padded_tile(reinterpret_cast<const std::byte*>(picture.data()),
                                                        pixel, {width, height}, tile, x, y);
                        REQUIRE(bytes.size == std::size_t(tile.pixels()) * pixel);
                        for (std::size_t i = 0; i < bytes.size; ++i) {
                            const int at_x = x + int(i / pixel) % tile.width,
                                      at_y = y + int(i / pixel) / tile.width;
                            const bool inside = at_x < width && at_y < height;
                            const std::size_t from = std::size_t(at_y * width + at_x) * pixel + i % pixel;
                            REQUIRE(char(bytes.data[i]) == (inside ? picture[from] : '\0'));
                        }
                    }
            }
}

TEST_CASE("a tiled TIFF has the same bytes with any former content of memory") {
    files::Folder folder;
    std::string tile;
    for (int i = 0; i < 32 * 32; ++i) tile += char(files::noise(std::uint32_t(i)));
    files::write_all(folder / "a.tif", tiled_tiff(21, 13, 32, tile));
    std::string first;
    for (const int fill : {0, 65, 66, 200}) {
        mallopt(M_PERTURB, fill);
        const std::filesystem::path out = folder / ("out" + std::to_string(fill) + ".tif");
        files::resave(folder / "a.tif", out);
        mallopt(M_PERTURB, 0);
        const std::string bytes = files::read_all(out);
        if (first.empty()) first = bytes;
        CHECK(bytes == first);
        CHECK(files::same_pixels(files::load(out), files::load(folder / "a.tif")));
    }
}

TEST_CASE("a tile far larger than its image is refused") {
    files::Folder folder;
    files::write_all(folder / "a.tif", tiled_tiff(64, 64, 16384, "x"));
    CHECK(has_message(files::read_error(folder / "a.tif"), messages::tile_size, "16384x16384", "64x64"));
}
