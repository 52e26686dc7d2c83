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
    cells.resize(run.columns.size());
    cells.insert(cells.begin(), {job.input().string(), job.output().string(), size});
    cells.push_back(memory);
    table.add(std::move(cells));
}

/// False when the job would fail.
bool add_job(const SessionOptions& options, const DryRun& run, const Job& job, Table& table) {
    if (job.missing) {
        add_row(table, run, job, "missing", {}, "");
        return options.missing == MissingFrames::clip;
    }
    std::error_code bad;
    const bool there = !options.batch.write.overwrite && !is_standard_output(job.output()) &&
                       std::filesystem::exists(job.output(), bad);
    const bool whole = options.batch.newer
                           ? is_up_to_date(job, job.output())
                           : there && options.batch.skip_existing && decoded(job.output()).error.empty();
    if (whole) {
        add_row(table, run, job, "skipped", {}, "");
        return true;
    }
    try {
        Frame frame;
        frame.record.job = job;
        const Decoder& decoder = frame.opened.emplace_back(job.input(), options.batch.read);
        check_format(job.output());
        if (!job.refused.empty()) throw file_error(job.refused);
        if (there && !options.batch.skip_existing && !options.batch.newer)
            throw file_error(job.output().string() + ": exists already; --overwrite replaces it");
        if (const std::string taken = taken_backup(job, options.batch.write.backup); !taken.empty())
            throw file_error(taken);
        frame.record.size = decoder.size();
        frame.decoded_bytes = decoder.decoded_bytes();
        fit_memory(run.batch, frame, job.outputs.size());
        DryRun::Cells cells = run.describe(frame);
        add_row(table, run, job, to_string(decoder.size()), std::move(cells.cells),
                format_bytes(frame.decoded_bytes + cells.memory) + bands_text(frame));
        return true;
    } catch (const Error& error) {
        log_error(one_line(error.what()));
        add_row(table, run, job, "would fail", {}, "");
        return false;
    }
}

} // namespace

Exit dry_run(const SessionOptions& options, const OutputPlan& plan, const DryRun& run) {
    Table table;
    table.add({"input", "output", "size"});
    auto& head = table.rows.front();
    head.insert(head.end(), run.columns.begin(), run.columns.end());
    head.emplace_back("memory");
    bool fine = true;
    for (const auto& job : plan.jobs) fine &= add_job(options, run, job, table);
    std::cout << table.text();
    return fine ? Exit::ok : Exit::some_failed;
}

Pixels stand_in(const Decoder::ColourPart& part) {
    Pixels pixels;
    pixels.size = part.size;
    pixels.type = part.type;
    const auto count = std::uint64_t(std::max<std::int64_t>(part.size.pixels(), 1));
    pixels.alpha = part.bytes / count > 3 * sample_bytes(part.type) ? Alpha::straight : Alpha::none;
    return pixels;
}

} // namespace atrous
