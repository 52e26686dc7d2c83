// What is said of a frame when all is done with it: to the user, the log and the supervisor.
#include "app/run/steps.h"
#include "app/watch/worker_protocol.h"
#include "base/log.h"
#include "base/text.h"
#include "io/codec/compression.h"

namespace atrous {

namespace {

/// Whether it is to be printed: what ends in "(said once)" is, once in a run, whatever file it is led by.
bool is_news(BatchRun& run, const std::string& warning) {
    if (!warning.ends_with("(said once)")) return true;
    const std::string what = warning.substr(warning.find(": ") + 1);
    if (!run.batch.said->insert(what).second) return false;
    report_said(what);
    return true;
}

void warn(BatchRun& run, const std::string& warning) {
    if (is_news(run, warning)) log_warning(one_line(warning));
}

} // namespace

void tell(BatchRun& run, const Carried& carried) {
    const FrameRecord& record = carried.frame.record;
    if (carried.reported || (run.device_lost && record.status == Status::interrupted)) return;
    const InStep step(carried.index, Step::none, {}); // no careful job crashes between log and report
    if (record.status == Status::failed && !carried.silent)
        log_error(one_line(record.error)); // names may hold line ends
    for (const auto& warning : record.warnings) warn(run, warning);
    if (loses_as_exr(record.compression) && record.status == Status::ok)
        warn(run, record.job.output().string() + ": is compressed with loss (" + record.compression +
                      "), which changes all channels a little; --compression zip loses nothing (said once)");
    const bool left_out = record.status == Status::missing && !record.job.outputs.empty();
    const bool failed = record.status == Status::failed || (left_out && run.batch.options.missing_fails);
    run.failed |= failed;
    run.batch.done(record);
    const double pixels = record.status == Status::ok ? double(record.size.pixels()) : 0;
    report_result(carried.index, {std::uint8_t(record.status), !record.job.outputs.empty(), failed,
                                  run.out_of_memory, pixels});
}

} // namespace atrous
