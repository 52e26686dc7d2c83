// What the shell's limits (ulimit) would end a process with.
#pragma once

namespace atrous {

/// For the beginning of the program. A file that may not be larger is an error of its write, no signal; threads and this one get a
/// stack that is deep enough for the device's compiler. Throws a usage error where the limit is too small for this thread's.
void settle_limits();

} // namespace atrous
