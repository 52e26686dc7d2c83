// The frame of all file commands: checks, devices, dry run, engines, session.
#include "app/session/file_command.h"
#include "app/report/report.h"
#include "app/scaling/proxy.h"
#include "app/session/dry_run.h"
#include "app/session/run_device.h"
#include "app/watch/worker_protocol.h"
#include "base/log.h"

namespace atrous {
namespace {

void check(const FileCommand& command, const OutputPlan& plan) {
    check_log(command.options, plan, command.own);
    check_report(command.options, plan);
    if (command.check) command.check(plan);
    check_proxies(command.options, plan);
    if (!command.warnings || resumed().again()) return;
    for (const std::string& line : command.warnings(plan)) log_warning(line);
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
            add_proxy(engine, options, plan.folder, frame, limits(frame));
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
