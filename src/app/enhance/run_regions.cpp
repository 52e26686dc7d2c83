// Copies a region's pixels out of the image, runs its plan, copies the inner ones into the result.
#include "app/enhance/run_regions.h"
#include "app/batch/interrupt.h"
#include "base/error.h"
#include "gpu/device.h"
#include <algorithm>
#include <cstring>

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
    RunReport report{};
};

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
            all.passes, [&](const PassTime& p) { return p.kernel == pass.kernel && p.level == pass.level; });
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
        std::vector<std::uint32_t> histogram(plan.buffers[std::size_t(plan.result)].bytes /
                                             sizeof(std::uint32_t));
        copy_rect(w.input, region.outer, w.pixels, 0, 0);
        const RunReport ran = w.engine.run(plan, w.pixels.bytes.data.get(), w.pixels.byte_count(),
                                           histogram.data(), histogram.size() * sizeof(std::uint32_t));
        const std::int64_t inside = region.inner.size().pixels();
        add_noise_of_region(totals, histogram, ran.found, inside, region.outer.size().pixels() - inside);
        add_passes(w.report, ran);
    }
    RunReport ran =
        w.engine.run(eaw_thresholds_plan(w.settings, w.pixels, w.traits, totals), nullptr, 0, nullptr, 0);
    add_passes(w.report, ran);
    return std::move(ran.found);
}

} // namespace

RunReport run_regions(Engine& engine, const EawResolved& settings, const Regions& regions,
                      const Pixels& input, Pixels& output) {
    const DeviceTraits traits = traits_of(engine.device());
    if (regions.count() == 1)
        return engine.run(eaw_plan(settings, input, traits), input.bytes.data.get(), input.byte_count(),
                          output.bytes.data.get(), output.byte_count());
    Work w{engine, settings, traits, regions, input, shape_of(input, regions.outer)};
    w.pixels.bytes = Bytes(w.pixels.byte_count());
    if (settings.denoise) w.report.found = find_thresholds(w);
    for (const auto& region : regions.list) {
        stop_if_interrupted();
        const Rect inner = inner_of(region);
        copy_rect(input, region.outer, w.pixels, 0, 0);
        const RunReport ran =
            engine.run(eaw_region_plan(settings, w.pixels, traits, inner, w.report.found), w.pixels);
        copy_rect(w.pixels, inner, output, region.inner.x, region.inner.y);
        add_passes(w.report, ran);
        w.report.replaced += ran.replaced;
    }
    return std::move(w.report);
}

} // namespace atrous
