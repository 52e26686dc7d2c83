// `atrous scale`: files through the scale filter.
#include "base/log.h"
#include "batch/file_command.h"
#include "batch/log/record.h"
#include "batch/scaling/gain_maps.h"
#include "batch/scaling/scale_file.h"
#include "cli/setting_rows.h"
#include "cli/tables.h"
#include "commands/scale/options.h"
#include "engine/region_runs.h"

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

void scale(const ScaleOptions& options, Engine& engine, Frame& frame, const MemoryLimits& limits) {
    ImageFile& file = frame.files.front();
    FrameRecord& record = frame.record;
    const std::string name = record.job.input().string();
    Json profile;
    for (const Part& part : file.parts)
        if (part.pixels.size.pixels() > 0 && profile.is_null()) profile = profile_json(part.pixels);
    auto parts = with_context(name, [&] { return scale_file(engine, options.request, file, limits); });
    frame.unchanged = parts.empty();
    const DeviceTraits traits = traits_of(engine.device());
    for (ScaledPart& part : parts) {
        const auto replaced = part.report.all_replaced();
        if (replaced > 0) record.warnings.push_back(replaced_text(name, part.report));
        const std::string fast = fast_words(options, part, file.format == "jpeg");
        log_verbose(name + ": " + scaled_text(options.request, part, traits, fast));
        Json described = scaled_json(options.request, part, traits);
        if (!profile.is_null()) described["profile"] = profile; // of files without colours there is none
        record.parts.push_back({part.from, std::move(described), std::move(part.report.times), replaced});
    }
    frame.results = std::move(frame.files);
    follow_with_gain_maps(engine, options.batch.write, frame, limits);
}

/// Of the part that takes most.
ScaleMemory memory_of(const ScaleOptions& options, const DeviceInfo& device, const Frame& frame,
                      const MemoryLimits& limits) {
    const Decoder& decoder = frame.opened.front();
    ScaleMemory most{geometry_of(options.request, decoder.place(0))};
    bool first = true;
    for (const auto& part : decoder.colour_parts()) {
        ScaleMemory memory =
            scale_memory(options.request, decoder.place(part.index), stand_in(part), device, limits);
        if (first || memory.host > most.host) most = std::move(memory);
        first = false;
    }
    return most;
}

FrameCosts costs_of(const ScaleOptions& options, const DeviceInfo& device) {
    FrameCosts costs = costs_of_filter(
        device, {"to", "factor", "regions"}, [&](const Frame& frame, const MemoryLimits& limits) {
            const ScaleMemory memory = memory_of(options, device, frame, limits);
            const int times = frame.opened.front().place(0).reduced;
            const std::string factor =
                factor_text(memory.of) + (times > 1 ? " (" + std::to_string(times) + " decoded)" : "");
            return FilterMemory{
                memory.device,
                memory.host,
                memory.result,
                {to_string(memory.of.scale.place.size), factor, regions_text(memory.regions)}};
        });
    costs.result_bytes = [&](const Frame& frame) {
        return scaled_bytes(options.request, frame.opened.front());
    };
    return costs;
}

} // namespace

int run_scale(const CommandCall& call) {
    ScaleOptions options = scale_options(call.line, call.arguments);
    FileCommand command{.name = "scale", .options = options};
    command.describe = [&](Json& run) { run["options"] = request_json(options); };
    command.costs = [&](const DeviceInfo& device, const OutputPlan&) { return costs_of(options, device); };
    command.begin = [&](Engines&, const OutputPlan&) -> FrameWork {
        return {{}, [&](Engine& engine, const Window& window, const MemoryLimits& limits) {
                    scale(options, engine, window.frame(), limits);
                }};
    };
    return int(run_file_command(command, *call.plan));
}

} // namespace atrous
