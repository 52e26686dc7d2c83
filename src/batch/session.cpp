// Runs a batch with its log and its progress; hides where the log lies.
#include "batch/session.h"
#include "base/embedded.h"
#include "base/log.h"
#include "base/utf8.h"
#include "batch/arriving_jobs.h"
#include "batch/failed_folder.h"
#include "batch/log/interrupt.h"
#include "batch/log/run_log.h"
#include "batch/pipeline/budget.h"
#include "batch/pipeline/pipeline.h"
#include "batch/plan/job.h"
#include "batch/report/report.h"
#include "batch/run_device.h"
#include "formats/common/in_order.h"
#include "formats/dispatch/extensions.h"
#include "opencl/device.h"
#include "supervisor/protocol/worker_protocol.h"
#include <algorithm>
#include <memory>

namespace atrous {
namespace {

namespace fs = std::filesystem;

/// The default log. Chunks run side by side on many machines, and files over a network cannot be appended to by several.
std::string log_name(const std::optional<Chunk>& chunk) {
    return "atrous-timings" + (chunk ? "." + std::to_string(chunk->index) : "") + ".jsonl";
}
/// Of the log's objects; one more where a reader of the old ones would misread the new ones.
constexpr int schema = 3;

std::optional<fs::path> log_path(const SessionOptions& options, const OutputPlan& plan) {
    if (options.no_log) return {};
    if (options.log_file) return fs::path(*options.log_file);
    if (plan.folder.empty()) return {};
    return plan.folder / log_name(options.chunk);
}

std::unique_ptr<RunLog> open_log(const SessionOptions& options, const OutputPlan& plan, const Json& run,
                                 std::size_t images) {
    const auto path = log_path(options, plan);
    if (!path) return {};
    std::error_code bad;
    if (!plan.folder.empty()) fs::create_directories(plan.folder, bad);
    if (bad) throw usage_error("output folder " + plan.folder.string() + " cannot be made: " + bad.message());
    return std::make_unique<RunLog>(*path, run, images, options.log_file.has_value());
}

/// What the logs at hand say: the run's own, and those in the folder of its outputs.
std::shared_ptr<LoggedChecksums> logged_checksums(const SessionOptions& options, const OutputPlan& plan) {
    std::vector<fs::path> logs = plan.folder.empty() ? std::vector<fs::path>{} : logs_in(plan.folder);
    const auto own = log_path(options, plan);
    if (own && *own != log_to_stderr && std::ranges::find(logs, *own) == logs.end()) logs.push_back(*own);
    return std::make_shared<LoggedChecksums>(logs);
}

/// The batch, and one for each time that names have arrived.
template <class Expect>
Exit run_batches(Batch& batch, ArrivingJobs& arriving, const Expect& expect) {
    for (Exit code = Exit::ok;;) {
        const Exit one = run_batch(batch);
        if (one != Exit::ok && one != Exit::some_failed && one != Exit::out_of_memory) return one;
        code = with_one_more(code, one);
        if (code != Exit::ok && batch.options.fail_fast) return code;
        const OutputPlan more = arriving.next();
        if (interrupted()) {
            interrupt_obeyed();
            return interrupted_exit();
        }
        if (more.jobs.empty()) return code;
        batch.jobs = more.jobs;
        batch.goes_on = true;
        expect(images_of(more));
    }
}

/// Who is told of frames beside the progress; null where there is none.
struct Records {
    std::unique_ptr<RunLog> log;
    std::unique_ptr<Report> report;

