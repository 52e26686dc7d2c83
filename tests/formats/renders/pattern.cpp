// Tests stars in the names of layers.
#include "renders/layers.h"
#include <doctest/doctest.h>
#include <string_view>
#include <vector>

using namespace atrous;

namespace {

/// All texts of these letters up to a length.
std::vector<std::string> all_texts(std::string_view letters, std::size_t most) {
    std::vector<std::string> all{""};
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].size() < most)
            for (const char letter : letters) all.push_back(all[i] + letter);
    return all;
}

/// Matches by the definition of a star.
bool matches(std::string_view pattern, std::string_view text) {
    if (pattern.empty()) return text.empty();
    if (pattern.front() != '*')
        return !text.empty() && text.front() == pattern.front() && matches(pattern.substr(1), text.substr(1));
    return matches(pattern.substr(1), text) || (!text.empty() && matches(pattern, text.substr(1)));
}

} // namespace

TEST_CASE("a pattern is all of a name, and its first star stands for the least that it can") {
    for (const std::string& pattern : all_texts("ab*", 5))
        for (const std::string& text : all_texts("ab", 5)) {
            CAPTURE(pattern);
            CAPTURE(text);
            const auto found = glob(pattern, text);
            REQUIRE(found.has_value() == matches(pattern, text));
            if (!found) continue;
            const auto star = pattern.find('*');
            if (star == std::string::npos) {
                CHECK(found->empty());
                continue;
            }
            CHECK(text.substr(star, found->size()) == *found);
            CHECK(matches(pattern.substr(star + 1), text.substr(star + found->size())));
            for (std::size_t less = 0; less < found->size(); ++less)
                CHECK_FALSE(matches(pattern.substr(star + 1), text.substr(star + less)));
        }
}

TEST_CASE("a pattern of many stars ends as soon as any other") {
    const std::string name(1000, 'a');
    std::string spaced;
    for (int i = 0; i < 100; ++i) spaced += "a*";
    CHECK_FALSE(glob(std::string(100, '*') + "b", name));
    CHECK_FALSE(glob(spaced + "b", name));
    CHECK(glob(spaced, name));
}
