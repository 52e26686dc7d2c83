// Signal handlers; hides what is allowed inside them.
#include "app/batch/interrupt.h"
#include "io/temporaries.h"
#include <cerrno>
#include <csignal>
#include <unistd.h>

namespace atrous {
namespace {

volatile std::sig_atomic_t caught = 0; // the signal
constexpr unsigned grace = 1;          // seconds; schedulers wait longer before they kill, people do not
constexpr unsigned end_by_force = 10;  // seconds that the end of the process itself may take

constexpr int ending[] = {SIGINT, SIGTERM, SIGHUP};

/// As nohup leaves it.
bool is_ignored(int signal) {
    struct sigaction now {};
    return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

constexpr char message[] =
    "\natrous: interrupted: the images in work are left undone; press again to stop at once\n";

/// Ends the process as the system does by default, but leaves no files behind.
extern "C" void on_second_signal(int signal) {
    remove_temporaries();
    std::signal(signal, SIG_DFL);
    std::raise(signal); // takes effect when the handler returns
}

/// Ends the process although a step of a frame has not ended.
extern "C" void on_alarm(int) {
    remove_temporaries();
    ::_exit(int(interrupted_exit()));
}

extern "C" void on_signal(int signal) {
    const int before = errno;
    caught = signal;
    std::signal(SIGALRM, on_alarm);
    ::alarm(grace);
    for (const int one : ending) std::signal(one, on_second_signal);
    // The first line end comes after what a terminal echoes (^C) and after the progress bar.
    const std::size_t skipped = ::isatty(STDERR_FILENO) ? 0 : 1;
    if (::write(STDERR_FILENO, message + skipped, sizeof message - 1 - skipped) < 0)
        caught = signal; // nobody to tell
    errno = before;
}

} // namespace

void catch_interrupts() {
    for (const int one : ending)
        if (one != SIGHUP || !is_ignored(SIGHUP)) std::signal(one, on_signal);
    // A reader that has gone, or a file that may not grow, is an error of the write that finds it.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

bool interrupted() { return caught != 0; }
Exit interrupted_exit() { return Exit(128 + int(caught)); }
void interrupt_obeyed() { ::alarm(end_by_force); }

} // namespace atrous
