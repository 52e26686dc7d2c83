// Plans every frame without running it.
#include "app/denoise/dry_run.h"
#include "app/denoise/memory.h"
#include "app/denoise/roles.h"
#include "app/run/region_runs.h"
#include "app/session/dry_run.h"
#include "gpu/device.h"
#include "io/aov/sequence.h"
#include "io/codec/codec.h"
#include "system/resident.h"
#include <algorithm>

namespace atrous {
namespace {

/// "4: 2 to 6": a frame and those of its shot that its window has, up to the first hole on each side; of a file without a
/// number its name.
std::string window_text(const std::vector<Job>& jobs, const Job& job, const SvgfSettings& settings) {
    const std::string name = job.input().filename().string();
    const auto frame = frame_in(name);
    if (job.number == 0 && (!frame || frame->number != 0)) return name; // a shot of its own
    if (settings.recursive) return std::to_string(job.number) + ": all before";
    const int reach = settings.reach;
    const auto there = [&](int number) {
        return std::ranges::any_of(jobs, [&](const Job& other) {
            return within_reach(job, other, reach) && other.number == number && !other.missing;
        });
    };
    int first = job.number, last = job.number;
    while (there(first - 1)) --first;
    while (there(last + 1)) ++last;
    return std::to_string(job.number) + ": " + std::to_string(first) + " to " + std::to_string(last);
}

/// Regions of the picture with most of them. Where there are several, the file is read: their overlap is as wide as its
/// vectors are long.
std::string regions_of(const DenoiseOptions& options, const DeviceInfo& device, SvgfPlans& plans,
                       Frame& frame) {
    const DeviceTraits traits = traits_of(device);
    const MemoryLimits limits = limits_of(options, device, frame.decoded_bytes);
    const SvgfResolved settings = resolve(options.filter, traits);
    const SvgfRoles roles = most_roles(frame.opened.front().aovs(), options);
    Regions most;
    for (const auto& part : frame.opened.front().colour_parts())
        if (Regions regions = svgf_regions(plans, settings, part.size, roles, 0, limits);
            regions.count() > most.count())
            most = std::move(regions);
    if (most.count() <= 1 || settings.asked.reach == 0) return regions_text(most);
    for (Decoder& decoder : frame.opened) frame.files.push_back(decoder.read());
    for (const RenderPicture& picture :
         render_pictures(render_files(frame.job(), frame.files, options), options))
        if (Regions regions =
                svgf_regions(plans, settings, picture.size, roles, largest_motion(picture.planes()), limits);
            regions.count() > most.count())
            most = std::move(regions);
    return regions_text(most);
}

} // namespace

Exit dry_run(const DenoiseOptions& options, const OutputPlan& plan, const DeviceInfo& device) {
    SvgfPlans plans(traits_of(device));
    const Batch batch = bounded_batch(options, device, plans);
    const std::uint64_t process = resident_bytes(); // before any frame, as any other process will have
    const auto check = [&](const Frame& frame) {
        with_context(frame.job().input().string(), [&] {
            check_pictures(frame.opened.front());
            check_role_files(frame.job(), options);
        });
    };
    const auto describe = [&](Frame& frame, const Cost& cost) -> DryRun::Cells {
        const auto frames = std::uint64_t(2 * options.filter.reach + 1), decoded = frame.decoded_bytes;
        std::string regions = with_context(frame.job().input().string(),
                                           [&] { return regions_of(options, device, plans, frame); });
        return {{window_text(plan.jobs, frame.job(), options.filter), std::move(regions)},
                process + frames * (decoded + cost.own) + 2 * decoded + cost.shared};
    };
    return dry_run(options, plan, DryRun{batch, {"frame: window", "regions"}, describe, check});
}

} // namespace atrous
