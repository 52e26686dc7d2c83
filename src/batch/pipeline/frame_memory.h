// Counts the memory that a frame takes on this machine, the device and a disk, before anything is decoded.
// Limits the memory of all frames in flight.
#pragma once
#include "batch/pipeline/batch.h"
#include "platform/memory_limit.h"
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

namespace atrous {

/// The budget for a value of --max-memory in bytes, 0 = half of the machine's.
std::uint64_t budget_of(std::uint64_t max_memory);

/// Memory of one frame, released when its last owner ends. Null if it was not granted.
using Reservation = std::shared_ptr<const void>;

/// Grants memory to frames in their order, one `acquire` at a time (a serial stage). Waiting cannot deadlock:
/// to end, a frame needs the rest of its window, and the frames of one window are granted whatever they take.
/// So if one more frame has to wait, at least one frame in flight needs no further memory to end.
class MemoryBudget {
  public:
    /// `window`: frames that must be in flight together for one of them to end.
    explicit MemoryBudget(std::uint64_t limit, int window = 1) : limit_(limit), window_(window) {}

    /// Waits until `own` bytes fit in addition to the frames in flight and the largest `shared` so far (the
    /// device's buffers, which frames use in turn). While less than a window is in flight, every request is
    /// granted. Returns null when `cancelled` is true while it waits. An exclusive request (the last
    /// argument) is granted only if no more than a window is in flight. While it lasts, this limit applies to
    /// all requests.
    Reservation acquire(std::uint64_t own, std::uint64_t shared, bool (*cancelled)(), bool alone = false);

  private:
    void release(std::uint64_t own, bool alone);

    std::mutex lock_;
    std::condition_variable released_;
    std::uint64_t limit_, used_ = 0, shared_ = 0;
    int window_, holders_ = 0, alone_ = 0;
};

/// The minimum of --max-memory: work that needs less is done whatever the option is.
constexpr std::uint64_t min_memory = std::uint64_t(256) << 20;

/// Returns the intended and the allowed memory of an opened frame's plans: the memory of the device and
/// of --max-memory. If the device computes in this machine's memory, also --max-memory and the machine's
/// memory.
MemoryLimits limits_of(const Batch& batch, const Frame& frame);

/// Sets `decoded_bytes`, `result_bytes`, `limits` and `memory` of an opened frame. Processes
/// it in bands if --max-memory was given and allows less than it needs. Returns the bytes of this machine
/// that it holds while it lasts, including `outputs` encoded files. Throws an error with the numbers before
/// anything is allocated, if neither the frame nor its bands fit, or the disk is too full for the scratch
/// files. Also throws the errors of FileCommand::estimate().
std::uint64_t fit_memory(const Batch& batch, Frame& frame, std::size_t outputs);

/// Pixels whose plan takes at least as much as the part's: three colours, and alpha if there can be one.
Pixels stand_in(const Decoder::ColourPart& part);

} // namespace atrous
