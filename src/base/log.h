// Prints messages for people on stderr, one line each, safe from several threads. Control characters in names
// are printed as "\x1b". stdout is for data.
#pragma once
#include "base/message.h"
#include <string>

namespace atrous {

enum class Verbosity { quiet, normal, verbose };

/// Set once by the command line. `quiet` prints only errors.
void set_verbosity(Verbosity verbosity);
Verbosity verbosity();

/// "atrous: error: ...", with the id in brackets when verbose.
void log_error(const Message& message);
/// "atrous: warning: ...", not when quiet. A library's "Error:" in it becomes small: render farms take a line with that
/// for a failure.
void log_warning(const Message& message);
void log_info(const Message& message);    ///< not when quiet
void log_verbose(const Message& message); ///< only with -v

/// Writes a line of data to the standard error, at any verbosity. Returns false if the line was not written
/// whole.
bool log_data(const std::string& line);

/// Sets a line that stays below all messages (the progress bar), only for terminals. An empty text removes
/// it.
void set_status_line(const std::string& line);

} // namespace atrous
