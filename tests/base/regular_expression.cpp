// Regular expressions: what they match, against the standard library's; what they refuse; what cannot exhaust them.
#include "base/regular_expression.h"
#include "base/error.h"
#include <doctest/doctest.h>
#include <random>
#include <regex>

using namespace atrous;

namespace {

bool matches(const std::string& expression, const std::string& text) {
    return RegularExpression(expression, "x").matches_in(text);
}

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

/// A random expression over a, b and all that is offered, at most so deep.
std::string random_expression(std::mt19937& random, int depth) {
    const auto one_of = [&](std::initializer_list<const char*> list) {
        return std::string(list.begin()[random() % list.size()]);
    };
    std::string text;
    for (std::size_t parts = random() % 4; parts > 0; --parts) {
        const bool group = depth > 0 && random() % 3 == 0;
        text += group ? one_of({"(", "(?:"}) + random_expression(random, depth - 1) + ")"
                      : one_of({"a", "b", ".", "[ab]", "[^a]", "[a-c]", "\\d", "\\W", "\\.", "^", "$"});
        if (text.back() != '^' && text.back() != '$') text += one_of({"", "", "", "*", "+", "?"});
        if (random() % 6 == 0) text += "|";
    }
    return text;
}

} // namespace

TEST_CASE("2000 random expressions match what the standard library's match") {
    std::mt19937 random(13);
    int found = 0;
    for (int i = 0; i < 2000; ++i) {
        const std::string expression = random_expression(random, 2);
        std::string text;
        for (std::size_t n = random() % 7; n > 0; --n) text += "ab.1"[random() % 4];
        CAPTURE(expression);
        CAPTURE(text);
        const bool expected = std::regex_search(text, std::regex(expression));
        CHECK(matches(expression, text) == expected);
        found += expected;
    }
    CHECK(found > 500);
    CHECK(found < 1900);
}

TEST_CASE("what is no expression, or not offered, is refused with its place") {
    const auto refused = [](const std::string& expression, const std::string& what) {
        CAPTURE(expression);
        CHECK_THROWS_WITH_AS(RegularExpression(expression, "x"), doctest::Contains(what.c_str()), Error);
    };
    refused("a(b", "x: is not a regular expression: '(' without ')' at character 4");
    refused("a)b", "')' without '(' at character 2");
    refused("[ab", "'[' without ']'");
    refused("*a", "nothing to repeat at character 1");
    refused("a\\", "nothing follows '\\'");
    refused("a{2}", "counts like {2} are not offered");
    refused("(?=a)", "groups like (?= are not offered");
    refused("[b-a]", "a range that is none");
    refused("[a-", "'[' without ']'");
    refused(std::string(10'001, 'a'), "has 10001 characters; allowed are 10000");
}

TEST_CASE("neither brackets nor repetitions without end exhaust stack or time") {
    for (const int brackets : {201, 4'000, 100'000}) {
        CHECK_THROWS_AS(RegularExpression(repeated("(", brackets), "x"), Error);
        CHECK_THROWS_AS(RegularExpression(repeated("(", brackets) + repeated(")*", brackets), "x"), Error);
    }
    CHECK(matches(repeated("(", 200) + "a" + repeated(")*", 200), "b"));
    const std::string row = "permuted.split.tile.bank.planar.16x16.1920";
    CHECK_FALSE(matches(repeated("a*", 4'999) + "#", row));
    CHECK(matches(repeated("a?", 2'500) + repeated("p?", 2'500), row));
    CHECK_FALSE(
        matches(repeated("(x+x+)+y|", 1'000) + "#", std::string(60, 'x'))); // exponential where it is tried
    CHECK(matches(repeated("a|", 5'000), ""));
}
