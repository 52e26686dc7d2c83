// Runs the pipeline: open (serial, in order, waits for memory), read (parallel), device (serial, in order,
// keeps a window and passes on the frame whose window is whole), write (parallel), report (serial, in order).
// Only this file, image/in_rows.h and formats/common/in_order.cpp include oneTBB.
#include "base/log.h"
#include "batch/log/interrupt.h"
#include "batch/pipeline/messages.h"
#include "batch/pipeline/steps.h"
#include "files/temporaries.h"
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <set>
#include <thread>

namespace atrous {
namespace {

/// The device stage: each frame that arrives completes the frame `reach` positions earlier. After the last
/// frame come `reach` empty tokens, so that as many leave as arrive.
class DeviceStage {
  public:
    explicit DeviceStage(BatchRun& run) : run_(run) {}
    FrameTaskPtr operator()(const FrameTaskPtr& arrived) {
        if (arrived) prepare(run_, arrived);
        const std::size_t reach = std::size_t(run_.batch.command.needs.reach);
        return ++arrivals_ > reach ? process(run_, arrivals_ - 1 - reach, !arrived) : nullptr;
    }

  private:
    BatchRun& run_;
    std::size_t arrivals_ = 0;
};

/// The first stage: frames, then empty tokens.
class OpenStage {
  public:
    explicit OpenStage(BatchRun& run) : run_(run) {}
    FrameTaskPtr operator()(tbb::flow_control& control) {
        ended_ = ended_ || run_.next == run_.batch.jobs.size() || run_.stop || interrupted();
        if (!ended_) return open_next(run_);
        if (empty_++ == run_.batch.command.needs.reach) control.stop();
        return nullptr;
    }

  private:
    BatchRun& run_;
    bool ended_ = false;
    int empty_ = 0;
};

/// True if frames are processed on several devices at once.
bool at_once(const Batch& batch) {
    const CommandNeeds& needs = batch.command.needs;
    return batch.resources.devices.size() > 1 && needs.reach == 0 && !needs.in_order;
}

void run_pipeline(BatchRun& run, std::size_t in_flight) {
    using Frames = tbb::filter<FrameTaskPtr, FrameTaskPtr>;
    constexpr auto parallel = tbb::filter_mode::parallel;
    constexpr auto serial = tbb::filter_mode::serial_in_order;
    OpenStage open(run);
    DeviceStage device(run);
    const auto passing = [&run](auto step) { // for stages that frames pass independently
        return [&run, step](FrameTaskPtr carried) {
            if (carried) step(run, *carried);
            return carried;
        };
    };
    const tbb::filter<void, FrameTaskPtr> opening(serial,
                                                  [&](tbb::flow_control& control) { return open(control); });
    const Frames reading(parallel, passing(read));
    const Frames one_by_one(serial, [&](const FrameTaskPtr& arrived) { return device(arrived); });
    const Frames on_devices(parallel,
                            [&](const FrameTaskPtr& arrived) { return process_alone(run, arrived); });
    const Frames writing(parallel, passing(write));
    const tbb::filter<FrameTaskPtr, void> telling(serial, [&](const FrameTaskPtr& carried) {
        if (carried) tell(run, *carried);
    });
    tbb::parallel_pipeline(in_flight, opening & reading & (at_once(run.batch) ? on_devices : one_by_one) &
                                          writing & telling);
}

/// Removes temporary files of killed runs in the folders of the outputs.
void clean_folders(const std::vector<Job>& jobs) {
    std::set<std::filesystem::path> folders;
    for (const Job& job : jobs)
        for (const RoleFile& output : job.outputs) folders.insert(output.path.parent_path());
    int removed = 0;
    for (const auto& folder : folders) removed += remove_stale(folder);
    if (removed > 0) log_verbose(message(messages::leftovers_removed, removed));
}

} // namespace

Exit run_batch(const Batch& batch) {
    const BatchOptions& options = batch.options;
    const int cores = int(std::thread::hardware_concurrency());
    const int in_flight =
        options.jobs > 0 ? options.jobs : std::max({3, cores, int(batch.resources.devices.size()) + 2});
    BatchRun run(batch);
    // One thread more than frames: the first stage may sleep, waiting for memory that the others give back.
    // Steps on few frames use all cores.
    const int threads = std::max(in_flight, cores) + 1;
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, std::size_t(threads));
    tbb::task_arena arena(threads);
    catch_interrupts();
    clean_folders(batch.jobs);
    arena.execute([&] { run_pipeline(run, std::size_t(in_flight)); });
    if (interrupted()) {
        acknowledge_interrupt();
        remove_temporaries();
        return interrupted_exit();
    }
    if (run.fatal) std::rethrow_exception(run.fatal);
    return run.out_of_memory ? Exit::out_of_memory : run.failed ? Exit::some_failed : Exit::ok;
}

} // namespace atrous
