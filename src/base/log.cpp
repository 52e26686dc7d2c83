// Writes messages to stderr around the status line; hides the lock and the terminal codes.
#include "base/log.h"
#include "base/text.h"
#include <atomic>
#include <cstdio>
#include <mutex>

namespace atrous {
namespace {

std::atomic<Verbosity> current{Verbosity::normal};
std::mutex lock;
std::string status;

constexpr const char* erase_line = "\r\033[K";

void print(const std::string& text) {
    const std::lock_guard guard(lock);
    const std::string out = (status.empty() ? "" : erase_line) + printable(text) + "\n" + status;
    std::fputs(out.c_str(), stderr);
    std::fflush(stderr);
}

std::string without_alarm(std::string message) {
    for (const char* alarm : {"Error:", "ERROR:"})
        for (auto at = message.find(alarm); at != std::string::npos; at = message.find(alarm, at))
            message.replace(at, 6, "error:");
    return message;
}

} // namespace

void set_verbosity(Verbosity verbosity) { current = verbosity; }
Verbosity verbosity() { return current; }

void log_error(const std::string& message) { print("atrous: error: " + message); }
void log_warning(const std::string& message) {
    if (current != Verbosity::quiet) print("atrous: warning: " + without_alarm(message));
}
void log_info(const std::string& message) {
    if (current != Verbosity::quiet) print(message);
}
void log_verbose(const std::string& message) {
    if (current == Verbosity::verbose) print(message);
}

void set_status_line(const std::string& line) {
    const std::lock_guard guard(lock);
    if (status == line) return;
    std::fputs(((status.empty() ? "" : erase_line) + line).c_str(), stderr);
    std::fflush(stderr);
    status = line;
}

} // namespace atrous
