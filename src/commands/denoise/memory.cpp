// Frames that do not fit the device are kept by the host, whatever device it is.
#include "base/error.h"
#include "commands/denoise/denoise_run.h"
#include "engine/denoise/motion_match.h"
#include "engine/region_runs.h"
#include "opencl/device.h"
#include "platform/process.h"
#include "renders/sequence.h"
#include <algorithm>

namespace atrous {
namespace {

/// Bytes of a plan and of the frames of its window.
std::uint64_t window_bytes(const SvgfMemory& memory, int reach) {
    return std::uint64_t(2 * reach + 1) * memory.frame + memory.runs;
}

/// Of a picture of a window, on the host: what is compared with its neighbours.
constexpr std::uint64_t trace_bytes = sizeof(float) + 1;
/// Of a picture whose vectors are found: what is kept of the frame before (ShotState).
constexpr std::uint64_t guide_bytes = 10 * sizeof(float);
/// While they are found: features of both frames, as pyramids, and vectors both ways.
constexpr std::uint64_t match_bytes = 2 * motion_features * sizeof(std::int16_t) * 4 / 3 + 4 * sizeof(float);

/// Of a part as it is filtered.
Size filtered_size(const Decoder& decoder, const Decoder::ColourPart& part, const SvgfResolved& settings) {
    const int beside = decoder.place(part.index).wraps ? columns_beside(settings) : 0;
    return {part.size.width + 2 * beside, part.size.height};
}

/// Throws a memory error where no region of the window fits.
Cost cost_of(const DenoiseOptions& options, const DeviceInfo& device, SvgfPlans& plans, const Frame& frame,
             const MemoryLimits& limits) {
    const SvgfResolved settings = resolve(options.filter, traits_of(device));
    const SvgfRoles roles = most_roles(frame.opened.front().aovs(), options);
    const bool finds_motion = may_find_motion(options); // vectors that are there may be zeros: no header says
    Cost cost;
    std::uint64_t guides = 0;
    for (const auto& part : frame.opened.front().colour_parts()) {
        const Size size = filtered_size(frame.opened.front(), part, settings);
        const Regions regions = svgf_regions(plans, settings, size, roles, 0, limits);
        const SvgfMemory memory = plans.memory(settings, size, roles);
        const auto pixels = std::uint64_t(size.pixels());
        if (settings.asked.reach > 0) cost.own += trace_bytes * pixels;
        if (finds_motion) {
            guides += guide_bytes * pixels;
            cost.shared = std::max(cost.shared, match_bytes * pixels + memory.frame); // and the samples
        }
        const bool whole = regions.count() == 1;
        if (whole && !device.is_cpu()) continue;
        cost.own += memory.frame;
        // Whole, samples are part of the plan; in regions they are on the host, about as many as a frame has.
        const std::uint64_t run =
            whole ? memory.runs
                  : memory.frame +
                        window_bytes(plans.memory(settings, regions.outer, roles), settings.asked.reach);
        if (device.is_cpu()) cost.shared = std::max(cost.shared, run);
        // The data window may be another one in each frame: then those of the window are prepared once more, see reframe_all().
        const PartPlace place = frame.opened.front().place(part.index);
        if (device.is_cpu() && place.size != place.display && settings.asked.reach > 0)
            cost.shared += std::uint64_t(2 * settings.asked.reach + 1) * memory.frame;
    }
    cost.shared += guides;
    return cost;
}

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
                       Frame& frame, const MemoryLimits& limits) {
    const SvgfResolved settings = resolve(options.filter, traits_of(device));
    const SvgfRoles roles = most_roles(frame.opened.front().aovs(), options);
    Regions most;
    for (const auto& part : frame.opened.front().colour_parts())
        if (Regions regions = svgf_regions(
                plans, settings, filtered_size(frame.opened.front(), part, settings), roles, 0, limits);
            regions.count() > most.count())
            most = std::move(regions);
    if (most.count() <= 1 || settings.asked.reach == 0) return regions_text(most);
    for (Decoder& decoder : frame.opened) frame.files.push_back(decoder.read());
    for (const Render& render : read_renders(render_files(frame.job(), frame.files, options), options))
        if (Regions regions = svgf_regions(plans, settings, render.planes.size, roles,
                                           largest_motion(render.planes), limits);
            regions.count() > most.count())
            most = std::move(regions);
    return regions_text(most);
}

/// What is wrong with a frame's files, beyond what opening them finds.
void check_files(const DenoiseOptions& options, const Frame& frame) {
    with_context(frame.job().input().string(), [&] {
        check_pictures(frame.opened.front());
        check_role_files(frame.job(), options);
    });
}

} // namespace

FrameCosts costs_of(const DenoiseOptions& options, const DeviceInfo& device, const OutputPlan& plan) {
    FrameCosts costs;
    costs.reach = options.filter.reach;
    costs.copies =
        3 + (options.proxy ? 1 : 0); // as read, the result's own pixels, and while they are encoded
    costs.whole_only = "denoise keeps the layers of a frame whole";
    costs.keeps_window = true;
    // Frames are opened while others are filtered by plans of their own.
    const auto plans = std::make_shared<SvgfPlans>(traits_of(device));
    costs.cost = [&options, &device, plans](const Frame& frame, const MemoryLimits& limits) {
        return cost_of(options, device, *plans, frame, limits);
    };
    costs.columns = {"frame: window", "regions"};
    costs.check = [&options](const Frame& frame) { check_files(options, frame); };
    const std::uint64_t process = resident_bytes(); // before any frame, as any other process will have
    costs.row = [&options, &device, &plan, plans, process](Frame& frame, const MemoryLimits& limits,
                                                           const Cost& cost) -> FrameCosts::Row {
        std::string regions = with_context(
            frame.job().input().string(), [&] { return regions_of(options, device, *plans, frame, limits); });
        const auto frames = std::uint64_t(2 * options.filter.reach + 1), decoded = frame.decoded_bytes;
        return {{window_text(plan.jobs, frame.job(), options.filter), std::move(regions)},
                process + frames * (decoded + cost.own) + 2 * decoded + cost.shared};
    };
    return costs;
}

} // namespace atrous
