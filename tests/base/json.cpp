// Tests that written JSON is UTF-8 and reads back, for texts of any bytes.
#include "base/json.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json_stream.h"
#include "base/utf8.h"
#include "support/paths.h"
#include <doctest/doctest.h>
#include <filesystem>
#include <random>

using namespace atrous;

namespace {

std::string written(const std::string& text) { return Json(text).dump(); }
std::string quoted(const std::string& text) { return '"' + text + '"'; }

/// Codes of bytes that are not UTF-8, with escaped backslashes.
std::string codes(const std::string& bytes) {
    std::string text;
    for (const char byte : bytes) text += "\\" + byte_code(byte);
    return text;
}

std::string utf8(unsigned code) {
    const auto part = [&](int shift, unsigned lead) { return char(lead | ((code >> shift) & 0x3F)); };
    if (code < 0x80) return {char(code)};
    if (code < 0x800) return {char(0xC0 | code >> 6), part(0, 0x80)};
    if (code < 0x10000) return {char(0xE0 | code >> 12), part(6, 0x80), part(0, 0x80)};
    return {char(0xF0 | code >> 18), part(12, 0x80), part(6, 0x80), part(0, 0x80)};
}

} // namespace

TEST_CASE(
    "JSON strings: every character of Unicode stays or is an escape of it, every surrogate is its bytes") {
    for (unsigned code = 0x20; code < 0x110000; ++code) {
        if (code == '"' || code == '\\') continue;
        const bool surrogate = code >= 0xD800 && code < 0xE000;
        // A surrogate's first byte begins no sequence with its second one: three separate wrong bytes.
        const std::string expected = quoted(surrogate         ? codes(utf8(code))
                                            : is_hidden(code) ? character_code(code)
                                                              : utf8(code));
        if (!surrogate && *parse_json(expected, "x").string() != utf8(code)) FAIL_CHECK(code);
        if (written(utf8(code)) == expected) continue;
        CAPTURE(code);
        CHECK(written(utf8(code)) == expected);
    }
}

TEST_CASE("JSON strings: bytes that are no UTF-8 become their codes, and what is around them stays") {
    struct Row {
        const char* what;
        std::string bytes;
    };
    const std::vector<Row> rows{
        {"a lone continuation byte", "\x80"},
        {"two of them", "\x80\xBF"},
        {"a byte of Latin-1", "\xE9"},
        {"overlong slash, two bytes", "\xC0\xAF"},
        {"overlong slash, three bytes", "\xE0\x80\xAF"},
        {"overlong slash, four bytes", "\xF0\x80\x80\xAF"},
        {"two bytes, truncated", "\xC3"},
        {"three bytes, truncated", "\xE2\x82"},
        {"four bytes, truncated", "\xF0\x9F\x98"},
        {"a high surrogate", "\xED\xA0\x80"},
        {"a low surrogate", "\xED\xBF\xBF"},
        {"beyond U+10FFFF", "\xF4\x90\x80\x80"},
        {"bytes that begin nothing", "\xF5\xFE\xFF"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.what);
        const std::string expected = codes(row.bytes);
        CHECK(written(row.bytes) == quoted(expected));
        CHECK(written("a" + row.bytes + "b") == quoted("a" + expected + "b"));
        CHECK(written("\xC3\xA9" + row.bytes + "\xC3\xA9") == quoted("\xC3\xA9" + expected + "\xC3\xA9"));
    }
}

TEST_CASE("JSON strings: quotes, backslashes and control characters are escaped, after bad bytes too") {
    CHECK(written("\"\\\n\t\x01") == R"("\"\\\n\t\u0001")");
    CHECK(written("\xC3\"") == quoted(codes("\xC3") + "\\\""));
    CHECK(written("\xE2\x82\\") == quoted(codes("\xE2\x82") + "\\\\"));
    CHECK(written("\xF0\x9F\n") == quoted(codes("\xF0\x9F") + "\\n"));
}

TEST_CASE("JSON strings: random bytes read back as they were written, member names too") {
    std::mt19937 random(7);
    for (int i = 0; i < 2000; ++i) {
        std::string bytes;
        for (auto n = random() % 12; n > 0; --n) bytes += char(random() % 256);
        Json object;
        object[bytes] = bytes;
        const std::string text = object.dump();
        CHECK(parse_json(text, "random").dump() == text); // the reader refuses what is no UTF-8
    }
}

