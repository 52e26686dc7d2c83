// Messages in tests, compared by their ids and values, so that sentences can be rewritten.
#pragma once
#include "base/error.h"
#include "base/message.h"
#include <functional>
#include <optional>
#include <string>

namespace atrous {

/// What a process of its own writes to the error output while it does that.
std::string stderr_of(const std::function<void()>& work);

/// Stands for a value that a test does not know.
inline constexpr const char* anything = "\1";

/// Whether a line of the text has the row's message, filled with these values.
bool has_message(const std::string& text, const MessageRow& row, const std::vector<std::string>& values);
/// How many lines have it.
int count_messages(const std::string& text, const MessageRow& row, const std::vector<std::string>& values);
/// Whether the message is of that row, and has these values.
bool is_message(const Message& message, const MessageRow& row, const std::vector<std::string>& values);

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
