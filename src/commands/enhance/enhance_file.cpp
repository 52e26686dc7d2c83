// Parts and pictures one after the other: noise out, wavelets, companions; hides what is said of them.
#include "commands/enhance/enhance_file.h"
#include "base/error.h"
#include "base/log.h"
#include "base/utf8.h"
#include "batch/log/record.h"
#include "batch/pipeline/filter_pixels.h"
#include "batch/scaling/gain_maps.h"
#include "cli/setting_rows.h"
#include "commands/enhance/companion_files.h"
#include "commands/enhance/noise.h"
#include "commands/enhance/sidecar.h"
#include "engine/enhance/eaw_filter.h"
#include "engine/enhance/guarded_noise.h"
#include "engine/finite_samples.h"
#include "engine/region_runs.h"
#include "filters/atrous/tile.h"
#include "filters/pixel/passes.h"
#include "supervisor/protocol/worker_protocol.h"

namespace atrous {
namespace {

namespace fs = std::filesystem;

/// What form tile runs where the settings say "auto", and why.
Json tile_json(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& traits) {
    const int planes = plane_count(pixels, settings.space);
    const TileChoice choice = choose_tile(settings.how, settings.radius, planes, traits, own_columns);
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
    const MemoryLimits& limits;
    DeviceTraits traits = traits_of(engine.device());
};

/// A picture of the file, by the numbers of its part and its own, and what of its pixels is written, if not all.
struct PictureAt {
    std::size_t part, picture;
    std::optional<Rect> crop;
    bool wraps; ///< before it is cropped
};

/// What a picture was, where companion files show it, and what of that is the picture now.
struct Stages {
    Pixels before, denoised;
    Rect shown;
    Size whole;
};

/// Whether companions that exist are those of a run, or a worker, that ended before the output had its name.
bool keeps_companions(const SessionOptions& options) {
    return options.batch.skip_existing || (resumed().again() && !options.overwrite_given);
}

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

/// At normal verbosity, where its removal was asked for: nobody is to take a copy for a result.
void say_noise(const std::string& name, const EawSettings& asked, const NoiseFound& noise,
               FrameRecord& record) {
    (removes_noise(asked) ? log_info : log_verbose)(one_line(name) + ": " + noise_text(noise));
    if (!removes_noise(asked)) return;
    record.has_noise = record.has_noise.value_or(false) || !noise.is_clean();
}

/// Denoises and filters what is there of a picture; `noise`: that of all of it.
FilterReport run_filters(FileRun& run, const EawResolved& settings, const std::optional<NoiseFound>& noise,
                         Pixels& pixels, Stages& stages) {
    const auto stage = [&] { return run.options.companions.any() ? pixels.copy() : Pixels{}; };
    stages.before = stage();
    const bool denoises = needs_noise_filter(settings, noise);
    FilterReport denoised;
    if (denoises) {
        denoised =
            filter_pixels(run.engine, noise_filter(settings, noise->noise, run.traits), pixels, run.limits);
        stages.denoised = stage();
    }
    run.frame.unchanged &= is_neutral(settings) && !denoises;
    FilterReport report = filter_pixels(run.engine, eaw_filter(settings, run.traits), pixels, run.limits);
    add_times(report.times, denoised.times);
    report.replaced += denoised.replaced;
    return report;
}

void enhance_picture(FileRun& run, const PictureAt& at, const PictureRef& picture) {
    Pixels& pixels = picture.pixels;
    FrameRecord& record = run.frame.record;
    const std::string name = record.job.input().string();
    const std::uint64_t filled = fill_areas(pixels);
    const EawResolved asked = settings_of(run.options, pixels, run.traits);
    const std::optional<NoiseFound> noise = with_context(name, [&] {
        return run.noise.of(asked, {record.job.input(), run.file.format}, pixels, run.traits);
    });
    if (noise) say_noise(name, asked.asked, *noise, record);
    const EawResolved settings = guarded(asked, noise, pixels, run.traits);
    const Rect all{0, 0, pixels.size.width, pixels.size.height};
    const CropWindow window = at.crop || at.wraps
                                  ? crop_window(at.crop.value_or(all), settings, pixels, run.traits, at.wraps)
                                  : CropWindow{all, all};
    if (window.outer != all) pixels = cut(pixels, window.outer);
    Stages stages{{}, {}, window.inner, all.size()};
    FilterReport result =
        with_context(name, [&] { return run_filters(run, settings, noise, pixels, stages); });
    if (window.inner.size() != pixels.size) pixels = cut(pixels, window.inner);
    const auto replaced = result.replaced + filled;
    if (replaced > 0)
        record.warnings.push_back(name + ": " + std::to_string(replaced) +
                                  " colour samples were NaN or infinite and are replaced" +
                                  filled_words(filled));
    run.frame.unchanged &= replaced == 0 && !at.crop;
    Json described =
        part_settings_json(settings, picture, result, noise ? noise_json(*noise) : Json(), run.traits);
    if (at.crop) described["crop"] = crop_json(*at.crop, window.outer);
    record.parts.push_back({pixels.size, std::move(described), std::move(result.times), replaced});
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
void enhance(const EnhanceRun& shared, Engine& engine, Frame& frame, const MemoryLimits& limits) {
    const PhotographOptions own = say_photograph_options(shared.options, frame.record);
    const EnhanceOptions& options = own.of(shared.options);
    FileRun run{options, shared.root, engine, shared.noise, frame, frame.files.front(), limits};
    frame.unchanged = true;
    std::vector<Rect> crops;
    std::vector<bool> wraps;
    for (const Part& part : run.file.parts) wraps.push_back(part_place(part).wraps);
    if (options.crop)
        crops =
            with_context(frame.job().input().string(), [&] { return crop_parts(run.file, *options.crop); });
    for (std::size_t i = 0; i < run.file.parts.size(); ++i)
        for (std::size_t k = 0; const PictureRef& picture : pictures_of(run.file.parts[i]))
            enhance_picture(run, {i, k++, options.crop ? std::optional(crops[i]) : std::nullopt, wraps[i]},
                            picture);
    FrameRecord& record = frame.record;
    if (!own.sidecar.empty())
        for (PartRun& part : record.parts) part.settings["sidecar"] = name_text(own.sidecar);
    if (record.parts.empty())
        record.warnings.push_back(record.job.input().string() + ": has no colour channels; copied as it is");
    frame.results = std::move(frame.files);
}

} // namespace

void enhance_file(const EnhanceRun& run, Engine& engine, Frame& frame, const MemoryLimits& limits) {
    enhance(run, engine, frame, limits);
    fit_results(engine, run.options.size, frame, limits);
    follow_with_gain_maps(engine, run.options.batch.write, frame, limits);
}

} // namespace atrous
