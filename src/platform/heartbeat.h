// Signs of life of long work, for who watches this process.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace atrous {

/// Something of the work in hand was done: rows, a region, a step. May be called often.
void heartbeat();
/// Where heartbeats are counted from now on; null: nowhere.
void count_heartbeats(std::atomic<std::uint64_t>* counter);

/// Heartbeats for work that has none (a compiler, an encoder that fills memory first), as long as it lives: at each interval in which
/// this process computed for a hundredth of it. So one that waits for ever has none, and one that computes for ever has
/// none after `most`.
class Heartbeats {
  public:
    explicit Heartbeats(std::chrono::milliseconds interval = std::chrono::seconds(1),
                        std::chrono::milliseconds most = std::chrono::hours(1));
    ~Heartbeats();
    Heartbeats(const Heartbeats&) = delete;
    Heartbeats& operator=(const Heartbeats&) = delete;

  private:
    void work(std::chrono::milliseconds interval, std::chrono::milliseconds most);

    std::mutex lock_;
    std::condition_variable wake_;
    bool ended_ = false;
    std::thread thread_; ///< none where nobody counts
};

} // namespace atrous
