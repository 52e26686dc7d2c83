// Tests damaged and lost parts of files of strips, chunks and pages: each is an error of the file, so that an output
// never contains uninitialised memory and never lacks a page.
#include "formats/common/messages.h"
#include "formats/tiff/messages.h"
#include "formats/tiff/tiff_pages.h"
#include "support/files/io_files.h"
#include "support/files/layouts.h"
#include "support/files/tiff_file.h"
#include "support/messages.h"
#include <cmath>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

std::string error_of(const files::Folder& folder, const std::string& name, const std::string& bytes) {
    files::write_all(folder / name, bytes);
    return files::refusal([&] { files::load(folder / name); });
}

bool is_refused(const std::string& error) {
    return error.find("truncated or damaged: ") != std::string::npos;
}

void put(std::string& bytes, std::size_t at, std::uint32_t value, int count = 4) {
    bytes.replace(at, std::size_t(count), number_bytes(value, count, false));
}

std::string three_pages() {
    return files::tiff(8, 4, 1, 8, {}, {std::string(32, 'a'), std::string(32, 'b'), std::string(32, 'c')});
}

/// Positions of the directories of a little-endian TIFF, and of the pointer after the last one's entries.
std::vector<std::size_t> directories(const std::string& bytes) {
    std::vector<std::size_t> found;
    for (std::size_t at = number_in(bytes, 4, 4, false); at != 0;) {
        found.push_back(at);
        at = number_in(bytes, at + 2 + 12 * number_in(bytes, at, 2, false), 4, false);
    }
    return found;
}
std::size_t pointer_of(const std::string& bytes, std::size_t directory) {
    return directory + 2 + 12 * number_in(bytes, directory, 2, false);
}

/// A 50x40 file of OpenImageIO in this layout.
std::string laid_out(const files::Folder& folder, const layouts::Layout& layout) {
    layouts::write(folder.path, layout, {50, 40});
    return files::read_all(folder / layout.name);
}

} // namespace

TEST_CASE("a bit of a deflated strip or tile that is turned is an error that names it, in each layout") {
    const files::Folder folder;
    using enum PixelType;
    const layouts::Layout rows[] = {{"strips.tif", u8, "zip", 0, 8},      {"rows.tif", u16, "zip", 0, 1},
                                    {"one.tif", u8, "zip", 0, 1 << 16},   {"tiles.tif", u16, "zip", 16},
                                    {"grey.tif", u8, "zip", 0, 8, {"Y"}}, {"float.tif", f32, "zip", 0, 8}};
    for (const layouts::Layout& layout : rows) {
        CAPTURE(layout.name);
        const std::string good = laid_out(folder, layout);
        CHECK(error_of(folder, layout.name, good).empty());
        const FileView view = FileView::of(good);
        const TiffPages pages(view);
        const int tag = layout.tile > 0 ? tag_tile_offsets : tag_strip_offsets;
        const int sizes = layout.tile > 0 ? tag_tile_counts : tag_strip_counts;
        const std::vector<std::uint64_t> places = pages.numbers(0, tag), bytes = pages.numbers(0, sizes);
        const ImageFile whole = files::load(folder / layout.name);
        const std::string name = layout.tile > 0 ? "tile" : "strip";
        int seen = 0;
        for (int i = 0; i < 40; ++i) {
            const std::size_t strip = files::noise(i) % places.size();
            std::string flipped = good;
            flipped[places[strip] + files::noise(i + 100) % bytes[strip]] ^= char(1 << i % 8);
            const std::string error = error_of(folder, layout.name, flipped);
            // Some bits are only filling, after the end of a stream's last block.
            if (error.empty()) CHECK(files::same_pixels(files::load(folder / layout.name), whole));
            if (!error.empty()) CHECK(is_refused(error));
            if (!error.empty()) CHECK(has_message(error, messages::tiff_strip_checksum, name, strip + 1));
            seen += !error.empty();
        }
        CHECK(seen >= 36);
    }
}

