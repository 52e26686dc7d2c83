// Plans every job without running it.
#include "app/enhance/dry_run.h"
#include "app/batch/dry_run.h"
#include "app/batch/region_runs.h"
#include "app/enhance/memory_limits.h"

namespace atrous {

Exit dry_run(const EnhanceOptions& options, const OutputPlan& plan, const DeviceInfo& device) {
    const Batch batch = bounded_batch(options, device);
    const auto describe = [&](const Frame& frame) -> DryRun::Cells {
        const ImageMemory memory = memory_of(options, device, frame);
        return {{std::to_string(memory.levels), regions_text(memory.regions)},
                memory.host + (device.is_cpu() ? 0 : memory.device)};
    };
    return dry_run(options, plan, DryRun{batch, {"levels", "regions"}, describe});
}

} // namespace atrous
