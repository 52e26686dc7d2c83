// Handles signals. Hides the limits on code inside signal handlers.
#include "batch/log/interrupt.h"
#include "files/temporaries.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <unistd.h>

namespace atrous {
namespace {

volatile std::sig_atomic_t caught = 0; // the signal
constexpr unsigned grace = 1;          // seconds, less than schedulers wait before they kill
constexpr unsigned end_by_force = 8;   // seconds to end, less than the supervisor's 10

constexpr int ending[] = {SIGINT, SIGTERM, SIGHUP};

/// The line that a log gets when the process ends at once.
struct LastLine {
    volatile std::sig_atomic_t file = -1;
    std::array<char, 512> text{};
    std::size_t length = 0;
};
std::array<LastLine, 2> last_lines;

/// Only calls that are safe in a signal handler.
void write_last_lines(int code) {
    for (LastLine& line : last_lines) {
        if (line.file < 0) continue;
        std::size_t end = line.length;
        for (int unit = 100; unit > 0; unit /= 10)
            if (code >= unit) line.text[end++] = char('0' + code / unit % 10);
        for (const char c : {'}', '}', '\n'}) line.text[end++] = c;
        const int file = line.file;
        line.file = -1;
        if (::write(file, line.text.data(), end) < 0) continue; // not reportable
    }
}

/// True if a signal is ignored, as after nohup.
bool is_ignored(int signal) {
    struct sigaction now {};
    return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

// The first line end comes after the terminal's echo (^C) and after the progress bar.
constexpr std::string_view to_terminal =
    "\natrous: interrupted: the images in progress are left undone; press again to stop at once\n";
constexpr std::string_view to_others = "atrous: interrupted: the images in progress are left undone\n";

/// Ends the process as the system does by default, but removes its files first.
extern "C" void on_second_signal(int signal) {
    remove_temporaries();
    write_last_lines(128 + signal);
    std::signal(signal, SIG_DFL);
    std::raise(signal); // takes effect when the handler returns
}

/// Ends the process although a step of a frame has not ended.
extern "C" void on_alarm(int) {
    remove_temporaries();
    write_last_lines(int(interrupted_exit()));
    ::_exit(int(interrupted_exit()));
}

extern "C" void on_signal(int signal) {
    const int before = errno;
    caught = signal;
    std::signal(SIGALRM, on_alarm);
    ::alarm(grace);
    for (const int one : ending) std::signal(one, on_second_signal);
    const std::string_view message = ::isatty(STDERR_FILENO) ? to_terminal : to_others;
    if (::write(STDERR_FILENO, message.data(), message.size()) < 0) caught = signal; // not reportable
    errno = before;
}

} // namespace

void catch_interrupts() {
    set_watcher({.stops = interrupted});
    for (const int one : ending)
        if (one != SIGHUP || !is_ignored(SIGHUP)) std::signal(one, on_signal);
    // A reader that has gone, or a file that may not grow, is an error of the write that finds it.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

bool interrupted() { return caught != 0; }
Exit interrupted_exit() { return Exit(128 + int(caught)); }
void add_last_line(int file, const std::string& text) {
    constexpr std::size_t behind = 6; // bytes for a code and the end of the line
    for (LastLine& line : last_lines) {
        if (line.file >= 0 || file < 0 || text.size() + behind > line.text.size()) continue;
        std::ranges::copy(text, line.text.begin());
        line.length = text.size();
        line.file = file;
        return;
    }
}
void remove_last_line(int file) {
    for (LastLine& line : last_lines)
        if (line.file == file) line.file = -1;
}
void acknowledge_interrupt() { ::alarm(end_by_force); }

} // namespace atrous