TEST_CASE("strips that are cut off, too short, too few or outside of the file are refused") {
    const files::Folder folder;
    const std::string good = laid_out(folder, {"a.tif", PixelType::u8, "zip", 0, 8});
    const FileView view = FileView::of(good);
    const TiffPages pages(view);
    const auto entry = [&](int tag) {
        for (const TiffEntry& one : pages.entries(0))
            if (one.tag == tag) return one;
        return TiffEntry{};
    };
    const auto with = [&](int tag, std::size_t i, std::uint32_t value) {
        std::string bytes = good;
        const TiffEntry found = entry(tag);
        put(bytes, found.place + i * found.value_bytes(), value, int(found.value_bytes()));
        return error_of(folder, "a.tif", bytes);
    };
    for (const int size : {0, 1, 20}) CHECK(is_refused(with(tag_strip_counts, 2, size)));
    CHECK(is_refused(with(tag_strip_counts, 2, 0xffff)));
    CHECK(is_refused(with(tag_strip_offsets, 2, 0xfffffff0)));
    CHECK(is_refused(with(tag_strip_offsets, 2, 0)));
    CHECK(has_message(with(tag_height, 0, 41), messages::tiff_strip_places, anything, "strips", 6));
    CHECK(has_message(with(tag_rows, 0, 9), messages::tiff_strip_short, "strip", 1, anything,
                      anything)); // but for the last one, all are short
    CHECK(has_message(with(tag_width, 0, 60), messages::tiff_strip_short, "strip", 1, 1200, 1440));
    // One behind the other, what a strip holds beside its rows is left.
    CHECK(with(tag_height, 0, 39).empty());
}

TEST_CASE("an error of libtiff during decoding is an error, also if the library continues") {
    const files::Folder folder;
    write_image_file(files::picture({64, 48}, PixelType::u8, 1, Alpha::none), folder / "a.jpg", {});
    const auto in_tiff =
        [&](const std::string& jpeg) { // grey: through libtiff's conversion to RGB, which ignores errors
            std::string bytes = files::tiff(64, 48, 1, 8, {}, {jpeg});
            put(bytes, bytes.find(std::string("\x03\x01\x03\0", 4)) + 8, 7, 2);
            return bytes;
        };
    std::string jpeg = files::read_all(folder / "a.jpg");
    CHECK(error_of(folder, "a.tif", in_tiff(jpeg)).empty());
    jpeg.replace(jpeg.size() / 2, 2, "\xff\xd9"); // it ends in its middle
    CHECK(error_of(folder, "a.tif", in_tiff(jpeg)).find("premature end of data segment") !=
          std::string::npos);
}

TEST_CASE("a TIFF has all of its pages, or is refused") {
    const files::Folder folder;
    const std::string good = three_pages();
    const std::vector<std::size_t> places = directories(good);
    REQUIRE(places.size() == 3);
    CHECK(error_of(folder, "a.tif", good).empty());
    CHECK(files::load(folder / "a.tif").parts.size() == 3);
    for (std::size_t page = 0; page < 2; ++page) {
        CAPTURE(page);
        const auto pointing_to = [&](std::uint32_t to) {
            std::string bytes = good;
            put(bytes, pointer_of(good, places[page]), to);
            return error_of(folder, "a.tif", bytes);
        };
        for (const std::uint32_t to :
             {0xfffffff0U, std::uint32_t(good.size()), std::uint32_t(good.size() - 1)})
            CHECK(is_refused(pointing_to(to)));
        CHECK(pointing_to(std::uint32_t(places[0])).find("comes again") != std::string::npos);
        CHECK(is_refused(pointing_to(9))); // samples that are no directory
        std::string bytes = good;
        put(bytes, places[page + 1], 0, 2);
        CHECK(is_refused(error_of(folder, "a.tif", bytes))); // one without entries
        bytes = good;
        put(bytes, places[page + 1] + 2, 255, 2); // its width is missing
        CHECK(error_of(folder, "a.tif", bytes)
                  .find("page " + std::to_string(page + 2) + " of 3 cannot be read") != std::string::npos);
    }
    for (std::size_t size = good.size() - 1; size > places[0]; --size) {
        CAPTURE(size);
        const bool refused = !error_of(folder, "a.tif", good.substr(0, size)).empty();
        CHECK((refused || files::load(folder / "a.tif").parts.size() == 3));
    }
}

