// Finds members of members of JSON that the program prints.
#pragma once
#include "base/json.h"
#include <string>

namespace atrous {

/// The member at a path of names, or of the first element of an array: at(json, "frames.psnr"). Fails the test if missing.
const Json& at(const Json& json, const std::string& path);

} // namespace atrous
