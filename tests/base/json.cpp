// Tests that written JSON is UTF-8 and reads back, for texts of any bytes.
#include "base/json.h"
#include "base/error.h"
#include "base/utf8.h"
#include <doctest/doctest.h>
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

TEST_CASE("JSON strings: bytes that are not UTF-8 become their codes, and the text around them stays") {
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

TEST_CASE("written JSON is read as the same values, including a negative zero") {
    for (const char* text :
         {"-0.0", "[1e308,-0e369206,-0]", "1e-320", "[12345678901234567890,1e22,123456789012345678]"}) {
        const std::string once = parse_json(text, "a").dump();
        CAPTURE(once);
        CHECK(parse_json(once, "b").dump() == once);
    }
    CHECK(Json(-0.0).dump() == "-0.0");
}
