// Binds the EAW filter's plans: one for a whole image, and three for regions with --denoise bayes, which
// measure, find thresholds and use them.
#include "engine/enhance/eaw_filter.h"
#include "base/error.h"
#include "base/text.h"
#include "engine/check/kernel_check.h"
#include "engine/messages.h"
#include "graph/tables.h"
#include "opencl/device.h"
#include <algorithm>
#include <cmath>
#include <string_view>

namespace atrous {
namespace {

FrameletResolved framelets_of(const EawResolved& settings, const DeviceTraits& device) {
    const EawSettings& s = settings.asked;
    return resolve(FrameletSettings{.strength = s.denoise_strength,
                                    .chroma = s.chroma_denoise,
                                    .detail = s.denoise_detail,
                                    .how = settings.how},
                   device);
}

/// Deviation of lightness, in steps of 8 bits, of a camera of 24 x 36 mm with 24 megapixels at ISO 4000: its pixels hold some
/// 60,000 electrons at ISO 100, and 1,500 at white then. A photograph as tests/photos.py makes it has so much. Noise grows with
/// the root of the sensitivity.
constexpr double like_iso_4000 = 6.5;

/// Values for an output of a plan.
template <class T>
std::vector<T> values_for(const Plan& plan, std::string_view output) {
    return std::vector<T>(plan.output_bytes(output) / sizeof(T));
}

/// Thresholds from the details of the whole image.
std::vector<float> find_thresholds(Engine& engine, const EawResolved& settings, const Regions& regions,
                                   const Pixels& input, RunReport& times) {
    const DeviceTraits traits = traits_of(engine.device());
    const Pixels shape = shape_of(input, regions.outer);
    NoiseTotals totals;
    const Plan measure = eaw_noise_plan(settings, shape, traits);
    auto histogram = values_for<std::uint32_t>(measure, "histogram");
    auto norms = values_for<float>(measure, "norms");
    times = run_regions(
        engine, regions, input,
        {.plan = measure,
         .bindings = {bind_output("histogram", bytes_of(histogram)), bind_output("norms", bytes_of(norms))},
         .done = [&](const Region& region) { add_noise_of_region(totals, histogram, norms, region); }});
    norms = norms_of(totals);
    const Plan find = eaw_thresholds_plan(settings, shape, traits, input.size.pixels());
    auto thresholds = values_for<float>(find, "thresholds");
    add_times(times, engine.run(find, {bind_input("histogram", bytes_of(totals.histogram)),
                                       bind_input("norms", bytes_of(norms)),
                                       bind_output("thresholds", bytes_of(thresholds))}));
    return thresholds;
}

/// The presets of the command line on top of each other.
Preset merge_presets(EnhanceSettings& options) {
    Preset preset = load_preset(options.preset_names.front());
    for (std::size_t i = 1; i < options.preset_names.size(); ++i)
        preset = stacked(std::move(preset), load_preset(options.preset_names[i]), options.preset_overrides);
    return preset;
}

} // namespace

void EawFilter::begin(FilterStart& start) const {
    const Regions& regions = start.fitted.regions;
    std::vector<float>& thresholds = start.report.found;
    check_eaw(start.engine, settings_, start.input, start.fitted.plan,
              regions.count() == 1 ? start.input.size : regions.outer);
    if (regions.count() == 1) {
        thresholds = values_for<float>(start.fitted.plan, "thresholds");
        if (!thresholds.empty()) start.bindings.push_back(bind_output("thresholds", bytes_of(thresholds)));
    } else if (settings_.finds_thresholds) {
        thresholds = find_thresholds(start.engine, settings_, regions, start.input, start.report.times);
        start.plan = eaw_given_plan(settings_, shape_of(start.input, regions.outer), device_);
        start.bindings.push_back(bind_input("thresholds", bytes_of(thresholds)));
    }
}

bool removes_noise(const EawSettings& s) { return s.denoise->runs_first && s.denoise_strength > 0; }
bool uses_noise(const EawSettings& s) { return removes_noise(s) || guards_noise(s); }

int denoise_reach(const EawResolved& settings, PixelType type) {
    return removes_noise(settings.asked) ? framelet_reach(type) : 0;
}

double noise_deviation(const std::string& text) {
    constexpr std::string_view iso = "iso:";
    constexpr double least = 0.05, most = 100, min_iso = 25, max_iso = 4e6;
    const bool sensitivity = text.starts_with(iso);
    const auto number = read_number(sensitivity ? text.substr(iso.size()) : text);
    const double low = sensitivity ? min_iso : least, high = sensitivity ? max_iso : most;
    if (!number || *number < low || *number > high) throw usage_error(messages::noise_amount, text);
    return sensitivity ? like_iso_4000 * std::sqrt(*number / 4000) : *number;
}

NoiseFilter::NoiseFilter(const EawResolved& settings, FrameletNoise noise, const DeviceTraits& device)
    : framelets_(framelets_of(settings, device)), noise_(std::move(noise)), device_(device) {}

void NoiseFilter::begin(FilterStart& start) const {
    check_framelets(start.engine, framelets_, start.input, start.fitted.plan);
}

bool needs_noise_filter(const EawResolved& settings, const std::optional<NoiseFound>& noise) {
    return noise && removes_noise(settings.asked) && !noise->is_clean();
}

void check_contradictions(const CommandLine& line) {
    for (const char* list : {"luma-threshold", "chroma-threshold"})
        if (line.value("denoise", "off") == "bayes" && line.has(list))
            throw usage_error(messages::thresholds_twice, list);
}

Preset named_preset(const CommandLine& line, EnhanceSettings& options) {
    if (!options.preset_names.empty()) return merge_presets(options);
    const bool denoises = line.value("denoise", "off") != "off";
    return load_preset(denoises ? "neutral" : default_preset);
}

void check_settings(const EnhanceSettings& options, const DeviceTraits& device) {
    Pixels image;
    image.size = {64, 64};
    with_context("preset " + options.preset.name,
                 [&] { resolve(settings_by_space(options.preset, {}).any, image, device); });
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
        // Settings of chroma in the preset are dropped here. resolve() refuses settings of chroma that the
        // user gave.
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
