// Turns errors into exit codes at the end of a command: in the program, and in its module, whose exceptions
// stay inside it.
#pragma once
#include <functional>

namespace atrous {

/// Returns the exit code of `work`, which returns or throws it, and prints an error. Returns 1 instead of 0
/// if the standard output could not be written (a full disk), which is detected only when buffers are
/// flushed.
int guarded(const std::function<int()>& work);

} // namespace atrous
