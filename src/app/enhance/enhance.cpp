// `atrous enhance`: photographs through the EAW filter.
#include "app/enhance/enhance.h"
#include "app/cli/setting_rows.h"
#include "app/cli/tables.h"
#include "app/enhance/companion_paths.h"
#include "app/enhance/crop.h"
#include "app/enhance/denoise_picture.h"
#include "app/enhance/dry_run.h"
#include "app/enhance/filter_part.h"
#include "app/enhance/guarded_noise.h"
#include "app/enhance/memory_limits.h"
#include "app/enhance/noise_source.h"
#include "app/enhance/noise_text.h"
#include "app/enhance/options.h"
#include "app/enhance/sidecar.h"
#include "app/enhance/unused_options.h"
#include "app/report/report.h"
#include "app/run/engines.h"
#include "app/run/region_runs.h"
#include "app/scaling/proxy.h"
#include "app/session/run_device.h"
#include "app/session/session.h"
#include "app/tell/profile_json.h"
#include "app/watch/worker_protocol.h"
#include "base/error.h"
#include "base/log.h"
#include "base/name_text.h"
#include "filters/atrous/tile.h"
#include "filters/pixel/passes.h"
#include <algorithm>
#include <iostream>

namespace atrous {
namespace {

namespace fs = std::filesystem;

/// What form tile runs where the settings say "auto", and why.
Json tile_json(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& traits) {
    const int planes = plane_count(pixels, settings.space);
    const TileChoice choice = choose_tile(settings.how, settings.radius, planes, traits);
    Json object;
    object["group"] = to_string(choice.group);
    object["element"] = choice.element.name;
    object["map"] = choice.map.name;
    object["pitch"] = choice.map.store.pitch;
    object["conflict_degree"] = choice.map.degree;
    object["reason"] = choice.map.reason;
    return object;
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

/// What the parts of one file share.
struct FileRun {
    const EnhanceOptions& options;
    const fs::path& root; ///< the folder that outputs mirror, or empty
    Engine& engine;
    NoiseSource& noise;
    Frame& frame;
    ImageFile& file;
    DeviceTraits traits = traits_of(engine.device());
    MemoryLimits limits = limits_of(options, engine.device(), frame.decoded_bytes, frame.scratch != nullptr);
};

/// A picture of the file, by the numbers of its part and its own, and what of its pixels is written, if not all.
struct PictureAt {
    std::size_t part, picture;
    std::optional<Rect> crop;
};

/// What a picture was, where companion files show it, and what of that is the picture now.
struct Stages {
    Pixels before, denoised;
    Rect shown;
    Size whole;
};

void encode_companions(FileRun& run, const EawResolved& settings, const PictureAt& at,
                       const PictureRef& picture, const Stages& stages) {
    const CompanionOptions& wanted = run.options.companions;
    const fs::path output = run.frame.job().output();
    const CompanionJob job{{wanted.compare, levels_folder(wanted, output, run.root)},
                           run.file,
                           run.file.parts[at.part],
                           picture,
                           stages.before,
                           stages.denoised.bytes.data ? stages.denoised : stages.before,
                           stages.shown,
                           stages.whole,
                           picture_path(part_path(output, at.part, run.file.parts.size()), at.picture),
                           companion_options(run.options),
                           run.frame.companions,
                           run.limits,
                           keeps_companions(run.options)};
    if (wanted.compare) write_comparison(job);
    if (!wanted.levels.empty()) write_levels(job, run.engine, settings);
}

/// What is written of a picture, and what was computed for that, as they lie in the file.
Json crop_json(const Rect& crop, const Rect& computed) {
    const auto text = [](const Rect& rect) { return to_string(Crop{rect.size(), rect.x, rect.y}); };
    Json object;
    object["pixels"] = text(crop);
    object["computed"] = text(computed);
    return object;
}

Json part_settings_json(const EawResolved& settings, const PictureRef& picture, const PartResult& result,
                        const Json& noise, const DeviceTraits& traits) {
    const Pixels& pixels = picture.pixels;
    Json object = settings_json(settings.asked);
    if (!picture.channels.layer.empty()) object["layer"] = picture.channels.layer;
    object["channels"] = picture.channels.names;
    object["profile"] = profile_json(pixels);
    if (result.regions.count() > 1) object["regions"] = regions_json(result.regions);
    if (settings.how.form->tiles) object["tile"] = tile_json(settings, pixels, traits);
    if (!noise.is_null()) object["noise"] = noise;
    const auto& thresholds = result.report.thresholds;
    if (!thresholds.empty()) object["found"] = found_json(thresholds, settings.levels);
    return object;
}

/// The settings of a picture whose noise is known, with that noise where it is to be kept out of what is amplified.
EawResolved guarded(const EawResolved& settings, const std::optional<NoiseFound>& noise, const Pixels& pixels,
                    const DeviceTraits& traits) {
    if (!guards_noise(settings.asked) || !noise || noise->is_clean()) return settings;
    return with_noise(settings, guarded_noise(*noise, settings, pixels), pixels, traits);
}

/// Denoises and filters what is there of a picture; `noise`: that of all of it.
PartResult run_filters(FileRun& run, const EawResolved& settings, const std::optional<NoiseFound>& noise,
                       Pixels& pixels, Stages& stages) {
    const auto stage = [&] { return run.options.companions.any() ? pixels.copy() : Pixels{}; };
    stages.before = stage();
    DenoiseReport denoised;
    if (noise && removes_noise(settings.asked)) {
        denoised = denoise_picture(run.engine, settings, *noise, pixels, run.limits);
        if (denoised.changes) stages.denoised = stage();
    }
    run.frame.unchanged &= is_neutral(settings) && !denoised.changes;
    PartResult result = filter_part(run.engine, settings, pixels, run.limits);
    add_times(result.report.times, denoised.times);
    result.report.replaced += denoised.replaced;
    return result;
}

void enhance_picture(FileRun& run, const PictureAt& at, const PictureRef& picture) {
    Pixels& pixels = picture.pixels;
    FrameRecord& record = run.frame.record;
    const std::string name = record.job.input().string();
    const EawResolved asked = settings_of(run.options, pixels, run.traits);
    const std::optional<NoiseFound> noise =
        with_context(name, [&] { return run.noise.of(asked, pixels, run.traits); });
    if (noise) log_verbose(name + ": " + noise_words(*noise));
    const EawResolved settings = guarded(asked, noise, pixels, run.traits);
    const Rect all{0, 0, pixels.size.width, pixels.size.height};
    const CropWindow window =
        at.crop ? crop_window(*at.crop, settings, pixels, run.traits) : CropWindow{all, all};
    if (window.outer != all) pixels = cut(pixels, window.outer);
    Stages stages{{}, {}, window.inner, all.size()};
    PartResult result = with_context(name, [&] { return run_filters(run, settings, noise, pixels, stages); });
    if (window.inner.size() != pixels.size) pixels = cut(pixels, window.inner);
    const auto replaced = result.report.replaced;
    if (replaced > 0)
        record.warnings.push_back(name + ": " + std::to_string(replaced) +
                                  " colour samples were NaN or infinite and are replaced");
    run.frame.unchanged &= replaced == 0 && !at.crop;
    Json described =
        part_settings_json(settings, picture, result, noise ? noise_json(*noise) : Json(), run.traits);
    if (at.crop) described["crop"] = crop_json(*at.crop, window.outer);
    record.parts.push_back({pixels.size, std::move(described), std::move(result.report.times), replaced});
    if (run.options.companions.any()) encode_companions(run, settings, at, picture, stages);
}

/// The options for a photograph, with its own settings where it has some; says which.
PhotographOptions say_photograph_options(const EnhanceOptions& given, FrameRecord& record) {
    const fs::path& input = record.job.input();
    PhotographOptions own = photograph_options(given, input);
    if (!given.sidecars) return own;
    record.warnings.insert(record.warnings.end(), own.warnings.begin(), own.warnings.end());
    log_verbose(input.string() + (own.sidecar.empty()
                                      ? ": no contrast equalizer in a sidecar: settings as given"
                                      : ": settings of " + name_text(own.sidecar)));
    return own;
}

/// The frame's one file, changed in place, is its one result.
void enhance(const EnhanceOptions& given, const fs::path& root, Engine& engine, NoiseSource& noise,
             Frame& frame) {
    const PhotographOptions own = say_photograph_options(given, frame.record);
    const EnhanceOptions& options = own.of(given);
    FileRun run{options, root, engine, noise, frame, frame.files.front()};
    frame.unchanged = true;
    std::vector<Rect> crops;
    if (options.crop)
        crops =
            with_context(frame.job().input().string(), [&] { return crop_parts(run.file, *options.crop); });
    for (std::size_t i = 0; i < run.file.parts.size(); ++i)
        for (std::size_t k = 0; const PictureRef& picture : pictures_of(run.file.parts[i]))
            enhance_picture(run, {i, k++, options.crop ? std::optional(crops[i]) : std::nullopt}, picture);
    FrameRecord& record = frame.record;
    if (!own.sidecar.empty())
        for (PartRun& part : record.parts) part.settings["sidecar"] = name_text(own.sidecar);
    if (record.parts.empty())
        record.warnings.push_back(record.job.input().string() + ": has no colour channels; copied as it is");
    frame.results = std::move(frame.files);
}

/// The picture, as it is asked for: filtered, in its size, with its proxy.
void make_results(const EnhanceOptions& options, const fs::path& root, Engine& engine, NoiseSource& noise,
                  Frame& frame) {
    frame.record.device = engine.device().index;
    enhance(options, root, engine, noise, frame);
    const MemoryLimits limits =
        limits_of(options, engine.device(), frame.decoded_bytes, frame.scratch != nullptr);
    fit_results(engine, options.size, frame, limits);
    add_proxy(engine, options, root, frame, limits);
}

/// The presets that are files.
std::vector<OptionFile> option_files(const EnhanceOptions& options) {
    std::vector<OptionFile> files;
    const std::vector<std::string> embedded = preset_names();
    const auto& given = options.preset_names;
    for (const std::string& name :
         given.empty() ? std::vector{options.preset.name} : given) // of a sidecar its path
        if (std::ranges::count(embedded, name) == 0) files.push_back({name, "the preset file"});
    return files;
}

Exit run(const EnhanceOptions& options, const OutputPlan& plan, const std::vector<DeviceInfo>& devices) {
    const DeviceInfo& device = devices.front(); // all are alike
    log_verbose(device_words(options, devices));
    check_settings(options, traits_of(device));
    Engines engines(devices);
    NoiseSource noise(options.noise_from, options.batch.read);
    Batch batch = bounded_batch(options, device);
    batch.process = [&](const Window& window) {
        engines.with_one(
            [&](Engine& engine) { make_results(options, plan.folder, engine, noise, window.frame()); });
    };
    batch.processed = [&] { engines.release_memory(); };
    Json object = run_json("enhance", options, devices);
    object["preset"] = options.preset.name;
    if (!options.preset_overrides.empty()) object["preset_overrides"] = options.preset_overrides;
    object["options"] = settings_json(options.settings.any);
    if (options.size.asked()) object["size"] = size_json(options.size);
    return run_session(options, plan, object, std::move(batch));
}

std::vector<fs::path> outputs_of(const OutputPlan& plan) {
    std::vector<fs::path> outputs;
    for (const Job& job : plan.jobs)
        for (const RoleFile& output : job.outputs) outputs.push_back(output.path);
    return outputs;
}

} // namespace

int run_enhance(const std::vector<std::string>& arguments) {
    const CommandLine line = parse_options(enhance_table(), arguments);
    EnhanceOptions options = enhance_options(line, arguments);
    if (options.dump_preset) {
        std::cout << preset_text(merged(options.preset, options.given));
        return int(Exit::ok);
    }
    const OutputPlan plan = plan_session(options, 0);
    if (plan.jobs.empty()) return int(Exit::ok);
    check_log(options, plan, option_files(options));
    check_report(options, plan);
    check_companions(options.companions, plan, options.batch.read);
    check_proxies(options, plan);
    check_noise_file(options.noise_from, options.batch.read, outputs_of(plan));
    if (!resumed().again())
        for (const std::string& unused : unused_options(options, plan)) log_warning(unused);
    const std::vector<DeviceInfo> devices = run_devices(options);
    options.batch.devices = int(devices.size());
    return int(options.dry_run ? dry_run(options, plan, devices.front()) : run(options, plan, devices));
}

} // namespace atrous
