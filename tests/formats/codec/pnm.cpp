// Tests PPM and PGM of 16 bits, made byte by byte: exact samples, each white, bytes and text, and further images.
#include "formats/common/messages.h"
#include "formats/pnm/messages.h"
#include "platform/heartbeat.h"
#include "support/files/io_files.h"
#include "support/messages.h"
#include <algorithm>
#include <atomic>
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

constexpr int width = 7, height = 5;

/// A sample from 0 to the white sample, including both.
std::uint32_t sample(std::uint32_t i, std::uint32_t white) {
    return i == 0 ? 0 : i == 1 ? white : files::noise(i) % (white + 1);
}

std::string pnm(const std::string& kind, std::uint32_t white) {
    std::string file = kind + "\n# a comment 3\n7 5\n" + std::to_string(white) + "\n";
    const bool text = kind < "P4", colours = kind == "P3" || kind == "P6";
    for (std::uint32_t i = 0; i < std::uint32_t(width * height) * (colours ? 3 : 1); ++i) {
        const std::uint32_t value = sample(i, white);
        file += text ? std::to_string(value) + (i % 7 == 6 ? "\n" : " ")
                     : std::string{char(value >> 8), char(value & 255)};
    }
    return file;
}

std::uint16_t sample_of(const ImageFile& file, std::size_t i) {
    std::uint16_t value = 0;
    std::memcpy(&value, file.parts[0].pixels.bytes.data.get() + i * sizeof value, sizeof value);
    return value;
}

} // namespace

TEST_CASE("a PPM or PGM of 16 bits is read to the sample, and written as it was") {
    const files::Folder folder;
    for (const char* kind : {"P5", "P6", "P2", "P3"})
        for (const std::uint32_t white : {65535U, 1023U, 4095U, 256U}) {
            CAPTURE(kind);
            CAPTURE(white);
            files::write_all(folder / "a.ppm", pnm(kind, white));
            const ImageFile file = files::load(folder / "a.ppm");
            REQUIRE(file.parts[0].pixels.type == PixelType::u16);
            const auto count = std::uint32_t(file.parts[0].pixels.byte_count() / 2);
            REQUIRE(count == std::uint32_t(width * height * file.parts[0].pixels.colours));
            int wrong = 0;
            for (std::uint32_t i = 0; i < count; ++i)
                wrong += sample_of(file, i) != (sample(i, white) * 65535ULL + white / 2) / white;
            CHECK(wrong == 0);
            CHECK(write_image_file(file, folder / "b.ppm", {.overwrite = true}).empty());
            CHECK(files::same_pixels(file, files::load(folder / "b.ppm")));
            if (kind >= std::string("P5") && white == 65535)
                CHECK(files::read_all(folder / "b.ppm") == pnm(kind, white));
        }
}

TEST_CASE("each row of a PPM of 16 bits is a sign of life, and bands are read and written as in memory") {
    const files::Folder folder;
    const ImageFile made = files::picture({61, 400}, PixelType::u16, 3, Alpha::none);
    write_image_file(made, folder / "a.ppm", {});
    std::atomic<std::uint64_t> beats = 0;
    count_heartbeats(&beats);
    const ImageFile whole = files::load(folder / "a.ppm");
    count_heartbeats(nullptr);
    CHECK(beats >= 400);
    const ImageFile bands =
        Decoder(folder / "a.ppm").read(std::make_shared<Scratch>(Scratch{folder.path, 5000, 1 << 20}));
    CHECK(bands.parts[0].pixels.bytes.scratch);
    CHECK(files::same_pixels(whole, bands));
    write_image_file(bands, folder / "b.ppm", {});
    CHECK(files::read_all(folder / "a.ppm") == files::read_all(folder / "b.ppm"));
}

TEST_CASE("floats become PPM of 16 bits, and --depth uint8 of it has 8") {
    const files::Folder folder;
    write_image_file(files::picture({9, 4}, PixelType::f32, 3, Alpha::none), folder / "a.ppm", {});
    CHECK(files::load(folder / "a.ppm").parts[0].pixels.type == PixelType::u16);
    WriteOptions options;
    options.depth = PixelType::u8;
    write_image_file(files::load(folder / "a.ppm"), folder / "b.ppm", options);
    CHECK(files::load(folder / "b.ppm").parts[0].pixels.type == PixelType::u8);
}

TEST_CASE("a PPM of 16 bits that is cut, in bytes or in numbers, is refused") {
    const files::Folder folder;
    for (const char* kind : {"P6", "P3"}) {
        const std::string whole = pnm(kind, 65535);
        files::write_all(folder / "a.ppm", whole.substr(0, whole.size() - 9));
        CHECK(files::read_error(folder / "a.ppm").find("truncated or damaged") != std::string::npos);
    }
}

TEST_CASE("further images of a PPM give a warning, and are refused if the file is replaced") {
    const files::Folder folder;
    const std::string one = pnm("P6", 65535);
    files::write_all(folder / "a.ppm", one + one);
    const ImageFile file = files::load(folder / "a.ppm");
    REQUIRE(file.warnings.size() == 1);
    CHECK(is_message(file.warnings[0], messages::pnm_pictures));
    ReadOptions options;
    options.replaced = true;
    CHECK(prints(files::refusal([&] { Decoder(folder / "a.ppm", options); }), line(messages::lost_for_good)));
    files::write_all(folder / "a.ppm", one + "\n"); // as editors leave it
    CHECK(files::load(folder / "a.ppm").warnings.empty());
}
