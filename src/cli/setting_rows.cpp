// The texts of setting rows, and the kinds of values that need more than a line.
#include "cli/setting_rows.h"
#include <cctype>
#include <cstdlib>
#include <deque>
#include <fstream>

namespace atrous {

#if ATROUS_TESTS
void value_is_read() {
    if (const char* counted = std::getenv("ATROUS_VALUES_READ")) std::ofstream(counted, std::ios::app) << '.';
}
#else
void value_is_read() {}
#endif

const char* kept(std::string text) {
    static std::deque<std::string> all;
    return all.emplace_back(std::move(text)).c_str();
}

const char* words_of(const char* value) {
    const std::string_view text = value;
    const auto bar = text.find('|');
    const bool is_number = bar == text.npos || std::isdigit(static_cast<unsigned char>(text[bar + 1]));
    return is_number ? "" : value + bar + 1;
}

std::string typed(const Json& value) {
    if (const std::string* text = value.string()) return *text;
    if (!value.array()) return exact(value.number(0));
    std::vector<std::string> items;
    for (const Json& item : *value.array()) items.push_back(typed(item));
    return joined(items, ",");
}

PerLevel to_per_level(const std::string& value) {
    if (value.find(':') == std::string::npos) return {to_numbers(value)};
    return {{0}, parse_curve(value, value)};
}

Json per_level_json(const PerLevel& list) {
    if (!list.curve.points.empty()) return to_string(list.curve);
    return list.values;
}

} // namespace atrous
