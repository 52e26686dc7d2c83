// Finds kernel files and puts their includes in place.
#include "gpu/source.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/file.h"
#include <cstdlib>
#include <set>
#include <sstream>

namespace atrous {
namespace {

std::string read_kernel(const std::string& name) {
    if (const char* folder = std::getenv("ATROUS_KERNEL_DIR")) {
        const std::string path = std::string(folder) + "/" + name;
        try {
            if (auto text = read_text(path)) return *text;
        } catch (const Error& error) { // no image's own
            throw Error(Exit::internal, std::string("ATROUS_KERNEL_DIR: ") + error.what());
        }
        throw Error(Exit::internal, "ATROUS_KERNEL_DIR: cannot read kernel file " + path);
    }
    const std::string* text = embedded(name);
    if (!text) throw Error(Exit::internal, "no kernel file " + name + " in the program");
    return *text;
}

void append(const std::string& name, std::set<std::string>& seen, std::string& out) {
    if (!seen.insert(name).second) return;
    static const std::string include = "#include \"";
    std::istringstream lines(read_kernel(name));
    int number = 0;
    out += "#line 1 \"" + name + "\"\n";
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.starts_with(include)) {
            append(line.substr(include.size(), line.rfind('"') - include.size()), seen, out);
            line = "#line " + std::to_string(number + 1) + " \"" + name + "\"";
        }
        out += line + "\n";
    }
}

} // namespace

std::string kernel_source(const std::string& name) {
    std::set<std::string> seen;
    std::string out;
    append(name, seen, out);
    return out;
}

} // namespace atrous
