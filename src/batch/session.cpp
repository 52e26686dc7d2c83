// Runs a batch with its log and its progress. Hides the place of the log.
#include "batch/session.h"
#include "base/embedded.h"
#include "base/log.h"
#include "base/utf8.h"
#include "batch/log/run_log.h"
#include "batch/messages.h"
#include "batch/pipeline/frame_memory.h"
#include "formats/common/file_format.h"
#include "formats/common/in_order.h"
#include "opencl/device.h"
#include "platform/standard_streams.h"
#include "supervisor/protocol/worker_protocol.h"
#include <algorithm>
#include <fstream>
#include <memory>
#include <vector>

namespace atrous {
namespace {

bool is_of_run_alone(const fs::path& log, const std::string& run) {
    std::ifstream in(log, std::ios::binary);
    for (std::string line; std::getline(in, line);)
        if (line.find(run) == std::string::npos) return false;
    return true;
}

/// Returns the folders inside a folder, and itself, inner ones first. Returns nothing if it has a file other
/// than `log`.
std::vector<fs::path> emptied_folders(const fs::path& folder, const fs::path& log) {
    std::vector<fs::path> folders{folder};
    std::error_code ec;
    for (fs::recursive_directory_iterator entry(folder, ec), end; !ec && entry != end; entry.increment(ec)) {
        const bool is_folder = entry->is_directory(ec) && !entry->is_symlink(ec);
        if (!is_folder && entry->path() != log) return {};
        if (is_folder) folders.push_back(entry->path());
    }
    std::ranges::reverse(folders);
    return ec ? std::vector<fs::path>{} : folders;
}

/// Removes the outputs of a run without any image, if they are only `log`, written only by this run, and
/// empty folders: the messages in the log were printed. Leaves everything if another process has added a
/// file.
void remove_failed_folder(const OutputPlan& plan, const fs::path& log, const std::string& run) {
    if (plan.fresh.empty()) return;
    std::vector<fs::path> folders = emptied_folders(plan.fresh, log);
    if (folders.empty() || !is_of_run_alone(log, run)) return;
    std::error_code ec;
    fs::remove(log, ec);
    for (const fs::path& folder : folders) fs::remove(folder, ec);
}

/// The default log. Chunks run side by side on many machines, and files over a network cannot be appended to by several.
std::string log_name(const std::optional<Chunk>& chunk) {
    return "atrous-timings" + (chunk ? "." + std::to_string(chunk->index) : "") + ".jsonl";
}
/// The schema number of the log. It grows if a reader of old logs would misread new ones.
constexpr int schema = 4;

std::optional<fs::path> log_path(const SessionOptions& options, const OutputPlan& plan) {
    if (options.no_log) return {};
    if (options.log_file) return fs::path(*options.log_file);
    if (plan.log_folder.empty()) return {};
    return plan.log_folder / log_name(options.chunk);
}

std::unique_ptr<RunLog> open_log(const SessionOptions& options, const OutputPlan& plan, const Json& run,
                                 std::size_t images) {
    const auto path = log_path(options, plan);
    if (!path) return {};
    std::error_code ec;
    const fs::path& folder = options.log_file ? plan.folder : plan.log_folder;
    if (!folder.empty()) fs::create_directories(folder, ec);
    if (ec) throw usage_error(messages::log_folder, folder, ec.message());
    return std::make_unique<RunLog>(*path, run, images, options.log_file.has_value());
}

/// The checksums from available logs: the run's own, and the logs in the folder of its outputs.
std::shared_ptr<LoggedChecksums> logged_checksums(const SessionOptions& options, const OutputPlan& plan) {
    std::vector<fs::path> logs = plan.log_folder.empty() ? std::vector<fs::path>{} : logs_in(plan.log_folder);
    const auto own = log_path(options, plan);
    if (own && *own != log_to_stderr && std::ranges::find(logs, *own) == logs.end()) logs.push_back(*own);
    return std::make_shared<LoggedChecksums>(logs);
}

/// The log that --report reads when the run has ended: in a file that the program passes to all workers.
std::unique_ptr<RunLog> open_report_log(const SessionOptions& options, const Json& run, std::size_t images) {
    if (!options.report) return {};
    return std::make_unique<RunLog>("/proc/self/fd/" + std::to_string(report_log()), run, images);
}

/// The log, and the log for --report, or null.
struct Records {
    std::vector<std::unique_ptr<RunLog>> logs{};

