// `atrous enhance`: photographs through the EAW filter.
#include "batch/file_command.h"
#include "cli/setting_rows.h"
#include "cli/tables.h"
#include "commands/enhance/companion_files.h"
#include "commands/enhance/enhance_file.h"
#include "commands/enhance/memory.h"
#include "commands/enhance/noise.h"
#include "graph/tables.h"
#include <algorithm>
#include <iostream>

namespace atrous {
namespace {

struct NeedRow {
    const char* name;
    bool (*matters)(const EawSettings&);
    const char* needs;
};
/// Whether a filter of its own removes noise.
bool runs_first(const EawSettings& s) { return s.denoise->bank != nullptr; }

constexpr NeedRow need_rows[] = {
    {"noise-model", [](const EawSettings& s) { return s.denoise->finds_thresholds; }, "--denoise bayes"},
    {"denoise-strength", runs_first, "--denoise auto or best"},
    {"chroma-denoise", runs_first, "--denoise auto or best"},
    {"denoise-detail", runs_first, "--denoise auto or best"},
    {"noise-guard", [](const EawSettings& s) { return s.noise_guard == 0 || guards_noise(s); },
     "gains above 1 and --amount above 0, or with thresholds or --denoise"},
    {"shrink", shrinks_details, "thresholds or --denoise bayes"},
};

/// Presets may have settings that hold only in one space.
bool holds_anywhere(const EnhanceOptions& options, bool (*holds)(const EawSettings&)) {
    return holds(options.settings.any) ||
           std::ranges::any_of(options.settings.of, [&](const auto& row) { return holds(row.second); });
}

/// One line per option of its own that has no effect, whatever the colour space.
std::vector<std::string> unused_options(const EnhanceOptions& options) {
    std::vector<std::string> found;
    for (const NeedRow& row : need_rows) {
        const bool given = std::ranges::any_of(options.given, [&](const GivenSetting& one) {
            return std::string(one.row->option.name) == row.name;
        });
        if (given && !holds_anywhere(options, row.matters))
            found.push_back(std::string("--") + row.name + " has no effect without " + row.needs);
    }
    if (options.noise > 0 && !holds_anywhere(options, uses_noise))
        found.push_back("--noise has no effect without --denoise auto or best, or --noise-guard");
    if (options.noise_from.given() && !holds_anywhere(options, uses_noise))
        found.push_back("--noise-from has no effect without --denoise auto or best, or --noise-guard");
    return found;
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

/// What is written of a part: its crop.
ShownPart shown_by(const EnhanceOptions& options) {
    if (!options.crop) return {};
    return [crop = *options.crop](const ImageFile& file, std::size_t part) {
        const Rect rect = cropped_pixels(crop, part_place(file.parts[part]), file.format);
        return PixelsPart{rect.x, rect.y, rect.size()};
    };
}

void describe(const EnhanceOptions& options, Json& run) {
    run["preset"] = options.preset.name;
    if (!options.preset_overrides.empty()) run["preset_overrides"] = options.preset_overrides;
    run["options"] = settings_json(options.settings.any);
    if (options.noise > 0) run["noise"] = options.noise;
    if (options.size.asked()) run["size"] = size_json(options.size);
}

FrameWork begin(const EnhanceOptions& options, Engines& engines, const OutputPlan& plan) {
    check_settings(options, traits_of(engines.first().device())); // all are alike
    const auto noise = std::make_shared<NoiseSource>(options.noise_from, options.batch.read, options.noise);
    return {{}, [&options, &plan, noise](Engine& engine, const Window& window, const MemoryLimits& limits) {
                enhance_file({options, plan.folder, *noise}, engine, window.frame(), limits);
            }};
}

} // namespace

int run_enhance(const CommandCall& call) {
    EnhanceOptions options = enhance_options(call.line, call.arguments);
    if (options.dump_preset) {
        std::cout << preset_text(merged(options.preset, options.given));
        return int(Exit::ok);
    }
    FileCommand command{.name = "enhance", .options = options};
    command.shown = shown_by(options);
    command.own = option_files(options);
    command.check = [&](const OutputPlan& plan) {
        check_companions(options.companions, plan, options.batch.read);
        find_noise_files(plan.jobs, options.batch.read, options.noise_from);
    };
    command.warnings = [&](const OutputPlan&) { return unused_options(options); };
    command.describe = [&](Json& run) { describe(options, run); };
    command.costs = [&](const DeviceInfo& device, const OutputPlan&) { return costs_of(options, device); };
    command.begin = [&](Engines& engines, const OutputPlan& plan) { return begin(options, engines, plan); };
    return int(run_file_command(command, *call.plan));
}

} // namespace atrous
