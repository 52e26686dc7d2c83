// Errors become exit codes where a command ends: in the program, and in its module, whose exceptions stay inside it.
#pragma once
#include <functional>

namespace atrous {

/// The exit code of `work`, which returns it or throws; an error is printed. 1 instead of 0 where the standard output could
/// not be written to (a full disk), which is seen only when what is buffered is written.
int guarded(const std::function<int()>& work);

} // namespace atrous