TEST_CASE("a page without its number of bits is refused: OpenImageIO reads it as another page") {
    const files::Folder folder;
    std::string bytes = files::tiff(8, 4, 1, 8, {}, {std::string(32, 'a')});
    const std::size_t at = bytes.find(std::string("\x02\x01\x03\0", 4));
    REQUIRE(at != std::string::npos);
    put(bytes, at, 255, 2);
    CHECK(error_of(folder, "a.tif", bytes).find("(BitsPerSample") != std::string::npos);
}

TEST_CASE("a page whose bits or strips lie outside of the file is refused, a page whose text does is not") {
    const files::Folder folder;
    const std::string good = laid_out(folder, {"a.tif", PixelType::u8, "none", 0, 8});
    const FileView view = FileView::of(good);
    const TiffPages pages(view);
    for (const TiffEntry& entry : pages.entries(0)) {
        const std::uint64_t size = entry.count * entry.value_bytes();
        if (size <= 4) continue; // it lies in the directory
        CAPTURE(entry.tag);
        std::string bytes = good;
        const std::size_t at =
            good.rfind(number_bytes(entry.tag, 2, false) + number_bytes(entry.type, 2, false) +
                       number_bytes(entry.count, 4, false));
        REQUIRE(at != std::string::npos);
        put(bytes, at + 8, std::uint32_t(good.size() - size + 1));
        const std::string reason = words(messages::tiff_tag_outside, entry.tag);
        const bool needed = entry.tag != 270 && entry.tag != 282 && entry.tag != 283 && entry.tag != 305 &&
                            entry.tag != 306 && entry.tag != 315;
        CHECK((error_of(folder, "a.tif", bytes).find(reason) != std::string::npos) == needed);
    }
}

TEST_CASE("chunks of an OpenEXR that hold less than the header claims are refused, for each packing") {
    const files::Folder folder;
    using enum PixelType;
    for (const char* packing : {"none", "rle", "zips", "zip"})
        for (const int tile : {0, 16}) {
            CAPTURE(packing);
            CAPTURE(tile);
            const std::string good = laid_out(folder, {"a.exr", f16, packing, tile});
            CHECK(error_of(folder, "a.exr", good).empty());
            std::string bytes = good;
            const std::size_t channels = good.find(std::string("B\0\1\0\0\0", 6));
            REQUIRE(channels != std::string::npos);
            put(bytes, channels + 2, 2); // floats
            CHECK(is_refused(error_of(folder, "a.exr", bytes)));
            bytes = good;
            const std::size_t window = good.find("dataWindow") + 11 + 6 + 4;
            put(bytes, window + 8, 59); // wider
            CHECK(!error_of(folder, "a.exr", bytes).empty());
        }
}

TEST_CASE("an OpenEXR of several parts that is cut, or whose chunks are not found, is refused") {
    const files::Folder folder;
    const std::string good = files::exr({{"a", {{"Y"}}}, {"b", {{"Y"}}}});
    CHECK(error_of(folder, "a.exr", good).empty());
    for (std::size_t size = good.size() - 1; size > 8; size -= 7) {
        CAPTURE(size);
        CHECK(!error_of(folder, "a.exr", good.substr(0, size)).empty());
    }
    std::string chunks;
    files::exr({{"a", {{"Y"}}}, {"b", {{"Y"}}}}, &chunks);
    const std::size_t table = good.size() - chunks.size() - 6 * 8;
    for (std::size_t i = 0; i < 6; ++i)
        for (const std::uint32_t to : {1U, 0x7fffffffU, std::uint32_t(good.size() - 1)}) {
            CAPTURE(i);
            CAPTURE(to);
            std::string bytes = good;
            put(bytes, table + 8 * i, to);
            CHECK(!error_of(folder, "a.exr", bytes).empty());
        }
}

