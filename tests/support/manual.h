// Reads the installed manual pages, for comparisons with the program.
#pragma once
#include <set>
#include <string>

namespace atrous {

/// The page NAME(1), or otherwise NAME(7), with its macros.
std::string manual_page(const std::string& name);
/// A section of a page with its macros, by the words of its .Sh or .Ss.
std::string manual_section(const std::string& page, const std::string& heading);
/// The words after a macro, wherever it is: with "Va", words in ".Va width , height" and in ".It Va width".
std::set<std::string> manual_words(const std::string& text, const std::string& macro);

} // namespace atrous
