// Files that travel inside the program: kernels and presets, by their paths below kernels/ and data/presets/.
#pragma once
#include <string>
#include <vector>

namespace atrous {

struct Embedded {
    std::string name;
    std::string text;
};

/// All of them.
const std::vector<Embedded>& embedded_files();
/// The text of the embedded file, or null.
const std::string* embedded(const std::string& name);
/// The program's version, "0.2.0".
const char* version();

} // namespace atrous
