// Filter "enhance": a photograph's noise is removed, then its details change.
#include "capi/pictures.h"
#include "engine/enhance/eaw_filter.h"
#include "engine/finite_samples.h"
#include <array>
#include <optional>

namespace atrous {
namespace {

/// What is asked, once read.
struct EnhanceCall {
    EnhanceSettings settings;
    ColourOptions colours;
    MemoryLimits limits;
};

EnhanceSettings enhance_settings(const CommandLine& line) {
    EnhanceSettings settings;
    check_contradictions(line);
    if (const std::string* names = line.find("preset")) settings.preset_names = stacked_names(*names);
    if (const std::string* noise = line.find("noise"); noise && *noise != "found")
        settings.noise = noise_deviation(*noise);
    settings.preset = named_preset(line, settings);
    settings.given = given_settings(line);
    settings.settings = settings_by_space(settings.preset, settings.given);
    check_execution(line, std::array{settings.settings.any.how});
    return settings;
}

std::optional<NoiseFound> noise_of(const EnhanceCall& call, const EawResolved& settings, const Pixels& pixels,
                                   const DeviceTraits& traits) {
    if (!uses_noise(settings.asked)) return std::nullopt;
    return find_noise(pixels, noise_bank(settings, traits),
                      {.deviation = call.settings.noise, .floor = !removes_noise(settings.asked)});
}

void enhance(const EnhanceCall& call, Engine& engine, Monitoring& monitoring, Pixels& pixels) {
    const DeviceTraits traits = traits_of(engine.device());
    const std::uint64_t filled = fill_areas(pixels);
    std::uint64_t replaced = filled;
    const EawResolved asked = settings_of(call.settings, pixels, traits);
    const bool finds = uses_noise(asked.asked), removes = removes_noise(asked.asked);
    monitoring.step_to(finds ? 0.2 : 0);
    const std::optional<NoiseFound> noise = noise_of(call, asked, pixels, traits);
    const EawResolved settings = guarded(asked, noise, pixels, traits);
    monitoring.step_to(removes ? 0.6 : finds ? 0.2 : 0);
    if (needs_noise_filter(settings, noise))
        replaced +=
            filter_samples(engine, NoiseFilter(settings, noise->noise, traits), pixels, call.limits).replaced;
    monitoring.step_to(1);
    replaced += filter_samples(engine, EawFilter(settings, traits), pixels, call.limits).replaced;
    warn_of_replaced(monitoring, replaced, filled);
}

} // namespace

Committed commit_enhance(const ApiFilter& filter, const CommandLine& line) {
    EnhanceCall call{enhance_settings(line), colour_options(line), filter.limits(line)};
    check_settings(call.settings, filter.traits());
    for (const auto& [number, images] : filter.frames)
        if (images.contains("color"))
            settings_of(call.settings, described(image_of(images, "color"), call.colours), filter.traits());
    return {[](const FrameImages& images) { return image_of(images, "color").size; },
            [call](ApiFilter& of, Monitoring& monitoring) {
                on_picture(of, call.colours,
                           [&](Pixels& pixels) { enhance(call, of.device->engine, monitoring, pixels); });
            }};
}

} // namespace atrous
