// Runs `atrous scale`, which runs files through the scale filter.
#include "commands/scale/scale.h"
#include "base/error.h"
#include "base/log.h"
#include "batch/pipeline/command.h"
#include "batch/pipeline/frame_memory.h"
#include "batch/scaling/scale_file.h"
#include "batch/session.h"
#include "cli/messages.h"
#include "cli/setting_rows.h"
#include "engine/messages.h"
#include "engine/scaling/request.h"
#include "formats/jpeg/jpeg.h"
#include "formats/write/gain_map.h"
#include <algorithm>

namespace atrous {
namespace {

Json request_json(const ScaleOptions& options) {
    const ScaleRequest& request = options.request;
    Json object = json_of(scale_rows(), request.settings);
    if (request.box)
        object["size"] = to_string(*request.box);
    else
        object["factor"] = to_string(request.factor);
    object["upscale"] = request.enlarges;
    object["fast"] = options.fast;
    return object;
}

/// What --fast did with a part.
std::string fast_words(const ScaleOptions& options, const ScaledPart& part, bool jpeg) {
    if (!options.fast) return {};
    if (!jpeg) return "; --fast has no effect, it is no JPEG";
    if (part.reduced == 1) return "; --fast has no effect, the factor is below 4 or the file is progressive";
    return ", of which its decoder did " + std::to_string(part.reduced);
}

/// For each frame it keeps a plan per image, with the image that takes most memory first.
class ScaleCommand final : public FileCommandOf<std::vector<ScalePlan>> {
  public:
    explicit ScaleCommand(const ScaleOptions& options)
        : FileCommandOf({.name = "scale", .resizes = true}), options_(options) {}

    std::vector<const char*> checked_filters() const override { return {"scale"}; }
    void describe(Json& run) const override { run["options"] = request_json(options_); }
    std::uint64_t result_bytes(const Frame& frame) const override {
        return scaled_bytes(options_.request, frame.opened.front());
    }
    ImageWindow result_place(const ImageWindow& place) const override {
        return geometry_of(options_.request, place).scale.place;
    }
    Messages describe_results(Frame& frame) override {
        describe_scaled(options_.request, frame.files.front());
        return {};
    }
    FrameMemory estimate(Frame& frame) override;
    void process(const Window& window, std::size_t device) override;
    std::vector<std::string> columns() const override { return {"to", "factor", "regions"}; }
    std::uint64_t add_cells(Frame& frame, std::vector<std::string>& cells) override;

  private:
    const ScaleOptions& options_;
};

FrameMemory ScaleCommand::estimate(Frame& frame) {
    const DeviceInfo& device = resources_->devices.front();
    const Decoder& decoder = frame.opened.front();
    std::vector<ScalePlan>& plans = data_of(frame);
    for (const auto& part : decoder.colour_parts()) {
        plans.push_back(plan_scaling(options_.request, part.index, decoder.place(part.index), stand_in(part),
                                     device, frame.limits));
        const auto bytes = [](const ScalePlan& plan) { return plan.memory.host + plan.memory.shared; };
        if (bytes(plans.back()) > bytes(plans.front())) std::swap(plans.front(), plans.back());
    }
    FrameMemory most = plans.empty() ? FrameMemory{} : plans.front().memory;
    most.host = 0; // the result is counted with the file's pixels
    if (becomes_hdr(options_.batch.write) && decoder.gain_map()) // floats, twice, with alpha
        most.host = 8 * sizeof(float) * std::uint64_t(decoder.place(0).size.pixels());
    if (device.is_cpu()) most.device = 0;
    return most;
}

void ScaleCommand::process(const Window& window, std::size_t device) {
    Engine& engine = resources_->engines[device];
    Frame& frame = window.frame();
    ImageFile& file = frame.files.front();
    take_hdr_rendition(options_.batch.write, frame);
    if (keeps_gain_map(options_.batch.write, frame.job())) append_gain_map(file);
    FrameRecord& record = frame.record;
    const std::string name = record.job.input().string();
    Json profile;
    for (const Part& part : file.parts)
        if (part.pixels.size.pixels() > 0 && profile.is_null()) profile = profile_json(part.pixels);
    auto parts = with_context(
        name, [&] { return scale_file(engine, options_.request, file, frame.limits, data_of(frame)); });
    frame.unchanged = parts.empty();
    const DeviceTraits traits = traits_of(engine.device());
    for (ScaledPart& part : parts) {
        const auto replaced = part.report.all_replaced();
        if (replaced > 0) record.warnings.push_back(replaced_samples(name, part.report));
        const std::string fast = fast_words(options_, part, file.format == "jpeg");
        log_verbose(message(messages::scaled, name, scaled_text(options_.request, part, traits, fast)));
        Json described = scaled_json(options_.request, part, traits);
        if (!profile.is_null()) described["profile"] = profile; // of files without colours there is none
        record.parts.push_back({part.from, std::move(described), std::move(part.report.times), replaced});
    }
    frame.results = std::move(frame.files);
    follow_with_gain_maps(engine, options_.batch.write, frame);
}

std::uint64_t ScaleCommand::add_cells(Frame& frame, std::vector<std::string>& cells) {
    const std::vector<ScalePlan>& plans = data_of(frame);
    frame.unchanged =
        std::ranges::all_of(plans, [](const ScalePlan& plan) { return plan.of.geometry.same(); });
    const ImageWindow place = frame.opened.front().place(0);
    const PartGeometry of = plans.empty() ? geometry_of(options_.request, place) : plans.front().of;
    const Regions regions =
        plans.empty() || !plans.front().fitted ? Regions{} : plans.front().fitted->regions;
    const std::string decoded = place.reduced > 1 ? " (" + std::to_string(place.reduced) + " decoded)" : "";
    cells = {to_string(of.scale.place.size), factor_text(of) + decoded, regions_text(regions)};
    const std::uint64_t result = plans.empty() ? 0 : plans.front().memory.host;
    return frame.decoded_bytes + result + frame.memory.shared + frame.memory.device;
}

} // namespace

ScaleOptions scale_options(const CommandCall& call) {
    ScaleOptions options;
    read_session_options(call, options);
    read_picture_options(call.line, options.batch);
    const auto request = read_scale_request(call.line);
    if (!request) throw usage_error(messages::size_missing);
    options.request = *request;
    options.fast = call.line.has("fast");
    if (options.fast)
        options.batch.read.reduction = [request = options.request](const ImageWindow& place) {
            return reduction_for(request, place, jpeg_reductions);
        };
    return options;
}

int run_scale(const CommandCall& call) {
    const ScaleOptions options = scale_options(call);
    ScaleCommand command(options);
    return int(run_file_command(command, options, *call.plan));
}

} // namespace atrous
