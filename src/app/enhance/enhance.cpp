// `atrous enhance`: photographs through the EAW filter.
#include "app/enhance/enhance.h"
#include "app/batch/record.h"
#include "app/cli/device_json.h"
#include "app/cli/setting_rows.h"
#include "app/enhance/dry_run.h"
#include "app/enhance/filter_part.h"
#include "app/enhance/memory_limits.h"
#include "app/enhance/options.h"
#include "app/enhance/unused_options.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/log.h"
#include "filters/atrous/tile.h"
#include "gpu/engine.h"
#include <algorithm>
#include <iostream>
#include <map>
#include <optional>

namespace atrous {
namespace {

namespace fs = std::filesystem;

constexpr const char* default_log = "atrous-timings.jsonl";

/// The settings of one part, resolved: the space depends on the pixels, and the preset on the space.
EawResolved resolved_for(const EnhanceOptions& options, const Pixels& pixels, const DeviceTraits& traits) {
    const std::string space = resolve(settings_for(options, ""), pixels, traits).space.name;
    return resolve(settings_for(options, space), pixels, traits);
}

/// What form tile runs where the settings say "auto", and why.
Json tile_json(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& traits) {
    const int planes = pixels.colours == 1 ? 1 : settings.space.luma + settings.space.chroma;
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

/// What --denoise auto found: {"noise": per plane, "thresholds": per level and plane}.
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

/// Where level pictures of an output go. `root`: the folder that outputs mirror, or empty.
fs::path levels_folder(const EnhanceOptions& options, const fs::path& output, const fs::path& root) {
    return root.empty() ? options.side.levels
                        : options.side.levels / fs::relative(output.parent_path(), root);
}

/// Refuses side pictures that would be another file of the run.
void check_side_pictures(const EnhanceOptions& options, const OutputPlan& plan) {
    std::map<std::string, std::string> taken; // file -> what it is
    for (const auto& job : plan.jobs) {
        taken.emplace(identity(job.input), "the input " + job.input.string());
        taken.emplace(identity(job.output), "the output of " + job.input.string());
    }
    const auto take = [&](const fs::path& file, const Job& job, const char* option) {
        const auto [at, is_new] =
            taken.emplace(identity(file), std::string(option) + " of " + job.input.string());
        if (!is_new)
            throw usage_error(std::string(option) + " of " + job.input.string() + " would be written to " +
                              file.string() + ", which is " + at->second + "; give the outputs other names");
    };
    for (const auto& job : plan.jobs) {
        if (options.side.compare) take(comparison_path(job.output), job, "--compare");
        if (!options.side.levels.empty())
            take(levels_folder(options, job.output, plan.folder) /
                     (job.output.stem().string() + "_coarse_1" + job.output.extension().string()),
                 job, "--dump-levels");
    }
}

/// Side pictures of one part. `root`: the folder that outputs mirror, or empty.
void write_side_pictures(const EnhanceOptions& options, Engine& engine, const EawResolved& settings,
                         const MemoryLimits& limits, const Document& document, const Part& part,
                         const Pixels& before, ImageRecord& record, const fs::path& root) {
    const fs::path& output = record.job.output;
    SideJob job{options.side,         document, part, before, output, options.batch.write,
                record.side_pictures, limits};
    job.pictures.levels = levels_folder(options, output, root);
    if (document.parts.size() > 1)
        job.output.replace_filename(output.stem().string() + "_part" +
                                    std::to_string(&part - document.parts.data()) +
                                    output.extension().string());
    if (options.side.compare) write_comparison(job);
    if (!options.side.levels.empty()) write_levels(job, engine, settings);
}

void enhance(const EnhanceOptions& options, const fs::path& root, Engine& engine, Document& document,
             ImageRecord& record) {
    const DeviceTraits traits = traits_of(engine.device());
    const MemoryLimits limits = limits_of(options, engine.device(), record.decoded_bytes);
    const std::string name = record.job.input.string() + ": ";
    for (auto& part : document.parts) {
        if (part.pixels.size.pixels() == 0) continue;
        const EawResolved settings = resolved_for(options, part.pixels, traits);
        const Pixels before = options.side.any() ? part.pixels.copy() : Pixels{};
        PartResult result = about(record.job.input.string(),
                                  [&] { return filter_part(engine, settings, part.pixels, limits); });
        PartRun run{part.pixels.size, settings_json(settings.asked), std::move(result.report.times),
                    result.report.replaced};
        const auto& thresholds = result.report.thresholds;
        run.settings["profile"] = profile_json(part.pixels);
        if (result.regions.count() > 1) run.settings["regions"] = regions_json(result.regions);
        if (settings.how.form->tiles) run.settings["tile"] = tile_json(settings, part.pixels, traits);
        if (!thresholds.empty()) run.settings["found"] = found_json(thresholds, settings.levels);
        if (run.replaced > 0)
            record.warnings.push_back(name + std::to_string(run.replaced) +
                                      " colour samples were NaN or infinite and are replaced");
        record.unchanged &= run.replaced == 0 && is_neutral(settings);
        record.parts.push_back(std::move(run));
        if (options.side.any())
            write_side_pictures(options, engine, settings, limits, document, part, before, record, root);
    }
    if (record.parts.empty()) record.warnings.push_back(name + "has no colour channels; copied as it is");
}

std::optional<fs::path> log_path(const EnhanceOptions& options, const OutputPlan& plan) {
    if (options.no_log) return {};
    if (options.log_file) return fs::path(*options.log_file);
    if (plan.folder.empty()) return {};
    return plan.folder / default_log;
}

/// Refuses a log that would be written into a file of the run.
void check_log(const EnhanceOptions& options, const OutputPlan& plan) {
    const auto path = log_path(options, plan);
    if (!path) return;
    const auto refuse = [&](const fs::path& file, const std::string& what) {
        if (!file.empty() && identity(file) == identity(*path))
            throw usage_error("--log " + path->string() + ": is " + what +
                              "; give the log a name of its own");
    };
    if (options.inputs.list != "-") refuse(options.inputs.list, "the list of --files-from");
    if (std::ranges::count(preset_names(), options.preset.name) == 0)
        refuse(options.preset.name, "the preset file");
    for (const auto& job : plan.jobs) {
        refuse(job.input, "an input");
        refuse(job.output, "the output of " + job.input.string());
    }
    if (can_write(*path))
        throw usage_error("--log " + path->string() + ": is the name of an image; logs are *.jsonl");
}

Json run_json(const EnhanceOptions& options, const DeviceInfo& device) {
    Json object;
    object["atrous"] = version();
    object["command"] = "enhance";
    object["device"] = device_json(device);
    object["driver"] = device.driver;
    object["arguments"] = options.arguments;
    object["preset"] = options.preset.name;
    object["options"] = settings_json(settings_for(options, ""));
    return object;
}

std::optional<RecordFile> open_log(const EnhanceOptions& options, const OutputPlan& plan,
                                   const DeviceInfo& device) {
    const auto path = log_path(options, plan);
    if (!path) return {};
    std::error_code bad;
    if (!plan.folder.empty()) fs::create_directories(plan.folder, bad);
    if (bad) throw usage_error("output folder " + plan.folder.string() + " cannot be made: " + bad.message());
    RecordFile file(*path);
    file.write(run_json(options, device));
    return file;
}

Exit run(const EnhanceOptions& options, const OutputPlan& plan, const DeviceInfo& device) {
    log_verbose("device: " + device.name + " (" + to_string(device.type) + ", " + device.platform + "), " +
                reason(device, options.device));
    check_settings(options, traits_of(device));
    Engine engine(device);
    auto log = open_log(options, plan, device);
    Progress progress(options.progress, plan.jobs.size());
    Batch batch{plan.jobs, options.batch, {}, {}, {}};
    batch.copies = std::uint64_t(copies_of(options));
    batch.device_bytes = [&](const Decoder& decoder) { return memory_of(options, device, decoder).host; };
    batch.process = [&](Document& document, ImageRecord& record) {
        enhance(options, plan.folder, engine, document, record);
    };
    batch.done = [&](const ImageRecord& record) {
        if (log) log->write(image_json(record));
        if (record.status == Status::ok) log_verbose(image_table(record));
        progress.add(record);
    };
    const Exit exit = run_batch(batch);
    progress.finish();
    return exit;
}

} // namespace

int run_enhance(const std::vector<std::string>& arguments) {
    const CommandLine line = parse_options(enhance_table(), arguments);
    if (line.has("help")) {
        std::cout << help_text(enhance_table());
        return int(Exit::ok);
    }
    const EnhanceOptions options = enhance_options(line, arguments);
    if (options.dump_preset) {
        std::cout << preset_text(merged(options.preset, options.settings));
        return int(Exit::ok);
    }
    const Inputs inputs = find_inputs(options.inputs);
    const OutputPlan plan = plan_outputs(inputs, options.output, options.batch.write.overwrite);
    check_log(options, plan);
    if (options.side.any()) check_side_pictures(options, plan);
    for (const std::string& idle : idle_options(options, plan)) log_warning(idle);
    const DeviceInfo device = choose_device(options.device);
    return int(options.dry_run ? dry_run(options, plan, device) : run(options, plan, device));
}

} // namespace atrous
