// Plans every frame without running it.
#include "app/denoise/dry_run.h"
#include "app/batch/outputs/needs.h"
#include "app/denoise/frame_filter.h"
#include "base/log.h"
#include "base/size.h"
#include "base/table.h"
#include "gpu/device.h"
#include "io/codec/codec.h"
#include <algorithm>
#include <iostream>

namespace atrous {
namespace {

/// "4: 2 to 6": a frame and those of its shot that its window has, up to the first hole on each side.
std::string window_text(const std::vector<Job>& jobs, const Job& job, const SvgfSettings& settings) {
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

/// Of the window's files and prepared frames, and of one run.
std::uint64_t memory_of_window(const DenoiseOptions& options, const DeviceInfo& device, const Job& job,
                               Decoder&& decoder) {
    Frame frame{};
    frame.record.job = job;
    const std::uint64_t decoded = decoder.decoded_bytes();
    frame.opened.push_back(std::move(decoder));
    SvgfPlans plans(traits_of(device));
    const Cost cost = cost_of(options, device, plans, frame);
    const auto frames = std::uint64_t(2 * options.filter.reach + 1);
    return frames * (decoded + cost.own) + 2 * decoded + cost.shared;
}

bool add_job(const DenoiseOptions& options, const DeviceInfo& device, const OutputPlan& plan, const Job& job,
             Table& table) {
    const std::string in = job.input().string(), out = job.output().string();
    try {
        Decoder decoder(job.input(), options.batch.read);
        with_context(in, [&] { return check_pictures(decoder), check_role_files(job, options), 0; });
        check_format(job.output());
        const std::string size = to_string(decoder.size());
        const std::uint64_t memory =
            with_context(in, [&] { return memory_of_window(options, device, job, std::move(decoder)); });
        table.add({in, out, size, window_text(plan.jobs, job, options.filter), format_bytes(memory)});
        return true;
    } catch (const Error& error) {
        log_error(error.what());
        table.add({in, out, "would fail", "", ""});
        return false;
    }
}

} // namespace

Exit dry_run(const DenoiseOptions& options, const OutputPlan& plan, const DeviceInfo& device) {
    Needs needs(plan.jobs, around_of(options.filter), options.batch.write.overwrite,
                options.batch.skip_existing);
    Table table;
    table.add({"input", "output", "size", "frame: window", "memory"});
    bool fine = true;
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
        const Job& job = plan.jobs[i];
        const auto& outputs = needs.outputs(i);
        if (job.missing && !job.outputs.empty()) {
            table.add({job.input().string(), job.output().string(), "missing", "", ""});
            fine &= options.missing == MissingFrames::clip;
        } else if (!outputs.refused.empty()) {
            log_error(outputs.refused);
            table.add({job.input().string(), job.output().string(), "would fail", "", ""});
            fine = false;
        } else if (!outputs.wanted.empty()) {
            fine &= add_job(options, device, plan, job, table);
        } else if (!job.outputs.empty()) {
            table.add({job.input().string(), job.output().string(), "skipped", "", ""});
        }
    }
    std::cout << table.text();
    return fine ? Exit::ok : Exit::some_failed;
}

} // namespace atrous
