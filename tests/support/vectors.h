// Reads the worked examples of tests/vectors/.
#pragma once
#include "base/json.h"
#include "support/paths.h"
#include <fstream>
#include <sstream>
#include <vector>

namespace atrous {

/// The whole of tests/vectors/NAME.json.
inline Json vectors(const std::string& name) {
    const std::string path = source_dir() + "/tests/vectors/" + name + ".json";
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return parse_json(text.str(), path);
}

inline int integer(const Json& object, const std::string& name) {
    return int(object.find(name)->number(-999));
}
inline const std::string& string(const Json& object, const std::string& name) {
    return *object.find(name)->string();
}
inline std::vector<int> integers(const Json& array) {
    std::vector<int> out;
    for (const auto& item : *array.array()) out.push_back(int(item.number(-999)));
    return out;
}
inline std::vector<double> numbers(const Json& array) {
    std::vector<double> out;
    for (const auto& item : *array.array()) out.push_back(item.number(0));
    return out;
}

} // namespace atrous
