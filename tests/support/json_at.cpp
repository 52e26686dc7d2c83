// Fails a test whose path does not exist.
#include "support/json_at.h"
#include "base/text.h"
#include <doctest/doctest.h>

namespace atrous {

const Json& at(const Json& json, const std::string& path) {
    const Json* found = &json;
    for (const std::string& name : split(path, '.')) {
        if (const auto* array = found->array()) {
            REQUIRE_FALSE(array->empty());
            found = &array->front();
        }
        found = found->find(name);
        REQUIRE_MESSAGE(found, path);
    }
    return *found;
}

} // namespace atrous
