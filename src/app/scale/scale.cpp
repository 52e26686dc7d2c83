// `atrous scale`: files through the scale filter.
#include "app/scale/scale.h"
#include "app/batch/dry_run.h"
#include "app/batch/outputs/profile_json.h"
#include "app/batch/outputs/unused_write_options.h"
#include "app/batch/region_runs.h"
#include "app/batch/run_device.h"
#include "app/batch/scaling/scale_file.h"
#include "app/cli/scale_rows.h"
#include "app/cli/tables.h"
#include "app/scale/memory.h"
#include "app/scale/options.h"
#include "app/watch/watch.h"
#include "base/log.h"
#include "gpu/engine.h"

namespace atrous {
namespace {

Json request_json(const ScaleRequest& request) {
    Json object = json_of(scale_rows(), request.settings);
    if (request.box)
        object["size"] = to_string(*request.box);
    else
        object["factor"] = to_string(request.factor);
    object["upscale"] = request.enlarges;
    return object;
}

/// How rows of a part were read.
ScaleAccessChoice access_of(const ScaleRequest& request, const ScaledPart& part, const DeviceTraits& device) {
    return scale_access(request.settings, part.across, device);
}

/// What the log says of a part.
Json part_json(const ScaleRequest& request, const ScaledPart& part, const Json& profile,
               const ScaleAccessChoice& access) {
    Json object = json_of(scale_rows(), request.settings);
    object["factor"] = part.factor;
    object["to"] = to_string(part.to);
    object["access"] = access.row.name;
    object["conflict_degree"] = access.degree;
    object["reason"] = access.reason;
    object["profile"] = profile;
    if (part.report.regions.count() > 1) object["regions"] = regions_json(part.report.regions);
    return object;
}

void scale(const ScaleOptions& options, Engine& engine, Frame& frame) {
    ImageFile& file = frame.files.front();
    FrameRecord& record = frame.record;
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
        if (replaced > 0)
            record.warnings.push_back(name + ": " + std::to_string(replaced) +
                                      " samples were NaN or infinite and are replaced");
        const ScaleAccessChoice access = access_of(options.request, part, traits);
        log_verbose(name + ": by " + part.factor + " to " + to_string(part.to) +
                    "; rows are read by access " + access.row.name + ": " + access.reason);
        Json described = part_json(options.request, part, profile, access);
        record.parts.push_back({part.from, std::move(described), std::move(part.report.times), replaced});
    }
    frame.results = std::move(frame.files);
}

Exit show_plan(const ScaleOptions& options, const OutputPlan& plan, const DeviceInfo& device) {
    const Batch batch = bounded_batch(options, device);
    const auto describe = [&](const Frame& frame) -> DryRun::Cells {
        const ScaleMemory memory = memory_of(options, device, frame);
        return {{to_string(memory.of.scale.place.size), factor_text(memory.of), regions_text(memory.regions)},
                memory.host + (device.is_cpu() ? 0 : memory.device)};
    };
    return dry_run(options, plan, DryRun{batch, {"to", "factor", "regions"}, describe});
}

Exit run(const ScaleOptions& options, const OutputPlan& plan, const DeviceInfo& device) {
    log_verbose("device: " + device.name + " (" + to_string(device.type) + ", " + device.platform + "), " +
                run_reason(options, device));
    Engine engine(device);
    Batch batch = bounded_batch(options, device);
    batch.process = [&](const Window& window) { scale(options, engine, window.frame()); };
    Json object = run_json("scale", options, device);
    object["options"] = request_json(options.request);
    return run_session(options, plan, object, std::move(batch));
}

} // namespace

int run_scale(const std::vector<std::string>& arguments) {
    const CommandLine line = parse_options(scale_table(), arguments);
    const ScaleOptions options = scale_options(line, arguments);
    const OutputPlan plan = plan_session(options, 0);
    if (plan.jobs.empty()) return int(Exit::ok);
    check_log(options, plan, {});
    if (!resumed().again())
        for (const std::string& unused : unused_write_options(options.batch.write, plan)) log_warning(unused);
    const DeviceInfo device = run_device(options);
    return int(options.dry_run ? show_plan(options, plan, device) : run(options, plan, device));
}

} // namespace atrous
