// Long work and who watches it: signs of life for another process; and in this one, who may end it: the program by its signals, the
// library for its caller.
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

/// Called by the threads that do the work; those of counting may be null together: nobody counts.
struct WorkWatcher {
    /// Whether the work of the calling thread is to end; asked between pieces of it.
    bool (*stops)() = nullptr;
    /// Whether pieces of the thread's work are counted.
    bool (*counts)() = nullptr;
    /// So many pieces of so many are done of a part of the work.
    void (*done)(int pieces, int all) = nullptr;
    /// What comes is the part of that number, from 0, of so many.
    void (*part)(int number, int parts) = nullptr;
};
/// From now on; before any work begins.
void set_watcher(const WorkWatcher& watcher);

/// Throws an error of kind `interrupted` where work is to end.
void stop_if_asked();
bool is_counted();
/// Where it is counted.
void tell_done(int pieces, int all);
/// Wherever.
void tell_part(int number, int parts);

} // namespace atrous
