// Files of two folders paired by what they are called.
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace atrous {

using Paths = std::vector<std::filesystem::path>;

/// Names for the files of both, in their order, that are equal where two belong together; whole names where nothing in the other
/// folder does.
std::pair<std::vector<std::string>, std::vector<std::string>> paired_names(const Paths& a, const Paths& b);

} // namespace atrous
