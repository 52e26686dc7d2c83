// Messages about text, JSON, numbers, and other messages.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow text_utf16{"E_TEXT_UTF16", "{}: is UTF-16 text; save it as UTF-8"};
inline constexpr MessageRow text_unreadable{"E_TEXT_UNREADABLE", "{}: cannot be read: {}"};
inline constexpr MessageRow pipe_silent{"E_PIPE_SILENT", "{}: is a pipe that no program writes to"};
inline constexpr MessageRow text_endless{"E_TEXT_ENDLESS", "{}: has no end; use a file or a pipe"};
inline constexpr MessageRow text_too_long{"E_TEXT_TOO_LONG", "{}: has more than {} MiB, which is too long for a text; check the file name"};
inline constexpr MessageRow text_not_written{"E_TEXT_NOT_WRITTEN", "'{}' cannot be written; check that its folder exists and its disk has space"};
inline constexpr MessageRow text_terminal{"E_TEXT_TERMINAL", "{}: is a terminal; use a file or a pipe"};
inline constexpr MessageRow json_too_deep{"E_JSON_TOO_DEEP", "{}: is nested more than {} levels deep"};
inline constexpr MessageRow json_number{"E_JSON_NUMBER", "{}:{}: the number {} is out of range"};
inline constexpr MessageRow json_invalid{"E_JSON_INVALID", "{}:{}: is not JSON: {}"};
inline constexpr MessageRow json_no_reader{"E_JSON_NO_READER", "{}: this program was built without a JSON reader; build it without -DATROUS_IO=OFF"};
inline constexpr MessageRow size_invalid{"E_SIZE_INVALID", "{}: '{}' is not a size; use WIDTHxHEIGHT, each 1 to {}, for example {}"};
inline constexpr MessageRow more_errors{"E_MORE_ERRORS", "further messages of this kind: {} ({}); -v prints all"};
inline constexpr MessageRow more_warnings{"W_MORE_WARNINGS", "further messages of this kind: {} ({}); -v prints all"};
inline constexpr MessageRow more_notes{"N_MORE_NOTES", "further messages of this kind: {} ({}); -v prints all"};
inline constexpr MessageRow bytes_invalid{"E_BYTES_INVALID", "{}: '{}' is not an amount of memory; use for example 800M or 4G"};
// clang-format on
} // namespace atrous::messages
