// How the options of `enhance` are read.
#include "app/enhance/options.h"
#include "app/cli/execution_needs.h"
#include "app/cli/setting_rows.h"
#include "app/enhance/darktable_preset.h"
#include "app/session/session.h"
#include "base/error.h"
#include "base/log.h"
#include "base/size.h"
#include "base/text.h"
#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>

namespace atrous {
namespace {

void check_contradictions(const CommandLine& line) {
    for (const char* list : {"luma-threshold", "chroma-threshold"})
        if (line.value("denoise", "off") == "bayes" && line.has(list))
            throw usage_error(std::string("--denoise bayes finds the thresholds; leave out --") + list);
}

/// Nothing where there is none of that name.
std::optional<PixelType> depth_named(const std::string& name) {
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
        if (name == depth_name(type)) return type;
    return {};
}

/// The presets of the command line on top of each other.
Preset stacked_presets(EnhanceOptions& options) {
    Preset preset = load_preset(options.preset_names.front());
    for (std::size_t i = 1; i < options.preset_names.size(); ++i)
        preset = stacked(std::move(preset), load_preset(options.preset_names[i]), options.preset_overrides);
    return preset;
}

Preset chosen_preset(const CommandLine& line, EnhanceOptions& options) {
    for (const auto& [name, value] : line.given)
        if (name == "preset") options.preset_names.push_back(value);
    const std::string* sidecar = line.find("darktable-xmp");
    options.sidecars = sidecar && *sidecar == "auto";
    if (sidecar && !options.sidecars && !options.preset_names.empty())
        throw usage_error(
            "--preset and --darktable-xmp contradict each other; give one, or --darktable-xmp auto");
    const std::string space = line.value("space", "lab");
    if (sidecar && space != "lab" && space != "auto")
        throw usage_error(
            "--darktable-xmp: its thresholds and sigmas are those of space lab; leave out --space " + space +
            ", or begin with --preset");
    if (!options.preset_names.empty()) return stacked_presets(options);
    const bool denoises = line.value("denoise", "off") != "off";
    if (!sidecar || options.sidecars) return load_preset(denoises ? "neutral" : default_preset);
    return load_darktable_preset(*sidecar);
}

} // namespace

void check_settings(const EnhanceOptions& options, const DeviceTraits& device) {
    Pixels image;
    image.size = {64, 64};
    EnhanceOptions preset_alone;
    preset_alone.preset = options.preset;
    try {
        resolve(settings_for(preset_alone, ""), image, device);
    } catch (const Error& error) {
        throw usage_error("preset " + options.preset.name + ": " + error.what());
    }
    resolve(settings_for(options, ""), image, device);
}

EnhanceOptions enhance_options(const CommandLine& line, const std::vector<std::string>& arguments) {
    EnhanceOptions options;
    read_session_options(line, arguments, options);
    options.begins_with_first = true;
    check_contradictions(line);
    read_picture_options(line, options.batch);
    options.batch.write.depth = depth_named(line.value("depth", ""));
    options.batch.read.layer = line.value("layer", "");
    options.companions.compare = line.has("compare");
    options.companions.levels = line.value("dump-levels", "");
    if (const std::string* crop = line.find("crop")) options.crop = parse_crop(*crop);
    options.size.fit = read_box(line);
    if (options.size.fit) options.size.fit->fits_pixels = options.crop.has_value();
    if (line.has("sharpen-output")) options.size.sharpen = to_number(*line.find("sharpen-output"));
    options.preset = chosen_preset(line, options);
    if (!options.preset_overrides.empty())
        log_verbose("presets " + options.preset.name + ": a later one says otherwise of " +
                    joined(options.preset_overrides));
    if (line.value("noise-from", "each") != "each") options.noise_from = *line.find("noise-from");
    options.dump_preset = line.has("dump-preset");
    for (const auto& given : line.given)
        if (find_setting(given.first)) options.settings.push_back(given);
    constexpr auto any = std::numeric_limits<std::size_t>::max(); // limits of the device, not known yet
    check_settings(options, {.largest_group = any, .local_memory = any});
    check_execution(line, std::array{settings_for(options, "").how});
    if (options.dump_preset) return options;
    check_has_files(options, {"enhance"});
    return options;
}

EawResolved settings_of(const EnhanceOptions& options, const Pixels& pixels, const DeviceTraits& device) {
    const Space& space = space_of(settings_for(options, ""), pixels.type);
    return resolve(settings_for(options, space.name), pixels, device);
}

EawSettings settings_for(const EnhanceOptions& options, const std::string& space) {
    EawSettings settings;
    apply_preset(options.preset, space, settings);
    for (const auto& [name, value] : options.settings) find_setting(name)->set(settings, value);
    if (!settings.space || settings.space->chroma > 0) return settings;
    // What the preset says of chroma is left out there; what the user says is refused by resolve().
    const EawSettings plain;
    const auto given = [&](const char* name) {
        for (const auto& setting : options.settings)
            if (setting.first == name) return true;
        return false;
    };
    if (!given("chroma")) settings.chroma = plain.chroma;
    if (!given("chroma-threshold")) settings.chroma_threshold = plain.chroma_threshold;
    return settings;
}

} // namespace atrous
