// One line after the other.
#include "cli/headed_lines.h"
#include "base/text.h"
#include <sstream>

namespace atrous {

void read_headed_lines(const std::string& text, const std::string& source, const TakeLine& heading,
                       const TakeLine& line) {
    std::istringstream in(text);
    int number = 0;
    for (std::string read; std::getline(in, read);) {
        const std::string where = source + ":" + std::to_string(++number);
        read = trimmed(read.substr(0, read.find('#')));
        if (read.empty()) continue;
        if (read.front() == '[' && read.back() == ']')
            heading(trimmed(read.substr(1, read.size() - 2)), where);
        else
            line(read, where);
    }
}

} // namespace atrous
