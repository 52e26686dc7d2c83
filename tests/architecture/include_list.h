// Reads the includes of the project's files.
#pragma once
#include "support/app_run.h"
#include <map>
#include <regex>

namespace atrous {

struct Include {
    std::string file, header;
    bool ours;
};

inline std::vector<Include> read_includes(const std::string& folder) {
    static const std::regex line_form(R"(\s*#\s*include\s*([<"])([^>"]+)[>"].*)");
    const fs::path root = fs::path(source_dir()) / folder;
    std::vector<Include> found;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".cpp" && extension != ".h" && extension != ".cl") continue;
        std::ifstream in(entry.path());
        std::smatch match;
        for (std::string line; std::getline(in, line);)
            if (has_text(line, "include") && std::regex_match(line, match, line_form))
                found.push_back({fs::relative(entry.path(), root).string(), match[2], match[1] == "\""});
    }
    return found;
}

/// All includes below a folder of the project.
inline const std::vector<Include>& includes(const char* folder = "src") {
    static std::map<std::string, std::vector<Include>> known;
    std::vector<Include>& found = known[folder];
    if (found.empty()) found = read_includes(folder);
    return found;
}

} // namespace atrous
