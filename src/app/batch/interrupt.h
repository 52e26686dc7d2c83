// SIGINT and SIGTERM as a question; the second signal kills, as the system does by default, after temporary
// files are removed.
#pragma once

namespace atrous {

/// From now on the first SIGINT or SIGTERM sets the answer of `interrupted`, and says so on stderr.
void catch_interrupts();
/// Whether there was such a signal.
bool interrupted();

} // namespace atrous
