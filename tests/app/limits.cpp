// Texts that are too large, too deep or out of range are refused with their place, quickly and in little memory.
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "support/app_run.h"
#include "support/skip.h"

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

} // namespace

TEST_CASE("JSON may be nested 200 deep") {
    CHECK(error_of(nested(200, "[", "]")) == "");
    CHECK(error_of(nested(201, "[", "]")) == "a.json:1: is nested more than 200 deep");
    CHECK(error_of(nested(100000, "[\n", "]")) == "a.json:201: is nested more than 200 deep");
    CHECK(error_of("{\"a\":" + nested(200, "[", "]") + "}") == "a.json:1: is nested more than 200 deep");
}

TEST_CASE("a number that no double holds is an error with its line") {
    CHECK(error_of("[1,\n-1e999]") == "a.json:2: the number -1e999 is out of range");
    CHECK(error_of("[1e308, 1e-999, 123456789012345678901234567890]") == "");
}

TEST_CASE("a text has at most 64 MiB") {
    const Folder folder;
    spill(folder.path / "a", "x");
    fs::resize_file(folder.path / "a", most_text_bytes);
    CHECK(read_text(folder.path / "a")->size() == most_text_bytes);
    fs::resize_file(folder.path / "a", most_text_bytes + 1);
    CHECK_THROWS_WITH_AS(read_text(folder.path / "a"), doctest::Contains("has more than 64 MiB"), Error);
    CHECK_FALSE(read_text(folder.path / "none"));
}

TEST_CASE("texts without an end and answers without bound are refused") {
    if (!test::memory_is_measured()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    const char* too_large = "has more than 64 MiB";
    check(folder.shell("ulimit -v 4000000; cold_atrous banks optimize /dev/zero"), 2,
          {"/dev/zero", too_large});
    check(folder.shell("ulimit -v 4000000; cold_atrous enhance --files-from /dev/zero -o out"), 2,
          {"--files-from /dev/zero", too_large});
    check(folder.shell("ulimit -v 4000000; cold_atrous enhance --files-from - -o out </dev/zero"), 2,
          {"--files-from -", too_large});
    fs::create_directories(folder.path);
    spill(folder.path / "big.preset", "levels = 1\n");
    fs::resize_file(folder.path / "big.preset", most_text_bytes + 1);
    check(folder.run("enhance --preset big.preset a.ppm -o b.ppm"), 2, {"big.preset", too_large});
    check(folder.run("bench --layout 100000x100000,3"), 2, {"--layout", "more pixels"});
    check(folder.run("bench --layout 16385x16384,3"), 2, {"--layout", "more pixels"});
    spill(folder.path / "deep.json", nested(30000, "{\"a\":", "}"));
    check(folder.run("banks optimize deep.json"), 2, {"deep.json:1", "nested more than 200 deep"});
}

TEST_CASE("a pattern of --match cannot exhaust the program, whatever it is") {
    if (!has_device()) return;
    const Folder folder;
    const auto match = [&](const std::string& pattern) {
        return folder.run("bench --list --size 64x64 --match '" + pattern + "'");
    };
    check(match(nested(66, "*a", "*")), 2, {"no row is called like"});
    check(match(nested(67, "*a", "*")), 2, {"--match: has 201 characters; allowed are 200"});
}
