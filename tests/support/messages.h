// Compares messages in tests by their ids and values, so that sentences can be rewritten.
#pragma once
#include "base/error.h"
#include "base/message.h"
#include "support/app_run.h"
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>

namespace atrous {

/// Returns the standard error of a separate process that does this work.
std::string stderr_of(const std::function<void()>& work);

/// Placeholder for any value.
inline constexpr const char* anything = "\1";

/// Checks the exit code, and that stderr has all messages: each is found by the words around its values, plain texts as they are.
void expect(const Ran& ran, int code, std::initializer_list<Message> messages);
/// True if stderr, or a text, has the message.
bool prints(const std::string& text, const Message& message);
inline bool prints(const Ran& ran, const Message& message) { return prints(ran.err, message); }

/// Stands for a printed message of the row with any values, whose line has these parts.
template <class... Parts>
Message line(const MessageRow& row, const Parts&... parts) {
    Message any(row, std::vector<std::string>(row.values(), anything));
    any.values = {value_text(parts)...};
    return any;
}

/// The text of a filled row.
template <class... Values>
std::string text_of(RowFor<std::type_identity_t<Values>...> row, const Values&... values) {
    return message(row, values...).text;
}

/// True if a line of the text has the row's message, filled with these values.
bool has_message(const std::string& text, const MessageRow& row, const std::vector<std::string>& values);
/// Number of lines that have it.
int count_messages(const std::string& text, const MessageRow& row, const std::vector<std::string>& values);
/// True if the message is of that row, and has these values.
bool is_message(const Message& message, const MessageRow& row, const std::vector<std::string>& values);

/// The row's text with these values, up to the first value that is not given.
template <class... Values>
std::string words(const MessageRow& row, const Values&... values) {
    std::vector<std::string> all{value_text(values)...};
    all.resize(row.values(), anything);
    const std::string text = Message(row, all).text;
    return text.substr(0, text.find(anything));
}

/// The same with as many values as the row has, which the compiler checks: has_message(run.err, messages::output_exists, "b.png").
template <class... Values>
bool has_message(const std::string& text, RowFor<std::type_identity_t<Values>...> row,
                 const Values&... values) {
    return has_message(text, row.row, std::vector<std::string>{value_text(values)...});
}
template <class... Values>
int count_messages(const std::string& text, RowFor<std::type_identity_t<Values>...> row,
                   const Values&... values) {
    return count_messages(text, row.row, std::vector<std::string>{value_text(values)...});
}
template <class... Values>
bool is_message(const Message& message, RowFor<std::type_identity_t<Values>...> row,
                const Values&... values) {
    return is_message(message, row.row, std::vector<std::string>{value_text(values)...});
}

/// The message of the error that this throws; empty if it throws none, or none of this kind.
template <class Work>
Message thrown_by(const Work& work, std::optional<Exit> kind = {}) {
    try {
        work();
    } catch (const Error& error) {
        return kind && error.kind != *kind ? Message{} : error.message;
    }
    return {};
}

} // namespace atrous
