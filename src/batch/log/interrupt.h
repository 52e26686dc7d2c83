// SIGINT, SIGTERM and SIGHUP as a question; the second signal kills, as the system does by default, after temporary
// files are removed.
#pragma once
#include "base/error.h"
#include <string>

namespace atrous {

/// From now on the first SIGINT, SIGTERM or SIGHUP (unless it was ignored, as by nohup) sets the answer of `interrupted`,
/// and says so on stderr. Who asks has a second to end: what still runs then (a long kernel, a large file) is cut off,
/// temporary files are removed, and the process ends with that signal's exit code. SIGPIPE and SIGXFSZ become errors of the
/// write that they are about.
void catch_interrupts();
/// Whether there was such a signal.
bool interrupted();
/// Where a signal ends the process at once, `text`, the exit code and "}}" go into the file as a line; of two files at most.
void add_last_line(int file, const std::string& text);
/// No more.
void remove_last_line(int file);
/// The exit code of the signal that came: interrupted, terminated or hung_up.
Exit interrupted_exit();
/// The work has ended in time: nothing of it is cut off any more. The process has 10 seconds to end.
void interrupt_obeyed();

} // namespace atrous
