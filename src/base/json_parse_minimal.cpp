// The minimal build has no JSON reader.
#include "base/error.h"
#include "base/json.h"

namespace atrous {

Json parse_json(const std::string&, const std::string& name, const char*) {
    throw usage_error(name +
                      ": this program was built without a JSON reader; build it without -DATROUS_IO=OFF");
}

} // namespace atrous
