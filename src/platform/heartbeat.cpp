// Counts heartbeats with one counter per process.
#include "platform/heartbeat.h"
#include "base/error.h"
#include "platform/messages.h"
#include <ctime>

namespace atrous {
namespace {

std::atomic<std::atomic<std::uint64_t>*> heartbeats{nullptr};

std::chrono::nanoseconds time_of(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// What all threads of this process but the caller's have computed: to wake up takes a share of a short interval, too.
std::chrono::nanoseconds computed() {
    return time_of(CLOCK_PROCESS_CPUTIME_ID) - time_of(CLOCK_THREAD_CPUTIME_ID);
}

WorkWatcher current;

} // namespace

void heartbeat() {
    if (auto* const counter = heartbeats.load(std::memory_order_relaxed))
        counter->fetch_add(1, std::memory_order_relaxed);
}

void count_heartbeats(std::atomic<std::uint64_t>* counter) { heartbeats = counter; }

Heartbeats::Heartbeats(std::chrono::milliseconds interval, std::chrono::milliseconds most) {
    if (heartbeats.load()) thread_ = std::thread([this, interval, most] { work(interval, most); });
}

Heartbeats::~Heartbeats() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard guard(lock_);
        ended_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

void Heartbeats::work(std::chrono::milliseconds interval, std::chrono::milliseconds most) {
    const auto start = std::chrono::steady_clock::now();
    auto before = computed();
    std::unique_lock guard(lock_);
    while (!wake_.wait_for(guard, interval, [this] { return ended_; })) {
        if (std::chrono::steady_clock::now() - start > most) return;
        const auto now = computed();
        if (100 * (now - before) >= interval) heartbeat(); // on a machine with much other work it is little
        before = now;
    }
}

void set_watcher(const WorkWatcher& watcher) { current = watcher; }

void stop_if_asked() {
    if (current.stops && current.stops()) throw Error(Exit::interrupted, message(messages::interrupted));
}

bool is_counted() { return current.counts && current.counts(); }
void tell_done(int pieces, int all) { current.done(pieces, all); }
void print_part(int number, int parts) {
    if (current.part) current.part(number, parts);
}

} // namespace atrous