    void expect(std::size_t more) const {
        if (log) log->expect(more);
        if (report) report->expect(more);
    }
    void add(const FrameRecord& record) const {
        if (log) log->add(record);
        if (report) report->add(record);
    }
    /// Returns how the run ends: a report or a log that cannot be written is a failure, too. `why`: an error that ended it.
    Exit end(Exit code, const std::string& why = {}) const {
        if (report) code = report->end(code, why);
        if (log) log->end(int(code));
        return log && !log->is_complete() && code == Exit::ok ? Exit::some_failed : code;
    }
};

/// Has the report's pictures made around the work on frames.
void show_work(Batch& batch, Report& report) {
    batch.process = [&report, shown = batch.shown, work = std::move(batch.process)](const Window& window) {
        report.show(window.frame(), shown, [&] { work(window); });
    };
}

/// Runs the batches; who records is told how they end. Nothing where a worker with another device goes on.
template <class Expect>
std::optional<Exit> run_recorded(Batch& batch, ArrivingJobs& arriving, const Expect& expect,
                                 const Records& records) {
    try {
        return records.end(run_batches(batch, arriving, expect));
    } catch (const Error& error) {
        if (batch.options.is_left_to_another(error)) {
            report_device_lost(error.what());
            return {};
        }
        records.end(error.kind, error.what());
        throw;
    } catch (const std::exception& error) {
        records.end(Exit::internal, error.what());
        throw;
    }
}

} // namespace

void check_log(const SessionOptions& options, const OutputPlan& plan, const std::vector<OptionFile>& files) {
    const auto path = log_path(options, plan);
    if (!path || *path == log_to_stderr) return;
    Identities identity;
    const std::string log = identity(*path);
    const auto refuse = [&](const fs::path& file, const std::string& what) {
        if (!file.empty() && identity(file) == log)
            throw usage_error("--log " + path->string() + ": is " + what +
                              "; give the log a name of its own");
    };
    if (options.inputs.list != "-") refuse(options.inputs.list, "the list of --files-from");
    for (const OptionFile& file : files) refuse(file.path, file.what);
    for (const auto& job : plan.jobs) {
        for (const RoleFile& input : job.inputs) refuse(input.path, "an input");
        for (const RoleFile& output : job.outputs)
            refuse(output.path, "the output of " + job.input().string());
    }
    if (can_write(*path))
        throw usage_error("--log " + path->string() + ": is the name of an image; logs are *.jsonl");
}

Json run_json(const std::string& command, const SessionOptions& options,
              const std::vector<DeviceInfo>& devices) {
    const DeviceInfo& device = devices.front();
    Json object;
    object["schema"] = schema;
    object["atrous"] = version();
    object["command"] = command;
    object["device"] = device_json(device);
    object["driver"] = device.driver;
    if (devices.size() > 1) {
        Json indices = Json::Array{};
        for (const DeviceInfo& one : devices) indices.push_back(one.index);
        object["devices"] = std::move(indices);
    }
    object["arguments"] = Json::Array{};
    for (const std::string& argument : options.arguments) object["arguments"].push_back(name_text(argument));
    if (const auto& colours = options.batch.write.colours) object["output_profile"] = colours->name;
    return object;
}

Exit run_session(const SessionOptions& options, const OutputPlan& plan, const Json& run, Batch batch) {
    if (plan.open_ended) batch.processed = nullptr; // more may come at any time
    const std::size_t images = plan.before + images_of(plan);
    Records records{open_log(options, plan, run, images), nullptr};
    if (records.log && !resumed().device_lost.empty()) records.log->tell_of_device(*run.find("device"));
    if (options.report) records.report = std::make_unique<Report>(options, run, images);
    if (records.report) show_work(batch, *records.report);
    Progress progress(options.progress, images, Progress::most_silence, resumed());
    const auto logged = options.batch.skip_existing ? logged_checksums(options, plan) : nullptr;
    report_ready(budget_of(options.batch.memory) + pieces_memory() + (logged ? logged->memory() : 0));
    batch.jobs = plan.jobs;
    batch.options = options.batch;
    batch.options.logged = logged;
    batch.options.can_fall_back = can_fall_back(options);
    bool made_some = resumed().counts[std::size_t(Status::ok)] > 0;
    batch.done = [&](const FrameRecord& record) {
        made_some |= record.status == Status::ok;
        records.add(record);
        if (record.status == Status::ok && record.logged.empty()) log_verbose(frame_table(record));
        progress.add(record);
    };
    ArrivingJobs arriving(options, plan);
    const auto expect = [&](std::size_t more) {
        records.expect(more);
        progress.expect(more);
    };
    const std::optional<Exit> exit = run_recorded(batch, arriving, expect, records);
    if (exit) progress.finish();
    const bool failed = exit == Exit::some_failed || exit == Exit::out_of_memory;
    if (failed && !made_some && !options.log_file && !plan.folder.empty())
        remove_failed_folder(plan, plan.folder / log_name(options.chunk), name_of_this_run());
    return exit.value_or(Exit::internal);
}

} // namespace atrous
