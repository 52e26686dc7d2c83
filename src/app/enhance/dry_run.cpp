// Plans every job without running it.
#include "app/enhance/dry_run.h"
#include "app/enhance/memory_limits.h"
#include "app/run/region_runs.h"
#include "app/session/dry_run.h"

namespace atrous {

Exit dry_run(const EnhanceOptions& options, const OutputPlan& plan, const DeviceInfo& device) {
    const Batch batch = bounded_batch(options, device);
    const auto describe = [&](const Frame& frame, const Cost&) -> DryRun::Cells {
        const ImageMemory memory = memory_of(options, device, frame);
        std::vector<std::string> cells{std::to_string(memory.levels), regions_text(memory.regions)};
        if (options.size.asked()) cells.push_back(to_string(memory.to));
        return {std::move(cells), frame.decoded_bytes + memory.host + (device.is_cpu() ? 0 : memory.device)};
    };
    std::vector<std::string> columns{"levels", "regions"};
    if (options.size.asked()) columns.emplace_back("to");
    return dry_run(options, plan, DryRun{batch, std::move(columns), describe});
}

} // namespace atrous
