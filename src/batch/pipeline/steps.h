// A frame in the pipeline, the shared state of all frames' steps, and the steps: open, read, prepare,
// process, write, report. A frame ends twice: its result when that is written or never will be, its source
// when the last window that needs it is done.
#pragma once
#include "batch/pipeline/batch.h"
#include "batch/pipeline/frame_memory.h"
#include "batch/plan/needs.h"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <set>

namespace atrous {

/// A frame in the pipeline.
struct FrameTask {
    Frame frame{};
    std::size_t index = 0; ///< of its job
    /// Outputs to write, none for a frame that is skipped or only a neighbour.
    std::vector<std::size_t> wanted{};
    std::vector<std::shared_ptr<const OutputLock>> claims{}; ///< to outputs, while the result is on its way
    Reservation for_source{}, for_result{}; ///< share one memory, released when both have ended
    bool has_result = true;                 ///< that has not ended
    bool present = false;                   ///< its source has not failed so far: opened, read, prepared
    bool replaces = false;                  ///< an output that exists is to be replaced
    bool silent = false;                    ///< its error is worded once, by main
    bool reported = false;                  ///< by a worker before this one
    bool found_loss = false;                ///< outputs before this one were removed
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};
using FrameTaskPtr = std::shared_ptr<FrameTask>;

/// Numbers of the devices that no frame is processed on.
class IdleDevices {
  public:
    explicit IdleDevices(std::size_t count) {
        for (std::size_t device = 0; device < count; ++device) idle_.push_back(device);
    }
    /// Waits for a device and returns the one that is idle longest.
    std::size_t take();
    void give_back(std::size_t device);

  private:
    std::mutex lock_;
    std::condition_variable given_back_;
    std::deque<std::size_t> idle_;
};

/// The shared state of the steps.
struct BatchRun {
    explicit BatchRun(const Batch& batch);

    const Batch& batch;
    MemoryBudget budget;
    JobSelector needs;
    std::size_t next = 0;                   ///< job to be opened, for the first stage
    std::atomic<bool> stop = false;         ///< let no further frame in
    std::atomic<bool> broken = false;       ///< the device stage cannot go on
    std::atomic<bool> device_lost = false;  ///< unfinished work is left to the fallback
    std::atomic<bool> ending = false;       ///< the reason is known
    std::exception_ptr fatal = nullptr;     ///< the reason, read after the end
    bool failed;                            ///< written by the last stage, read after it
    std::atomic<bool> out_of_memory;        ///< the reason why a frame failed
    std::atomic<std::size_t> processed = 0; ///< frames that the device stage is done with
    IdleDevices idle_devices;               ///< for frames that are processed at once
    std::set<std::string> folders{};        ///< that the run has written to
    std::deque<FrameTaskPtr> window{}; ///< the device stage's: arrived, and not yet done with, oldest first
};

double ms_since(std::chrono::steady_clock::time_point start);

/// The end of a frame's result, good or bad.
void end_result(FrameTask& carried);
/// The end of a frame's source: read by no window from now on.
void end_source(FrameTask& carried);

void fail(BatchRun& run, FrameTask& carried, const Message& reason, Exit kind = Exit::some_failed);
void leave_undone(FrameTask& carried);
void skip(FrameTask& carried);

/// Does a part of a frame's work. An exception fails the frame. Returns false if it was not done.
bool succeeds(BatchRun& run, FrameTask& carried, const std::function<void()>& work);
/// The same for work on a source that is there so far.
void on_source(BatchRun& run, FrameTask& carried, const std::function<void()>& work);
/// The same for work towards a result.
void on_result(BatchRun& run, FrameTask& carried, const std::function<void()>& work);

/// Waits for memory and returns the next frame, opened if necessary.
FrameTaskPtr open_next(BatchRun& run);
/// Decodes the frame's files.
void read(BatchRun& run, FrameTask& carried);
/// Prepares the frame and puts it at the end of the window.
void prepare(BatchRun& run, const FrameTaskPtr& carried);
/// Processes the frame of that index, in the window already, and releases frames that no later one needs.
/// `last`: no further frame will arrive.
FrameTaskPtr process(BatchRun& run, std::size_t index, bool last);
/// Processes a frame without neighbours, at the same time on as many devices as there are. Waits for a
/// device.
FrameTaskPtr process_alone(BatchRun& run, const FrameTaskPtr& carried);
/// Encodes the wanted outputs, then gives the companions their names, then the outputs theirs. Returns false
/// if all of them existed already, which is not an error with --existing skip. Throws file errors.
bool write_results(BatchRun& run, FrameTask& carried);
/// The same as a step.
void write(BatchRun& run, FrameTask& carried);
/// Prints the frame's error and warnings, and passes its record to Batch::done.
void tell(BatchRun& run, const FrameTask& carried);

} // namespace atrous
