// Connects long work and its watchers: heartbeats for another process, and in this process the right to end
// the work, for the program by its signals, for the library by its caller.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace atrous {

/// Reports a finished piece of the work: rows, a region, a step. May be called often.
void heartbeat();
/// Sets the counter of heartbeats from now on, or null for none.
void count_heartbeats(std::atomic<std::uint64_t>* counter);

/// Sends heartbeats for work that has none (a compiler, an encoder that fills memory first), as long as this
/// object lives: at each interval in which this process computed for a hundredth of it. A waiting process
/// sends none, and an endless computation sends none after `most`.
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
    std::thread thread_; ///< none if heartbeats are not counted
};

/// Called by the threads that do the work. The counting functions may both be null, for no counting.
struct WorkWatcher {
    /// True if the work of the calling thread is to end. Checked between pieces of the work.
    bool (*stops)() = nullptr;
    /// True if pieces of the thread's work are counted.
    bool (*counts)() = nullptr;
    /// Counts finished pieces of all pieces in a part of the work.
    void (*done)(int pieces, int all) = nullptr;
    /// Counts the following work as one part of several, by its number from 0.
    void (*part)(int number, int parts) = nullptr;
};
/// Takes effect from now on. Call it before any work begins.
void set_watcher(const WorkWatcher& watcher);

/// Throws an error of kind `interrupted` if work is to end.
void stop_if_asked();
bool is_counted();
/// Reports progress if it is counted.
void tell_done(int pieces, int all);
/// Reports a part in any case.
void print_part(int number, int parts);

} // namespace atrous
