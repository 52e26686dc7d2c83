// Files that travel inside the program: kernels, presets, AOV tables and the look of reports, by their paths below kernels/,
// data/presets/, data/aov/ and data/report/.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace atrous {

struct Embedded {
    std::string name;
    std::string text;
};

/// Returns all embedded files.
const std::vector<Embedded>& embedded_files();
/// The text of the embedded file, or null.
const std::string* embedded(const std::string& name);
/// The sorted names of embedded files with this ending, without the ending: "sharpen" for "sharpen.preset".
std::vector<std::string> embedded_names(std::string_view end);
/// The program's version, "0.3.0".
const char* version();

} // namespace atrous
