// Writes messages to stderr around the status line. Hides the lock and the terminal codes.
#include "base/log.h"
#include "base/text.h"
#include <atomic>
#include <cerrno>
#include <mutex>
#include <unistd.h>

namespace atrous {
namespace {

std::atomic<Verbosity> current{Verbosity::normal};
std::mutex lock;
std::string status;

constexpr const char* erase_line = "\r\033[K";

/// Writes the whole text. Returns false if the standard error takes only a part.
bool put(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
        const ssize_t count = ::write(STDERR_FILENO, text.data() + at, text.size() - at);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        at += std::size_t(count);
    }
    return true;
}

/// Above the status line.
bool put_line(const std::string& line) {
    const std::lock_guard guard(lock);
    return put((status.empty() ? "" : erase_line) + line + "\n" + status);
}

void print(const std::string& text) { put_line(printable(text)); }

std::string escape_farm_keywords(std::string message) {
    for (const char* alarm : {"Error:", "ERROR:"})
        for (auto at = message.find(alarm); at != std::string::npos; at = message.find(alarm, at))
            message.replace(at, 6, "error:");
    return message;
}

std::string with_id(const Message& message) {
    const bool shown = current == Verbosity::verbose && !message.id.empty();
    return (shown ? "[" + message.id + "] " : "") + message.text +
           (message.frequency == Frequency::always ? "" : " (reported once)");
}

} // namespace

void set_verbosity(Verbosity verbosity) { current = verbosity; }
Verbosity verbosity() { return current; }

void log_error(const Message& message) { print("atrous: error: " + with_id(message)); }
void log_warning(const Message& message) {
    if (current != Verbosity::quiet) print("atrous: warning: " + escape_farm_keywords(with_id(message)));
}
void log_info(const Message& message) {
    if (current != Verbosity::quiet) print(with_id(message));
}
void log_verbose(const Message& message) {
    if (current == Verbosity::verbose) print(with_id(message));
}

bool log_data(const std::string& line) { return put_line(line); }

void set_status_line(const std::string& line) {
    const std::lock_guard guard(lock);
    if (status == line) return;
    put((status.empty() ? "" : erase_line) + line);
    status = line;
}

} // namespace atrous
