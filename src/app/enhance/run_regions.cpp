// Copies a region's pixels out of the image, runs its plan, copies the inner ones into the result.
#include "app/enhance/run_regions.h"
#include "app/batch/interrupt.h"
#include "base/error.h"
#include "gpu/device.h"
#include <algorithm>
#include <cstring>
#include <utility>

namespace atrous {
namespace {

/// What all regions share.
struct Work {
    Engine& engine;
    const EawResolved& settings;
    const DeviceTraits traits;
    const Regions& regions;
    const Pixels& input;
    Pixels pixels; ///< of one region
    FilterReport report{};
};

std::span<const std::byte> bytes_of(const Pixels& pixels) {
    return {pixels.bytes.data.get(), pixels.byte_count()};
}
std::span<std::byte> bytes_of(Pixels& pixels) { return {pixels.bytes.data.get(), pixels.byte_count()}; }
template <class T>
std::span<std::byte> bytes_of(std::vector<T>& values) {
    return std::as_writable_bytes(std::span(values));
}
/// Values for an output of a plan.
template <class T>
std::vector<T> values_for(const Plan& plan, std::string_view output) {
    return std::vector<T>(plan.output_bytes(output) / sizeof(T));
}

/// Copies a rectangle of one picture to a place in another one.
void copy_rect(const Pixels& from, const Rect& rect, Pixels& to, int x, int y) {
    for (int row = 0; row < rect.height; ++row)
        std::memcpy(to.at(x, y + row), from.at(rect.x, rect.y + row),
                    std::size_t(rect.width) * from.pixel_bytes());
}

/// The inner rectangle in the outer one's coordinates.
Rect inner_of(const Region& region) {
    return {region.inner.x - region.outer.x, region.inner.y - region.outer.y, region.inner.width,
            region.inner.height};
}

/// Adds a run's times to those of the same kernel and level.
void add_passes(RunReport& all, const RunReport& one) {
    all.upload_ms += one.upload_ms;
    all.download_ms += one.download_ms;
    all.compile_ms += one.compile_ms;
    for (const auto& pass : one.passes) {
        const auto known = std::ranges::find_if(
            all.passes, [&](const PassTime& p) { return p.name == pass.name && p.level == pass.level; });
        if (known == all.passes.end()) {
            all.passes.push_back(pass);
            continue;
        }
        known->ms += pass.ms;
        known->bytes += pass.bytes;
        known->pixels += pass.pixels;
    }
}

/// Regions of a huge image take minutes together.
void stop_if_interrupted() {
    if (interrupted()) throw Error(Exit::interrupted, "interrupted");
}

/// Thresholds from the details of the whole image.
std::vector<float> find_thresholds(Work& w) {
    NoiseTotals totals;
    for (const auto& region : w.regions.list) {
        stop_if_interrupted();
        const Plan plan = eaw_noise_plan(w.settings, w.pixels, w.traits, inner_of(region));
        auto histogram = values_for<std::uint32_t>(plan, "histogram");
        auto norms = values_for<float>(plan, "norms");
        copy_rect(w.input, region.outer, w.pixels, 0, 0);
        const RunReport ran = w.engine.run(plan, {bind_input("image", bytes_of(std::as_const(w.pixels))),
                                                  bind_output("histogram", bytes_of(histogram)),
                                                  bind_output("norms", bytes_of(norms))});
        const std::int64_t inside = region.inner.size().pixels();
        add_noise_of_region(totals, histogram, norms, inside, region.outer.size().pixels() - inside);
        add_passes(w.report.times, ran);
    }
    const Plan plan = eaw_thresholds_plan(w.settings, w.pixels, w.traits, totals);
    auto thresholds = values_for<float>(plan, "thresholds");
    add_passes(w.report.times, w.engine.run(plan, {bind_output("thresholds", bytes_of(thresholds))}));
    return thresholds;
}

/// Runs a plan from samples to samples, and adds what it took and found.
void run_image(Engine& engine, const Plan& plan, const Pixels& from, Pixels& to, FilterReport& report) {
    std::uint32_t replaced = 0;
    std::vector<Binding> bindings{bind_input("image", bytes_of(from)), bind_output("image", bytes_of(to)),
                                  bind_output("replaced", std::as_writable_bytes(std::span(&replaced, 1)))};
    if (const auto bytes = plan.output_bytes("thresholds"); bytes > 0) {
        report.thresholds.resize(bytes / sizeof(float));
        bindings.push_back(bind_output("thresholds", bytes_of(report.thresholds)));
    }
    add_passes(report.times, engine.run(plan, bindings));
    report.replaced += replaced;
}

} // namespace

FilterReport run_regions(Engine& engine, const EawResolved& settings, const Regions& regions,
                         const Pixels& input, Pixels& output) {
    const DeviceTraits traits = traits_of(engine.device());
    Work w{engine, settings, traits, regions, input, shape_of(input, regions.outer)};
    if (regions.count() == 1) {
        run_image(engine, eaw_plan(settings, input, traits), input, output, w.report);
        return std::move(w.report);
    }
    w.pixels.bytes = Bytes(w.pixels.byte_count());
    if (settings.denoise) w.report.thresholds = find_thresholds(w);
    for (const auto& region : regions.list) {
        stop_if_interrupted();
        const Rect inner = inner_of(region);
        copy_rect(input, region.outer, w.pixels, 0, 0);
        run_image(engine, eaw_region_plan(settings, w.pixels, traits, inner, w.report.thresholds), w.pixels,
                  w.pixels, w.report);
        copy_rect(w.pixels, inner, output, region.inner.x, region.inner.y);
    }
    return std::move(w.report);
}

} // namespace atrous
