// The pipeline: open (serial, in order, waits for memory), read (parallel), device (serial, in order), write
// (parallel), tell (serial, in order). The only place that includes oneTBB.
#include "app/batch/batch.h"
#include "app/batch/budget.h"
#include "app/batch/interrupt.h"
#include "base/log.h"
#include "base/size.h"
#include "io/atomic_file.h"
#include <atomic>
#include <chrono>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <optional>
#include <thread>

namespace atrous {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// One image on its way.
struct Frame {
    FrameRecord record;
    Reservation memory;
    std::optional<Decoder> decoder;
    ImageFile file;
    Clock::time_point start = Clock::now();
    bool silent = false; ///< its error is worded once, by main
};
using FramePtr = std::shared_ptr<Frame>;

/// What the stages share.
struct Run {
    const Batch& batch;
    MemoryBudget budget;
    std::size_t next = 0;
    std::atomic<bool> stop = false;     ///< let no further image in
    std::atomic<bool> broken = false;   ///< the device stage cannot go on
    std::exception_ptr fatal = nullptr; ///< why; read when all is over
    bool failed = false;                ///< written by the last stage, read after it
};

/// The end of a frame, good or bad.
void drop(Frame& frame) {
    frame.record.total_ms = ms_since(frame.start);
    frame.decoder.reset();
    frame.file = {};
    frame.record.side_pictures.clear();
    frame.memory.release();
}

void fail(Run& run, Frame& frame, const std::string& message) {
    frame.record.status = Status::failed;
    frame.record.error = message;
    if (run.batch.options.fail_fast) run.stop = true;
    drop(frame);
}

/// Runs a stage of a frame that is still fine; an exception fails the frame.
template <class Work>
void stage(Run& run, Frame& frame, Work work) {
    if (frame.record.status != Status::ok) return;
    if (interrupted()) {
        frame.record.status = Status::interrupted;
        drop(frame);
        return;
    }
    try {
        work();
    } catch (const std::bad_alloc&) {
        fail(run, frame, frame.record.job.input.string() + ": not enough memory; try --jobs 1");
    } catch (const std::exception& error) {
        fail(run, frame, error.what());
    }
}

/// An output that exists: skipped or refused before anything is read. True when the frame shall be read.
bool wanted(const Run& run, FrameRecord& record) {
    std::error_code bad;
    if (run.batch.options.write.overwrite || !fs::exists(record.job.output, bad)) return true;
    if (!run.batch.options.skip_existing)
        throw file_error(record.job.output.string() +
                         ": exists already; --overwrite replaces it, --skip-existing "
                         "leaves it");
    record.status = Status::skipped;
    return false;
}

void open(Run& run, Frame& frame) {
    if (!wanted(run, frame.record)) return;
    const auto start = Clock::now();
    frame.decoder.emplace(frame.record.job.input, run.batch.options.read);
    check_format(frame.record.job.output);
    frame.record.size = frame.decoder->size();
    const auto opening = Clock::now() - start;
    frame.record.read_ms = ms_since(start);
    frame.record.decoded_bytes = frame.decoder->decoded_bytes();
    const std::uint64_t own = run.batch.copies * frame.record.decoded_bytes;
    if (own > physical_memory())
        throw file_error(frame.record.job.input.string() + ": " + to_string(frame.record.size) + " needs " +
                         format_bytes(own) + " of memory for its pixels alone, the machine has " +
                         format_bytes(physical_memory()));
    const std::uint64_t shared =
        with_context(frame.record.job.input.string(), [&] { return run.batch.device_bytes(*frame.decoder); });
    if (!frame.memory.acquire(run.budget, own, shared, interrupted)) {
        frame.record.status = Status::interrupted;
        drop(frame);
    }
    frame.start = Clock::now() - opening; // waiting for memory is not this image's time
}

void read(Frame& frame) {
    const auto start = Clock::now();
    frame.file = frame.decoder->read();
    frame.decoder.reset();
    frame.record.warnings = frame.file.warnings;
    frame.record.read_ms += ms_since(start);
}

void process(Run& run, Frame& frame) {
    frame.silent = run.broken;
    if (frame.silent)
        throw file_error(frame.record.job.input.string() + ": not processed; the batch ended before");
    try {
        run.batch.process(frame.file, frame.record);
    } catch (const Error& error) {
        if (error.kind == Exit::interrupted) {
            frame.record.status = Status::interrupted;
            drop(frame);
            return;
        }
        if (error.kind == Exit::no_device || error.kind == Exit::internal) {
            run.fatal = std::current_exception();
            run.broken = run.stop = frame.silent = true;
        }
        throw;
    }
}

void write(const Run& run, Frame& frame) {
    const auto start = Clock::now();
    const fs::path folder = frame.record.job.output.parent_path();
    std::error_code bad;
    if (!folder.empty()) fs::create_directories(folder, bad);
    if (bad) throw file_error(folder.string() + ": folder cannot be made: " + bad.message());
    const WriteOptions& options = run.batch.options.write;
    frame.record.compression = compression_of(frame.file, frame.record.job.output, options);
    if (frame.record.unchanged && loses_by_writing(frame.file, frame.record.job.output, options)) {
        copy_file(frame.record.job.input, frame.record.job.output, options);
    } else {
        const auto warnings = write_image_file(frame.file, frame.record.job.output, options);
        frame.record.warnings.insert(frame.record.warnings.end(), warnings.begin(), warnings.end());
    }
    for (const auto& side : frame.record.side_pictures) side->commit();
    frame.record.write_ms = ms_since(start);
    drop(frame);
}

void tell(Run& run, const Frame& frame) {
    const FrameRecord& record = frame.record;
    if (record.status == Status::failed && !frame.silent) log_error(record.error);
    for (const auto& warning : record.warnings) log_warning(warning);
    run.failed |= record.status == Status::failed;
    run.batch.done(record);
}

FramePtr next_frame(Run& run, tbb::flow_control& control) {
    if (run.next == run.batch.jobs.size() || run.stop || interrupted()) {
        control.stop();
        return nullptr;
    }
    auto frame = std::make_shared<Frame>();
    frame->record.job = run.batch.jobs[run.next++];
    stage(run, *frame, [&] { open(run, *frame); });
    return frame;
}

template <class Work>
auto filter(Run& run, tbb::filter_mode mode, Work work) {
    return tbb::make_filter<FramePtr, FramePtr>(mode, [&run, work](FramePtr frame) {
        stage(run, *frame, [&] { work(*frame); });
        return frame;
    });
}

void run_pipeline(Run& run, std::size_t in_flight) {
    constexpr auto parallel = tbb::filter_mode::parallel;
    constexpr auto serial = tbb::filter_mode::serial_in_order;
    tbb::parallel_pipeline(
        in_flight,
        tbb::make_filter<void, FramePtr>(
            serial, [&](tbb::flow_control& control) { return next_frame(run, control); }) &
            filter(run, parallel, [](Frame& frame) { read(frame); }) &
            filter(run, serial, [&](Frame& frame) { process(run, frame); }) &
            filter(run, parallel, [&](Frame& frame) { write(run, frame); }) &
            tbb::make_filter<FramePtr, void>(serial, [&](const FramePtr& frame) { tell(run, *frame); }));
}

} // namespace

Exit run_batch(const Batch& batch) {
    const BatchOptions& options = batch.options;
    const int cores = int(std::thread::hardware_concurrency());
    const int in_flight = options.jobs > 0 ? options.jobs : std::max(3, cores);
    Run run{batch, MemoryBudget(budget_of(options.memory))};
    // One thread more than images, whatever the number of cores: the first stage may sleep, waiting for
    // memory that the others give back.
    const int threads = in_flight + 1;
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, std::size_t(threads));
    tbb::task_arena arena(threads);
    catch_interrupts();
    arena.execute([&] { run_pipeline(run, std::size_t(in_flight)); });
    if (interrupted()) {
        remove_temporaries();
        return Exit::interrupted;
    }
    if (run.fatal) std::rethrow_exception(run.fatal);
    return run.failed ? Exit::some_failed : Exit::ok;
}

} // namespace atrous
