// Signal handlers; hides what is allowed inside them.
#include "app/batch/interrupt.h"
#include "io/atomic_file.h"
#include <cerrno>
#include <csignal>
#include <unistd.h>

namespace atrous {
namespace {

volatile std::sig_atomic_t caught = 0;

constexpr char message[] = "\natrous: interrupted: ending the images in work; press again to stop at once\n";

/// Ends the process as the system does by default, but leaves no files behind.
extern "C" void on_second_signal(int signal) {
    remove_temporaries();
    std::signal(signal, SIG_DFL);
    std::raise(signal); // takes effect when the handler returns
}

extern "C" void on_signal(int) {
    const int before = errno;
    caught = 1;
    std::signal(SIGINT, on_second_signal);
    std::signal(SIGTERM, on_second_signal);
    // The first line end comes after what a terminal echoes (^C) and after the progress bar.
    const std::size_t skipped = ::isatty(STDERR_FILENO) ? 0 : 1;
    if (::write(STDERR_FILENO, message + skipped, sizeof message - 1 - skipped) < 0)
        caught = 1; // nobody to tell
    errno = before;
}

} // namespace

void catch_interrupts() {
    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
}

bool interrupted() { return caught != 0; }

} // namespace atrous
