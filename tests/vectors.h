// Test vectors: worked examples with the right answers, from tests/vectors/.
#pragma once
#include "base/json.h"
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace atrous::test {

/// The cases of one list of tests/vectors/NAME.
inline Json::Array vectors(const std::string& name, const std::string& list) {
    const std::string path = std::string(ATROUS_SOURCE_DIR) + "/tests/vectors/" + name;
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return *parse_json(text.str(), path).find(list)->array();
}

inline int integer(const Json& object, const char* name) { return int(*object.find(name)->integer()); }
inline const std::string& string(const Json& object, const char* name) { return *object.find(name)->string(); }
inline std::vector<int> integers(const Json& array) {
    std::vector<int> out;
    for (const auto& item : *array.array()) out.push_back(int(*item.integer()));
    return out;
}
inline std::vector<double> numbers(const Json& array) {
    std::vector<double> out;
    for (const auto& item : *array.array()) out.push_back(item.number(0));
    return out;
}

} // namespace atrous::test
