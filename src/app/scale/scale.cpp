// `atrous scale`: files through the scale filter.
#include "app/scale/scale.h"
#include "app/cli/setting_rows.h"
#include "app/cli/tables.h"
#include "app/plan/unused_write_options.h"
#include "app/report/report.h"
#include "app/run/engines.h"
#include "app/run/region_runs.h"
#include "app/scale/memory.h"
#include "app/scale/options.h"
#include "app/scaling/scaled_words.h"
#include "app/session/dry_run.h"
#include "app/session/run_device.h"
#include "app/session/session.h"
#include "app/tell/profile_json.h"
#include "app/watch/worker_protocol.h"
#include "base/log.h"

namespace atrous {
namespace {

Json request_json(const ScaleOptions& options) {
    const ScaleRequest& request = options.request;
    Json object = json_of(scale_rows(), request.settings);
    if (request.box)
        object["size"] = to_string(*request.box);
    else
        object["factor"] = to_string(request.factor);
    object["upscale"] = request.enlarges;
    object["fast"] = options.fast;
    return object;
}

/// What --fast did with a part.
std::string fast_words(const ScaleOptions& options, const ScaledPart& part, bool jpeg) {
    if (!options.fast) return {};
    if (!jpeg) return "; --fast has no effect, it is no JPEG";
    if (part.reduced == 1) return "; --fast has no effect, the factor is below 4 or the file is progressive";
    return ", of which its decoder did " + std::to_string(part.reduced);
}

void scale(const ScaleOptions& options, Engine& engine, Frame& frame) {
    ImageFile& file = frame.files.front();
    FrameRecord& record = frame.record;
    record.device = engine.device().index;
    const std::string name = record.job.input().string();
    Json profile;
    for (const Part& part : file.parts)
        if (part.pixels.size.pixels() > 0 && profile.is_null()) profile = profile_json(part.pixels);
    const MemoryLimits limits = limits_of(options, engine.device(), frame);
    auto parts = with_context(name, [&] { return scale_file(engine, options.request, file, limits); });
    frame.unchanged = parts.empty();
    const DeviceTraits traits = traits_of(engine.device());
    for (ScaledPart& part : parts) {
        const auto replaced = part.report.replaced;
        if (replaced > 0) record.warnings.push_back(replaced_words(name, replaced));
        const std::string fast = fast_words(options, part, file.format == "jpeg");
        log_verbose(name + ": " + scaled_words(options.request, part, traits, fast));
        Json described = scaled_json(options.request, part, traits);
        described["profile"] = profile;
        record.parts.push_back({part.from, std::move(described), std::move(part.report.times), replaced});
    }
    frame.results = std::move(frame.files);
}

Exit show_plan(const ScaleOptions& options, const OutputPlan& plan, const DeviceInfo& device) {
    const Batch batch = bounded_batch(options, device);
    const auto describe = [&](const Frame& frame, const Cost&) -> DryRun::Cells {
        const ScaleMemory memory = memory_of(options, device, frame);
        const int times = frame.opened.front().place(0).reduced;
        const std::string factor =
            factor_text(memory.of) + (times > 1 ? " (" + std::to_string(times) + " decoded)" : "");
        return {{to_string(memory.of.scale.place.size), factor, regions_text(memory.regions)},
                frame.decoded_bytes + memory.host + (device.is_cpu() ? 0 : memory.device)};
    };
    return dry_run(options, plan, DryRun{batch, {"to", "factor", "regions"}, describe});
}

Exit run(const ScaleOptions& options, const OutputPlan& plan, const std::vector<DeviceInfo>& devices) {
    log_verbose(device_words(options, devices));
    Engines engines(devices);
    Batch batch = bounded_batch(options, devices.front());
    batch.process = [&](const Window& window) {
        engines.with_one([&](Engine& engine) { scale(options, engine, window.frame()); });
    };
    batch.processed = [&] { engines.release_memory(); };
    Json object = run_json("scale", options, devices);
    object["options"] = request_json(options);
    return run_session(options, plan, object, std::move(batch));
}

} // namespace

int run_scale(const std::vector<std::string>& arguments) {
    const CommandLine line = parse_options(scale_table(), arguments);
    ScaleOptions options = scale_options(line, arguments);
    const OutputPlan plan = plan_session(options, 0);
    if (plan.jobs.empty()) return int(Exit::ok);
    check_log(options, plan, {});
    check_report(options, plan);
    if (!resumed().again())
        for (const std::string& unused : unused_write_options(options.batch.write, plan)) log_warning(unused);
    const std::vector<DeviceInfo> devices = run_devices(options);
    options.batch.devices = int(devices.size());
    return int(options.dry_run ? show_plan(options, plan, devices.front()) : run(options, plan, devices));
}

} // namespace atrous
