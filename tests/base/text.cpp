// Tests small changes of text.
#include "base/text.h"
#include "base/size.h"
#include <cfloat>
#include <doctest/doctest.h>

using namespace atrous;

TEST_CASE("trimmed: blanks, line ends and zero bytes only at the ends") {
    CHECK(trimmed(" \t a  b \r\n") == "a  b");
    CHECK(trimmed(std::string("PoCL \0", 6)) == "PoCL");
    CHECK(trimmed(" \0 ").empty());
    CHECK(trimmed("").empty());
}

TEST_CASE("lower: ASCII letters, nothing else") { CHECK(lower("JPG.Ä_9z") == "jpg.Ä_9z"); }

TEST_CASE("split: empty parts count, joined puts them together again") {
    using Parts = std::vector<std::string>;
    CHECK(split("a,b", ',') == Parts{"a", "b"});
    CHECK(split(",a,,", ',') == Parts{"", "a", "", ""});
    CHECK(split("a", ',') == Parts{"a"});
    CHECK(split("", ',').empty());
    CHECK(joined(split("1|2||3", '|'), "|") == "1|2||3");
    CHECK(joined({"a", "b", "c"}) == "a, b, c");
    CHECK(joined({}).empty());
}

TEST_CASE("wrapped: lines as long as they may be, whole words, single blanks") {
    using Lines = std::vector<std::string>;
    CHECK(wrapped("ab cd ef", 5) == Lines{"ab cd", "ef"});
    CHECK(wrapped("ab cd ef", 4) == Lines{"ab", "cd", "ef"});
    CHECK(wrapped("  ab  cd ", 80) == Lines{"ab cd"});
    CHECK(wrapped("a longest b", 3) == Lines{"a", "longest", "b"});
    CHECK(wrapped("", 9) == Lines{""});
}

TEST_CASE("read_number: a finite number and nothing else") {
    CHECK(read_number("-1.5e3") == -1500);
    CHECK(read_number(".5") == 0.5);
    for (const char* bad : {"", "1x", " 1", "1 ", "+1", "nan", "inf", "1e999", "0x10", "1,5"}) {
        CAPTURE(bad);
        CHECK_FALSE(read_number(bad).has_value());
    }
}

TEST_CASE("numbers as text: fixed, significant, decimal, exact, scientific") {
    CHECK(fixed(2.345, 1) == "2.3");
    CHECK(fixed(-0.5, 0) == "-0");
    CHECK(fixed(DBL_MAX, 2).size() == 309 + 3);
    CHECK(significant(1.53) == "1.53");
    CHECK(significant(0.00123456) == "0.001235");
    CHECK(significant(123456, 6) == "123456");
    CHECK(significant(1e6, 6) == "1e+06");
    CHECK(decimal(1e6) == "1000000");
    CHECK(decimal(1e-6) == "0.000001");
    CHECK(decimal(-2.5) == "-2.5");
    CHECK(decimal(0) == "0");
    CHECK(scientific(0.000012) == "1.2e-05");
    for (const double value : {0.1, 1.0 / 3, DBL_MAX, -2.5, 1e21}) CHECK(read_number(exact(value)) == value);
    CHECK(exact(0.1) == "0.1");
}

TEST_CASE("round_up: the least multiple that is not below") {
    for (int step = 1; step < 20; ++step)
        for (int n = 0; n < 100; ++n) {
            const int up = round_up(n, step);
            REQUIRE(up % step == 0);
            REQUIRE(up >= n);
            REQUIRE(up - n < step);
        }
}

TEST_CASE("printable: control characters and bytes that are no UTF-8 are codes, all else stays") {
    const std::pair<std::string, std::string> rows[] = {
        {"plain/na\u00efve \u65e5.png\n", "plain/na\u00efve \u65e5.png\n"},
        {"\x1b[31mred\a\r\t", "\\x1b[31mred\\x07\\x0d\\x09"},
        {std::string("a\0b", 3), "a\\x00b"},
        {"\x7f\xc2\x9b"
         "31m",
         "\\x7f\\xc2\\x9b31m"},
        {"\x9b\xff\xc3", "\\x9b\\xff\\xc3"},
        {"\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80", "\\xc0\\xaf\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80"},
        {"evil\u202egpj.exe", "evil\\u202egpj.exe"},
        {"a\u200b\u2066\u2069\u061c\u200e\u2028\ufeff", "a\\u200b\\u2066\\u2069\\u061c\\u200e\\u2028\\ufeff"},
        {"\u00e9 \u0627 \u05d0 \u2014 \U0001f600", "\u00e9 \u0627 \u05d0 \u2014 \U0001f600"},
        {"", ""},
    };
    for (const auto& [raw, shown] : rows) CHECK(printable(raw) == shown);
    CHECK(one_line("two\nlines\x1b") == "two\\x0alines\\x1b");
}
