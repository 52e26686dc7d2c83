// Messages for people. Each is a row of its module's table (src/MODULE/messages.h) with a stable id, filled with values:
// throw usage_error(messages::output_exists, path). Tests compare ids and values, people and logs get both.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace atrous {

namespace fs = std::filesystem;

/// The frequency of a message in a run.
enum class Frequency : unsigned char {
    always,
    once,          ///< whichever files it is about
    once_per_value ///< once for each first value
};

/// A row of a table of messages. Its name is the id without its prefix, in small letters.
struct MessageRow {
    const char* id;   ///< "E_OUTPUT_EXISTS": E_ is an error, W_ a warning, N_ a note
    const char* text; ///< with "{}" for each value
    Frequency frequency = Frequency::always;

    /// Returns the number of values in the text.
    constexpr std::size_t values() const {
        const std::string_view all = text;
        std::size_t count = 0;
        for (std::size_t at = 0; (at = all.find("{}", at)) != std::string_view::npos; at += 2) ++count;
        return count;
    }
};

struct Message {
    std::string id{};   ///< empty: made from plain text
    std::string text{}; ///< as printed, after the name of its subject
    std::vector<std::string> values{};
    Frequency frequency = Frequency::always;

    Message() = default;
    Message(std::string words) : text(std::move(words)) {}
    Message(const char* words) : text(words) {}
    Message(const MessageRow& row, std::vector<std::string> filled);

    bool empty() const { return text.empty(); }
    /// The same about a file or an option: "NAME: text".
    Message about(const std::string& name) const;
    /// The same on one line, since names of files may contain line ends.
    Message on_one_line() const;
    /// A run prints only one of the messages with the same key. Messages with an empty key are all printed.
    std::string key() const;
    bool operator==(const Message&) const = default;
};
using Messages = std::vector<Message>;

/// A row that has as many values as are given, which the compiler checks.
template <class... Values>
struct RowFor {
    consteval RowFor(const MessageRow& of) : row(of) {
        if (of.values() != sizeof...(Values)) throw "the row has another number of values";
    }
    const MessageRow& row;
};

/// A value as text. The caller converts floating-point numbers, since each has its own number of digits.
inline std::string value_text(const std::string& value) { return value; }
inline std::string value_text(std::string_view value) { return std::string(value); }
inline std::string value_text(const char* value) { return value; }
inline std::string value_text(const std::filesystem::path& value) { return value.string(); }
template <class Number>
requires std::is_integral_v<Number> std::string value_text(Number value) { return std::to_string(value); }

template <class... Values>
Message message(RowFor<std::type_identity_t<Values>...> row, const Values&... values) {
    return {row.row, {value_text(values)...}};
}

} // namespace atrous
