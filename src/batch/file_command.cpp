// Runs the common part of all file commands: checks, devices, dry run, engines, session.
#include "base/error.h"
#include "base/log.h"
#include "base/size.h"
#include "base/text.h"
#include "batch/device_checks.h"
#include "batch/messages.h"
#include "batch/pipeline/frame_memory.h"
#include "batch/plan/needs.h"
#include "batch/session.h"
#include "formats/write/output_file.h"
#include "opencl/device_record.h"
#include "opencl/engine.h"
#include "platform/standard_streams.h"
#include "supervisor/protocol/worker_protocol.h"
#include <iostream>
#include <optional>

namespace atrous {
namespace {

/// Returns ", in bands with 12.0 GiB on disk", or nothing if the image is in memory.
std::string bands_text(const Frame& frame) {
    return frame.scratch ? ", in bands with " + format_bytes(frame.disk_bytes) + " on disk" : "";
}

/// One row of the table: files, size, the command's cells, memory.
void add_row(Table& table, const Job& job, const std::string& size, std::vector<std::string> cells,
             const std::string& memory) {
    constexpr std::size_t common = 4;
    cells.resize(table.rows.front().size() - common);
    cells.insert(cells.begin(), {job.input().string(), job.output().string(), size});
    cells.push_back(memory);
    table.add(std::move(cells));
}

/// Returns the warnings of the run about the job's files, except warnings about samples. Throws the error of an
/// output that replaces its input, of which something would be lost. A copy loses nothing.
Messages warnings_of(const Batch& batch, const Job& job, Frame& frame) {
    Messages found;
    if (frame.files.empty()) // or the command has read them
        for (Decoder& decoder : frame.opened) frame.files.push_back(decoder.describe());
    for (const ImageFile& file : frame.files)
        found.insert(found.end(), file.warnings.begin(), file.warnings.end());
    if (const Message renamed = renamed_format(job, frame.files.front().format); !renamed.empty())
        found.push_back(renamed);
    const auto add = [&](const Messages& more) { found.insert(found.end(), more.begin(), more.end()); };
    add(batch.command.describe_results(frame));
    for (std::size_t i = 0; i < job.outputs.size(); ++i) {
        const ImageFile& file = frame.files.at(std::min(i, frame.files.size() - 1));
        const WriteOptions write = batch.options.write_of(job, i);
        const std::filesystem::path& path = job.outputs[i].path;
        add(format_warnings(compression_of(file, path, write), path, write));
        if (frame.unchanged && loses_by_writing(file, path, write)) {
            std::erase_if(found,
                          [&](const Message& one) { return std::ranges::count(file.left_out, one) > 0; });
            continue;
        }
        if (batch.command.needs.leaves_out && !write.replaces) continue; // the run may write less
        add(expected_losses(file, path, write));
    }
    return found;
}

/// Opens the job's files, prints warnings, adds the command's cells, and returns the memory that the frame
/// takes.
std::uint64_t look_at(const Batch& batch, const Job& job, Frame& frame, std::vector<std::string>& cells) {
    FileCommand& command = batch.command;
    frame.record.job = job;
    frame.opened.emplace_back(job.input(), batch.options.read_of(job, job.inputs.front()));
    command.check_files(frame);
    frame.record.size = frame.opened.front().size();
    check_outputs(batch, frame);
    with_context(job.input().string(), [&] {
        for (std::size_t i = 1; i < job.inputs.size(); ++i)
            frame.opened.emplace_back(job.inputs[i].path, batch.options.read_of(job, job.inputs[i]));
    });
    fit_memory(batch, frame, job.outputs.size());
    const std::uint64_t bytes = command.add_cells(frame, cells);
    for (const Message& warning : warnings_of(batch, job, frame))
        if (is_first_occurrence(warning) && is_one_of_few(warning)) log_warning(warning.on_one_line());
    return bytes;
}

/// The size of the image, and the encodings of input and first output if one of them is HDR. `frame`: see look_at().
std::string image_text(const Batch& batch, const Job& job, const Frame& frame) {
    const std::string size = to_string(frame.record.size), hdr = frame.opened.front().hdr(0);
    const auto& colours = batch.options.write.colours;
    if (hdr.empty() && !(colours && is_hdr(*colours))) return size;
    const std::string range =
        expected_range(frame.files.front(), job.output(), batch.options.write_of(job, 0));
    return size + (hdr.empty() ? "" : ", " + hdr) + (hdr.starts_with(range) ? "" : ", written as " + range);
}

/// Adds a job to the table. Returns its exit code.
Exit add_job(const Batch& batch, const Job& job, const JobSelector::Outputs& outputs, Table& table) {
    if (job.missing) {
        add_row(table, job, "missing", {}, "");
        return batch.options.missing_fails ? Exit::some_failed : Exit::ok;
    }
    try {
        if (const Message reason = refusal_of(job, outputs, batch.options.write.backup); !reason.empty())
            throw file_error(reason);
        if (outputs.wanted.empty()) {
            add_row(table, job, "skipped", {}, "");
            return Exit::ok;
        }
        Frame frame;
        std::vector<std::string> cells;
        const std::uint64_t memory = look_at(batch, job, frame, cells);
        add_row(table, job, image_text(batch, job, frame), std::move(cells),
                format_bytes(memory) + bands_text(frame));
        return Exit::ok;
    } catch (const Error& error) {
        if (is_first_occurrence(error.message) && is_one_of_few(error.message))
            log_error(error.message.on_one_line());
        add_row(table, job, error.loss ? "would be refused" : "would fail", {}, "");
        return error.kind == Exit::out_of_memory ? error.kind : Exit::some_failed;
    }
}

/// Prints a table of all jobs on stdout. Reads headers and writes nothing. Existing outputs are handled as in
/// the run.
Exit dry_run(const Batch& batch) {
    Table table;
    table.add({"input", "output", "size"});
    for (const std::string& column : batch.command.columns()) table.rows.front().push_back(column);
    table.rows.front().emplace_back("memory");
    if (const std::uint64_t most = batch.options.memory; most > 0 && most < min_memory)
        log_info(message(messages::memory_minimum, format_bytes(most), format_bytes(min_memory)));
    Exit exit = Exit::ok;
    const std::vector<Job>& jobs = batch.jobs;
    JobSelector needs(jobs, batch.command.needs.around, batch.options.existing());
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const Job& job = jobs[i];
        if (!job.outputs.empty())
            exit = with_one_more(exit, add_job(batch, job, needs.outputs(i), table));
        else if (needs.reads(i) && !job.missing)
            add_row(table, job, "read alone", {}, "");
    }
    report_more();
    std::cout << table.text();
    return exit;
}

void check(FileCommand& command, const SessionOptions& options, OutputPlan& plan) {
    if (!resumed().begun) {
        const std::vector<OptionFile> files = command.files();
        check_log(options, plan, files);
        check_report(options, plan, files);
    }
    command.check(plan);
    check_writing(options.batch.write, plan);
    if (resumed().begun) return;
    for (const Message& line : command.warnings(plan)) log_warning(line);
    report_begun();
}

/// Returns the devices of the run, all alike. If an earlier worker lost one, returns the
/// device of --device-fallback. Throws as choose_devices() does, for the fallback from the start, and a usage
/// error for several devices if frames follow one another (`one`).
std::vector<DeviceInfo> chosen_devices(const SessionOptions& options, bool one) {
    const bool lost = !resumed().device_lost.empty();
    if (lost) stop_failing();
    std::optional<DeviceInfo> other;
    if (!options.device_fallback.empty()) other = choose_device(options.device_fallback, "--device-fallback");
    std::vector<DeviceInfo> devices = lost && other ? std::vector{*other} : choose_devices(options.device);
    if (const std::size_t different = indexes_of(devices).size();
        one && options.batch.jobs != 1 && different > 1)
        throw usage_error(messages::devices_in_order, options.device, different);
    return devices;
}

/// Describes the devices and the reason for their choice, for -v.
Message chosen_text(const SessionOptions& options, const std::vector<DeviceInfo>& devices) {
    const DeviceInfo& device = devices.front(); // the others are like it
    const std::size_t different = indexes_of(devices).size();
    const std::string count = different > 1 ? std::to_string(different) + " of " : "";
    return message(messages::device_chosen, count + device.name, to_string(device.type), device.platform,
                   resumed().device_lost.empty() ? reason(device, options.device)
                                                 : "--device-fallback " + options.device_fallback);
}

} // namespace

