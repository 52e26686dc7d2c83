// Pairs the files of two folders by their names.
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace atrous {

using Paths = std::vector<std::filesystem::path>;

/// Returns names for the files of both folders, in their order, that are equal for paired files. Files
/// without a partner keep their whole names.
std::pair<std::vector<std::string>, std::vector<std::string>> paired_names(const Paths& a, const Paths& b);

} // namespace atrous
