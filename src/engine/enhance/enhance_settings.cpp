// Presets on top of each other, and settings on top of these.
#include "engine/enhance/enhance_settings.h"
#include "base/error.h"
#include "graph/tables.h"

namespace atrous {
namespace {

/// The presets of the command line on top of each other.
Preset stacked_presets(EnhanceSettings& options) {
    Preset preset = load_preset(options.preset_names.front());
    for (std::size_t i = 1; i < options.preset_names.size(); ++i)
        preset = stacked(std::move(preset), load_preset(options.preset_names[i]), options.preset_overrides);
    return preset;
}

} // namespace

void check_contradictions(const CommandLine& line) {
    for (const char* list : {"luma-threshold", "chroma-threshold"})
        if (line.value("denoise", "off") == "bayes" && line.has(list))
            throw usage_error(std::string("--denoise bayes finds the thresholds; leave out --") + list);
}

Preset named_preset(const CommandLine& line, EnhanceSettings& options) {
    if (!options.preset_names.empty()) return stacked_presets(options);
    const bool denoises = line.value("denoise", "off") != "off";
    return load_preset(denoises ? "neutral" : default_preset);
}

void check_settings(const EnhanceSettings& options, const DeviceTraits& device) {
    Pixels image;
    image.size = {64, 64};
    try {
        resolve(settings_by_space(options.preset, {}).any, image, device);
    } catch (const Error& error) {
        throw usage_error(error.message.about("preset " + options.preset.name));
    }
    resolve(options.settings.any, image, device);
}

EawResolved settings_of(const EnhanceSettings& options, const Pixels& pixels, const DeviceTraits& device) {
    return resolve(options.settings.of.at(&space_of(options.settings.any, pixels.type)), pixels, device);
}

SettingsBySpace settings_by_space(const Preset& preset, const std::vector<GivenSetting>& given) {
    const auto settings_in = [&](const std::string& space) {
        EawSettings settings;
        apply_preset(preset, space, settings);
        const EawSettings plain;
        for (const GivenSetting& one : given) one.change(settings);
        if (!settings.space || settings.space->chroma > 0) return settings;
        // What the preset says of chroma is left out there; what the user says is refused by resolve().
        settings.chroma = plain.chroma;
        settings.chroma_threshold = plain.chroma_threshold;
        for (const GivenSetting& one : given) one.change(settings);
        return settings;
    };
    SettingsBySpace settings{settings_in("")};
    for (const Space& space : spaces()) settings.of.emplace(&space, settings_in(space.name));
    return settings;
}

} // namespace atrous
