// Tests small files that need much memory or work, and files that change while they are read. Tests count
// inflated and read bytes and never measure time.
#include "files/deflate.h"
#include "files/inflate.h"
#include "formats/common/in_order.h"
#include "formats/exr/exr_chunks.h"
#include "formats/exr/messages.h"
#include "formats/tiff/messages.h"
#include "formats/tiff/tiff_pages.h"
#include "platform/heartbeat.h"
#include "support/files/io_files.h"
#include "support/files/layouts.h"
#include "support/messages.h"
#include <doctest/doctest.h>
#include <malloc.h>
#include <stdexcept>

using namespace atrous;

namespace {

void put(std::string& bytes, std::size_t at, const std::string& number) {
    bytes.replace(at, number.size(), number);
}
void put(std::string& bytes, std::size_t at, std::uint64_t value, int count = 4) {
    put(bytes, at, number_bytes(value, count, false));
}

/// Position of a tag's entry in the first page of a little-endian TIFF.
std::size_t entry_at(const std::string& tiff, int tag) {
    const std::size_t page = number_in(tiff, 4, 4, false);
    for (std::size_t i = 0; i < number_in(tiff, page, 2, false); ++i)
        if (int(number_in(tiff, page + 2 + 12 * i, 2, false)) == tag) return page + 2 + 12 * i;
    throw std::out_of_range("there is no such tag");
}

/// A grey page, 8 bits, of one deflated strip.
std::string deflated_page(int width, int height, const std::string& strip) {
    std::string bytes = files::tiff(width, height, 1, 8, {}, {strip});
    put(bytes, entry_at(bytes, tag_compression) + 8, 8, 2);
    return bytes;
}

std::string noise(std::size_t count) {
    std::string bytes;
    for (std::size_t i = 0; i < count; ++i) bytes += char(files::noise(std::uint32_t(i)));
    return bytes;
}

Message refused(const std::string& tiff) {
    const FileView view = FileView::of(tiff);
    return check_deflated(TiffPages(view), 0);
}

/// An OpenEXR of three chunks of 16 rows, 50 pixels wide, RGB of halfs, and the position of its chunk table.
std::string deflated_exr(const files::Folder& folder, std::size_t& table) {
    layouts::write(folder.path, {"a.exr", PixelType::f16, "zip"}, {50, 40});
    const std::string bytes = files::read_all(folder / "a.exr");
    for (table = 0; number_in(bytes, table, 8, false) != table + 24; ++table) {}
    return bytes;
}

} // namespace

TEST_CASE("directories of a TIFF that lie over each other are not all kept") {
    constexpr std::size_t entries = 65535, pages = 8, apart = 6;
    std::string bytes(8 + apart * pages + 2 + 12 * entries + 4, '\xff'); // each directory has 65535 entries
    put(bytes, 0, std::string("II*\0\x08\0\0\0", 8));
    for (std::size_t i = 0; i < pages; ++i) {
        const std::size_t at = 8 + apart * i;
        put(bytes, at + 2 + 12 * entries, i + 1 < pages ? at + apart : 0);
    }
    const FileView view = FileView::of(bytes);
    const TiffPages found(view);
    CHECK(found.count() == 3);
    CHECK(found.damage() == "the first 4 pages have more than 200000 entries");
}

