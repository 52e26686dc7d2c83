// The steps of a frame through a batch, each by itself: open, read, prepare, process, write, tell; hides what an error
// or an interruption in one of them means for the frame and for its neighbours.
#pragma once
#include "app/plan/needs.h"
#include "app/run/batch.h"
#include "app/run/budget.h"
#include <atomic>
#include <chrono>
#include <deque>
#include <exception>
#include <memory>
#include <semaphore>
#include <set>
#include <string>

namespace atrous {

/// A frame in the pipeline.
struct Carried {
    Frame frame{};
    std::size_t index = 0; ///< of its job
    /// Outputs to write; none of a frame that is skipped or only a neighbour.
    std::vector<std::size_t> wanted{};
    std::vector<std::shared_ptr<const Claim>> claims{}; ///< to outputs, while the result is on its way
    Reservation memory{};
    std::atomic<int> holders = 2;             ///< window and result; the last one gives the memory back
    bool in_window = true, has_result = true; ///< which of them hold it
    bool present = false;                     ///< its source can be had: opened, read and prepared so far
    bool replaces = false;                    ///< an output that exists is to be replaced
    bool silent = false;                      ///< its error is worded once, by main
    bool reported = false;                    ///< by a worker before this one
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};
using CarriedPtr = std::shared_ptr<Carried>;

/// What the steps share.
struct BatchRun {
    explicit BatchRun(const Batch& batch);

    const Batch& batch;
    MemoryBudget budget;
    Needs needs;
    std::size_t next = 0;                   ///< job to be opened; the first stage's
    std::atomic<bool> stop = false;         ///< let no further frame in
    std::atomic<bool> broken = false;       ///< the device stage cannot go on
    std::atomic<bool> device_lost = false;  ///< what is not done is left to who falls back
    std::atomic<bool> ending = false;       ///< it is known why
    std::exception_ptr fatal = nullptr;     ///< why; read when all is over
    bool failed;                            ///< written by the last stage, read after it
    std::atomic<bool> out_of_memory;        ///< the reason why a frame failed
    std::atomic<std::size_t> processed = 0; ///< frames that the device stage is done with
    std::counting_semaphore<> idle_devices; ///< for frames that are processed at once
    std::deque<CarriedPtr> window{}; ///< the device stage's: arrived, and not yet done with, oldest first
};

/// The next frame, opened if need be; waits for memory.
CarriedPtr open_next(BatchRun& run);
/// Decodes the frame's files.
void read(BatchRun& run, Carried& carried);
/// Prepares the frame and puts it at the end of the window.
void prepare(BatchRun& run, const CarriedPtr& carried);
/// Processes the frame of that index, in the window already, and lets go of those that no later one needs. `last`: no
/// further frame will arrive.
CarriedPtr process(BatchRun& run, std::size_t index, bool last);
/// Processes a frame that no other needs and that needs no other, at once with as many as there are devices; waits for one.
CarriedPtr process_alone(BatchRun& run, const CarriedPtr& carried);
/// Encodes the wanted outputs, then gives the companions their names, then the outputs theirs. False where all of them were
/// there already, which is no error with --skip-existing. Throws file errors.
bool write_results(const BatchRun& run, Carried& carried);
/// The same as a step.
void write(BatchRun& run, Carried& carried);
/// Prints the frame's error and warnings, and hands its record to Batch::done.
void tell(BatchRun& run, const Carried& carried);

} // namespace atrous
