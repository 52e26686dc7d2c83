// Runs `atrous enhance`, which filters photographs with the EAW filter. Plans each, and counts the memory of
// all its steps.
#include "commands/enhance/enhance.h"
#include "batch/pipeline/frame_memory.h"
#include "batch/session.h"
#include "cli/setting_rows.h"
#include "cli/tables.h"
#include "commands/enhance/hdr_twin.h"
#include "engine/enhance/eaw_filter.h"
#include "formats/dispatch/capabilities.h"
#include "formats/raw/mosaic.h"
#include "formats/write/resize.h"
#include "graph/tables.h"
#include <algorithm>
#include <iostream>

namespace atrous {
namespace {

/// An image's shape while it is filtered.
Pixels working_shape(const Decoder::ColourPart& part, const Job& job, const EnhanceOptions& options) {
    Pixels shape = stand_in(part);
    shape.type = working_type(shape.type, job, options.batch.write);
    return shape;
}

/// A part of a photograph that is opened.
struct OpenedPart {
    const EnhanceOptions& options;
    const DeviceInfo& device;
    const Frame& frame;
    const Decoder::ColourPart& part;
    DeviceTraits traits = traits_of(device);
    Pixels picture = working_shape(part, frame.job(), options);
    ImageWindow place = frame.opened.front().place(part.index);
    const std::string& format = frame.opened.front().format();
};

/// Adds the memory of an image with these settings to `memory`, where `device` is for a plan on any device.
FilterRegions plan_wavelets(const OpenedPart& opened, const EawResolved& settings, FrameMemory& memory) {
    const auto& [options, device, frame, part, traits, picture, place, format] = opened;
    const bool in_bands = frame.scratch != nullptr, is_cut = options.crop || place.wraps;
    Pixels pixels = shape_of(picture, picture.size); // or the pixels that the crop needs
    if (is_cut) {
        const Rect crop = options.crop ? cropped_pixels(*options.crop, place, format)
                                       : Rect{0, 0, picture.size.width, picture.size.height};
        pixels.size = crop_window(crop, settings, picture, place.wraps).outer.size();
    }
    FilterRegions fitted = eaw_regions(settings, pixels, traits, frame.limits);
    memory.device = fitted.plan.bytes();
    // Regions read one image while they write another, and each has its pixels.
    const auto copies_for = [&](const Regions& regions) {
        if (regions.count() == 1) return std::uint64_t(0);
        return std::uint64_t((in_bands ? 0 : pixels.byte_count()) +
                             shape_of(pixels, regions.outer).byte_count());
    };
    memory.shared = copies_for(fitted.regions);
    if (removes_noise(settings.asked)) { // one after the other
        const FilterRegions first =
            NoiseFilter(settings, no_noise(pixels.colours), traits).fit(pixels, frame.limits);
        memory.device = std::max<std::uint64_t>(memory.device, first.plan.bytes());
        memory.shared = std::max(memory.shared, copies_for(first.regions));
    }
    if (is_cut && !in_bands) memory.shared += pixels.byte_count();
    if (device.is_cpu()) memory.shared += memory.device;
    return fitted;
}

/// Plans an image. If its noise may be guarded against, plans for the larger memory, with noise or without.
PicturePlan plan_picture(const OpenedPart& opened, FrameMemory& memory, std::vector<std::string>& cells) {
    const auto& [options, device, frame, part, traits, picture, place, format] = opened;
    const EawResolved asked = settings_of(options.settings, picture, traits);
    PicturePlan plan{part.index, part.picture, shape_of(picture, picture.size), asked,
                     plan_wavelets(opened, asked, memory)};
    cells = {std::to_string(asked.levels), regions_text(plan.wavelets->regions)};
    if (guards_noise(asked.asked)) {
        const EawResolved settings = with_noise(asked, max_noise(), picture, traits);
        FrameMemory guarded;
        const FilterRegions fitted = plan_wavelets(opened, settings, guarded);
        if (guarded.device > memory.device)
            cells = {std::to_string(settings.levels), regions_text(fitted.regions)};
        memory.device = std::max(memory.device, guarded.device);
        memory.shared = std::max(memory.shared, guarded.shared);
    }
    if (uses_noise(asked.asked) && !options.noise_from.given()) {
        memory.host += noise_memory(picture.size, picture.colours);
        if (format == "raw") memory.host += mosaic_memory(picture.size);
    }
    if (becomes_hdr(options.batch.write) && part.index == 0 && frame.opened.front().gain_map())
        memory.host += std::uint64_t(picture.size.pixels()) * 8 * sizeof(float); // floats, twice, with alpha
    if (const auto map = part.index == 0 ? twin_map(options, frame) : std::nullopt) {
        const OpenedPart twin{options, device, frame, part, traits, hdr_shape(picture, map->channels), place};
        FrameMemory beside;
        plan_wavelets(twin, hdr_settings(options.settings, twin.picture, traits), beside);
        memory.device = std::max(memory.device, beside.device); // one after the other
        memory.shared = std::max(memory.shared, beside.shared);
        const std::size_t light = part.transfer == Transfer::host ? 3 * sizeof(float) : 0; // of a pixel
        constexpr std::uint64_t sums = 10; // bytes of a map's sample while it is fitted
        const Size most = picture.size;    // whatever the header of the map says
        const std::uint64_t samples =
            std::uint64_t(std::min(map->size.pixels(), most.pixels()) * map->channels);
        memory.host += sums * samples; // noise of the image takes as much before as the twin's
        if (!frame.scratch) memory.host += twin.picture.byte_count() + std::uint64_t(most.pixels()) * light;
    }
    if (!options.size.asked()) return plan;
    const ImageWindow from = options.crop ? cropped_place(*options.crop, place, format) : place;
    plan.size =
        plan_scaling(*options.size.fit, part.index, from, shape_of(picture, from.size), device, frame.limits);
    cells.push_back(to_string(plan.size->of.scale.place.size));
    memory.device = std::max(memory.device, plan.size->memory.device); // one after the other
    memory.shared = std::max(memory.shared, plan.size->memory.host + plan.size->memory.shared);
    return plan;
}

/// The options of a photograph. A crop of an OpenEXR for formats without data windows is filled up to its
/// size.
PhotographOptions options_for_crop(const EnhanceOptions& options, const Frame& frame) {
    PhotographOptions own = photograph_options(options, frame.job().input());
    if (!options.crop || !shows_display(frame.opened.front().format(), frame.job().named_output()))
        return own;
    if (!own.changed) own.changed = options;
    own.changed->crop->fills = true;
    if (own.changed->size.fit) own.changed->size.fit->fits_pixels = false;
    return own;
}

/// For each photograph it keeps the plan.
class EnhanceCommand final : public FileCommandOf<PhotographPlan> {
  public:
    explicit EnhanceCommand(EnhanceOptions& options)
        : FileCommandOf(enhance_needs(options)), options_(options),
          noise_(options.noise_from, options.batch.read, options.noise) {}

