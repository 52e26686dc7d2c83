// Runs one plan for a whole image. For each region, copies its pixels out of the image, and the inner pixels of the
// plan's output into the result.
#include "engine/region_runs.h"
#include "atrous/params.h"
#include "base/error.h"
#include "base/log.h"
#include "engine/messages.h"
#include "opencl/device.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

namespace atrous {
namespace {

/// The inner rectangle in the outer one's coordinates.
Rect inner_of(const Region& region) {
    return {region.inner.x - region.outer.x, region.inner.y - region.outer.y, region.inner.width,
            region.inner.height};
}

/// Returns pixels of this size with the type and channels of `from`, in the memory of `pixels` if it has the right
/// size.
void give_size(Pixels& pixels, const Pixels& like, Size size) {
    if (pixels.bytes.data && pixels.size == size) return;
    pixels = shape_of(like, size);
    pixels.bytes = Bytes(pixels.byte_count());
}

/// Pixels of regions on their way, kept from one to the next.
struct RegionPixels {
    Pixels from{}, to{};
};

RunReport run_region(Engine& engine, const Region& region, const Pixels& input, const RegionRun& run,
                     RegionPixels& pixels) {
    std::optional<PlannedRegion> own;
    if (run.filter) own = run.filter->plan_region(input, region);
    const Rect &from = own ? own->from : region.outer, counted = own ? own->counted : region.inner;
    const kernels::PixelRect rect{counted.x - from.x, counted.y - from.y, counted.x - from.x + counted.width,
                                  counted.y - from.y + counted.height};
    give_size(pixels.from, input, from.size());
    if (own) give_size(pixels.to, input, region.inner.size());
    Pixels& to = own ? pixels.to : pixels.from;
    copy_rect(input, from, pixels.from, 0, 0);
    std::vector<Binding> bindings = run.bindings;
    bindings.push_back(bind_input("image", bytes_of(std::as_const(pixels.from))));
    bindings.push_back(bind_input("inner", std::as_bytes(std::span(&rect, 1))));
    if (run.output) bindings.push_back(bind_output("image", bytes_of(to)));
    RunReport report = engine.run(own ? own->plan : run.plan, bindings);
    const Rect kept = own ? Rect{0, 0, region.inner.width, region.inner.height} : inner_of(region);
    if (run.output) copy_rect(to, kept, *run.output, region.inner.x, region.inner.y);
    return report;
}

/// Returns memory for a result that must not overwrite its input while it is computed.
Pixels result_for(const Pixels& pixels, const PixelFilter& filter) {
    if (!filter.to) return pixels.alike();
    Pixels output = shape_of(pixels, *filter.to);
    output.bytes = Bytes(output.byte_count(), pixels.bytes.scratch);
    return output;
}

FilterReport run_fitted(Engine& engine, const PixelFilter& filter, const FilterRegions& fitted,
                        Pixels& pixels) {
    FilterReport report;
    FilterStart start{engine, pixels, fitted, report};
    filter.begin(start);
    std::uint32_t replaced = 0;
    start.bindings.push_back(bind_output("replaced", std::as_writable_bytes(std::span(&replaced, 1))));
    const Plan& plan = start.plan ? *start.plan : fitted.plan;
    const bool whole = fitted.regions.count() == 1, in_place = whole && !filter.to;
    Pixels output = in_place ? Pixels{} : result_for(pixels, filter);
    if (whole) {
        start.bindings.push_back(bind_input("image", bytes_of(std::as_const(pixels))));
        start.bindings.push_back(bind_output("image", bytes_of(in_place ? pixels : output)));
        add_times(report.times, engine.run(plan, start.bindings));
        report.replaced = replaced;
    } else {
        const RegionRun run{.plan = plan,
                            .bindings = start.bindings,
                            .output = &output,
                            .done = [&](const Region&) { report.replaced += replaced; },
                            .filter = &filter};
        add_times(report.times, run_regions(engine, fitted.regions, pixels, run));
    }
    if (!in_place) pixels = std::move(output);
    return report;
}

/// The driver and the screen of a GPU take about one part in this number of its memory.
constexpr int gpu_reserve = 16;

} // namespace

void copy_rect(const Pixels& from, const Rect& rect, Pixels& to, int x, int y) {
    const int band = std::min(band_rows(from.bytes, from.size.height), band_rows(to.bytes, to.size.height));
    for (int row = 0; row < rect.height; ++row) {
        std::memcpy(to.at(x, y + row), from.at(rect.x, rect.y + row),
                    std::size_t(rect.width) * from.pixel_bytes());
        if ((row + 1) % band != 0 && row + 1 < rect.height) continue;
        from.bytes.let_go();
        to.bytes.let_go();
    }
}

Pixels cut(const Pixels& pixels, const Rect& rect) {
    Pixels out = shape_of(pixels, rect.size());
    out.left = pixels.left + rect.x;
    out.top = pixels.top + rect.y;
    out.bytes = Bytes(out.byte_count(), pixels.bytes.scratch);
    const int width = pixels.size.width;
    for (int x = 0, count = 0; x < rect.width; x += count) {
        const int from = ((rect.x + x) % width + width) % width;
        count = std::min(width - from, rect.width - x);
        copy_rect(pixels, {from, rect.y, count, rect.height}, out, x, 0);
    }
    return out;
}

std::span<const std::byte> bytes_of(const Pixels& pixels) {
    return {pixels.bytes.data.get(), pixels.byte_count()};
}
std::span<std::byte> bytes_of(Pixels& pixels) { return {pixels.bytes.data.get(), pixels.byte_count()}; }

void add_times(RunReport& all, const RunReport& one) {
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

RunReport run_regions(Engine& engine, const Regions& regions, const Pixels& input, const RegionRun& run) {
    RunReport report;
    RegionPixels pixels;
    for (int count = 0; const auto& region : regions.list) {
        stop_if_asked();
        print_part(count++, int(regions.count()));
        add_times(report, run_region(engine, region, input, run, pixels));
        if (run.done) run.done(region);
        heartbeat();
    }
    print_part(0, 1);
    return report;
}

MemoryLimits limits_of_device(const DeviceInfo& device, std::uint64_t allowed) {
    const std::uint64_t usable =
        device.is_cpu() ? device.memory : device.memory - device.memory / gpu_reserve;
    const std::uint64_t most = allowed > 0 ? std::min(allowed, usable) : usable;
    const std::uint64_t share = most / std::uint64_t(device.at_once);
    return {share, share, share, share, device.largest_buffer};
}

FilterReport filter_samples(Engine& engine, const PixelFilter& filter, Pixels& pixels,
                            const MemoryLimits& given, std::optional<FilterRegions> fitted) {
    constexpr int max_halvings = 4;
    MemoryLimits limits = given;
    if (!fitted) fitted = filter.fit(pixels, limits);
    for (int halvings = 0;; ++halvings) {
        try {
            FilterReport report = run_fitted(engine, filter, *fitted, pixels);
            report.regions = std::move(fitted->regions);
            return report;
        } catch (const Error& error) {
            const bool can_halve =
                error.kind == Exit::out_of_memory && error.device == DeviceFailure::before_results;
            if (!can_halve || halvings == max_halvings) throw;
            const std::uint64_t half = fitted->plan.bytes() / 2;
            for (std::uint64_t* const limit :
                 {&limits.whole, &limits.region, &limits.allowed_whole, &limits.allowed_region})
                *limit = std::min(*limit, half);
            try {
                fitted = filter.fit(pixels, limits);
            } catch (const Error&) {
                throw error; // there is nothing smaller
            }
            log_warning(message(messages::regions_again, error.what(), fitted->regions.count()));
        }
    }
}

Json regions_json(const Regions& regions) {
    Json object;
    object["count"] = regions.count();
    object["columns"] = regions.columns;
    object["rows"] = regions.rows;
    object["size"] = to_string(regions.outer);
    object["overlap"] = regions.overlap;
    object["extra"] = std::round(regions.extra() * 1000) / 1000;
    return object;
}

std::string regions_text(const Regions& regions) {
    if (regions.count() <= 1) return std::to_string(regions.count());
    return std::to_string(regions.columns) + "x" + std::to_string(regions.rows) + " of " +
           to_string(regions.outer);
}

} // namespace atrous
