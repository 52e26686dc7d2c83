// A frame in the pipeline, what the steps of all of them share, and how a frame ends: twice, its result when that is written
// or will never be, its source when the last window that needs it is done.
#pragma once
#include "batch/pipeline/batch.h"
#include "batch/pipeline/budget.h"
#include "batch/plan/needs.h"
#include <atomic>
#include <chrono>
#include <deque>
#include <exception>
#include <functional>
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
    bool found_loss = false;                  ///< outputs before this one were removed
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

double ms_since(std::chrono::steady_clock::time_point start);

/// The end of a frame's result, good or bad.
void end_result(Carried& carried);
/// The end of a frame's source: read by no window from now on.
void end_source(Carried& carried);

void fail(BatchRun& run, Carried& carried, const std::string& why, Exit kind = Exit::some_failed);
void leave_undone(Carried& carried);
void skip(Carried& carried);

/// Does a part of a frame's work; an exception fails the frame. False where it was not done.
bool succeeds(BatchRun& run, Carried& carried, const std::function<void()>& work);
/// The same for work on a source that is there so far.
void on_source(BatchRun& run, Carried& carried, const std::function<void()>& work);
/// The same for work towards a result.
void on_result(BatchRun& run, Carried& carried, const std::function<void()>& work);

} // namespace atrous