    std::vector<const char*> checked_filters() const override {
        std::vector<const char*> filters{"eaw"};
        if (holds_anywhere(options_, removes_noise)) filters.push_back("framelet");
        if (needs.resizes) filters.push_back("scale");
        return filters;
    }
    /// The presets that are files.
    std::vector<OptionFile> files() const override {
        std::vector<OptionFile> files;
        const auto& given = options_.preset_names;
        for (const std::string& name :
             given.empty() ? std::vector{options_.preset.name} : given) // of a sidecar its path
            if (!is_embedded_preset(name)) files.push_back({name, "the preset file"});
        return files;
    }
    void check(const OutputPlan& outputs) override {
        check_companions(options_.companions, outputs, options_.batch.read);
        find_noise_files(outputs.jobs, options_.batch.read, options_.noise_from);
    }
    Messages warnings(const OutputPlan&) const override { return unused_options(options_); }
    void describe(Json& run) const override {
        run["preset"] = options_.preset.name;
        if (!options_.preset_overrides.empty()) run["preset_overrides"] = options_.preset_overrides;
        run["options"] = settings_json(options_.settings.any);
        if (options_.noise > 0) run["noise"] = options_.noise;
        if (needs.resizes)
            run["size"] = Json::Object{{"box", to_string(*options_.size.fit->box)},
                                       {"sharpen-output", options_.size.sharpen}};
    }
    void begin(RunResources& resources) override {
        FileCommand::begin(resources);
        if (!resources.engines.empty()) check_settings(options_, traits_of(resources.devices.front()));
    }
    void check_files(const Frame& frame) const override {
        check_companion_names(options_.companions, frame.job(), resources_->outputs.folder,
                              options_.batch.read);
    }
    Messages describe_results(Frame& frame) override {
        return atrous::describe(data_of(frame).own.of(options_), frame, data_of(frame));
    }
    bool deepens(const Frame& frame) const override {
        return std::ranges::any_of(frame.opened.front().colour_parts(), [&](const auto& part) {
            return working_type(part.type, frame.job(), options_.batch.write) != part.type;
        });
    }
    std::uint64_t result_bytes(const Frame& frame) const override {
        const std::uint64_t samples = deepens(frame) ? 2 : 1;
        return needs.resizes ? samples * scaled_bytes(*options_.size.fit, frame.opened.front()) : 0;
    }
    ImageWindow result_place(const ImageWindow& place) const override {
        ImageWindow result = place;
        if (options_.crop) result.display = options_.crop->size; // which may be on its side
        return needs.resizes ? geometry_of(*options_.size.fit, result).scale.place : result;
    }
    FrameMemory estimate(Frame& frame) override;
    void examine(Frame& frame) override {
        PhotographPlan& plan = data_of(frame);
        atrous::examine(plan.own.of(options_), noise_, traits_of(resources_->devices.front()), frame, plan);
    }
    void process(const Window& window, std::size_t device) override {
        Frame& frame = window.frame();
        Engine& engine = resources_->engines[device];
        PhotographPlan& plan = data_of(frame);
        enhance(plan.own.of(options_), noise_, resources_->outputs.folder, engine, frame, plan);
        fit_results(plan.own.of(options_).size, engine, frame, plan);
        follow_with_gain_maps(engine, options_.batch.write, frame);
    }
    std::vector<std::string> columns() const override {
        std::vector<std::string> columns{"levels", "regions"};
        if (needs.resizes) columns.emplace_back("to");
        return columns;
    }
    std::uint64_t add_cells(Frame& frame, std::vector<std::string>& cells) override;

