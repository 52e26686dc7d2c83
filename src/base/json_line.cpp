// Finds the line of a member in JSON text: a scanner that only knows strings and brackets, for text that
// parse_json has accepted.
#include "base/json.h"
#include <algorithm>

namespace atrous {
namespace {

struct Scanner {
    const std::string& text;
    std::size_t at = 0;

    char peek() {
        while (at < text.size() && std::string(" \t\r\n,:").find(text[at]) != std::string::npos) ++at;
        return at < text.size() ? text[at] : '\0';
    }
    /// The string at `at`, without its quotes and with escapes as written.
    std::string string() {
        const auto start = ++at;
        while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
        return text.substr(start, at++ - start);
    }
    /// Passes the value at `at`.
    void skip() {
        int depth = 0;
        do {
            const char c = peek();
            if (c == '\0') return;
            if (c == '"') {
                string();
            } else if (c == '{' || c == '[' || c == '}' || c == ']') {
                depth += c == '{' || c == '[' ? 1 : -1;
                ++at;
            } else {
                at = std::min(text.find_first_of(" \t\r\n,:]}", at), text.size());
            }
        } while (depth > 0);
    }
    /// Moves to the member `name` of the object here, to its key; false if there is none.
    bool enter_member(const std::string& name) {
        if (peek() != '{') return false;
        for (++at; peek() != '}' && peek() != '\0'; skip()) {
            const auto key = at;
            const bool found = string() == name;
            if (found) return at = key, true;
            peek();
        }
        return false;
    }
    bool enter_item(std::size_t index) {
        if (peek() != '[') return false;
        ++at;
        for (; index > 0 && peek() != ']' && peek() != '\0'; --index) skip();
        return peek() != ']';
    }
};

} // namespace

int json_line(const std::string& text, const std::string& path) {
    Scanner scanner{text};
    scanner.peek();
    for (std::size_t from = 0; from < path.size();) {
        auto found = scanner; // what is missing is reported at its parent
        if (path[from] == '[') {
            if (!found.enter_item(std::stoul(path.substr(from + 1)))) break;
            from = path.find(']', from) + 1;
        } else {
            from += path[from] == '.' ? 1 : 0;
            const auto end = std::min(path.find_first_of(".[", from), path.size());
            if (!found.enter_member(path.substr(from, end - from))) break;
            from = end;
            scanner.at = found.at;
            if (from == path.size()) break;
            found.string();
            found.peek();
        }
        scanner.at = found.at;
    }
    return 1 + int(std::count(text.begin(), text.begin() + std::ptrdiff_t(std::min(scanner.at, text.size())),
                              '\n'));
}

} // namespace atrous
