// Reads JSON with nlohmann-json (the only place that includes it) into our value tree.
#include "base/error.h"
#include "base/json.h"
#include "base/messages.h"
#include <algorithm>
#include <unordered_map>
#if ATROUS_IO
#include <nlohmann/json.hpp>
#endif

namespace atrous {
#if ATROUS_IO
namespace {

/// Arrays and objects in each other.
constexpr std::size_t max_levels = 200;

/// Builds the tree from the parser's events.
struct Builder {
    using json = nlohmann::json;
    struct Open { ///< an array or object that has not ended
        bool is_object;
        std::string key{}; ///< of the member that comes next
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
        Json take() { return is_object ? Json(std::move(members)) : Json(std::move(items)); }
    };
    const std::string& text;
    const std::string& name;
    const char* last; ///< the member after which the parser is stopped, or null
    std::vector<Open> open{};
    Json result{};

    bool add(Json value) {
        if (open.empty())
            result = std::move(value);
        else
            open.back().add(std::move(value));
        return !last || open.size() != 1 || open.back().key != last;
    }
    bool begin(bool is_object) {
        if (open.size() == max_levels) throw usage_error(messages::json_too_deep, name, max_levels);
        open.push_back({is_object});
        return true;
    }
    bool end() {
        Json value = open.back().take();
        open.pop_back();
        return add(std::move(value));
    }

    bool null() { return add({}); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(std::int64_t value) { return add(value); }
    bool number_unsigned(std::uint64_t value) { return add(value); }
    bool number_float(double value, const std::string&) { return add(value); }
    bool string(std::string& value) { return add(value); }
    bool binary(json::binary_t&) { return add({}); } // of other formats than JSON
    bool start_array(std::size_t) { return begin(false); }
    bool start_object(std::size_t) { return begin(true); }
    bool end_array() { return end(); }
    bool end_object() { return end(); }
    bool key(std::string& value) {
        open.back().key = value;
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
    Builder builder{text, name, last};
    if (!nlohmann::json::sax_parse(text, &builder)) return builder.open.front().take();
    return std::move(builder.result);
}

#else // the minimal build has no JSON reader
Json parse_json(const std::string&, const std::string& name, const char*) {
    throw usage_error(messages::json_no_reader, name);
}
#endif

} // namespace atrous
