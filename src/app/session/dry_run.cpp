// Opens every file, and plans it without running it.
#include "app/session/dry_run.h"
#include "app/plan/needs.h"
#include "app/run/frame_memory.h"
#include "base/log.h"
#include "base/size.h"
#include "base/table.h"
#include "base/text.h"
#include "system/standard_streams.h"
#include <iostream>

namespace atrous {
namespace {

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

/// Opens the job's files, and finds the row's size, cells and memory.
FrameCosts::Row look_at(const DryRun& run, const Job& job, Frame& frame) {
    frame.record.job = job;
    frame.opened.emplace_back(job.input(), run.options.batch.read_of(job.inputs.front()));
    if (run.costs.check) run.costs.check(frame);
    check_format(job.output());
    with_context(job.input().string(), [&] {
        for (std::size_t i = 1; i < job.inputs.size(); ++i)
            frame.opened.emplace_back(job.inputs[i].path, run.options.batch.read_of(job.inputs[i]));
    });
    frame.record.size = frame.opened.front().size();
    for (const Decoder& decoder : frame.opened) frame.decoded_bytes += decoder.decoded_bytes();
    const Cost cost = fit_memory(run.batch, frame, job.outputs.size());
    return run.costs.row(frame, limits_of(run.options, run.device, run.costs, frame), cost);
}

/// Why a job fails before anything is read; empty where it does not.
std::string refusal_of(const SessionOptions& options, const Job& job, const Needs::Outputs& outputs) {
    if (!outputs.refused.empty()) return outputs.refused;
    if (std::string taken = taken_backup(job, options.batch.write.backup); !taken.empty()) return taken;
    return job.refused;
}

/// False when the job would fail.
bool add_job(const DryRun& run, const Job& job, const Needs::Outputs& outputs, Table& table) {
    if (job.missing) {
        add_row(table, run, job, "missing", {}, "");
        return run.options.missing == MissingFrames::clip;
    }
    try {
        if (const std::string why = refusal_of(run.options, job, outputs); !why.empty())
            throw file_error(why);
        if (outputs.wanted.empty()) {
            add_row(table, run, job, "skipped", {}, "");
            return true;
        }
        Frame frame;
        FrameCosts::Row row = look_at(run, job, frame);
        add_row(table, run, job, to_string(frame.record.size), std::move(row.cells),
                format_bytes(row.memory) + bands_text(frame));
        return true;
    } catch (const Error& error) {
        log_error(one_line(error.what()));
        add_row(table, run, job, "would fail", {}, "");
        return false;
    }
}

} // namespace

Exit dry_run(const OutputPlan& plan, const DryRun& run) {
    Table table;
    table.add({"input", "output", "size"});
    auto& head = table.rows.front();
    head.insert(head.end(), run.costs.columns.begin(), run.costs.columns.end());
    head.emplace_back("memory");
    bool fine = true;
    Needs needs(plan.jobs, run.batch.frames_around(), run.options.batch.existing());
    for (std::size_t i = 0; i < plan.jobs.size(); ++i)
        if (const Job& job = plan.jobs[i]; !job.outputs.empty()) // else it is read for others alone
            fine &= add_job(run, job, needs.outputs(i), table);
    std::cout << table.text();
    return fine ? Exit::ok : Exit::some_failed;
}

} // namespace atrous
