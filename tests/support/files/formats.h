// Lists the formats of outputs.
#pragma once
#include <string>
#include <vector>

namespace files {

/// An extension of each format that can be written. Fails the test if a format is missing here.
std::vector<std::string> writable();

} // namespace files
