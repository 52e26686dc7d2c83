// "Did you mean ...?" for misspelt words.
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// The candidate that is nearest to `word` by edit distance, or empty when none is near.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

} // namespace atrous