TEST_CASE("an OpenEXR of two parts with a turned bit in its headers is refused, or still has both") {
    const files::Folder folder;
    std::string chunks;
    const std::string good = files::exr({{"a", {{"Y"}}}, {"b", {{"Y"}}}}, &chunks);
    const std::size_t table = good.size() - chunks.size() - 6 * 8;
    int refused = 0;
    for (std::size_t bit = 8 * 8; bit < 8 * table; bit += 13) {
        CAPTURE(bit);
        std::string bytes = good;
        bytes[bit / 8] = char(bytes[bit / 8] ^ 1 << bit % 8);
        files::write_all(folder / "a.exr", bytes);
        const bool is_error = !error_of(folder, "a.exr", bytes).empty();
        refused += is_error;
        CHECK((is_error || files::load(folder / "a.exr").parts.size() == 2));
    }
    CHECK(refused > 25);
}

TEST_CASE("a TIFF whose size or channels are fewer than its strips and bits imply is refused") {
    const files::Folder folder;
    const std::string good = laid_out(folder, {"a.tif", PixelType::u8, "none", 0, 8});
    CHECK(error_of(folder, "a.tif", good).empty());
    const std::size_t first = number_in(good, 4, 4, false), entries = number_in(good, first, 2, false);
    for (std::size_t i = 0, at = first + 2; i < entries; ++i, at += 12) {
        const auto tag = int(number_in(good, at, 2, false));
        if (tag != tag_height && tag != tag_channels) continue;
        for (const std::uint64_t less : {1U, 2U}) {
            std::string bytes = good;
            bytes.replace(at + 8, 2, number_bytes(less, 2, false));
            CAPTURE(tag);
            CHECK(is_refused(error_of(folder, "a.tif", bytes)));
        }
    }
}

TEST_CASE("data of a TIFF in addition to its pages is left out with a warning, and is not lost for good") {
    const files::Folder folder;
    const auto palette = [](std::uint64_t step) {
        std::string colours;
        for (std::uint64_t i = 0; i < 768; ++i) colours += files::little(i % 256 * step, 2);
        return files::RawTag{320, 3, 768, colours};
    };
    const auto ratios = [](int tag, const std::vector<int>& shares) { // of 10000
        std::string all;
        for (const int share : shares)
            all += files::little(std::uint64_t(share), 4) + files::little(10000, 4);
        return files::RawTag{tag, 5, shares.size(), all};
    };
    constexpr int grey = 1, colours = 3;
    struct Row {
        int photometric;
        files::RawTag tag;
        std::string said; ///< empty: nothing
    };
    const Row rows[] = {
        {grey, {330, 4, 1, files::little(16, 4)}, words(messages::tiff_sub_images)},
        {grey, files::bytes_tag(37724, "Adobe Photoshop Document Data Block"), words(messages::tiff_layers)},
        {grey, files::text_tag(305, "a program"), ""},
        {grey, ratios(319, {6400, 3300, 3000, 6000, 1500, 600}), ""},
        {grey, ratios(319, {6800, 3200, 2650, 6900, 1500, 600}), words(messages::tiff_colour_tags)},
        {colours, palette(257), ""},
        {colours, palette(256), ""}};
    for (const Row& row : rows)
        for (const bool big : {false, true}) {
            CAPTURE(row.tag.tag);
            CAPTURE(big);
            files::write_all(folder / "a.tif", files::tiff_file(8, 4, 1, 8, row.photometric,
                                                                std::string(32, '\0'), {row.tag}, big));
            const Messages warnings = files::load(folder / "a.tif").warnings;
            CAPTURE(warnings.empty() ? "" : warnings.back().text);
            REQUIRE(warnings.size() == (row.said.empty() ? 0U : 1U));
            if (!row.said.empty()) CHECK(warnings[0].text.find(row.said) != std::string::npos);
            ReadOptions replaced;
            replaced.replaced = true;
            const std::string reason = files::refusal([&] { Decoder(folder / "a.tif", replaced).read(); });
            CHECK(prints(reason, line(messages::lost_for_good)) == !row.said.empty());
        }
}
