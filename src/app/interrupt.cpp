// Signal handlers; hides what is allowed inside them.
#include "app/interrupt.h"
#include <csignal>

namespace atrous {
namespace {

volatile std::sig_atomic_t caught = 0;

extern "C" void on_signal(int) {
    caught = 1;
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

} // namespace

void catch_interrupts() {
    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
}

bool interrupted() { return caught != 0; }

} // namespace atrous
