// `atrous denoise`: renders and sequences of them through the SVGF filter.
#include "batch/file_command.h"
#include "batch/plan/inputs.h"
#include "cli/tables.h"
#include "commands/denoise/denoise_run.h"
#include "formats/exr/exr_header.h"
#include "formats/read/decoder.h"
#include "platform/standard_streams.h"
#include "renders/sequence.h"
#include <algorithm>
#include <charconv>
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

/// Samples per pixel by the header of an OpenEXR file alone; 0: it does not say.
double samples_in_header(const std::filesystem::path& path, const ReadOptions& read) {
    const Aovs aovs = roles_in(exr_headers(path), read);
    double samples = 0;
    if (const FoundAov* found = aovs.find(AovRole::samples))
        std::from_chars(found->value.data(), found->value.data() + found->value.size(), samples);
    return samples;
}

/// Of the first file of all that are named, whatever part of them this run does: chunks have one window.
double samples_of_first(const DenoiseOptions& options) {
    if (options.samples_given) return options.filter.samples;
    InputOptions named = options.inputs;
    if (named.list == standard_stream) named.list.clear(); // it is read once
    if (named.operands.empty() && named.list.empty()) return 0;
    try {
        const Inputs inputs = find_inputs(named);
        const auto there = [](const Input& input) { return !input.frame || !input.frame->missing; };
        const auto first = std::ranges::find_if(inputs.files, there);
        return first == inputs.files.end() ? 0 : samples_in_header(first->path, options.batch.read);
    } catch (const Error&) { // told of when its turn comes
        return 0;
    }
}

} // namespace

int run_denoise(const std::vector<std::string>& arguments) {
    DenoiseOptions options = denoise_options(parse_options(denoise_table(), arguments), arguments);
    if (!options.temporal_given && options.filter.reach > 0)
        choose_window(samples_of_first(options), options);
    FileCommand command{.name = "denoise", .options = options, .around = around_of(options.filter)};
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
    return int(run_file_command(command));
}

} // namespace atrous
