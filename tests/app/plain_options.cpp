// The reader of option tables that needs no cxxopts.
#include "app/cli/plain_options.h"
#include <doctest/doctest.h>

namespace atrous {

TEST_CASE("the plain reader takes --name value, --name=value, letters, negative numbers and --") {
    using enum ValueKind;
    const OptionTable table{
        "x",
        "",
        "",
        {{"g", "count", 'c', integer, "N", "1", "", -9, 9}, {"g", "fast", 'f', flag, "", "", ""}}};
    const auto line = parse_plain_options(table, {"a", "--count", "-3", "-f", "--count=4", "--", "--fast"});
    CHECK(line.value("count", "") == "4");
    CHECK(line.given.size() == 3);
    CHECK(line.has("fast"));
    CHECK(line.operands == std::vector<std::string>{"a", "--fast"});
    CHECK(parse_plain_options(table, {"-c", "2"}).value("count", "") == "2");
    CHECK_THROWS_WITH(parse_plain_options(table, {"--count", "--fast"}),
                      doctest::Contains("--count needs a value"));
    CHECK_THROWS_WITH(parse_plain_options(table, {"-x"}), doctest::Contains("unknown option -x"));
}

} // namespace atrous