TEST_CASE("a stream is inflated up to the requested size, and returned if its pieces cannot be read") {
    const std::string bytes = noise(100'000), packed = Deflater().stream(std::string(16 << 20, 'a'));
    std::size_t at = 0;
    const auto next = [&] {
        at += 1000;
        return packed.substr(std::min(packed.size(), at - 1000), 1000);
    };
    CHECK(inflated_size(next, 5000) == 5001);
    CHECK(at == 1000);
    at = 0;
    CHECK(inflated_size(next, 16 << 20) == 16 << 20);
    at = 0;
    CHECK(inflated_size(next, (16 << 20) - 1) == 16 << 20); // one more than the most
    const auto held = [] { return ::mallinfo2().uordblks; };
    const auto before = held();
    for (int i = 0; i < 200; ++i) {
        bool first = true;
        const auto broken = [&] {
            if (!first) throw std::runtime_error("the disk is gone");
            first = false;
            return packed.substr(0, 1000);
        };
        CHECK_THROWS_AS(inflated_size(broken, 16 << 20), std::runtime_error);
    }
    CHECK(held() < before + (1 << 20)); // each stream takes 40 KiB
}

TEST_CASE("a strip that holds far more than its rows is not inflated, a strip that holds a little more is") {
    const files::Folder folder;
    for (const std::size_t more : {0, 8, 32, 1 << 20}) {
        CAPTURE(more);
        std::string strip = Deflater().stream(std::string(32 + more, 'a'));
        CHECK(refused(deflated_page(8, 4, strip)).empty());
        strip.back() ^= 1;
        const std::string page = deflated_page(8, 4, strip);
        CHECK(refused(page).empty() == (more > 1 << 16));
        files::write_all(folder / "a.tif", page);
        CHECK(files::refusal([&] { files::load(folder / "a.tif"); }).empty() == (more > 1 << 16));
        if (more > 1 << 16) CHECK(files::load(folder / "a.tif").parts[0].pixels.size == Size{8, 4});
    }
    // Long sequences of empty blocks are not read far.
    std::string empty = "\x78\x9c";
    for (int i = 0; i < 100'000; ++i) empty.append("\0\0\0\xff\xff", 5);
    CHECK(refused(deflated_page(8, 4, empty + Deflater().stream(std::string(32, 'a')).substr(2))) ==
          message(messages::tiff_strip_checksum, "strip", 1));
}

TEST_CASE("strips and chunks that are checked are signs of life") {
    const files::Folder folder;
    std::atomic<std::uint64_t> beats = 0;
    count_heartbeats(&beats);
    CHECK(refused(deflated_page(8, 4, Deflater().stream(std::string(32, 'a')))).empty());
    const std::uint64_t of_small = beats.exchange(0);
    CHECK(refused(deflated_page(2048, 2560, Deflater().stream(noise(5 << 20)))).empty());
    const std::uint64_t of_large = beats.exchange(0);
    std::size_t table = 0;
    CHECK(check_exr_chunks(ExrFile(deflated_exr(folder, table)), 0).empty());
    count_heartbeats(nullptr);
    CHECK(of_small == 1);
    CHECK(of_large >= 20); // one for each 256 KiB
    CHECK(beats >= 3);
}

TEST_CASE("an OpenEXR of one part has tiles only by its version, as some converters leave a wrong type") {
    files::ExrPart part{"", {{"B"}}, 0, 0, 8, 6, 8, 6};
    const std::string tiles = number_bytes(4, 4, false) + number_bytes(4, 4, false) + '\0';
    part.attributes = {{"tiles", "tiledesc", tiles}, {"type", "string", "tiledimage"}};
    const std::string bytes = files::exr({part});
    CHECK_FALSE(exr_headers(FileView::of(bytes))[0].tiled);
    CHECK(check_exr_chunks(ExrFile(bytes), 0).empty());
}

TEST_CASE("a chunk of an OpenEXR that claims more than it holds is refused before it is read") {
    const files::Folder folder;
    std::size_t table = 0;
    std::string bytes = deflated_exr(folder, table);
    put(bytes, number_in(bytes, table, 8, false) + 4, 6000);
    bytes += std::string(10'000, 'x'); // what follows a stream is not looked at
    CHECK(check_exr_chunks(ExrFile(bytes), 0) == message(messages::exr_large_chunk, 1, 6000, 4800));
    CHECK(check_exr_chunks(ExrFile(deflated_exr(folder, table)), 0).empty());
}

TEST_CASE("a file that becomes shorter while it is read is an error, and no bytes after its end are read") {
    const files::Folder folder;
    std::size_t table = 0;
    const std::string bytes = deflated_exr(folder, table);
    for (const std::size_t size : {table + 5, table + 24 + 6, table + 24}) {
        CAPTURE(size);
        files::write_all(folder / "a.exr", bytes);
        const ExrFile file(folder / "a.exr");
        std::filesystem::resize_file(folder / "a.exr", size);
        CHECK(check_exr_chunks(file, 0) == message(messages::exr_cut_meanwhile));
    }
    const FileView view = FileView::of(deflated_page(8, 4, Deflater().stream(std::string(32, 'a'))));
    const TiffPages pages(view);
    CHECK(!pages.entries(0).empty());
    for (const auto& use :
         std::vector<std::function<void()>>{[&] { pages.entries(1); }, [&] { pages.numbers(1, tag_bits); },
                                            [&] { check_deflated(pages, 1); }})
        CHECK(files::refusal(use) == words(messages::tiff_page_gone, 2));
}

TEST_CASE(
    "a deflated strip without a size, or of 0, the only one, takes the rest of the file, as libtiff reads it") {
    const files::Folder folder;
    const std::string good = deflated_page(8, 4, Deflater().stream(std::string(32, 'a')));
    const std::size_t entry = entry_at(good, tag_strip_counts);
    std::string without = good, zero = good;
    put(without, entry, 65000, 2); // a private tag
    put(zero, entry + 8, 0);
    for (std::string bytes : {without, zero}) {
        files::write_all(folder / "a.tif", bytes);
        REQUIRE(files::refusal([&] { files::load(folder / "a.tif"); }).empty());
        const ImageFile file = files::load(folder / "a.tif");
        CHECK(std::string(reinterpret_cast<const char*>(file.parts[0].pixels.bytes.data.get()), 32) ==
              std::string(32, 'a'));
        bytes[number_in(bytes, entry_at(bytes, tag_strip_offsets) + 8, 4, false) + 4] ^= 1;
        CHECK(refused(bytes) == message(messages::tiff_strip_checksum, "strip", 1));
    }
}

TEST_CASE("of several strips that are damaged the first one is named, in each run") {
    std::string first = Deflater().stream(noise(3 << 20)), second = Deflater().stream(noise(3 << 20));
    first.back() ^= 1;   // found at its end,
    second[100] ^= 0x55; // and
    second[2] = 7;       // found at once
    std::string bytes = deflated_page(2048, 3072, first + second);
    const std::uint64_t place = number_in(bytes, entry_at(bytes, tag_strip_offsets) + 8, 4, false);
    const auto two = [&](int tag, std::uint64_t a, std::uint64_t b) {
        const std::size_t at = bytes.size();
        bytes += number_bytes(a, 4, false) + number_bytes(b, 4, false);
        put(bytes, entry_at(bytes, tag) + 2,
            number_bytes(4, 2, false) + number_bytes(2, 4, false) + number_bytes(at, 4, false));
    };
    two(tag_strip_offsets, place, place + first.size());
    two(tag_strip_counts, first.size(), second.size());
    put(bytes, entry_at(bytes, tag_rows) + 8, 1536, 2);
    for (int i = 0; i < 10; ++i) CHECK(refused(bytes) == message(messages::tiff_strip_checksum, "strip", 1));
    CHECK(first_in_order(20, 4, [] {
              return
                  [](std::size_t i) { return Piece{.bytes = {}, .reason = i > 2 ? std::to_string(i) : ""}; };
          }).text == "3");
    CHECK(first_in_order(20, 4, [] { return [](std::size_t) { return Piece{}; }; }).empty());
}
