// `atrous denoise`: renders and sequences of them through the SVGF filter.
#include "app/denoise/denoise.h"
#include "app/cli/tables.h"
#include "app/denoise/frame_filter.h"
#include "app/denoise/lone_frames.h"
#include "app/denoise/memory.h"
#include "app/session/file_command.h"

namespace atrous {

int run_denoise(const std::vector<std::string>& arguments) {
    DenoiseOptions options = denoise_options(parse_options(denoise_table(), arguments), arguments);
    FileCommand command{.name = "denoise", .options = options, .around = around_of(options.filter)};
    command.on_one_device = true;
    command.warnings = [&](const OutputPlan& plan) {
        return command.around.any() ? lone_sequences(plan) : std::vector<std::string>{};
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
    return int(run_file_command(command));
}

} // namespace atrous
