// SIGINT and SIGTERM as a question; the second signal kills, as the system does by default, after temporary
// files are removed.
#pragma once
#include "base/error.h"

namespace atrous {

/// From now on the first SIGINT or SIGTERM sets the answer of `interrupted`, and says so on stderr. Who asks has a second
/// to end: what still runs then (a long kernel, a large file) is cut off, temporary files are removed, and the process
/// ends with that signal's exit code.
void catch_interrupts();
/// Whether there was such a signal.
bool interrupted();
/// The exit code of the signal that came: interrupted or terminated.
Exit interrupted_exit();
/// The work has ended in time: nothing is cut off any more.
void interrupt_obeyed();

} // namespace atrous
