// Copies a region's pixels out of the image, runs the plan, copies the inner ones into the result.
#include "engine/region_runs.h"
#include "atrous/params.h"
#include "filters/atrous/regions.h"
#include "platform/heartbeat.h"
#include "platform/watcher.h"
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

namespace {

/// Pixels like these of a size, in the memory of `pixels` where they have it already.
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
    if (run.planned) own = run.planned(input, region);
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

} // namespace

RunReport run_regions(Engine& engine, const Regions& regions, const Pixels& input, const RegionRun& run) {
    RunReport report;
    RegionPixels pixels;
    for (int count = 0; const auto& region : regions.list) {
        stop_if_asked();
        tell_part(count++, int(regions.count()));
        add_times(report, run_region(engine, region, input, run, pixels));
        if (run.done) run.done(region);
        heartbeat();
    }
    tell_part(0, 1);
    return report;
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
