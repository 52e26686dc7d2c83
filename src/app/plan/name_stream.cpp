// Reads without a buffer of its own, so that a worker that goes on for a dead one misses no name.
#include "app/plan/name_stream.h"
#include "app/plan/inputs.h"
#include "app/watch/worker_protocol.h"
#include "base/error.h"
#include "base/file.h"
#include "system/heartbeat.h"
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <poll.h>
#include <unistd.h>

namespace atrous {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int look_ms = 100;               // for signals
constexpr std::size_t most_at_once = 4096; // of a list that does not wait

/// Whether there is something to read, or the end, within so many milliseconds.
bool can_read_within(int ms) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, ms) != 0;
}

} // namespace

void NameStream::read_some() {
    std::array<char, 65536> block{};
    const ssize_t count = ::read(STDIN_FILENO, block.data(), block.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (count < 0)
        throw Error(Exit::some_failed,
                    std::string("--files-from -: cannot be read: ") + std::strerror(errno));
    ended_ = count == 0;
    report_names({block.data(), std::size_t(count)});
    rest_.append(block.data(), std::size_t(count));
    if (rest_.size() > most_text_bytes)
        throw usage_error("--files-from -: has more than " + std::to_string(most_text_bytes >> 20) +
                          " MiB, which no text has; is it the right file?");
}

/// Those that are whole; the last one needs no end.
std::vector<std::string> NameStream::take_names() {
    const std::size_t last = std::string_view(rest_).substr(searched_).rfind(has_nulls_ ? '\0' : '\n');
    const std::size_t end = ended_ ? rest_.size() : last == std::string::npos ? 0 : searched_ + last + 1;
    const std::vector<std::string> names = names_in(rest_.substr(0, end), has_nulls_);
    rest_.erase(0, end);
    searched_ = rest_.size();
    return names;
}

std::vector<std::string> NameStream::next(bool (*stopped)(), int patience) {
    std::vector<std::string> names;
    Clock::time_point first;
    while (!ended_ && !stopped()) {
        heartbeat(); // who waits for names is alive
        const auto waited =
            std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - first).count();
        const int left = names.empty() ? look_ms : int(std::max<long>(patience - long(waited), 0));
        const bool readable = can_read_within(std::min(left, look_ms));
        if (readable) read_some();
        for (std::string& name : take_names()) {
            if (names.empty()) first = Clock::now();
            names.push_back(std::move(name));
        }
        const bool full = patience > 0 || names.size() >= most_at_once;
        if (!names.empty() && left == 0 && (!readable || full)) break;
    }
    return names;
}

} // namespace atrous
