// A bound on the memory of all frames in flight.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace atrous {

/// Bytes of memory that this process may use: the machine's, or its container's limit where that is less.
std::uint64_t physical_memory();
/// The budget for a --max-memory of so many bytes, 0 = half of the machine's.
std::uint64_t budget_of(std::uint64_t max_memory);

/// Grants memory to frames in their order, one `acquire` at a time (a serial stage). Waiting cannot deadlock: to end, a
/// frame needs the others of its window, and as many as a window has are granted whatever they take. So where one more
/// has to wait, at least one of those in flight needs no further memory to end.
class MemoryBudget {
  public:
    /// `window`: frames that must be in flight together for one of them to end.
    explicit MemoryBudget(std::uint64_t limit, int window = 1) : limit_(limit), window_(window) {}

    /// Waits until `own` bytes fit beside the frames in flight and the largest `shared` so far (the device's
    /// buffers, which frames use in turn). With less than a window in flight it is granted whatever it is.
    /// Returns false when `cancelled` says so while waiting.
    /// One that is `alone` is granted with no more than a window in flight, and so is whatever comes while it lasts.
    bool acquire(std::uint64_t own, std::uint64_t shared, bool (*cancelled)(), bool alone = false);
    /// Gives `own` bytes of a frame back, and whether it was `alone`; wakes those who wait.
    void release(std::uint64_t own, bool alone = false);

  private:
    std::mutex lock_;
    std::condition_variable released_;
    std::uint64_t limit_, used_ = 0, shared_ = 0;
    int window_, holders_ = 0, alone_ = 0;
};

/// Memory of one frame; given back when it ends.
class Reservation {
  public:
    Reservation() = default;
    Reservation(const Reservation&) = delete;
    Reservation& operator=(const Reservation&) = delete;
    ~Reservation() { release(); }

    /// As MemoryBudget::acquire.
    bool acquire(MemoryBudget& budget, std::uint64_t own, std::uint64_t shared, bool (*cancelled)(),
                 bool alone = false);
    /// Gives back what was granted, if anything.
    void release();

  private:
    MemoryBudget* budget_ = nullptr;
    std::uint64_t bytes_ = 0;
    bool alone_ = false;
};

} // namespace atrous
