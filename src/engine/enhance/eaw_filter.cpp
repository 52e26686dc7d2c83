// Binds the EAW filter's plans: one for a whole image; of regions with --denoise bayes one that measures, one that finds
// thresholds and one that uses them.
#include "engine/enhance/eaw_filter.h"
#include "opencl/device.h"

namespace atrous {
namespace {

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

void begin(const EawResolved& settings, const DeviceTraits& device, FilterStart& start) {
    const Regions& regions = start.fitted.regions;
    std::vector<float>& thresholds = start.report.found;
    if (regions.count() == 1) {
        thresholds = values_for<float>(start.fitted.plan, "thresholds");
        if (!thresholds.empty()) start.bindings.push_back(bind_output("thresholds", bytes_of(thresholds)));
    } else if (settings.finds_thresholds) {
        thresholds = find_thresholds(start.engine, settings, regions, start.input, start.report.times);
        start.plan = eaw_given_plan(settings, shape_of(start.input, regions.outer), device);
        start.bindings.push_back(bind_input("thresholds", bytes_of(thresholds)));
    }
}

} // namespace

PixelFilter eaw_filter(const EawResolved& settings, const DeviceTraits& device) {
    PixelFilter filter;
    filter.fit = [settings, device](const Pixels& pixels, const MemoryLimits& limits) {
        return eaw_regions(settings, pixels, device, limits);
    };
    filter.light = settings.space.uses_light;
    filter.begin = [settings, device](FilterStart& start) { begin(settings, device, start); };
    return filter;
}

} // namespace atrous
