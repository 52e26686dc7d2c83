// Binds the EAW filter's plans: one for a whole image; of regions with --denoise bayes one that measures, one that finds
// thresholds and one that uses them.
#include "app/enhance/filter_regions.h"
#include "app/run/region_runs.h"
#include "gpu/device.h"

namespace atrous {
namespace {

std::span<std::byte> bytes_of_count(std::uint32_t& value) {
    return std::as_writable_bytes(std::span(&value, 1));
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

FilterReport filter_whole(Engine& engine, const Plan& plan, const Pixels& input, Pixels& output) {
    FilterReport report{.times = {}, .thresholds = values_for<float>(plan, "thresholds")};
    std::uint32_t replaced = 0;
    std::vector<Binding> bindings{bind_input("image", bytes_of(input)),
                                  bind_output("image", bytes_of(output)),
                                  bind_output("replaced", bytes_of_count(replaced))};
    if (!report.thresholds.empty())
        bindings.push_back(bind_output("thresholds", bytes_of(report.thresholds)));
    add_times(report.times, engine.run(plan, bindings));
    report.replaced = replaced;
    return report;
}

} // namespace

FilterReport filter_regions(Engine& engine, const EawResolved& settings, const FilterRegions& fitted,
                            const Pixels& input, Pixels& output) {
    const Regions& regions = fitted.regions;
    if (regions.count() == 1) return filter_whole(engine, fitted.plan, input, output);
    FilterReport report;
    std::uint32_t replaced = 0;
    std::vector<Binding> bindings{bind_output("replaced", bytes_of_count(replaced))};
    Plan given;
    if (settings.finds_thresholds) {
        report.thresholds = find_thresholds(engine, settings, regions, input, report.times);
        given = eaw_given_plan(settings, shape_of(input, regions.outer), traits_of(engine.device()));
        bindings.push_back(bind_input("thresholds", bytes_of(report.thresholds)));
    }
    add_times(report.times, run_regions(engine, regions, input,
                                        {.plan = settings.finds_thresholds ? given : fitted.plan,
                                         .bindings = bindings,
                                         .output = &output,
                                         .done = [&](const Region&) { report.replaced += replaced; }}));
    return report;
}

} // namespace atrous
