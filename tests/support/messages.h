// Compares messages in tests by their ids and values, so that sentences can be rewritten.
#pragma once
#include "base/message.h"
#include <functional>
#include <string>

namespace atrous {

/// Returns the standard error of a separate process that does this work.
std::string stderr_of(const std::function<void()>& work);

/// Placeholder for any value.
inline constexpr const char* anything = "\1";

/// True if a line of the text has the row's message, filled with these values.
bool has_message(const std::string& text, const MessageRow& row, const std::vector<std::string>& values);
/// Number of lines that have it.
int count_messages(const std::string& text, const MessageRow& row, const std::vector<std::string>& values);
/// True if the message is of that row, and has these values.
bool is_message(const Message& message, const MessageRow& row, const std::vector<std::string>& values);

/// The same with one value per placeholder, checked by the compiler: has_message(run.err, messages::output_exists, "b.png").
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

} // namespace atrous
