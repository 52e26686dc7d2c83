// The worked examples of tests/vectors/ and small readers for them.
#pragma once
#include "base/json.h"
#include <fstream>
#include <sstream>

namespace atrous {

inline Json vectors(const std::string& name) {
    const std::string path = std::string(ATROUS_SOURCE_DIR) + "/tests/vectors/" + name + ".json";
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return parse_json(text.str(), path);
}

inline int integer(const Json& object, const std::string& name) {
    return int(object.find(name)->number(-999));
}

} // namespace atrous
