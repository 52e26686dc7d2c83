// The memory that a frame takes, counted before anything is decoded: of this machine, of the device, on a disk; and a bound on the
// memory of all frames in flight.
#pragma once
#include "batch/pipeline/batch.h"
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

namespace atrous {

/// Bytes of memory that this process may use: the machine's, or its container's limit where that is less.
std::uint64_t physical_memory();
/// The budget for a --max-memory of so many bytes, 0 = half of the machine's.
std::uint64_t budget_of(std::uint64_t max_memory);

/// Memory of one frame, given back when the last owner lets go of it; null: it was not granted.
using Reservation = std::shared_ptr<const void>;

/// Grants memory to frames in their order, one `acquire` at a time (a serial stage). Waiting cannot deadlock: to end, a
/// frame needs the others of its window, and as many as a window has are granted whatever they take. So where one more
/// has to wait, at least one of those in flight needs no further memory to end.
class MemoryBudget {
  public:
    /// `window`: frames that must be in flight together for one of them to end.
    explicit MemoryBudget(std::uint64_t limit, int window = 1) : limit_(limit), window_(window) {}

    /// Waits until `own` bytes fit in addition to the frames in flight and the largest `shared` so far (the device's
    /// buffers, which frames use in turn). While less than a window is in flight, every request is granted.
    /// Returns null when `cancelled` is true while it waits.
    /// A request that is `alone` is granted only if no more than a window is in flight; while it lasts, so are all others.
    Reservation acquire(std::uint64_t own, std::uint64_t shared, bool (*cancelled)(), bool alone = false);

  private:
    void release(std::uint64_t own, bool alone);

    std::mutex lock_;
    std::condition_variable released_;
    std::uint64_t limit_, used_ = 0, shared_ = 0;
    int window_, holders_ = 0, alone_ = 0;
};

/// --max-memory is meant to be at least so much: what needs less is worked on whatever it says.
constexpr std::uint64_t least_memory = std::uint64_t(256) << 20;

/// How large the plans of a frame that is opened are wanted to be, and may be: the device's memory and --device-memory; where
/// the device computes in this machine's memory, --max-memory and what the machine has, too.
MemoryLimits limits_of(const Batch& batch, const Frame& frame);

/// Fits a frame that is opened, and whose `decoded_bytes` are known: its `result_bytes`, `limits` and `memory`. Puts it into bands
/// where --max-memory was given and allows less than it needs. Returns the bytes of this machine that it holds while it lasts,
/// `outputs` encoded files among them. Throws an error with the numbers before anything is allocated: neither the frame nor its
/// bands fit, or the disk has no room for the scratch files; and what FileCommand::estimate() throws.
std::uint64_t fit_memory(const Batch& batch, Frame& frame, std::size_t outputs);

/// Pixels whose plan takes at least as much as the part's: three colours, and alpha where there can be one.
Pixels stand_in(const Decoder::ColourPart& part);

} // namespace atrous
