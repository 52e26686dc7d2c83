// Reads the installed manual pages, for comparisons with the program.
#pragma once
#include <map>
#include <set>
#include <string>

namespace atrous {

/// The page NAME(1), or otherwise NAME(7), with its macros.
std::string manual_page(const std::string& name);
/// Description of each option of a page, "-luma" or "o", heads and text without the macros: ".Cm auto ) ."
/// becomes "auto ) .". Options that share a text all have it.
std::map<std::string, std::string> manual_of_options(const std::string& page);
/// The options in the heads of a page's items: "-luma", "o".
std::set<std::string> manual_options(const std::string& page);
/// A section of a page with its macros, by the words of its .Sh or .Ss.
std::string manual_section(const std::string& page, const std::string& heading);
/// The words after a macro, wherever it is: with "Va", words in ".Va width , height" and in ".It Va width".
std::set<std::string> manual_words(const std::string& text, const std::string& macro);
/// True if a text has that whole word.
bool has_word(const std::string& text, const std::string& word);

} // namespace atrous
