// Runs `atrous denoise`, which filters renders and sequences of them with the SVGF filter.
#include "batch/plan/frames.h"
#include "batch/session.h"
#include "cli/tables.h"
#include "commands/denoise/denoise_run.h"
#include "commands/denoise/messages.h"
#include "engine/denoise/halves.h"
#include "engine/denoise/motion_match.h"
#include "engine/region_runs.h"
#include "formats/read/decoder.h"
#include "platform/process.h"
#include "renders/sequence.h"
#include <algorithm>
#include <map>
#include <set>

namespace atrous {
namespace {

/// Returns the pattern of a file next to which there is one of an adjacent frame, or an empty text.
std::string pattern_on_disk(const std::filesystem::path& file, int frame) {
    const FramePattern pattern = shot_pattern(file);
    if (pattern.token.empty() || pattern.frame_of(file.string()) != frame) return {};
    const auto exists = [&](int other) {
        std::error_code ec;
        return std::filesystem::exists(pattern.file(other), ec);
    };
    return exists(frame - 1) || exists(frame + 1) ? pattern.text() : "";
}

/// The line for a shot of files that were named, or found in a folder, or an empty message.
Message lone_files(const std::map<int, std::filesystem::path>& files, const std::string& frames) {
    for (const auto& [frame, file] : files)
        if (const std::string pattern = pattern_on_disk(file, frame); !pattern.empty())
            return message(messages::neighbours_unnamed, file, pattern, frames);
    return files.size() > 1 ? message(messages::neighbours_absent, files.begin()->second, frames) : Message{};
}

/// Returns a line for each shot without neighbouring frames, which loses the temporal filter, for example if a farm's task
/// begins before the neighbours of its frames are rendered. `plan`: with the frames around the written ones.
Messages lone_shots(const OutputPlan& plan, bool handles) {
    std::map<int, std::map<int, std::filesystem::path>> shots;
    std::map<int, std::set<int>> written;
    for (const Job& job : plan.jobs) {
        if (job.missing) continue;
        shots[job.shot].emplace(job.number, job.input());
        if (!job.outputs.empty()) written[job.shot].insert(job.number);
    }
    Messages lines;
    for (const auto& [shot, numbers] : written) {
        const auto& files = shots[shot];
        if (std::ranges::any_of(
                numbers, [&](int frame) { return files.contains(frame - 1) || files.contains(frame + 1); }))
            continue;
        const std::string frames = frames_text({numbers.begin(), numbers.end()});
        const bool is_pattern = shot >= 1 && shot <= int(plan.patterns.size());
        const Message line =
            !is_pattern ? lone_files(files, frames)
            : handles   ? message(messages::neighbours_absent, plan.patterns[std::size_t(shot - 1)], frames)
                      : message(messages::neighbours_excluded, plan.patterns[std::size_t(shot - 1)], frames);
        if (!line.empty()) lines.push_back(line);
    }
    return lines;
}

/// Per pixel of an image in a window, on the host: data for the comparison with its neighbours.
constexpr std::uint64_t trace_bytes = sizeof(float) + 1;
/// RenderInfo::alpha.
constexpr std::uint64_t alpha_bytes = sizeof(float);
/// Per pixel of an image with estimated vectors: data kept from the previous frame (ShotState).
constexpr std::uint64_t guide_bytes = 10 * sizeof(float);
/// While they are found: features of both frames, as pyramids, and vectors both ways.
constexpr std::uint64_t match_bytes = 2 * motion_features * sizeof(std::int16_t) * 4 / 3 + 4 * sizeof(float);

/// Bytes of the process once kernels are loaded and the device has a queue: 33 MiB for frames of 64x64 with
/// PoCL 3.1.
constexpr std::uint64_t engine_bytes = 32 << 20;

/// The size of a part during filtering.
Size filtered_size(const Decoder& decoder, const Decoder::ColourPart& part, const SvgfResolved& settings) {
    const int beside = decoder.place(part.index).wraps ? columns_beside(settings) : 0;
    return {part.size.width + 2 * beside, part.size.height};
}

/// Returns "4: 2 to 6": a frame and the frames of its shot in its window, up to the first hole on each side.
/// For a file without a number, returns its name.
std::string window_text(const std::vector<Job>& jobs, const Job& job, const SvgfSettings& settings) {
    const std::string name = job.input().filename().string();
    const auto frame = frame_in(name);
    if (job.number == 0 && (!frame || frame->number != 0)) return name; // a separate shot
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

class DenoiseCommand final : public RenderCommand {
  public:
    DenoiseCommand(DenoiseOptions& options, const NeighbourRange& around)
        : RenderCommand({.name = "denoise",
                         .reach = options.filter.reach,
                         .around = around,
                         .in_order = true,
                         .copies = 3, // as read, the result's own pixels, and while they are encoded
                         .whole_only = "denoise keeps the layers of a frame whole",
                         .leaves_out = options.only_filtered,
                         .keeps_window = true}),
          options_(options) {}

    std::vector<const char*> checked_filters() const override { return {"svgf"}; }
    void complete(OutputPlan& plan) override { add_role_files(plan, options_.from); }
    Messages warnings(const OutputPlan& plan) const override {
        return needs.around.any() ? lone_shots(plan, options_.handles) : Messages{};
    }
    void describe(Json& run) const override { run["options"] = denoise_json(options_); }
    void begin(RunResources& resources) override {
        FileCommand::begin(resources);
        plans_.emplace(traits_of(resources.devices.front()));
        process_ = resident_bytes();
        if (!resources.engines.empty())
            run_.emplace(DenoiseRun{options_, SvgfDevice(resources.engines.front())});
    }
    void check_files(const Frame& frame) const override;
    Messages describe_results(Frame& frame) override;
    FrameMemory estimate(Frame& frame) override;
    void examine(Frame& frame) override {
        FrameRenders& its = data_of(frame);
        with_context(frame.job().input().string(), [&] {
            its.files.emplace(render_files(frame.job(), frame.files, options_));
            its.renders = renders_of(*its.files, options_);
        });
    }
    void prepare(Frame& frame) override { atrous::prepare(*run_, frame); }
    void process(const Window& window, std::size_t) override { filter(*run_, window); }
    std::vector<std::string> columns() const override { return {"frame: window", "regions"}; }
    std::uint64_t add_cells(Frame& frame, std::vector<std::string>& cells) override;

  private:
    std::string regions_of(Frame& frame);

    DenoiseOptions& options_;
    std::optional<SvgfPlans> plans_{}; ///< only for estimates: frames are opened while others are filtered
    std::uint64_t process_ = 0;        ///< bytes of this process before any frame, as any other one will have
    std::optional<DenoiseRun> run_{};
};

/// Estimates memory for the time of a window, and of filtering a frame. --max-memory bounds the pixels of
/// each window. The host keeps frames that do not fit the device, whatever device it is. Throws a memory
/// error if no region of a window fits.
FrameMemory DenoiseCommand::estimate(Frame& frame) {
    SvgfSettings most = options_.filter;
    if (most.prefilter->automatic) most.prefilter = &prefilters().back();
    const DeviceInfo& device = resources_->devices.front();
    const SvgfResolved settings = resolve(most, plans_->device);
    const SvgfRoles roles = max_roles(frame.opened.front().aovs(), options_);
    const bool finds_motion =
        may_find_motion(options_); // existing vectors may be zeros, which no header shows
    FrameMemory cost;
    std::uint64_t guides = 0;
    for (const auto& part : frame.opened.front().colour_parts()) {
        const Size size = filtered_size(frame.opened.front(), part, settings);
        const Regions regions = svgf_regions(*plans_, settings, size, roles, 0, frame.limits);
        SvgfMemory memory = plans_->memory(settings, size, roles);
        const std::uint64_t joining = most.halves ? joining_bytes(settings, roles, size) : 0;
        if (most.halves) memory.frame *= 3;
        cost.shared = std::max(cost.shared, joining);
        const auto pixels = std::uint64_t(size.pixels());
        if (settings.asked.reach > 0) cost.host += trace_bytes * pixels;
        if (options_.filter_alpha || most.halves) cost.host += alpha_bytes * pixels;
        if (finds_motion) {
            guides += guide_bytes * pixels;
            cost.shared = std::max(cost.shared, match_bytes * pixels + memory.frame); // and the samples
        }
        cost.host += memory.frame; // its planes, also while it waits for a device that keeps them
        const bool whole = regions.count() == 1;
        if (whole && !device.is_cpu()) continue;
        // A whole frame's samples are part of the plan. In regions they are on the host, about as many as a
        // frame has.
        const auto frames = std::uint64_t(2 * settings.asked.reach + 1);
        const SvgfMemory region = whole ? memory : plans_->memory(settings, regions.outer, roles);
        const std::uint64_t run = whole ? memory.runs : memory.frame + frames * region.frame + region.runs;
        if (device.is_cpu()) cost.shared = std::max(cost.shared, run + joining);
        // The data window may differ between frames. Then the frames of the window are prepared once more,
        // see reframe().
        const ImageWindow place = frame.opened.front().place(part.index);
        if (device.is_cpu() && place.size != place.display && settings.asked.reach > 0)
            cost.shared += frames * memory.frame;
    }
    cost.shared += guides;
    return cost;
}

/// Returns the regions of the image with most of them. If there are several, reads the file: their overlap is
/// as wide as its vectors are long.
std::string DenoiseCommand::regions_of(Frame& frame) {
    const SvgfResolved settings = resolve(options_.filter, plans_->device);
    const SvgfRoles roles = max_roles(frame.opened.front().aovs(), options_);
    Regions most;
    const auto add = [&](Size size, int motion) {
        Regions regions = svgf_regions(*plans_, settings, size, roles, motion, frame.limits);
        if (regions.count() > most.count()) most = std::move(regions);
    };
    for (const auto& part : frame.opened.front().colour_parts())
        add(filtered_size(frame.opened.front(), part, settings), 0);
    if (most.count() <= 1 || settings.asked.reach == 0) return regions_text(most);
    for (Decoder& decoder : frame.opened) frame.files.push_back(decoder.read());
    for (const Render& render : renders_of(render_files(frame.job(), frame.files, options_), options_))
        add(render.planes.size, largest_motion(render.planes));
    return regions_text(most);
}

void DenoiseCommand::check_files(const Frame& frame) const {
    with_context(frame.job().input().string(), [&] { check_pictures(frame.opened.front(), options_); });
}

Messages DenoiseCommand::describe_results(Frame& frame) {
    const std::string input = frame.job().input().string();
    if (!has_picture(frame.files.front())) return {message(messages::copied_without_image, input)};
    Messages doubts =
        with_context(input, [&] { return check_places(render_files(frame.job(), frame.files, options_)); });
    for (Message& doubt : doubts) doubt = doubt.about(input);
    return doubts;
}

std::uint64_t DenoiseCommand::add_cells(Frame& frame, std::vector<std::string>& cells) {
    cells = {window_text(resources_->outputs.jobs, frame.job(), options_.filter),
             with_context(frame.job().input().string(), [&] { return regions_of(frame); })};
    frame.unchanged = options_.filter.is_neutral() || frame.opened.front().colour_parts().empty();
    const auto frames = std::uint64_t(2 * options_.filter.reach + 1), decoded = frame.decoded_bytes;
    return process_ + engine_bytes + frames * (decoded + frame.memory.host) + 2 * decoded +
           frame.memory.shared;
}

} // namespace

int run_denoise(const CommandCall& call) {
    DenoiseOptions options = denoise_options(call);
    choose_window(call.plan->samples, options);
    DenoiseCommand command(options, call.plan->around);
    return int(run_file_command(command, options, *call.plan));
}

} // namespace atrous
