// Binds the EAW filter's plans: one for a whole image, and three for regions with --denoise bayes, which
// measure, find thresholds and use them.
#include "engine/enhance/eaw_filter.h"
#include "base/error.h"
#include "base/text.h"
#include "engine/check/kernel_check.h"
#include "graph/tables.h"
#include "opencl/device.h"
#include <algorithm>
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

NoiseFilter::NoiseFilter(const EawResolved& settings, FrameletNoise noise, const DeviceTraits& device)
    : framelets_(framelets_of(settings, device)), noise_(std::move(noise)), device_(device) {}

void NoiseFilter::begin(FilterStart& start) const {
    check_framelets(start.engine, framelets_, start.input, start.fitted.plan);
}

bool needs_noise_filter(const EawResolved& settings, const std::optional<NoiseFound>& noise) {
    return noise && removes_noise(settings.asked) && !noise->is_clean();
}

EawResolved settings_of(const SettingsBySpace& settings, const Pixels& pixels, const DeviceTraits& device) {
    return resolve(settings.of.at(&space_of(settings.any, pixels)), pixels, device);
}

} // namespace atrous