  private:
    EnhanceOptions& options_;
    NoiseSource noise_;
};

/// Returns the memory of the largest part, or nothing without colours.
FrameMemory EnhanceCommand::estimate(Frame& frame) {
    const DeviceInfo& device = resources_->devices.front();
    PhotographPlan& plan = data_of(frame);
    plan.own = options_for_crop(options_, frame);
    FrameMemory most;
    plan.cells = {"0", regions_text({})};
    if (needs.resizes) plan.cells.push_back(to_string(Size{}));
    for (const auto& part : frame.opened.front().colour_parts()) {
        FrameMemory memory;
        std::vector<std::string> cells;
        plan.pictures.push_back(plan_picture({plan.own.of(options_), device, frame, part}, memory, cells));
        if (memory.device <= most.device) continue;
        most = memory;
        plan.cells = std::move(cells);
    }
    if (device.is_cpu()) most.device = 0;
    return most;
}

std::uint64_t EnhanceCommand::add_cells(Frame& frame, std::vector<std::string>& cells) {
    const PhotographPlan& plan = data_of(frame);
    cells = plan.cells;
    frame.unchanged = !needs.resizes && !options_.crop &&
                      std::ranges::all_of(plan.pictures, [](const PicturePlan& picture) {
                          return is_neutral(picture.settings) && !removes_noise(picture.settings.asked);
                      });
    return frame.decoded_bytes + frame.memory.host + frame.memory.shared + frame.memory.device;
}

} // namespace

CommandNeeds enhance_needs(const EnhanceOptions& options) {
    const bool all = options.companions.any(), denoised = options.settings.any.denoise->runs_first;
    return {.name = "enhance",
            .copies = all ? denoised ? 5U : 4U
                          : 2U, // with companions, the original, the companion, the denoised image
            .whole_only = all ? "--compare and --dump-levels need all of it at once" : "",
            .resizes = options.size.asked(),
            .crops = options.crop.has_value()};
}

int run_enhance(const CommandCall& call) {
    EnhanceOptions options = enhance_options(call);
    if (options.dump_preset) {
        std::cout << preset_text(merged(options.preset, options.given));
        return int(Exit::ok);
    }
    EnhanceCommand command(options);
    return int(run_file_command(command, options, *call.plan));
}

} // namespace atrous
