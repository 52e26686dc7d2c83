// Gives memory back where the second of both ends; hides what an error or an interruption means for a frame.
#include "batch/pipeline/carried.h"
#include "base/error.h"
#include "batch/log/interrupt.h"
#include "supervisor/protocol/worker_protocol.h"

namespace atrous {
namespace {

void let_go(Carried& carried) {
    if (--carried.holders == 0) carried.memory.release();
}

} // namespace

BatchRun::BatchRun(const Batch& of)
    : batch(of), budget(budget_of(of.options.memory), 2 * of.reach + 1),
      needs(of.jobs, of.frames_around(), of.options.existing(), true), failed(resumed().failed),
      out_of_memory(resumed().out_of_memory), idle_devices(of.options.devices) {
    for (std::size_t job = 0; job < of.jobs.size(); ++job)
        if (resumed().kind(job) != JobState::Kind::open) needs.settle(job);
}

double ms_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void end_result(Carried& carried) {
    if (!carried.has_result) return;
    carried.has_result = false;
    carried.frame.record.total_ms = ms_since(carried.start);
    carried.frame.results.clear();
    carried.frame.companions.clear();
    carried.claims.clear();
    let_go(carried);
}

void end_source(Carried& carried) {
    carried.present = false;
    if (!carried.in_window) return;
    carried.in_window = false;
    carried.frame.opened.clear();
    carried.frame.files.clear();
    carried.frame.prepared.reset();
    let_go(carried);
}

void fail(BatchRun& run, Carried& carried, const std::string& why, Exit kind) {
    FrameRecord& record = carried.frame.record;
    if (record.status != Status::failed) record.error = why; // else it has one already
    record.status = Status::failed;
    if (kind == Exit::out_of_memory) run.out_of_memory = true;
    if (run.batch.options.fail_fast) run.stop = true;
    end_result(carried);
}

void leave_undone(Carried& carried) {
    FrameRecord& record = carried.frame.record;
    if (record.status == Status::ok) record.status = Status::interrupted;
    end_result(carried);
}

void skip(Carried& carried) {
    carried.frame.record.status = Status::skipped;
    end_result(carried);
}

bool succeeds(BatchRun& run, Carried& carried, const std::function<void()>& work) {
    try {
        if (interrupted()) throw Error(Exit::interrupted, "interrupted");
        work();
        return true;
    } catch (const Error& error) {
        if (error.kind == Exit::interrupted)
            leave_undone(carried);
        else
            fail(run, carried, error.what(), error.kind);
    } catch (const std::bad_alloc&) {
        fail(run, carried, carried.frame.job().input().string() + ": not enough memory; try --jobs 1",
             Exit::out_of_memory);
    } catch (const std::exception& error) {
        fail(run, carried, carried.frame.job().input().string() + ": " + error.what());
    }
    return false;
}

void on_source(BatchRun& run, Carried& carried, const std::function<void()>& work) {
    if (carried.present && !succeeds(run, carried, work)) end_source(carried);
}

void on_result(BatchRun& run, Carried& carried, const std::function<void()>& work) {
    if (carried.has_result && carried.frame.record.status == Status::ok) succeeds(run, carried, work);
}

} // namespace atrous