Exit run_file_command(FileCommand& command, const SessionOptions& options, const OutputPlan& planned) {
    OutputPlan plan = planned;
    const auto is_piped = [](const Job& job) { return is_standard_output(job.output()); };
    if (!options.dry_run && std::ranges::any_of(plan.jobs, is_piped)) reserve_standard_output();
    command.complete(plan);
    check(command, options, plan);
    RunResources resources{plan, chosen_devices(options, command.needs.in_order)};
    std::vector<DeviceInfo>& devices = resources.devices;
    use_right_devices(command.checked_filters(), options, devices);
    std::ranges::transform(devices, devices.begin(), with_tuned_forms);
    const std::size_t jobs = options.batch.jobs > 0 ? std::size_t(options.batch.jobs) : plan.jobs.size();
    share_devices(devices, command.needs.in_order ? 1 : std::min(jobs, plan.jobs.size()));
    if (options.dry_run) {
        command.begin(resources);
        return dry_run({command, resources, plan.jobs, options.batch});
    }
    begin_device_checks();
    log_verbose(chosen_text(options, devices));
    for (const DeviceInfo& device : devices) resources.engines.emplace_back(device);
    command.begin(resources);
    Json object = run_json(command.needs.name, options, devices);
    command.describe(object);
    return run_session(options, resources, std::move(object), command);
}

} // namespace atrous
