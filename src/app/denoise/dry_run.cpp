// Plans every frame without running it.
#include "app/denoise/dry_run.h"
#include "app/denoise/memory.h"
#include "app/denoise/roles.h"
#include "app/plan/needs.h"
#include "app/run/frame_memory.h"
#include "app/run/region_runs.h"
#include "base/log.h"
#include "base/size.h"
#include "base/table.h"
#include "gpu/device.h"
#include "io/aov/sequence.h"
#include "io/codec/codec.h"
#include "system/resident.h"
#include <algorithm>
#include <iostream>

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

/// What a frame's window takes.
struct WindowNeeds {
    std::string regions;  ///< as regions_text() says
    std::uint64_t memory; ///< of its files and prepared frames, and of one run
};

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

Frame opened(const DenoiseOptions& options, const Job& job, Decoder&& decoder) {
    Frame frame{};
    frame.record.job = job;
    frame.record.size = decoder.size();
    frame.decoded_bytes = decoder.decoded_bytes();
    frame.opened.push_back(std::move(decoder));
    for (std::size_t i = 1; i < job.inputs.size(); ++i) {
        frame.opened.emplace_back(job.inputs[i].path, options.batch.read_of(job.inputs[i]));
        frame.decoded_bytes += frame.opened.back().decoded_bytes();
    }
    return frame;
}

WindowNeeds look_at_window(const DenoiseOptions& options, const DeviceInfo& device, Frame frame) {
    SvgfPlans plans(traits_of(device));
    const Cost cost = fit_memory(bounded_batch(options, device, plans), frame, frame.job().outputs.size());
    const std::uint64_t frames = std::uint64_t(2 * options.filter.reach + 1), decoded = frame.decoded_bytes;
    return {
        with_context(frame.job().input().string(), [&] { return regions_of(options, device, plans, frame); }),
        frames * (decoded + cost.own) + 2 * decoded + cost.shared};
}

/// `process`: bytes that this process has before any frame, as any other will have.
bool add_job(const DenoiseOptions& options, const DeviceInfo& device, const OutputPlan& plan, const Job& job,
             std::uint64_t process, Table& table) {
    const std::string in = job.input().string(), out = job.output().string();
    try {
        Decoder decoder(job.input(), options.batch.read);
        with_context(in, [&] { return check_pictures(decoder), check_role_files(job, options), 0; });
        check_format(job.output());
        const std::string size = to_string(decoder.size());
        Frame frame = with_context(in, [&] { return opened(options, job, std::move(decoder)); });
        const WindowNeeds window = look_at_window(options, device, std::move(frame));
        table.add({in, out, size, window_text(plan.jobs, job, options.filter), window.regions,
                   format_bytes(process + window.memory)});
        return true;
    } catch (const Error& error) {
        log_error(error.what());
        table.add({in, out, "would fail", "", "", ""});
        return false;
    }
}

} // namespace

Exit dry_run(const DenoiseOptions& options, const OutputPlan& plan, const DeviceInfo& device) {
    Needs needs(plan.jobs, around_of(options.filter), options.batch.write.overwrite,
                options.batch.skip_existing);
    const std::uint64_t process = resident_bytes();
    Table table;
    table.add({"input", "output", "size", "frame: window", "regions", "memory"});
    bool fine = true;
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
        const Job& job = plan.jobs[i];
        const auto& outputs = needs.outputs(i);
        if (job.missing && !job.outputs.empty()) {
            table.add({job.input().string(), job.output().string(), "missing", "", "", ""});
            fine &= options.missing == MissingFrames::clip;
        } else if (!outputs.refused.empty()) {
            log_error(outputs.refused);
            table.add({job.input().string(), job.output().string(), "would fail", "", "", ""});
            fine = false;
        } else if (!outputs.wanted.empty()) {
            fine &= add_job(options, device, plan, job, process, table);
        } else if (!job.outputs.empty()) {
            table.add({job.input().string(), job.output().string(), "skipped", "", "", ""});
        }
    }
    std::cout << table.text();
    return fine ? Exit::ok : Exit::some_failed;
}

} // namespace atrous
