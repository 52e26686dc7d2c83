// A pipe in place of descriptor 2, and a thread that reads it.
#include "app/tell/foreign_text.h"
#include "app/watch/watch.h"
#include "base/log.h"
#include "system/descriptor.h"
#include <array>
#include <cstdint>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/eventfd.h>
#include <unistd.h>

namespace atrous {
namespace {

/// Milliseconds until a text is taken out of the pipe: what prints its last words dies sooner, and a supervisor finds all of
/// them in there. A line without an end gets one after the same time.
constexpr int settle_ms = 20;

/// Whether something can be read within so many milliseconds; -1: at any time.
bool waits(int descriptor, int ms) {
    pollfd one{descriptor, POLLIN, 0};
    return ::poll(&one, 1, ms) > 0;
}

/// Prints the lines of a text that have an end, which are taken off.
void print_lines(std::string& text) {
    for (std::size_t end = 0; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1))
        log_info(text.substr(0, end));
}

} // namespace

ForeignText::ForeignText() {
    const ForeignPipe pipe = foreign_pipe();
    if (pipe.writing < 0) return;
    terminal_ = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ended_ = ::eventfd(0, EFD_CLOEXEC);
    if (terminal_ < 0 || ended_ < 0) return;
    log_to(terminal_);
    ::dup2(pipe.writing, STDERR_FILENO);
    passer_ = std::thread([this] { pass_on(); });
}

ForeignText::~ForeignText() {
    if (passer_.joinable()) {
        ::dup2(terminal_, STDERR_FILENO);
        const std::uint64_t one = 1;
        if (::write(ended_, &one, sizeof one) == sizeof one) passer_.join();
        log_to(STDERR_FILENO);
    }
    for (const int file : {terminal_, ended_})
        if (file >= 0) ::close(file);
}

void ForeignText::pass_on() const {
    const int pipe = foreign_pipe().reading;
    std::string text;
    for (bool ended = false; !ended;) {
        std::array<pollfd, 2> both{pollfd{pipe, POLLIN, 0}, pollfd{ended_, POLLIN, 0}};
        const bool silent = ::poll(both.data(), both.size(), text.empty() ? -1 : settle_ms) == 0;
        ended = waits(ended_, silent ? 0 : settle_ms);
        read_waiting(pipe, text);
        if (silent || ended) text += text.empty() || text.back() == '\n' ? "" : "\n";
        print_lines(text);
    }
}

} // namespace atrous