    void add(const FrameRecord& record) const {
        for (const auto& log : logs) log->add(record);
    }
    /// Returns how the run ends: a log that cannot be written is a failure, too.
    Exit end(Exit code) const {
        for (const auto& log : logs) {
            log->end(int(code));
            if (!log->is_complete() && code == Exit::ok) code = Exit::some_failed;
        }
        return code;
    }
};

/// Runs the batch and records how it ends. Nothing if a worker with another device continues.
std::optional<Exit> run_recorded(const Batch& batch, const Records& records) {
    try {
        return records.end(run_batch(batch));
    } catch (const Error& error) {
        if (batch.options.is_left_to_another(error)) {
            if (error.device != DeviceFailure::none) report_device_lost(error.what());
            return {};
        }
        records.end(error.kind);
        throw;
    } catch (const std::exception& error) {
        records.end(Exit::internal);
        throw;
    }
}

} // namespace

void check_log(const SessionOptions& options, const OutputPlan& plan, const std::vector<OptionFile>& files) {
    const auto path = log_path(options, plan);
    if (!path || *path == log_to_stderr) return;
    check_is_free(*path, messages::log_is_file, options, plan, files);
    if (can_write(*path)) throw usage_error(messages::log_is_image, *path);
}

Json run_json(const std::string& command, const SessionOptions& options,
              const std::vector<DeviceInfo>& devices) {
    const DeviceInfo& device = devices.front();
    Json object = Json::Object{{"schema", schema},
                               {"atrous", version()},
                               {"command", command},
                               {"device", device_json(device)},
                               {"driver", device.driver}};
    const std::vector<int> indexes = indexes_of(devices);
    if (indexes.size() > 1) object["devices"] = array_of(indexes, [](int index) { return index; });
    object["arguments"] =
        array_of(options.arguments, [](const std::string& argument) { return name_text(argument); });
    if (const auto& colours = options.batch.write.colours) object["output_profile"] = colours->name;
    return object;
}

Exit run_session(const SessionOptions& options, RunResources& resources, Json run, FileCommand& command) {
    const OutputPlan& plan = resources.outputs;
    Batch batch{command, resources, plan.jobs, options.batch};
    const std::size_t images = images_of(plan);
    if (options.report) run["report"] = name_text(report_path(options).string());
    Records records;
    records.logs.push_back(open_log(options, plan, run, images));
    records.logs.push_back(open_report_log(options, run, images));
    std::erase(records.logs, nullptr);
    for (const auto& log : records.logs) log->print_device(*run.find("device"));
    Progress progress(options.progress, images, Progress::max_silence, resumed());
    const auto logged = options.batch.skip_existing ? logged_checksums(options, plan) : nullptr;
    report_ready(budget_of(options.batch.memory) + pieces_memory() + (logged ? logged->memory() : 0));
    batch.options.logged = logged;
    batch.options.can_fall_back = !options.device_fallback.empty() && resumed().device_lost.empty();
    bool made_some = resumed().counts[std::size_t(Status::ok)] > 0;
    batch.done = [&](const FrameRecord& record) {
        made_some |= record.status == Status::ok;
        records.add(record);
        if (record.status == Status::ok && record.logged.empty()) log_verbose(frame_table(record));
        progress.add(record);
    };
    const std::optional<Exit> exit = run_recorded(batch, records);
    report_more();
    if (exit) progress.finish();
    const bool failed = exit == Exit::some_failed || exit == Exit::out_of_memory;
    if (failed && !made_some && !options.log_file && !options.report && !plan.log_folder.empty())
        remove_failed_folder(plan, plan.log_folder / log_name(options.chunk), name_of_this_run());
    return exit.value_or(Exit::internal);
}

} // namespace atrous
