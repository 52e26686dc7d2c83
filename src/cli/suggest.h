// Makes "Did you mean ...?" for misspelt words and words of other programs.
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// Returns a word without its leading dashes, or nothing if it has only dashes.
std::string without_dashes(const std::string& word);

/// The candidate that is nearest to `word` by edit distance, or empty when none is near.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

/// Returns the counterpart of another program's option (without dashes), for example "--existing replace". If
/// there are several candidates, returns the first that is one of `options`. Empty if there is none.
std::string counterpart(const std::string& word, const std::vector<std::string>& options);

/// Returns the counterpart of another program's command, or empty.
std::string command_counterpart(const std::string& word);

/// Returns the possible meaning of an invalid value, as text after the list of valid ones, for example that
/// --depth 16 may mean uint16 or half. Empty if there is none.
std::string value_hint(const std::string& option, const std::string& value);

} // namespace atrous
