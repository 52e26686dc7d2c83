// `atrous enhance`: photographs through the EAW filter.
#include "app/enhance/enhance.h"
#include "app/batch/outputs/profile_json.h"
#include "app/batch/region_runs.h"
#include "app/batch/run_device.h"
#include "app/batch/scaling/proxy.h"
#include "app/batch/session.h"
#include "app/cli/setting_rows.h"
#include "app/cli/tables.h"
#include "app/enhance/companion_paths.h"
#include "app/enhance/denoise_picture.h"
#include "app/enhance/dry_run.h"
#include "app/enhance/filter_part.h"
#include "app/enhance/memory_limits.h"
#include "app/enhance/options.h"
#include "app/enhance/unused_options.h"
#include "app/watch/watch.h"
#include "base/error.h"
#include "base/log.h"
#include "filters/atrous/tile.h"
#include "filters/pixel/passes.h"
#include "gpu/engine.h"
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
    Frame& frame;
    ImageFile& file;
    DeviceTraits traits = traits_of(engine.device());
    MemoryLimits limits = limits_of(options, engine.device(), frame.decoded_bytes, frame.scratch != nullptr);
};

/// A picture of the file, by the numbers of its part and its own.
struct PictureAt {
    std::size_t part, picture;
};

/// What a picture was, where companion files show it.
struct Stages {
    Pixels before, denoised;
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
                           picture_path(part_path(output, at.part, run.file.parts.size()), at.picture),
                           companion_options(run.options),
                           run.frame.companions,
                           run.limits,
                           keeps_companions(run.options)};
    if (wanted.compare) write_comparison(job);
    if (!wanted.levels.empty()) write_levels(job, run.engine, settings);
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

void enhance_picture(FileRun& run, const PictureAt& at, const PictureRef& picture) {
    Pixels& pixels = picture.pixels;
    FrameRecord& record = run.frame.record;
    const std::string name = record.job.input().string();
    const bool has_companions = run.options.companions.any();
    const EawResolved settings = settings_of(run.options, pixels, run.traits);
    const auto stage = [&] { return has_companions ? pixels.copy() : Pixels{}; };
    Stages stages{stage(), {}};
    DenoiseReport denoised =
        with_context(name, [&] { return denoise_picture(run.engine, settings, pixels, run.limits); });
    if (!denoised.noise.is_null()) log_verbose(name + ": " + denoised.words);
    if (denoised.changes) stages.denoised = stage();
    PartResult result =
        with_context(name, [&] { return filter_part(run.engine, settings, pixels, run.limits); });
    add_times(result.report.times, denoised.times);
    const auto replaced = result.report.replaced + denoised.replaced;
    if (replaced > 0)
        record.warnings.push_back(name + ": " + std::to_string(replaced) +
                                  " colour samples were NaN or infinite and are replaced");
    run.frame.unchanged &= replaced == 0 && is_neutral(settings) && !denoised.changes;
    Json described = part_settings_json(settings, picture, result, denoised.noise, run.traits);
    record.parts.push_back({pixels.size, std::move(described), std::move(result.report.times), replaced});
    if (has_companions) encode_companions(run, settings, at, picture, stages);
}

/// The frame's one file, changed in place, is its one result.
void enhance(const EnhanceOptions& options, const fs::path& root, Engine& engine, Frame& frame) {
    FileRun run{options, root, engine, frame, frame.files.front()};
    frame.unchanged = true;
    for (std::size_t i = 0; i < run.file.parts.size(); ++i)
        for (std::size_t k = 0; const PictureRef& picture : pictures_of(run.file.parts[i]))
            enhance_picture(run, {i, k++}, picture);
    FrameRecord& record = frame.record;
    if (record.parts.empty())
        record.warnings.push_back(record.job.input().string() + ": has no colour channels; copied as it is");
    frame.results = std::move(frame.files);
}

/// The presets that are files.
std::vector<OwnFile> own_files(const EnhanceOptions& options) {
    std::vector<OwnFile> files;
    const std::vector<std::string> embedded = preset_names();
    const auto& given = options.preset_names;
    for (const std::string& name :
         given.empty() ? std::vector{options.preset.name} : given) // of a sidecar its path
        if (std::ranges::count(embedded, name) == 0) files.push_back({name, "the preset file"});
    return files;
}

Exit run(const EnhanceOptions& options, const OutputPlan& plan, const DeviceInfo& device) {
    log_verbose("device: " + device.name + " (" + to_string(device.type) + ", " + device.platform + "), " +
                run_reason(options, device));
    check_settings(options, traits_of(device));
    Engine engine(device);
    Batch batch = bounded_batch(options, device);
    batch.process = [&](const Window& window) {
        Frame& frame = window.frame();
        enhance(options, plan.folder, engine, frame);
        const MemoryLimits limits = limits_of(options, device, frame.decoded_bytes, frame.scratch != nullptr);
        fit_results(engine, options.size, frame, limits);
        add_proxy(engine, options, plan.folder, frame, limits);
    };
    Json object = run_json("enhance", options, device);
    object["preset"] = options.preset.name;
    if (!options.preset_overrides.empty()) object["preset_overrides"] = options.preset_overrides;
    object["options"] = settings_json(settings_for(options, ""));
    if (options.size.asked()) object["size"] = size_json(options.size);
    return run_session(options, plan, object, std::move(batch));
}

} // namespace

int run_enhance(const std::vector<std::string>& arguments) {
    const CommandLine line = parse_options(enhance_table(), arguments);
    const EnhanceOptions options = enhance_options(line, arguments);
    if (options.dump_preset) {
        std::cout << preset_text(merged(options.preset, options.settings));
        return int(Exit::ok);
    }
    const OutputPlan plan = plan_session(options, 0);
    if (plan.jobs.empty()) return int(Exit::ok);
    check_log(options, plan, own_files(options));
    check_companions(options.companions, plan, options.batch.read);
    check_proxies(options, plan);
    if (!resumed().again())
        for (const std::string& unused : unused_options(options, plan)) log_warning(unused);
    const DeviceInfo device = run_device(options);
    return int(options.dry_run ? dry_run(options, plan, device) : run(options, plan, device));
}

} // namespace atrous
