// Reads mdoc line by line, in the style of our pages: a macro begins its line.
#include "support/manual.h"
#include "support/app_run.h"
#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>

namespace atrous {
namespace {

bool is_heading(const std::string& line) { return line.starts_with(".Sh ") || line.starts_with(".Ss "); }

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream in(line);
    return {std::istream_iterator<std::string>(in), {}};
}

} // namespace

std::string manual_page(const std::string& name) {
    fs::path page = fs::path(manual_dir()) / (name + ".1");
    if (!fs::exists(page)) page.replace_extension("7"); // what is no command
    REQUIRE(fs::exists(page));
    return slurp(page);
}

std::string manual_section(const std::string& page, const std::string& heading) {
    std::string section;
    bool inside = false;
    std::istringstream in(page);
    for (std::string line; std::getline(in, line);) {
        if (is_heading(line)) inside = line.substr(4) == heading;
        if (inside) section += line + "\n";
    }
    REQUIRE_FALSE(section.empty());
    return section;
}

std::set<std::string> manual_words(const std::string& text, const std::string& macro) {
    static const std::set<std::string> macros{"Fl", "Cm", "Ar", "Va", "Pa", "Xr",
                                              "Dq", "Ql", "Pq", "Ta", "No"};
    std::set<std::string> found;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with(".")) continue;
        bool taken = false;
        for (const std::string& word : words_of(line.substr(1))) {
            if (macros.contains(word))
                taken = word == macro;
            else if (taken && std::ranges::any_of(word, is_of_word))
                found.insert(word);
        }
    }
    return found;
}

} // namespace atrous
