// Harms the process as ATROUS_HARM requests.
#include "platform/faults.h"
#include "supervisor/protocol/worker_protocol.h"
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace atrous {

namespace {

[[noreturn]] void eat() {
    constexpr std::size_t piece = 16 << 20;
    for (;;) {
        if (void* const more = std::malloc(piece)) std::memset(more, 1, piece);
        ::usleep(20000);
    }
}

void inject(const std::string& what) {
    if (what == "eat") eat();
    if (what == "leave") ::_exit(7);
    while (what == "hang") ::pause();
    const int signal = std::atoi(what.c_str());
    std::signal(signal, SIG_DFL);
    ::kill(::getpid(), signal);
    ::pause();
}

} // namespace

void inject_fault(Step step, const std::filesystem::path& about) {
    const std::string text = requested(Fault::harm);
    const auto first = text.find(':'), last = text.rfind(':');
    if (first == last || text.substr(0, first) != to_string(step)) return;
    const std::string name = text.substr(first + 1, last - first - 1);
    if (about.filename().string().find(name) != std::string::npos) inject(text.substr(last + 1));
}

} // namespace atrous
