// Reads JSON with nlohmann-json (the only place that includes it) into our value tree.
#include "base/error.h"
#include "base/json.h"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace atrous {
namespace {

Json convert(const nlohmann::ordered_json& from) {
    if (from.is_boolean()) return from.get<bool>();
    if (from.is_number_integer()) return from.get<std::int64_t>();
    if (from.is_number()) return from.get<double>();
    if (from.is_string()) return from.get<std::string>();
    if (from.is_array()) {
        Json::Array items;
        for (const auto& item : from) items.push_back(convert(item));
        return items;
    }
    if (from.is_object()) {
        Json::Object members;
        for (const auto& [name, value] : from.items()) members.emplace_back(name, convert(value));
        return members;
    }
    return {};
}

} // namespace

Json parse_json(const std::string& text, const std::string& name) {
    try {
        return convert(nlohmann::ordered_json::parse(text));
    } catch (const nlohmann::json::parse_error& problem) {
        const auto end = text.begin() + std::ptrdiff_t(std::min(problem.byte, text.size()));
        const auto line = 1 + std::count(text.begin(), end, '\n');
        const std::string what = problem.what();
        const auto colon = what.rfind(": ");
        throw usage_error(name + ":" + std::to_string(line) +
                          ": not JSON: " + (colon == std::string::npos ? what : what.substr(colon + 2)));
    }
}

} // namespace atrous
