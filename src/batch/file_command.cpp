// The frame of all file commands: checks, devices, dry run, engines, session.
#include "batch/file_command.h"
#include "base/log.h"
#include "base/size.h"
#include "base/table.h"
#include "base/text.h"
#include "batch/pipeline/frame_costs.h"
#include "batch/pipeline/frame_memory.h"
#include "batch/plan/full_folder.h"
#include "batch/plan/needs.h"
#include "batch/plan/unused_write_options.h"
#include "batch/report/report.h"
#include "batch/run_device.h"
#include "formats/write/output_file.h"
#include "platform/standard_streams.h"
#include "supervisor/protocol/worker_protocol.h"
#include <iostream>
#include <optional>

namespace atrous {
namespace {

/// What would run.
struct DryRun {
    const SessionOptions& options;
    const Batch& batch;
    const FrameCosts& costs;
    const DeviceInfo& device;
};

/// ", in bands with 12.0 GiB on disk"; nothing where the picture is in memory.
std::string bands_text(const Frame& frame) {
    return frame.scratch ? ", in bands with " + format_bytes(frame.disk_bytes) + " on disk" : "";
}

/// One row of the table: files, size, the command's cells, memory.
void add_row(Table& table, const DryRun& run, const Job& job, const std::string& size,
             std::vector<std::string> cells, const std::string& memory) {
    cells.resize(run.costs.columns.size());
    cells.insert(cells.begin(), {job.input().string(), job.output().string(), size});
    cells.push_back(memory);
    table.add(std::move(cells));
}

/// Throws the error of writing an output over an input of which something would be lost.
void check_replacing(const DryRun& run, const Job& job, Decoder& opened) {
    std::optional<ImageFile> file; // what is opened is described once
    for (std::size_t i = 0; i < job.outputs.size(); ++i)
        if (const WriteOptions write = run.options.batch.write_of(job, i); write.replaces) {
            if (!file) file = opened.describe();
            check_replaced(*file, job.outputs[i].path, write);
        }
}

/// Opens the job's files, and finds the row's size, cells and memory.
FrameCosts::Row look_at(const DryRun& run, const Job& job, Frame& frame) {
    frame.record.job = job;
    frame.opened.emplace_back(job.input(), run.options.batch.read_of(job, job.inputs.front()));
    if (run.costs.check) run.costs.check(frame);
    frame.record.size = frame.opened.front().size();
    check_outputs(run.batch, frame);
    with_context(job.input().string(), [&] {
        for (std::size_t i = 1; i < job.inputs.size(); ++i)
            frame.opened.emplace_back(job.inputs[i].path, run.options.batch.read_of(job, job.inputs[i]));
    });
    for (const Decoder& decoder : frame.opened) frame.decoded_bytes += decoder.decoded_bytes();
    const Cost cost = fit_memory(run.batch, frame, job.outputs.size());
    check_replacing(run, job, frame.opened.front());
    return run.costs.row(frame, limits_of(run.options, run.device, run.costs, frame), cost);
}

/// Why a job fails before anything is read; empty where it does not.
std::string refusal_of(const SessionOptions& options, const Job& job, const Needs::Outputs& outputs) {
    if (!outputs.refused.empty()) return outputs.refused;
    if (std::string taken = taken_backup(job, options.batch.write.backup); !taken.empty()) return taken;
    return job.refused;
}

/// What the job would end with.
Exit add_job(const DryRun& run, const Job& job, const Needs::Outputs& outputs, Table& table) {
    if (job.missing) {
        add_row(table, run, job, "missing", {}, "");
        return run.options.missing == MissingFrames::clip ? Exit::ok : Exit::some_failed;
    }
    try {
        if (const std::string why = refusal_of(run.options, job, outputs); !why.empty())
            throw file_error(why);
        if (outputs.wanted.empty()) {
            add_row(table, run, job, "skipped", {}, "");
            return Exit::ok;
        }
        Frame frame;
        FrameCosts::Row row = look_at(run, job, frame);
        add_row(table, run, job, to_string(frame.record.size), std::move(row.cells),
                format_bytes(row.memory) + bands_text(frame));
        return Exit::ok;
    } catch (const Error& error) {
        if (!job.told) log_error(one_line(error.what()));
        add_row(table, run, job, error.loss ? "would be refused" : "would fail", {}, "");
        return error.kind == Exit::out_of_memory ? error.kind : Exit::some_failed;
    }
}

/// Prints a table of all jobs on stdout; reads headers, writes nothing. What becomes of outputs that exist is decided as in
/// the run.
Exit dry_run(const OutputPlan& plan, const DryRun& run) {
    Table table;
    table.add({"input", "output", "size"});
    auto& head = table.rows.front();
    head.insert(head.end(), run.costs.columns.begin(), run.costs.columns.end());
    head.emplace_back("memory");
    Exit exit = Exit::ok;
    Needs needs(plan.jobs, run.batch.frames_around(), run.options.batch.existing());
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
        const Job& job = plan.jobs[i];
        if (!job.outputs.empty())
            exit = with_one_more(exit, add_job(run, job, needs.outputs(i), table));
        else if (needs.reads(i) && !job.missing)
            add_row(table, run, job, "read alone", {}, "");
    }
    std::cout << table.text();
    return exit;
}

void check(const FileCommand& command, const OutputPlan& plan) {
    check_log(command.options, plan, command.own);
    check_report(command.options, plan);
    if (command.check) command.check(plan);
    if (resumed().again()) return;
    tell_of_existing(plan);
    if (command.warnings)
        for (const std::string& line : command.warnings(plan)) log_warning(line);
    for (const std::string& line : unused_write_options(command.options.batch.write, plan)) log_warning(line);
}

/// A batch that knows what frames take; --max-memory bounds each of them.
Batch bounded_batch(const FileCommand& command, const FrameCosts& costs, const DeviceInfo& device) {
    Batch batch;
    batch.options = command.options.batch;
    batch.reach = costs.reach;
    batch.around = command.around;
    batch.copies = costs.copies;
    batch.result_bytes = costs.result_bytes;
    batch.bounded = true;
    batch.whole_only = costs.whole_only;
    batch.shown = command.shown;
    batch.cost = [&](const Frame& frame) {
        return costs.cost(frame, limits_of(command.options, device, costs, frame));
    };
    return batch;
}

Exit run(const FileCommand& command, const OutputPlan& plan, const std::vector<DeviceInfo>& devices,
         const FrameCosts& costs) {
    const SessionOptions& options = command.options;
    log_verbose(device_text(options, devices));
    Engines engines(devices);
    const FrameWork work = command.begin(engines, plan);
    Batch batch = bounded_batch(command, costs, devices.front());
    const auto limits = [&](const Frame& frame) { return limits_of(options, devices.front(), costs, frame); };
    if (work.prepare) batch.prepare = [&](Frame& frame) { work.prepare(frame, limits(frame)); };
    batch.process = [&](const Window& window) {
        engines.with_one([&](Engine& engine) {
            Frame& frame = window.frame();
            frame.record.device = engine.device().index;
            work.process(engine, window, limits(frame));
        });
    };
    batch.processed = [&] { engines.release_memory(); };
    Json object = run_json(command.name, options, devices);
    command.describe(object);
    return run_session(options, plan, object, std::move(batch));
}

} // namespace

Exit run_file_command(const FileCommand& command) {
    SessionOptions& options = command.options;
    OutputPlan plan = plan_session(options, command.around);
    if (plan.jobs.empty()) return Exit::ok;
    if (command.complete) command.complete(plan);
    check(command, plan);
    const std::vector<DeviceInfo> devices =
        command.on_one_device ? std::vector{chosen_device(options)} : chosen_devices(options);
    options.batch.devices = int(devices.size());
    const FrameCosts costs = command.costs(devices.front(), plan);
    if (!options.dry_run) return run(command, plan, devices, costs);
    const Batch batch = bounded_batch(command, costs, devices.front());
    return dry_run(plan, {options, batch, costs, devices.front()});
}

} // namespace atrous
