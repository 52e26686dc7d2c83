// Filters parts and images one after the other: removes noise, applies wavelets, writes companions. Hides the
// log texts.
#include "base/error.h"
#include "base/log.h"
#include "base/utf8.h"
#include "batch/log/record.h"
#include "batch/pipeline/filter_pixels.h"
#include "batch/scaling/scale_file.h"
#include "cli/setting_rows.h"
#include "commands/enhance/companion_files.h"
#include "commands/enhance/enhance.h"
#include "commands/enhance/hdr_twin.h"
#include "commands/enhance/messages.h"
#include "engine/enhance/eaw_filter.h"
#include "engine/finite_samples.h"
#include "engine/messages.h"
#include "engine/region_runs.h"
#include "filters/atrous/tile.h"
#include "filters/pixel/passes.h"
#include "formats/common/convert.h"
#include "formats/write/gain_map.h"
#include "supervisor/protocol/worker_protocol.h"

namespace atrous {
namespace {

/// The choice of form tile for the setting "auto", and its reason.
Json tile_json(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& traits) {
    const int planes = plane_count(pixels, settings.space);
    const TileChoice choice = choose_tile(settings.how, settings.radius, planes, traits, own_columns);
    return Json::Object{{"group", to_string(choice.group)},
                        {"element", choice.element.name},
                        {"map", choice.map.name},
                        {"pitch", choice.map.store.pitch},
                        {"conflict_degree", choice.map.degree},
                        {"reason", choice.map.reason}};
}

/// What --denoise bayes found: {"noise": per plane, "thresholds": per level and plane}.
Json found_json(const std::vector<float>& found, int levels) {
    const std::size_t planes = found.size() / std::size_t(levels + 1);
    const auto row = [&](std::size_t at) {
        Json values = Json::Array{};
        for (std::size_t i = 0; i < planes; ++i) values.push_back(double(found[at * planes + i]));
        return values;
    };
    Json object, thresholds = Json::Array{};
    for (std::size_t l = 0; l < std::size_t(levels); ++l) thresholds.push_back(row(l));
    object["noise"] = row(std::size_t(levels));
    object["thresholds"] = std::move(thresholds);
    return object;
}

/// Data shared by the parts of one file.
struct FileRun {
    const EnhanceOptions& options;
    NoiseSource& noise;
    const fs::path& root; ///< the folder that outputs mirror, or empty
    Engine& engine;
    Frame& frame;
    PhotographPlan& plan;
    ImageFile& file = frame.files.front();
    DeviceTraits traits = traits_of(engine.device());
};

/// The rectangle of an image to write, unless all of it.
struct PictureCrop {
    std::optional<Rect> crop;
    bool wraps; ///< before it is cropped
};

/// The written and the computed rectangle of an image, as they lie in the file.
Json crop_json(const Rect& crop, const Rect& computed) {
    const auto text = [](const Rect& rect) { return to_string(Crop{rect.size(), rect.x, rect.y}); };
    return Json::Object{{"pixels", text(crop)}, {"computed", text(computed)}};
}

Json part_settings_json(const EawResolved& settings, const PictureRef& picture, const FilterReport& result,
                        const Json& noise, const DeviceTraits& traits) {
    const Pixels& pixels = picture.pixels;
    Json object = settings_json(settings.asked);
    if (!picture.channels.layer.empty()) object["layer"] = picture.channels.layer;
    object["channels"] = picture.channels.names;
    object["profile"] = profile_json(pixels);
    if (result.regions.count() > 1) object["regions"] = regions_json(result.regions);
    if (settings.how.form->tiles) object["tile"] = tile_json(settings, pixels, traits);
    if (!noise.is_null()) object["noise"] = noise;
    if (!result.found.empty()) object["found"] = found_json(result.found, settings.levels);
    return object;
}

/// At normal verbosity, if noise removal was requested, so that an unchanged copy is not mistaken for a
/// result.
void report_noise(const std::string& name, const EawSettings& asked, const NoiseFound& noise,
                  FrameRecord& record) {
    const Message found = message(messages::noise_found, one_line(name), noise_text(noise));
    if (!removes_noise(asked)) return log_verbose(found);
    if (is_one_of_few(found)) log_info(found);
    record.has_noise = record.has_noise.value_or(false) || !noise.is_clean();
}

/// Returns the plan for an image, or null if the image differs from its file's header.
PicturePlan* plan_of(PhotographPlan& file, std::size_t part, std::size_t picture, const Pixels& pixels) {
    for (PicturePlan& plan : file.pictures)
        if (plan.part == part && plan.picture == picture && has_shape(pixels, plan.shape)) return &plan;
    return nullptr;
}

/// Denoises and filters the pixels of an image that are present. `noise` is for the whole image. `planned`:
/// the wavelets, if their plan is known.
FilterReport run_filters(FileRun& run, const EawResolved& settings, const std::optional<NoiseFound>& noise,
                         Pixels& pixels, Stages& stages, std::optional<FilterRegions> planned) {
    const auto stage = [&] { return run.options.companions.any() ? pixels.copy() : Pixels{}; };
    stages.before = stage();
    const bool denoises = needs_noise_filter(settings, noise);
    FilterReport denoised;
    if (denoises) {
        denoised = filter_pixels(run.engine, NoiseFilter(settings, noise->noise, run.traits), pixels,
                                 run.frame.limits);
        stages.denoised = stage();
    }
    run.frame.unchanged &= is_neutral(settings) && !denoises;
    FilterReport report = filter_pixels(run.engine, EawFilter(settings, run.traits), pixels, run.frame.limits,
                                        std::move(planned));
    add_times(report.times, denoised.times);
    report.replaced += denoised.replaced;
    return report;
}

void enhance_picture(FileRun& run, const ExaminedPicture& examined, const PictureCrop& at) {
    const PictureRef picture = pictures_of(run.file.parts[examined.part])[examined.picture];
    const EawResolved& asked = examined.settings;
    const std::optional<NoiseFound>& noise = examined.noise;
    Pixels& pixels = picture.pixels;
    FrameRecord& record = run.frame.record;
    const std::string name = record.job.input().string();
    if (noise) report_noise(name, asked.asked, *noise, record);
    const EawResolved settings = guarded(asked, noise, pixels, run.traits);
    const Rect all{0, 0, pixels.size.width, pixels.size.height};
    const CropWindow window = at.crop || at.wraps
                                  ? crop_window(at.crop.value_or(all), settings, pixels, at.wraps)
                                  : CropWindow{all, all};
    if (window.outer != all) pixels = cut(pixels, window.outer);
    Stages stages{{}, {}, window.inner, all.size()};
    // Noise that is guarded against is known only now, and is part of a plan.
    std::optional<FilterRegions> planned;
    if (examined.plan && settings.guarded_levels == asked.guarded_levels)
        planned.swap(examined.plan->wavelets);
    std::optional<HdrTwin> twin;
    const bool changes = !is_neutral(settings) || needs_noise_filter(settings, noise);
    if (changes && examined.part == 0 && examined.picture == 0)
        twin = with_context(name, [&] { return hdr_twin(run.options, run.frame, pixels, settings.border); });
    FilterReport result = with_context(
        name, [&] { return run_filters(run, settings, noise, pixels, stages, std::move(planned)); });
    if (twin)
        add_times(result.times, with_context(name, [&] {
                      return filter_twin(run.options, run.noise, run.engine, run.frame.limits, *twin);
                  }));
    if (window.inner.size() != pixels.size) pixels = cut(pixels, window.inner);
    if (twin) with_context(name, [&] { put_new_map(run.engine, window.inner, run.frame, std::move(*twin)); });
    const Rect kept = at.crop.value_or(all);
    examined.missing.put_back(
        pixels, {{all.width, kept.width, 1, double(kept.x)}, {all.height, kept.height, 1, double(kept.y)}});
    const auto replaced = result.replaced + examined.filled;
    if (replaced > 0)
        record.warnings.push_back(
            message(messages::samples_replaced, name, replaced, filled_words(examined.filled)));
    run.frame.unchanged &= replaced == 0 && !at.crop;
    Json described =
        part_settings_json(settings, picture, result, noise ? noise_json(*noise) : Json(), run.traits);
    if (at.crop) described["crop"] = crop_json(*at.crop, window.outer);
    record.parts.push_back({pixels.size, std::move(described), std::move(result.times), replaced});
    if (run.options.companions.any())
        write_companions({run.options.companions, run.options, run.root, run.frame, examined.part,
                          examined.picture, picture, stages},
                         run.engine, settings);
}

/// Reports whose settings a photograph has.
void report_options(const PhotographOptions& own, FrameRecord& record) {
    const fs::path& input = record.job.input();
    record.warnings.insert(record.warnings.end(), own.warnings.begin(), own.warnings.end());
    log_verbose(own.sidecar.empty() ? message(messages::sidecar_absent, input)
                                    : message(messages::sidecar_used, input, name_text(own.sidecar)));
}

} // namespace

Messages describe(const EnhanceOptions& options, Frame& frame, const PhotographPlan& plan) {
    ImageFile& file = frame.files.front();
    const fs::path& input = frame.job().input();
    if (options.crop) with_context(input.string(), [&] { crop_parts(file, *options.crop); });
    if (options.size.asked()) describe_scaled(*options.size.fit, file);
    if (!plan.pictures.empty()) return {};
    return {message(messages::copied_without_colours, input)};
}

void enhance(const EnhanceOptions& options, NoiseSource& noise, const fs::path& root, Engine& engine,
             Frame& frame, PhotographPlan& plan) {
    FileRun run{options, noise, root, engine, frame, plan};
    FrameRecord& record = frame.record;
    const fs::path& sidecar = plan.own.sidecar;
    if (options.sidecars) report_options(plan.own, record);
    frame.unchanged = true;
    std::vector<Rect> crops;
    std::vector<bool> wraps;
    for (const Part& part : run.file.parts) wraps.push_back(part_place(part).wraps);
    if (options.crop)
        crops =
            with_context(record.job.input().string(), [&] { return crop_parts(run.file, *options.crop); });
    for (const ExaminedPicture& one : plan.examined)
        enhance_picture(run, one,
                        {options.crop ? std::optional(crops[one.part]) : std::nullopt, wraps[one.part]});
    if (!sidecar.empty())
        for (PartRun& part : record.parts) part.settings["sidecar"] = name_text(sidecar);
    if (record.parts.empty())
        record.warnings.push_back(message(messages::copied_without_colours, record.job.input()));
    frame.results = std::move(frame.files);
}

void examine(const EnhanceOptions& options, NoiseSource& noise, const DeviceTraits& traits, Frame& frame,
             PhotographPlan& plan) {
    ImageFile& file = frame.files.front();
    const bool is_hdr = take_hdr_rendition(options.batch.write, frame);
    if (keeps_gain_map(options.batch.write, frame.job())) append_gain_map(file);
    const PictureSource source{frame.job().input(), file.format};
    for (std::size_t part = 0; part < file.parts.size(); ++part)
        for (std::size_t index = 0; const PictureRef& picture : pictures_of(file.parts[part])) {
            Pixels& pixels = picture.pixels;
            Pixels shape = shape_of(pixels, pixels.size);
            shape.type = working_type(pixels.type, frame.job(), options.batch.write);
            PicturePlan* const known = plan_of(plan, part, index, shape);
            MissingSamples missing(pixels, missing_value(file.parts[part]));
            ExaminedPicture found{part, index++, known,
                                  known    ? known->settings
                                  : is_hdr ? hdr_settings(options.settings, shape, traits)
                                           : settings_of(options.settings, shape, traits),
                                  fill_areas(pixels)};
            found.missing = std::move(missing);
            found.noise =
                with_context(source.path.string(), [&] { return noise.of(found.settings, source, pixels); });
            if (shape.type != pixels.type)
                pixels = converted(pixels, shape.type, encoding_of(pixels), pixels.alpha);
            plan.examined.push_back(std::move(found));
        }
}

} // namespace atrous
