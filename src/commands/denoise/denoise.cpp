// `atrous denoise`: renders and sequences of them through the SVGF filter.
#include "batch/file_command.h"
#include "cli/tables.h"
#include "commands/denoise/frame_filter.h"
#include "commands/denoise/memory.h"
#include "renders/frame_range.h"
#include <algorithm>
#include <set>

namespace atrous {
namespace {

/// A line for each pattern whose frames are all by themselves: what is asked of their neighbours is lost, as where a task of a
/// farm begins before the frames beside its own are rendered. `plan`: with the frames around those that are written.
std::vector<std::string> lone_sequences(const OutputPlan& plan, bool handles) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < plan.patterns.size(); ++i) {
        std::set<int> there;
        for (const Job& job : plan.jobs)
            if (job.shot == int(i) + 1 && !job.missing) there.insert(job.number);
        const bool some = std::ranges::any_of(there, [&](int frame) { return there.contains(frame + 1); });
        if (there.empty() || some) continue;
        lines.push_back(plan.patterns[i] + ": " + (there.size() == 1 ? "frame " : "frames ") +
                        frames_text({there.begin(), there.end()}) + (there.size() == 1 ? " has" : " have") +
                        (handles
                             ? " no neighbour on the disk: each is filtered by itself; if more frames are "
                               "being rendered, run this again when they are there"
                             : " no neighbour that --frames names: each is filtered by itself; without "
                               "--no-handles those on the disk are read"));
    }
    return lines;
}

} // namespace

int run_denoise(const CommandCall& call) {
    DenoiseOptions options = denoise_options(call.line, call.arguments);
    choose_window(call.plan->samples, options);
    FileCommand command{.name = "denoise", .options = options, .around = call.plan->around};
    command.on_one_device = true;
    command.warnings = [&](const OutputPlan& plan) {
        return command.around.any() ? lone_sequences(plan, options.handles) : std::vector<std::string>{};
    };
    command.complete = [&](OutputPlan& plan) { add_role_files(plan, options.from); };
    command.describe = [&](Json& run) { run["options"] = denoise_json(options); };
    command.costs = [&](const DeviceInfo& device, const OutputPlan& plan) {
        return costs_of(options, device, plan);
    };
    command.begin = [&](Engines& engines, const OutputPlan&) -> FrameWork {
        const auto run = std::make_shared<DenoiseRun>(options, SvgfDevice(engines.first()));
        return {[run](Frame& frame, const MemoryLimits& limits) { prepare(*run, frame, limits); },
                [run](Engine&, const Window& window, const MemoryLimits& limits) {
                    filter(*run, window, limits);
                }};
    };
    return int(run_file_command(command, *call.plan));
}

} // namespace atrous
