// Performs the last steps of a frame: gives encoded files their names and reports the result to the user, the
// log and the supervisor. Releases its memory once result and source have both ended.
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "batch/log/interrupt.h"
#include "batch/pipeline/messages.h"
#include "batch/pipeline/steps.h"
#include "batch/plan/outputs.h"
#include "platform/messages.h"
#include "platform/standard_streams.h"
#include "supervisor/protocol/worker_protocol.h"
#include <algorithm>
#include <cmath>
#include <mutex>

namespace atrous {

BatchRun::BatchRun(const Batch& of)
    : batch(of), budget(budget_of(of.options.memory), 2 * of.command.needs.reach + 1),
      needs(of.jobs, of.command.needs.around, of.options.existing(), true), failed(resumed().failed),
      out_of_memory(resumed().out_of_memory), idle_devices(of.resources.devices.size()) {
    for (std::size_t job = 0; job < of.jobs.size(); ++job)
        if (resumed().kind(job) != JobState::Kind::open) needs.settle(job);
}

std::size_t IdleDevices::take() {
    std::unique_lock guard(lock_);
    given_back_.wait(guard, [&] { return !idle_.empty(); });
    const std::size_t device = idle_.front();
    idle_.pop_front();
    return device;
}

void IdleDevices::give_back(std::size_t device) {
    {
        const std::scoped_lock guard(lock_);
        idle_.push_back(device);
    }
    given_back_.notify_one();
}

double ms_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void end_result(FrameTask& carried) {
    if (!carried.has_result) return;
    carried.has_result = false;
    carried.frame.record.total_ms = ms_since(carried.start);
    carried.frame.results.clear();
    carried.frame.companions.clear();
    carried.claims.clear();
    carried.for_result.reset();
}

void end_source(FrameTask& carried) {
    carried.present = false;
    carried.frame.opened.clear();
    carried.frame.files.clear();
    carried.frame.work.reset();
    carried.for_source.reset();
}

void fail(BatchRun& run, FrameTask& carried, const Message& reason, Exit kind) {
    FrameRecord& record = carried.frame.record;
    if (record.status != Status::failed) record.error = reason; // otherwise it has one already
    record.status = Status::failed;
    if (kind == Exit::out_of_memory) run.out_of_memory = true;
    if (run.batch.options.fail_fast) run.stop = true;
    end_result(carried);
}

void leave_undone(FrameTask& carried) {
    FrameRecord& record = carried.frame.record;
    if (record.status == Status::ok) record.status = Status::interrupted;
    end_result(carried);
}

void skip(FrameTask& carried) {
    carried.frame.record.status = Status::skipped;
    end_result(carried);
}

bool succeeds(BatchRun& run, FrameTask& carried, const std::function<void()>& work) {
    try {
        if (interrupted()) throw Error(Exit::interrupted, message(messages::interrupted));
        work();
        return true;
    } catch (const Error& error) {
        if (error.kind == Exit::interrupted)
            leave_undone(carried);
        else
            fail(run, carried, error.message, error.kind);
    } catch (const std::bad_alloc&) {
        fail(run, carried, message(messages::file_no_memory, carried.frame.job().input()),
             Exit::out_of_memory);
    } catch (const std::exception& error) {
        fail(run, carried, message(messages::frame_failed, carried.frame.job().input(), error.what()));
    }
    return false;
}

void on_source(BatchRun& run, FrameTask& carried, const std::function<void()>& work) {
    if (carried.present && !succeeds(run, carried, work)) end_source(carried);
}

void on_result(BatchRun& run, FrameTask& carried, const std::function<void()>& work) {
    if (carried.has_result && carried.frame.record.status == Status::ok) succeeds(run, carried, work);
}

namespace {

/// Calls `make` for a file. Returns false if the file exists already and that is not an error.
template <class Make>
bool makes(const BatchRun& run, Make make) {
    try {
        make();
        return true;
    } catch (const FileExists&) {
        if (!run.batch.options.skip_existing) throw;
        return false; // another process was faster
    }
}

/// Makes the folder of an output. Warns if the run has written to the folder before, since it was removed
/// meanwhile.
void make_folder(BatchRun& run, FrameTask& carried, const std::filesystem::path& folder) {
    static std::mutex lock;
    const std::scoped_lock guard(lock);
    std::error_code ec;
    const bool made = !folder.empty() && std::filesystem::create_directories(folder, ec);
    if (ec) throw file_error(messages::output_folder_failed, folder, ec.message());
    if (run.folders.insert(folder.string()).second || !made) return;
    carried.found_loss = true;
    carried.frame.record.warnings.push_back(
        message(messages::folder_recreated, folder, carried.frame.job().output().filename()));
}

/// The record as it will be when these outputs have their names.
std::string record_with(FrameRecord record, const std::vector<WrittenFile>& more) {
    record.written.insert(record.written.end(), more.begin(), more.end());
    return with_keys(frame_json(record), record.warnings);
}

/// Encodes an output under its hidden name, or copies the input if encoding would lose data.
EncodedFile made_of(Frame& frame, std::size_t output, const WriteOptions& options,
                    const std::string& compression) {
    const std::filesystem::path& path = frame.job().outputs[output].path;
    const ImageFile& result = frame.results.at(output);
    Messages& warnings = frame.record.warnings;
    for (const Message& one : format_warnings(compression, path, options)) warnings.push_back(one);
    if (frame.unchanged && loses_by_writing(result, path, options)) {
        std::erase_if(warnings,
                      [&](const Message& one) { return std::ranges::count(result.left_out, one) > 0; });
        return copied_file(result, frame.job().inputs.at(output).path, path, options);
    }
    return encode_image_file(result, path, options);
}

/// Warns of attributes that a replaced file had and the new one does not have.
void take_warning(const AtomicFile& file, FrameRecord& record) {
    if (const Message lost = file.not_kept(); !lost.empty()) record.warnings.push_back(lost);
}

/// The file as verify must find it. Data on the standard output cannot be found again.
WrittenFile written(const HiddenFile& one) {
    WrittenFile file{one.path, one.file.shape};
    if (!is_standard_output(one.path)) file.checksum = file_checksum(*one.file.file);
    return file;
}

/// Gives the companions their names.
void commit_companions(const BatchRun& run, Frame& frame) {
    for (const HiddenFile& one : frame.companions) {
        WrittenFile file = written(one);
        if (makes(run, [&] { one.file.file->commit(); })) frame.record.companions.push_back(std::move(file));
        take_warning(*one.file.file, frame.record);
    }
}

/// Gives the encoded outputs theirs.
void commit(const BatchRun& run, FrameTask& carried, const std::vector<HiddenFile>& encoded) {
    if (encoded.empty()) return;
    FrameRecord& record = carried.frame.record;
    std::vector<WrittenFile> all;
    for (const HiddenFile& one : encoded) all.push_back(written(one));
    report_commit(carried.index, record_with(record, all), encoded.back().file.file->temporary(),
                  encoded.back().path);
    for (std::size_t i = 0; i < encoded.size(); ++i) {
        const EncodedFile& file = encoded[i].file;
        if (!makes(run, [&] { file.file->commit(); })) continue;
        record.written.push_back(std::move(all[i]));
        record.warnings.insert(record.warnings.end(), file.warnings.begin(), file.warnings.end());
        take_warning(*file.file, record);
    }
}

void note_gain_map(FrameRecord& record, const std::filesystem::path& path, const GainMapNote& map) {
    record.gain_map = map;
    log_verbose(message(messages::gain_map_kept, path, map.made ? ", a new one" : "",
                        std::lround(100 * map.light_change)));
}

void warn(const Message& warning) {
    if (is_first_occurrence(warning) && is_one_of_few(warning)) log_warning(warning.on_one_line());
}

} // namespace

bool write_results(BatchRun& run, FrameTask& carried) {
    Frame& frame = carried.frame;
    const StepScope step(carried.index, Step::writing, frame.job().output());
    std::vector<HiddenFile> encoded;
    for (const std::size_t i : carried.wanted) {
        const std::filesystem::path& path = frame.job().outputs[i].path;
        WriteOptions options = run.batch.options.write_of(frame.job(), i);
        options.overwrite |= carried.replaces;
        make_folder(run, carried, path.parent_path());
        const std::string compression = compression_of(frame.results.at(i), path, options);
        if (i == carried.wanted.front()) frame.record.compression = compression;
        makes(run, [&] { encoded.push_back({path, made_of(frame, i, options, compression)}); });
        if (encoded.empty() || encoded.back().path != path) continue;
        if (encoded.back().file.gain_map) note_gain_map(frame.record, path, *encoded.back().file.gain_map);
        AtomicFile& file = *encoded.back().file.file;
        file.keep_old(options.backup);
        if (run.batch.options.keep_times) file.take_times(frame.job().inputs.at(i).path);
    }
    // Commits the output last: if it exists, all its companions exist.
    commit_companions(run, frame);
    commit(run, carried, encoded);
    return !frame.record.written.empty();
}

void tell(BatchRun& run, const FrameTask& carried) {
    const FrameRecord& record = carried.frame.record;
    if (carried.reported || (run.device_lost && record.status == Status::interrupted)) return;
    const StepScope step(carried.index, Step::none, {}); // no careful job crashes between log and report
    if (record.status == Status::failed && !carried.silent && is_first_occurrence(record.error) &&
        is_one_of_few(record.error))
        log_error(record.error.on_one_line());
    for (const Message& warning : record.warnings) warn(warning);
    const bool left_out = record.status == Status::missing && !record.job.outputs.empty();
    const bool failed = record.status == Status::failed || carried.found_loss ||
                        (left_out && run.batch.options.missing_fails);
    run.failed |= failed;
    run.batch.done(record);
    const double pixels = record.status == Status::ok ? double(record.size.pixels()) : 0;
    report_result(carried.index,
                  {std::uint8_t(record.status), !record.job.outputs.empty(), failed, run.out_of_memory,
                   record.noiseless() && record.status == Status::ok, pixels});
}

} // namespace atrous
