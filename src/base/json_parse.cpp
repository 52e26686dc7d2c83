// Reads JSON with nlohmann-json (the only place that includes it) into our value tree. The library's events
// have no line numbers, so we count the line ends it consumes.
#include "base/error.h"
#include "base/json.h"
#include "base/messages.h"
#include <algorithm>
#include <iterator>
#include <unordered_map>
#if ATROUS_IO
#include <nlohmann/json.hpp>

namespace atrous {
namespace {

/// Arrays and objects in each other.
constexpr std::size_t max_levels = 200;

/// The parser's place in the text. It reads one character past a number, so blanks do not count yet.
struct Position {
    int line = 1;      ///< of the last character that is not blank
    int next_line = 1; ///< of the next character
    void pass(char c) {
        if (c == '\n')
            ++next_line;
        else if (c != ' ' && c != '\t' && c != '\r')
            line = next_line;
    }
};

/// Gives the parser its text, and notes how far it came.
struct Characters {
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    const char* at;
    Position* position;
    char operator*() const { return *at; }
    Characters& operator++() {
        position->pass(*at++);
        return *this;
    }
    bool operator==(const Characters& other) const { return at == other.at; }
};

/// Builds the tree from the parser's events.
struct Builder {
    using json = nlohmann::json;
    struct Open { ///< an array or object that has not ended
        bool is_object;
        int line;
        std::string key{}; ///< of the member that comes next
        int key_line = 0;
        Json::Array items{};
        Json::Object members{};
        std::unordered_map<std::string, std::size_t>
            places{}; ///< of members: of two of one name the later counts

        void add(Json value) {
            if (!is_object) return items.push_back(std::move(value));
            const auto [place, fresh] = places.emplace(key, members.size());
            if (fresh)
                members.emplace_back(key, std::move(value));
            else
                members[place->second].second = std::move(value);
        }
        Json take() {
            Json value = is_object ? Json(std::move(members)) : Json(std::move(items));
            return std::move(value.at_line(line));
        }
    };
    const std::string& text;
    const std::string& name;
    const Position& position;
    const char* last; ///< the member after which the parser is stopped, or null
    std::vector<Open> open{};
    Json result{};

    int line() const { return !open.empty() && open.back().is_object ? open.back().key_line : position.line; }
    bool add(Json value) {
        if (open.empty())
            result = std::move(value);
        else
            open.back().add(std::move(value));
        return !last || open.size() != 1 || open.back().key != last;
    }
    bool add_plain(Json value) { return add(std::move(value.at_line(line()))); }
    bool begin(bool is_object) {
        if (open.size() == max_levels)
            throw usage_error(messages::json_too_deep, name, position.line, max_levels);
        open.push_back({is_object, line()});
        return true;
    }
    bool end() {
        Json value = open.back().take();
        open.pop_back();
        return add(std::move(value));
    }

    bool null() { return add_plain({}); }
    bool boolean(bool value) { return add_plain(value); }
    bool number_integer(std::int64_t value) { return add_plain(value); }
    bool number_unsigned(std::uint64_t value) { return add_plain(value); }
    bool number_float(double value, const std::string&) { return add_plain(value); }
    bool string(std::string& value) { return add_plain(value); }
    bool binary(json::binary_t&) { return add_plain({}); } // of other formats than JSON
    bool start_array(std::size_t) { return begin(false); }
    bool start_object(std::size_t) { return begin(true); }
    bool end_array() { return end(); }
    bool end_object() { return end(); }
    bool key(std::string& value) {
        open.back().key = value;
        open.back().key_line = position.line;
        return true;
    }
    [[noreturn]] bool parse_error(std::size_t byte, const std::string& token,
                                  const json::exception& problem) const {
        const auto end = text.begin() + std::ptrdiff_t(std::min(byte, text.size()));
        const auto line = 1 + std::count(text.begin(), end, '\n');
        const bool too_large = dynamic_cast<const json::out_of_range*>(&problem) != nullptr;
        if (too_large) throw usage_error(messages::json_number, name, line, token);
        const std::string what = problem.what();
        const auto colon = what.rfind(": ");
        throw usage_error(messages::json_invalid, name, line,
                          colon == std::string::npos ? what : what.substr(colon + 2));
    }
};

} // namespace

Json parse_json(const std::string& text, const std::string& name, const char* last) {
    Position position;
    Builder builder{text, name, position, last};
    const Characters first{text.data(), &position}, end{text.data() + text.size(), &position};
    if (!nlohmann::json::sax_parse(first, end, &builder)) return builder.open.front().take();
    return std::move(builder.result);
}

} // namespace atrous

#else // the minimal build has no JSON reader

namespace atrous {

Json parse_json(const std::string&, const std::string& name, const char*) {
    throw usage_error(messages::json_no_reader, name);
}

} // namespace atrous

#endif
