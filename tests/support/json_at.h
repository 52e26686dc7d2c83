// Members of members of JSON that the program prints.
#pragma once
#include "base/json.h"
#include <string>

namespace atrous {

/// The member of each name, of an array its first element's: at(json, "frames.psnr"). The test ends where there is none.
const Json& at(const Json& json, const std::string& path);

} // namespace atrous
