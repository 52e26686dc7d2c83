// Tests that texts that are too large, too deep or out of range are refused with their place, quickly and in little memory.
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/messages.h"
#include "batch/pipeline/messages.h"
#include "formats/common/messages.h"
#include "formats/read/decoder.h"
#include "lab/layout/messages.h"
#include "lab/messages.h"
#include "support/app_run.h"
#include "support/messages.h"
#include "support/skip.h"
#include <climits>

using namespace atrous;

namespace {

std::string error_of(const std::string& json) {
    try {
        parse_json(json, "a.json");
    } catch (const Error& error) {
        CHECK(error.kind == Exit::usage);
        return error.what();
    }
    return "";
}

std::string nested(int levels, const std::string& open, const std::string& close) {
    std::string text;
    for (int i = 0; i < levels; ++i) text += open;
    for (int i = 0; i < levels; ++i) text += close;
    return text;
}

std::string two(int number) { return {char(number >> 8), char(number & 0xff)}; }
std::string four(int number) { return two(number >> 16) + two(number & 0xffff); }
std::string segment(char marker, const std::string& body) {
    return std::string("\xff") + marker + two(int(body.size()) + 2) + body;
}

/// A JPEG's head, with chroma in half the size, and bytes of a first scan that has `of_scan` components.
std::string jpeg_head(int width, int height, char frame, int of_scan) {
    std::string scan(1, char(of_scan));
    for (int i = 1; i <= of_scan; ++i) scan += char(i), scan += '\0';
    return "\xff\xd8" + segment(char(0xdb), '\0' + std::string(64, '\1')) +
           segment(frame, "\x08" + two(height) + two(width) + std::string("\3\1\x22\0\2\x11\0\3\x11\0", 10)) +
           segment(char(0xda), scan + std::string(frame == char(0xc2) ? "\0\0\0" : "\0\x3f\0", 3)) +
           std::string(600000, '\0') + "\xff\xd9";
}

/// The marker segment with the size of a JPEG 2000 codestream, and HEIF's property of a size.
std::string jp2_head(int width, int height) {
    return std::string("\xff\x4f\xff\x51\0\x2f\0\0", 8) + four(width) + four(height) + std::string(8, '\0') +
           four(width) + four(height) + std::string(8, '\0') + two(3) + std::string(600, '\1');
}
std::string box(const std::string& name, const std::string& content) {
    return four(int(content.size()) + 8) + name + content;
}
std::string heif_head(int width, int height, const std::string& before = "") {
    const std::string size = box("ispe", four(0) + four(width) + four(height));
    return box("ftyp", "heic" + four(0) + "mif1heic") +
           box("meta", four(0) + before + box("iprp", box("ipco", before + size)));
}

} // namespace

TEST_CASE("the memory of a decoder that opens a file counts against --max-memory before it is used") {
    if (!has_device()) return;
    const Folder folder;
    constexpr int side = 65500;
    spill(folder.path / "progressive.jpg", jpeg_head(side, side, char(0xc2), 3));
    spill(folder.path / "scans.jpg", jpeg_head(side, side, char(0xc0), 1));
    spill(folder.path / "a.jp2", jp2_head(20000, 20000));
    spill(folder.path / "a.heic", heif_head(20000, 20000));
    folder.ppm("small.ppm");
    const Ran ran = folder.run(
        "enhance --log none --max-memory 1G progressive.jpg scans.jpg a.jp2 a.heic small.ppm -o out");
    expect(ran, 33,
           {"progressive.jpg: " + words(messages::opening_memory_limit, "12 GiB", "1.0 GiB"),
            "scans.jpg: " + words(messages::opening_memory_limit, "12 GiB", "1.0 GiB"),
            "a.jp2: " + words(messages::opening_memory_limit, "4.5 GiB"),
            "a.heic: " + words(messages::opening_memory_limit, "3.0 GiB"), "1 written, 4 failed"});
    CHECK_FALSE(ran.says("worker")); // none was killed
    CHECK(opening_memory(folder.path / "small.ppm") == fs::file_size(folder.path / "small.ppm"));
    CHECK(opening_memory(folder.path / "none.jpg") == 0);
    spill(folder.path / "plain.jpg", jpeg_head(160, 100, char(0xc0), 3));
    CHECK(opening_memory(folder.path / "plain.jpg") == 0);
    spill(folder.path / "some.jpg", jpeg_head(160, 100, char(0xc2), 3));
    CHECK(opening_memory(folder.path / "some.jpg") == (20 * 13 + 2 * 10 * 7) * 128);
    check(folder.run("denoise --log none --max-memory 1G progressive.jpg -o out"), 33, {"needs 12 GiB"});
    check(folder.run("enhance -n --max-memory 1G progressive.jpg small.ppm none.jpg -o out"), 33,
          {"needs 12 GiB"});
    check(folder.run("scale --factor 8 --log none --max-memory 1G progressive.jpg -o out"), 33,
          {"needs 12 GiB"});
}

