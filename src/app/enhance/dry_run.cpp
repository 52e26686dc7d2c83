// Plans every job without running it.
#include "app/enhance/dry_run.h"
#include "app/batch/frame_memory.h"
#include "app/batch/outputs/needs.h"
#include "app/batch/region_runs.h"
#include "app/enhance/memory_limits.h"
#include "base/log.h"
#include "base/size.h"
#include "base/standard_streams.h"
#include "base/table.h"
#include "io/codec/codec.h"
#include <iostream>

namespace atrous {
namespace {

/// ", in bands with 12.0 GiB on disk"; nothing where the picture is in memory.
std::string bands_text(const Frame& frame) {
    return frame.scratch ? ", in bands with " + format_bytes(frame.disk_bytes) + " on disk" : "";
}

/// One row of the table; false when the job would fail.
bool add_job(const EnhanceOptions& options, const DeviceInfo& device, const Job& job, Table& table) {
    if (job.missing) {
        table.add({job.input().string(), job.output().string(), "missing", "", "", ""});
        return options.missing == MissingFrames::clip;
    }
    std::error_code bad;
    const bool there = !options.batch.write.overwrite && !is_standard_output(job.output()) &&
                       std::filesystem::exists(job.output(), bad);
    const bool whole = options.batch.newer
                           ? is_up_to_date(job, job.output())
                           : there && options.batch.skip_existing && damage_of(job.output()).empty();
    if (whole) {
        table.add({job.input().string(), job.output().string(), "skipped", "", "", ""});
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
        frame.record.size = decoder.size();
        frame.decoded_bytes = decoder.decoded_bytes();
        fit_memory(bounded_batch(options, device), frame, job.outputs.size());
        const ImageMemory memory = memory_of(options, device, frame);
        const std::uint64_t device_alone = device.is_cpu() ? 0 : memory.device;
        table.add({job.input().string(), job.output().string(), to_string(decoder.size()),
                   std::to_string(memory.levels), regions_text(memory.regions),
                   format_bytes(frame.decoded_bytes + memory.host + device_alone) + bands_text(frame)});
        return true;
    } catch (const Error& error) {
        log_error(error.what());
        table.add({job.input().string(), job.output().string(), "would fail", "", "", ""});
        return false;
    }
}

} // namespace

Exit dry_run(const EnhanceOptions& options, const OutputPlan& plan, const DeviceInfo& device) {
    Table table;
    table.add({"input", "output", "size", "levels", "regions", "memory"});
    bool fine = true;
    for (const auto& job : plan.jobs) fine &= add_job(options, device, job, table);
    std::cout << table.text();
    return fine ? Exit::ok : Exit::some_failed;
}

} // namespace atrous
