// Tests the text form of names: it reads back, is UTF-8, and leaves ordinary names unchanged.
#include "base/utf8.h"
#include <doctest/doctest.h>
#include <map>
#include <random>

using namespace atrous;

namespace {

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const Character character = first_character(text);
        if (!character.valid) return false;
        text.remove_prefix(character.bytes.size());
    }
    return true;
}

} // namespace

TEST_CASE("names as text: only bytes that are not UTF-8 and text that looks like an escape are escaped") {
    const std::pair<std::string, std::string> rows[] = {
        {"out/na\u00efve \u65e5.png", "out/na\u00efve \u65e5.png"},
        {"a\xff.png", "a\\xff.png"},
        {"a\xc3.png", "a\\xc3.png"},
        {"a\\xff.png", "a\\x5cxff.png"},
        {"a\\xFF.png", "a\\x5cxFF.png"},
        {"\\x5c", "\\x5cx5c"},
        {"C:\\xyz\\x4\\", "C:\\xyz\\x4\\"},
        {"\\\\x41", "\\\\x5cx41"},
        {"\\x4\xff", "\\x4\\xff"},
        {"e\u202egpj\n\x1b", "e\u202egpj\n\x1b"},
        {"", ""},
    };
    for (const auto& [name, text] : rows) {
        CHECK(name_text(name) == text);
        CHECK(name_of_text(text) == name);
    }
}

TEST_CASE("names as text: random names come back, each has a text of its own, and it is UTF-8") {
    std::mt19937 random(11);
    const std::string likely = "\\x5cfF0a\xc3\xa9\xff\xfe/";
    std::map<std::string, std::string> names; // by their texts
    for (int i = 0; i < 20000; ++i) {
        std::string name;
        for (auto n = random() % 12; n > 0; --n)
            name += random() % 4 == 0 ? char(random() % 256) : likely[random() % likely.size()];
        const std::string text = name_text(name);
        REQUIRE(name_of_text(text) == name);
        REQUIRE(is_utf8(text));
        REQUIRE(names.emplace(text, name).first->second == name);
        if (is_utf8(name) && name.find("\\x") == std::string::npos) REQUIRE(text == name);
    }
}
