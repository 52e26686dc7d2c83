// The texts of setting rows, and the kinds of values that need more than a line.
#include "app/cli/setting_makers.h"
#include <deque>

namespace atrous {

const char* kept(std::string text) {
    static std::deque<std::string> all;
    return all.emplace_back(std::move(text)).c_str();
}

std::string range_text(const Range& range, ValueKind kind) {
    if (range.most >= eaw_range::any_size) return "from " + decimal(range.least) + " up";
    const bool two = kind == ValueKind::integer && range.most == range.least + 1;
    return decimal(range.least) + (two ? " or " : " to ") + decimal(range.most);
}

std::string typed(const Json& value) {
    if (const std::string* text = value.string()) return *text;
    if (!value.array()) return exact(value.number(0));
    std::vector<std::string> items;
    for (const Json& item : *value.array()) items.push_back(typed(item));
    return joined(items, ",");
}

OptionRow option_of(const SettingText& text, ValueKind kind, const Range& range, const char* words) {
    std::string help = text.help;
    const std::string mark = "{range}";
    if (const auto at = help.find(mark); at != std::string::npos)
        help.replace(at, mark.size(), range_text(range, kind));
    return {text.group,  text.name,  0,    kind, text.value, text.fallback, kept(std::move(help)),
            range.least, range.most, words};
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
