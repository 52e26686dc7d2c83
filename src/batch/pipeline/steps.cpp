// Decides the outcome of a frame at each step. Handles claims, results of earlier workers and errors that end
// the batch.
#include "batch/pipeline/steps.h"
#include "base/log.h"
#include "base/size.h"
#include "batch/log/interrupt.h"
#include "batch/pipeline/frame_memory.h"
#include "batch/pipeline/messages.h"
#include "batch/plan/frames.h"
#include "batch/plan/job.h"
#include "batch/plan/outputs.h"
#include "platform/messages.h"
#include "renders/sequence.h"
#include "supervisor/protocol/worker_protocol.h"
#include <algorithm>
#include <optional>

namespace atrous {
namespace {

using Clock = std::chrono::steady_clock;

/// Ends the batch with the current error. Returns true for the first error of several devices, which becomes
/// the reason.
bool end_batch(BatchRun& run) {
    const bool first = !run.ending.exchange(true);
    if (first) run.fatal = std::current_exception();
    run.stop = true;
    return first;
}

/// Does work of the device stage. Some errors end the batch.
template <class Work>
void on_device(BatchRun& run, FrameTask& carried, Work work) {
    if (run.device_lost) throw Error(Exit::interrupted, message(messages::other_device));
    carried.silent = run.broken;
    if (carried.silent) throw file_error(messages::batch_ended, carried.frame.job().input());
    try {
        const StepScope step(carried.index, Step::filtering, carried.frame.job().input());
        work();
    } catch (const Error& error) {
        if (run.batch.options.is_left_to_another(error)) {
            end_batch(run);
            run.device_lost = true;
            throw Error(Exit::interrupted, message(messages::other_device));
        }
        if (error.kind == Exit::no_device || error.kind == Exit::internal) {
            carried.silent = end_batch(run);
            run.broken = true;
        }
        throw;
    }
}

void open(BatchRun& run, FrameTask& carried) {
    Frame& frame = carried.frame;
    // Opened files of some formats take their own memory, and no other thread requests any.
    std::uint64_t opened = 0;
    {
        const StepScope step(carried.index, Step::opening, frame.job().input());
        for (const RoleFile& input : frame.job().inputs) opened += opening_memory(input.path);
    }
    const auto acquire = [&](std::uint64_t own, std::uint64_t shared) {
        const bool alone = carried.index < resumed().careful;
        Reservation memory = run.budget.acquire(own, shared, interrupted, alone);
        if (!memory) throw Error(Exit::interrupted, message(messages::interrupted));
        return memory;
    };
    Reservation opening_alone = opened > 0 ? acquire(opened, 0) : nullptr;
    const auto start = Clock::now();
    {
        const StepScope step(carried.index, Step::opening, frame.job().input());
        for (const RoleFile& input : frame.job().inputs)
            frame.opened.emplace_back(input.path, run.batch.options.read_of(frame.job(), input));
    }
    frame.record.size = frame.opened.front().size();
    check_outputs(run.batch, frame);
    const auto opening = Clock::now() - start;
    frame.record.read_ms = ms_since(start);
    const std::uint64_t own = fit_memory(run.batch, frame, carried.wanted.size()) + opened;
    opening_alone.reset();
    carried.for_source = acquire(own, frame.memory.shared * run.batch.resources.devices.size());
    if (carried.has_result) carried.for_result = carried.for_source;
    carried.start = Clock::now() - opening; // waiting for memory is not this frame's time
}

/// A frame that workers before this one have done, or that ended them.
void take_state(BatchRun& run, FrameTask& carried) {
    const JobState& state = resumed().job_states.at(carried.index);
    FrameRecord& record = carried.frame.record;
    carried.present =
        state.kind != JobState::Kind::failed && !record.job.missing && run.needs.reads(carried.index);
    if (state.kind == JobState::Kind::failed)
        fail(run, carried, state.error.about(record.job.input()),
             state.out_of_memory ? Exit::out_of_memory : Exit::some_failed);
    else
        end_result(carried);
    if (state.kind == JobState::Kind::written) take_logged(record, state.text);
}

/// What shall become of a frame, before anything is read.
void decide(BatchRun& run, FrameTask& carried) {
    if (resumed().kind(carried.index) != JobState::Kind::open) return take_state(run, carried);
    std::optional<StepScope> step;
    if (run.batch.options.skip_existing)
        step.emplace(carried.index, Step::looking, carried.frame.job().output());
    const JobSelector::Outputs& outputs = run.needs.outputs(carried.index);
    carried.wanted = outputs.wanted;
    carried.claims = run.needs.take_claims(carried.index);
    carried.present = run.needs.reads(carried.index);
    FrameRecord& record = carried.frame.record;
    record.neighbour = carried.present && outputs.wanted.empty();
    if (outputs.wanted.empty()) record.status = Status::skipped;
    if (carried.frame.job().missing) {
        carried.present = false;
        record.neighbour = false;
        record.status = Status::missing;
    }
    for (const std::string& damage : outputs.damaged)
        record.warnings.push_back(message(messages::output_incomplete, damage));
    for (const std::string& path : outputs.changed)
        record.warnings.push_back(message(messages::output_changed, path));
    for (const std::string& damage : outputs.beside)
        record.warnings.push_back(message(messages::output_damage_kept, damage));
    carried.replaces = !outputs.damaged.empty() || outputs.replaces;
    if (const Message reason = refusal_of(record.job, outputs, run.batch.options.write.backup);
        !reason.empty())
        fail(run, carried, reason);
}

/// Names the frames that are filtered without a failed one.
void warn_of_failed(const BatchRun& run, FrameTask& carried, const Job& failed) {
    std::vector<int> frames;
    for (const Job& job : run.batch.jobs)
        if (!job.missing && within_reach(job, failed, run.batch.command.needs.reach))
            frames.push_back(job.number);
    carried.frame.record.warnings.push_back(message(messages::neighbour_failed, failed.input(),
                                                    frames_text(frames),
                                                    shot_pattern(failed.input()).text()));
}

/// The neighbours of a frame that is in the window.
Window frames_around(BatchRun& run, FrameTask& carried) {
    const int reach = run.batch.command.needs.reach;
    std::vector<const Frame*> frames(2 * std::size_t(reach) + 1);
    for (const FrameTaskPtr& other : run.window) {
        const Job &here = carried.frame.job(), &there = other->frame.job();
        if (other.get() != &carried && !within_reach(here, there, reach)) continue;
        if (!other->present) {
            carried.frame.record.holes.push_back(there.number);
            if (other->frame.record.status == Status::failed) warn_of_failed(run, carried, there);
            continue;
        }
        const int offset = other.get() == &carried ? 0 : there.number - here.number;
        frames[std::size_t(offset + reach)] = &other->frame;
    }
    return {carried.frame, std::move(frames)};
}

/// True if the batch stopped before a frame that this one needs.
bool is_cut_off(const BatchRun& run, const FrameTask& carried) {
    const auto& jobs = run.batch.jobs;
    return run.next < jobs.size() &&
           within_reach(jobs[carried.index], jobs[run.next], run.batch.command.needs.reach);
}

/// True if other processes have made the outputs since the search for them, and no claim prevented it.
bool is_overtaken(const BatchRun& run, const FrameTask& carried) {
    const BatchOptions& options = run.batch.options;
    if (!options.skip_existing || !options.write.backup.empty() || carried.replaces ||
        !carried.claims.empty() || carried.wanted.empty())
        return false;
    std::error_code ec;
    return std::ranges::all_of(
        carried.wanted, [&](std::size_t i) { return fs::exists(carried.frame.job().outputs[i].path, ec); });
}

/// Has the frame processed, unless it failed or others were faster.
template <class MakeWindow>
void make_result(BatchRun& run, FrameTask& carried, std::size_t device, MakeWindow window) {
    if (carried.has_result && carried.frame.record.status == Status::ok && is_overtaken(run, carried))
        skip(carried);
    on_result(run, carried, [&] {
        on_device(run, carried, [&] {
            carried.frame.record.device = run.batch.resources.devices[device].index;
            run.batch.command.process(window(), device);
        });
    });
}

/// Once all frames are processed, while the last ones are encoded, devices give the memory back that they kept for the next one.
void count_processed(BatchRun& run) {
    if (++run.processed != run.batch.jobs.size()) return;
    for (Engine& engine : run.batch.resources.engines) engine.release_memory();
}

} // namespace

FrameTaskPtr open_next(BatchRun& run) {
    auto carried = std::make_shared<FrameTask>();
    carried->index = run.next++;
    carried->frame.record.job = run.batch.jobs[carried->index];
    carried->reported = resumed().kind(carried->index) == JobState::Kind::reported;
    if (!succeeds(run, *carried, [&] { decide(run, *carried); })) end_source(*carried);
    on_source(run, *carried, [&] { open(run, *carried); });
    return carried;
}

void read(BatchRun& run, FrameTask& carried) {
    on_source(run, carried, [&] {
        Frame& frame = carried.frame;
        const StepScope step(carried.index, Step::decoding, frame.job().input());
        const auto start = Clock::now();
        if (frame.scratch)
            log_verbose(message(messages::bands, frame.job().input(), format_bytes(frame.disk_bytes),
                                frame.scratch->folder));
        for (Decoder& decoder : frame.opened) frame.files.push_back(decoder.read(frame.scratch));
        frame.opened.clear();
        for (const ImageFile& file : frame.files)
            frame.record.warnings.insert(frame.record.warnings.end(), file.warnings.begin(),
                                         file.warnings.end());
        if (!frame.job().outputs.empty())
            if (const Message renamed = renamed_format(frame.job(), frame.files.front().format);
                !renamed.empty())
                frame.record.warnings.push_back(renamed);
        frame.record.read_ms += ms_since(start);
        run.batch.command.examine(frame);
    });
}

void prepare(BatchRun& run, const FrameTaskPtr& carried) {
    FileCommand& command = run.batch.command;
    if (command.needs.in_order)
        on_source(run, *carried, [&] { on_device(run, *carried, [&] { command.prepare(carried->frame); }); });
    run.window.push_back(carried);
}

FrameTaskPtr process_alone(BatchRun& run, const FrameTaskPtr& carried) {
    const std::size_t device = run.idle_devices.take(); // before it is asked whether others were faster
    make_result(run, *carried, device, [&] { return Window(carried->frame, {&carried->frame}); });
    run.idle_devices.give_back(device);
    count_processed(run);
    end_source(*carried);
    return carried;
}

FrameTaskPtr process(BatchRun& run, std::size_t index, bool last) {
    const FrameTaskPtr carried = run.window.at(index - run.window.front()->index);
    if (last && carried->has_result && is_cut_off(run, *carried)) leave_undone(*carried);
    make_result(run, *carried, 0, [&] { return frames_around(run, *carried); });
    const std::size_t reach = std::size_t(run.batch.command.needs.reach);
    while (!run.window.empty() && run.window.front()->index + reach <= index) {
        end_source(*run.window.front());
        run.window.pop_front();
    }
    count_processed(run);
    return carried;
}

void write(BatchRun& run, FrameTask& carried) {
    on_result(run, carried, [&] {
        const auto start = Clock::now();
        const bool written = write_results(run, carried);
        carried.frame.record.write_ms = ms_since(start);
        if (!written) skip(carried);
    });
    end_result(carried);
}

} // namespace atrous
