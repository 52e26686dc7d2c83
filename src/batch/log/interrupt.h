// Turns SIGINT, SIGTERM and SIGHUP into a flag. A second signal ends the process, as the system does by
// default, after it has removed temporary files.
#pragma once
#include "base/error.h"
#include <string>

namespace atrous {

/// Makes the first SIGINT, SIGTERM or SIGHUP (unless ignored, for example by nohup) set the answer of
/// `interrupted`, with a message on stderr. Work that checks it has one second to end. After that the rest (a
/// long kernel, a large file) is cut off, temporary files are removed, and the process ends with that
/// signal's exit code. SIGPIPE and SIGXFSZ become errors of the write that caused them.
void catch_interrupts();
/// True if a signal came.
bool interrupted();
/// Makes a signal that ends the process at once write `text`, the exit code and "}}" as a line into the file,
/// at most two files.
void add_last_line(int file, const std::string& text);
/// Removes that line.
void remove_last_line(int file);
/// The exit code of the signal that came: interrupted, terminated or hung_up.
Exit interrupted_exit();
/// The work has ended in time: nothing of it is cut off any more. The process has 10 seconds to end.
void acknowledge_interrupt();

} // namespace atrous