TEST_CASE("a header is found in its place, however much precedes it, and is never too large") {
    const Folder folder;
    const auto needed = [&](const char* name, const std::string& bytes) {
        spill(folder.path / name, bytes);
        return opening_memory(folder.path / name);
    };
    constexpr std::uint64_t jp2 = 2000ULL * 1000 * 3 * 4, heif = 2000ULL * 1000 * 8;
    const std::string mark = box("jP  ", "\r\n\x87\n"), large(3 << 20, 'x');
    const std::string code = jp2_head(2000, 1000);
    const std::string other = jp2_head(9000, 9000), ispe = "ispe" + four(0) + four(9000) + four(9000);
    CHECK(needed("a.jp2", code) == jp2);
    CHECK(needed("a.jp2", mark + box("jp2h", large) + box("jp2c", code)) == jp2);
    CHECK(needed("a.jp2", mark + box("xml ", other) + box("jp2c", code)) == jp2);
    CHECK(needed("a.jp2", mark + four(0) + "jp2c" + code) == jp2);
    CHECK(needed("a.jp2", mark + box("jp2c", code + large).substr(0, 500)) == jp2); // cut off
    CHECK(needed("a.heic", heif_head(2000, 1000)) == heif);
    CHECK(needed("a.heic", heif_head(2000, 1000, box("colr", large))) == heif);
    CHECK(needed("a.heic", heif_head(2000, 1000, box("free", ispe))) == heif);
    CHECK(needed("a.heic", heif_head(2000, 1000) + box("mdat", ispe)) == heif);
    const std::uint64_t any_memory = std::uint64_t(1) << 50;
    std::string four_components = jp2_head(INT_MIN, INT_MIN);
    four_components.replace(40, 2, two(4));
    CHECK(needed("a.jp2", four_components) > any_memory);
    CHECK(needed("a.jp2", jp2_head(-1, -1)) > any_memory);
    CHECK(needed("a.heic", heif_head(INT_MIN, INT_MIN)) > any_memory);
    expect(folder.run("enhance --log none --max-memory 1G a.jp2 a.heic -o out/"), 33,
           {line(messages::opening_memory_limit, "a.jp2", "65536 TiB"),
            line(messages::opening_memory_limit, "a.heic", "65536 TiB")});
}

TEST_CASE("JSON may be nested 200 deep") {
    CHECK(error_of(nested(200, "[", "]")) == "");
    CHECK(error_of(nested(201, "[", "]")) == text_of(messages::json_too_deep, "a.json", 200));
    CHECK(error_of(nested(100000, "[\n", "]")) == text_of(messages::json_too_deep, "a.json", 200));
    CHECK(error_of("{\"a\":" + nested(200, "[", "]") + "}") ==
          text_of(messages::json_too_deep, "a.json", 200));
}

TEST_CASE("a number that no double holds is an error with its line") {
    CHECK(error_of("[1,\n-1e999]") == text_of(messages::json_number, "a.json", 2, "-1e999"));
    CHECK(error_of("[1e308, 1e-999, 123456789012345678901234567890]") == "");
}

TEST_CASE("a text has at most 64 MiB") {
    const Folder folder;
    spill(folder.path / "a", "x");
    fs::resize_file(folder.path / "a", max_text_bytes);
    CHECK(read_text(folder.path / "a")->size() == max_text_bytes);
    fs::resize_file(folder.path / "a", max_text_bytes + 1);
    CHECK(is_message(thrown_by([&] { read_text(folder.path / "a"); }), messages::text_too_long, anything,
                     "64"));
    CHECK_FALSE(read_text(folder.path / "none"));
}

TEST_CASE("texts without an end and answers without bound are refused") {
    if (!test::memory_is_measured()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    expect(folder.shell("ulimit -v 4000000; cold_atrous banks optimize /dev/zero"), 2,
           {line(messages::text_too_long, "/dev/zero", "64")});
    expect(folder.shell("ulimit -v 4000000; cold_atrous enhance --files-from /dev/zero -o out"), 2,
           {line(messages::text_too_long, "--files-from /dev/zero", "64")});
    expect(folder.shell("ulimit -v 4000000; cold_atrous enhance --files-from - -o out </dev/zero"), 2,
           {line(messages::text_too_long, "--files-from -", "64")});
    fs::create_directories(folder.path);
    spill(folder.path / "big.preset", "levels = 1\n");
    fs::resize_file(folder.path / "big.preset", max_text_bytes + 1);
    expect(folder.run("enhance --preset big.preset a.ppm -o b.ppm"), 2,
           {line(messages::text_too_long, "big.preset", "64")});
    expect(folder.run("bench --layout 100000x100000,3"), 2, {line(messages::layout_pixels)});
    expect(folder.run("bench --layout 16385x16384,3"), 2, {line(messages::layout_pixels)});
    spill(folder.path / "deep.json", nested(30000, "{\"a\":", "}"));
    expect(folder.run("banks optimize deep.json"), 2, {line(messages::json_too_deep, "200", "deep.json")});
}

TEST_CASE("no pattern of --match exhausts the program") {
    if (!has_device()) return;
    const Folder folder;
    const auto match = [&](const std::string& pattern) {
        return folder.run("bench --list --size 64x64 --match '" + pattern + "'");
    };
    expect(match(nested(66, "*a", "*")), 2, {line(messages::match_none)});
    expect(match(nested(67, "*a", "*")), 2, {line(messages::match_long, "201", "200")});
}
