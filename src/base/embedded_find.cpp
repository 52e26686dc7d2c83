// Looks up embedded files in the list that embed.cmake generates.
#include "base/embedded.h"
#include <algorithm>

namespace atrous {

const std::string* embedded(const std::string& name) {
    const auto& files = embedded_files();
    const auto at = std::ranges::find(files, name, &Embedded::name);
    return at == files.end() ? nullptr : &at->text;
}

std::vector<std::string> embedded_names(std::string_view end) {
    std::vector<std::string> names;
    for (const auto& file : embedded_files())
        if (file.name.ends_with(end)) names.push_back(file.name.substr(0, file.name.size() - end.size()));
    std::ranges::sort(names);
    return names;
}

const char* version() { return ATROUS_VERSION; }

} // namespace atrous
