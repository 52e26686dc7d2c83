// `atrous denoise`: renders and sequences of them through the SVGF filter.
#include "app/denoise/denoise.h"
#include "app/cli/tables.h"
#include "app/denoise/dry_run.h"
#include "app/denoise/frame_filter.h"
#include "app/denoise/lone_frames.h"
#include "app/denoise/memory.h"
#include "app/denoise/options.h"
#include "app/report/report.h"
#include "app/scaling/proxy.h"
#include "app/session/run_device.h"
#include "app/session/session.h"
#include "base/error.h"
#include "base/log.h"
#include "gpu/engine.h"

namespace atrous {
namespace {

Exit run(const DenoiseOptions& options, const OutputPlan& plan, const DeviceInfo& device) {
    log_verbose(device_words(options, {device}));
    Engine engine(device);
    DenoiseRun shared{options, SvgfDevice(engine)};
    SvgfPlans plans(traits_of(device));
    Batch batch = bounded_batch(options, device, plans);
    batch.prepare = [&](Frame& frame) { prepare(shared, frame); };
    batch.process = [&](const Window& window) {
        Frame& frame = window.frame();
        frame.record.device = device.index;
        filter(shared, window);
        add_proxy(engine, options, plan.folder, frame, limits_of(options, device, frame.decoded_bytes));
    };
    batch.processed = [&] { engine.release_memory(); };
    Json object = run_json("denoise", options, {device});
    object["options"] = denoise_json(options);
    return run_session(options, plan, object, std::move(batch));
}

} // namespace

int run_denoise(const std::vector<std::string>& arguments) {
    const CommandLine line = parse_options(denoise_table(), arguments);
    const DenoiseOptions options = denoise_options(line, arguments);
    OutputPlan plan = plan_session(options, around_of(options.filter));
    if (plan.jobs.empty()) return int(Exit::ok);
    if (around_of(options.filter).any() && !resumed().again())
        for (const std::string& alone : lone_sequences(plan)) log_warning(alone);
    add_role_files(plan, options.from);
    check_log(options, plan, {});
    check_report(options, plan);
    check_proxies(options, plan);
    const DeviceInfo device = run_device(options);
    return int(options.dry_run ? dry_run(options, plan, device) : run(options, plan, device));
}

} // namespace atrous
