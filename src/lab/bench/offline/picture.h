// A grey picture to a file; picture_minimal.cpp stands in where there is no image library.
#pragma once
#include "base/size.h"
#include <cstdint>
#include <string>
#include <vector>

namespace atrous {

/// Writes size.width x size.height bytes (0 black), in the format that the name asks for. Throws Error.
void write_picture(const std::string& path, Size size, const std::vector<std::uint8_t>& grey);

} // namespace atrous