TEST_CASE("JSON that was read: each value knows its line, a member that of its name") {
    const std::string text =
        "{\n \"a\": [1,\n  {\"b\": \"x\\\"}{\",\n   \"c\": [[],\n 5\n\n]}],\n\n \"d\": null,\n\"e\":\n\n{\"f\":\n7}}\n";
    const Json json = parse_json(text, "x");
    const auto& a = *json.find("a");
    const auto& object = (*a.array())[1];
    const auto& c = *object.find("c");
    CHECK(json.line() == 1);
    CHECK(a.line() == 2);
    CHECK((*a.array())[0].line() == 2);
    CHECK(object.line() == 3);
    CHECK(object.find("b")->line() == 3);
    CHECK(c.line() == 4);
    CHECK((*c.array())[0].line() == 4);
    CHECK((*c.array())[1].line() == 5); // the number, not the following lines
    CHECK(json.find("d")->line() == 9);
    CHECK(json.find("e")->line() == 10);
    CHECK(json.find("e")->find("f")->line() == 12);
    CHECK(json.find("e")->find("f")->integer() != nullptr);
    CHECK(parse_json("\n\n 5\n\n", "x").line() == 3);
    CHECK(Json(5).line() == 0);
}

TEST_CASE("JSON that was read: kinds of values, members in their order, the last of two alike") {
    const std::string text =
        "{\"b\":true,\"a\":[null,-3,2.5,\"\\u00e4\",{},[]],\"z\":1e3,\"b\":{\"c\":9007199254740993}}";
    CHECK(parse_json(text, "x").dump() ==
          "{\"b\":{\"c\":9007199254740993},\"a\":[null,-3,2.5,\"ä\",{},[]],\"z\":1000}");
}

TEST_CASE("text that is no JSON is refused with the line of the fault") {
    const auto refused = [](const std::string& text, const char* where) {
        CAPTURE(text);
        CHECK_THROWS_WITH_AS(parse_json(text, "K.json"), doctest::Contains(where), Error);
    };
    refused("", "K.json:1: is not JSON: ");
    refused("{\n\"a\": 1,\n}", "K.json:3: is not JSON: ");
    refused("[1,\n2", "K.json:2: is not JSON: ");
    refused("[1]\n2", "K.json:2: is not JSON: ");
}

TEST_CASE("what is written is read as the same, also a zero with a minus") {
    for (const char* text :
         {"-0.0", "[1e308,-0e369206,-0]", "1e-320", "[12345678901234567890,1e22,123456789012345678]"}) {
        const std::string once = parse_json(text, "a").dump();
        CAPTURE(once);
        CHECK(parse_json(once, "b").dump() == once);
    }
    CHECK(Json(-0.0).dump() == "-0.0");
}

TEST_CASE("JSON that is streamed is the text that a tree of it has") {
    const auto path = (std::filesystem::temp_directory_path() / "atrous-json-stream-test.json").string();
    for (const int indent : {-1, 1, 2})
        for (const int count : {0, 1, 3}) {
            CAPTURE(indent);
            CAPTURE(count);
            Json tree;
            tree["a\"b"] = "text";
            Json::Array numbers, pairs;
            Json objects = Json::Object{};
            for (int i = 0; i < count; ++i) {
                numbers.emplace_back(i * 0.5);
                pairs.emplace_back(std::vector<int>{-i, i});
                Json one;
                one["i"] = i;
                one["numbers"] = numbers;
                objects[std::to_string(i)] = one;
            }
            tree["numbers"] = numbers;
            tree["pairs"] = pairs;
            tree["objects"] = objects;
            JsonStream out(path, indent);
            out.open_object();
            out.member("a\"b", "text");
            out.values("numbers", count, [](std::int64_t i) { return Json(double(i) * 0.5); });
            out.values("pairs", count, [](std::int64_t i) { return Json(std::vector<std::int64_t>{-i, i}); });
            out.open_object("objects");
            for (int i = 0; i < count; ++i) {
                out.open_object(std::to_string(i));
                out.member("i", i);
                out.values("numbers", i + 1, [](std::int64_t j) { return Json(double(j) * 0.5); });
                out.close();
            }
            out.close();
            out.close();
            CHECK(read_file(path).value_or("") == tree.dump(indent) + "\n");
        }
    std::filesystem::remove(path);
}

TEST_CASE("refused: JSON that cannot be streamed to its file") {
    CHECK_THROWS_WITH(JsonStream(nowhere() + "/x.json", 1), doctest::Contains("cannot be written"));
    JsonStream full("/dev/full", 1);
    full.open_object();
    full.member("a", std::string(100000, 'x'));
    CHECK_THROWS_WITH(full.close(), doctest::Contains("cannot be written"));
}
