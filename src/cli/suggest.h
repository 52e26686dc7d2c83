// "Did you mean ...?" for misspelt words, and for those of other programs.
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// A word without the dashes in front of it; of dashes alone nothing.
std::string without_dashes(const std::string& word);

/// The candidate that is nearest to `word` by edit distance, or empty when none is near.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

/// What does here what an option of that name (without dashes) does in other programs, like "--existing replace"; of words that several
/// candidates could be, the first that is one of `options`. Empty where nothing is known.
std::string counterpart(const std::string& word, const std::vector<std::string>& options);

/// The command that does what a command of that name does in other programs, or empty.
std::string command_counterpart(const std::string& word);

/// What a value that an option does not take could mean, as a question behind the list of what it takes: "; --depth 16: uint16
/// or half?". Empty where nothing is known.
std::string value_hint(const std::string& option, const std::string& value);

} // namespace atrous
