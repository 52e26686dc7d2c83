// Runs a batch with its log and its progress; hides where the log lies.
#include "app/batch/session.h"
#include "app/batch/budget.h"
#include "app/watch/watch.h"
#include "base/embedded.h"
#include "base/log.h"
#include "gpu/device_json.h"
#include <algorithm>

namespace atrous {
namespace {

namespace fs = std::filesystem;

/// The default log. Chunks run side by side on many machines, and files over a network cannot be appended to by several.
std::string log_name(const std::optional<Chunk>& chunk) {
    return "atrous-timings" + (chunk ? "." + std::to_string(chunk->index) : "") + ".jsonl";
}
/// Of the log's objects; one more where a reader of the old ones would misread the new ones.
constexpr int schema = 1;

std::optional<fs::path> log_path(const SessionOptions& options, const OutputPlan& plan) {
    if (options.no_log) return {};
    if (options.log_file) return fs::path(*options.log_file);
    if (plan.folder.empty()) return {};
    return plan.folder / log_name(options.chunk);
}

std::optional<RecordFile> open_log(const SessionOptions& options, const OutputPlan& plan) {
    const auto path = log_path(options, plan);
    if (!path) return {};
    std::error_code bad;
    if (!plan.folder.empty()) fs::create_directories(plan.folder, bad);
    if (bad) throw usage_error("output folder " + plan.folder.string() + " cannot be made: " + bad.message());
    return RecordFile(*path);
}

} // namespace

void check_log(const SessionOptions& options, const OutputPlan& plan, const std::vector<OwnFile>& own) {
    const auto path = log_path(options, plan);
    if (!path || *path == log_to_stderr) return;
    const auto refuse = [&](const fs::path& file, const std::string& what) {
        if (!file.empty() && identity(file) == identity(*path))
            throw usage_error("--log " + path->string() + ": is " + what +
                              "; give the log a name of its own");
    };
    if (options.inputs.list != "-") refuse(options.inputs.list, "the list of --files-from");
    for (const OwnFile& file : own) refuse(file.path, file.what);
    for (const auto& job : plan.jobs) {
        for (const RoleFile& input : job.inputs) refuse(input.path, "an input");
        for (const RoleFile& output : job.outputs)
            refuse(output.path, "the output of " + job.input().string());
    }
    if (can_write(*path))
        throw usage_error("--log " + path->string() + ": is the name of an image; logs are *.jsonl");
}

Json run_json(const std::string& command, const SessionOptions& options, const DeviceInfo& device) {
    Json object;
    object["schema"] = schema;
    object["atrous"] = version();
    object["command"] = command;
    object["device"] = device_json(device);
    object["driver"] = device.driver;
    object["arguments"] = options.arguments;
    return object;
}

Exit run_session(const SessionOptions& options, const OutputPlan& plan, const Json& run, Batch batch) {
    auto log = open_log(options, plan);
    const bool again = resumed().again();
    if (log && !again) log->write(run);
    const auto images = std::ranges::count_if(plan.jobs, [](const Job& job) { return !job.outputs.empty(); });
    Progress progress(options.progress, std::size_t(images), Progress::most_silence, resumed());
    report_ready(budget_of(options.batch.memory));
    batch.jobs = plan.jobs;
    batch.options = options.batch;
    batch.done = [&](const FrameRecord& record) {
        if (log) log->write(frame_json(record));
        if (record.status == Status::ok && record.logged.empty()) log_verbose(frame_table(record));
        progress.add(record);
    };
    const Exit exit = run_batch(batch);
    progress.finish();
    return exit;
}

} // namespace atrous
