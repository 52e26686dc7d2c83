// Scales parts one after the other: first the images of a part, then each other channel as a separate image.
#include "batch/scaling/scale_file.h"
#include "batch/pipeline/filter_pixels.h"
#include "cli/setting_rows.h"
#include "engine/finite_samples.h"
#include "engine/messages.h"
#include "engine/missing_samples.h"
#include "engine/region_runs.h"
#include "formats/jpeg/appended.h"
#include "formats/write/resize.h"
#include <algorithm>
#include <cmath>

namespace atrous {

namespace {

struct Work {
    Engine& engine;
    ScaleResolved settings;
    const MemoryLimits& limits;
    std::span<ScalePlan> planned;
};

/// Returns the plan for an image of a part, or nothing if the image differs from its file's header.
std::optional<FilterRegions> take_plan(const Work& work, std::size_t part, const ScaleGeometry& geometry,
                                       const Pixels& pixels) {
    std::optional<FilterRegions> fitted;
    for (ScalePlan& plan : work.planned)
        if (plan.part == part && plan.of.geometry == geometry && has_shape(pixels, plan.shape))
            fitted.swap(plan.fitted);
    return fitted;
}

void add(FilterReport& all, FilterReport one) {
    add_times(all.times, one.times);
    all.replaced += one.replaced;
    if (all.regions.count() == 0) all.regions = std::move(one.regions);
}

/// Extends a 360 degree image by the columns of the other side that taps reach.
ScaleGeometry across_sides(const ScaleResolved& settings, const PartGeometry& of, const ImageWindow& place) {
    ScaleGeometry wide = of.geometry;
    ScaleAxis& x = wide.x;
    if (!place.wraps || x.same()) return wide;
    const int beside = int(std::ceil(settings.taps * std::max(x.factor, 1.0))) + 1;
    x.in += 2 * beside;
    x.origin += beside;
    const ScaleSpan source = scale_source(settings, x, {0, x.out});
    x.in = source.count;
    x.origin -= source.first;
    return wide;
}

ScaledPart scale_part(const Work& work, std::size_t index, const PartGeometry& of, const ImageWindow& place,
                      Part& part) {
    ScaledPart done{index,         place.size, of.scale.place.size, factor_text(of), of.geometry.x.factor,
                    place.reduced, {}};
    const ScaleGeometry wide = across_sides(work.settings, of, place);
    const int first = int(std::lround(of.geometry.x.origin - wide.x.origin));
    const ScaleFilter filter(work.settings, wide, traits_of(work.engine.device()));
    const auto scale = [&](Pixels& pixels) {
        const MissingSamples missing(pixels, missing_value(part));
        done.report.filled += fill_areas(pixels);
        auto planned = take_plan(work, index, of.geometry, pixels);
        if (place.wraps) pixels = cut(pixels, {first, 0, wide.x.in, pixels.size.height});
        add(done.report, filter_pixels(work.engine, filter, pixels, work.limits, std::move(planned)));
        missing.put_back(pixels, of.geometry);
    };
    for (const PictureRef& picture : pictures_of(part)) scale(picture.pixels);
    std::vector<std::pair<int, Pixels>> others;
    for (const int channel : other_channels(part)) {
        if (has_no_means(part, channel)) continue;
        others.emplace_back(channel, channel_pixels(part, channel));
        scale(others.back().second);
    }
    resize_part(part, of.scale, others);
    return done;
}

/// Returns the part of an image's axis that its copy shows. The decoder has merged `reduced` pixels into one.
ShownAxis shown_axis(const ScaleAxis& axis, int reduced) {
    return {axis.origin * reduced, axis.factor * axis.out * reduced, axis.out};
}

ScaleAccessChoice access_of(const ScaleRequest& request, const ScaledPart& part, const DeviceTraits& device) {
    return scale_access(request.settings, part.across, device);
}

} // namespace

void describe_scaled(const ScaleRequest& request, ImageFile& file) {
    for (Part& part : file.parts) {
        const PartGeometry of = geometry_of(request, part_place(part));
        if (of.geometry.same()) continue;
        resize_part(part, of.scale, {});
        if (&part == &file.parts.front()) resize_metadata(file, of.scale);
    }
}

std::vector<ScaledPart> scale_file(Engine& engine, const ScaleRequest& request, ImageFile& file,
                                   const MemoryLimits& limits, std::span<ScalePlan> planned) {
    const Work work{engine, resolve(request.settings), limits, planned};
    std::vector<ScaledPart> done;
    for (std::size_t i = 0; i < file.parts.size(); ++i) {
        const ImageWindow place = part_place(file.parts[i]);
        const PartGeometry of = geometry_of(request, place);
        if (of.geometry.same()) continue;
        done.push_back(scale_part(work, i, of, place, file.parts[i]));
        if (i > 0) continue;
        resize_metadata(file, of.scale);
        note_moved(file, shown_axis(of.geometry.x, place.reduced), shown_axis(of.geometry.y, place.reduced));
    }
    return done;
}

ScalePlan plan_scaling(const ScaleRequest& request, std::size_t part, const ImageWindow& place,
                       const Pixels& pixels, const DeviceInfo& device, const MemoryLimits& limits) {
    ScalePlan plan{part, geometry_of(request, place), shape_of(pixels, pixels.size)};
    if (plan.of.geometry.same()) return plan;
    const ScaleResolved settings = resolve(request.settings);
    const ScaleGeometry geometry = across_sides(settings, plan.of, place);
    plan.fitted = scale_regions(settings, pixels, geometry, traits_of(device), limits);
    FrameMemory& memory = plan.memory;
    memory.device = plan.fitted->plan.bytes();
    memory.host = shape_of(pixels, plan.of.geometry.out()).byte_count();
    if (place.wraps) memory.shared += shape_of(pixels, geometry.in()).byte_count();
    if (plan.fitted->regions.count() > 1) // copies of a region's pixels
        memory.shared += memory.device;
    if (device.is_cpu()) memory.shared += memory.device;
    return plan;
}

std::uint64_t scaled_bytes(const ScaleRequest& request, const Decoder& decoder) {
    double growth = 1;
    for (const auto& part : decoder.colour_parts()) {
        const Size to = geometry_of(request, decoder.place(part.index)).scale.place.size;
        growth =
            std::max(growth, double(to.pixels()) / double(std::max<std::int64_t>(part.size.pixels(), 1)));
    }
    return std::uint64_t(growth * double(decoder.decoded_bytes()));
}

Json scaled_json(const ScaleRequest& request, const ScaledPart& part, const DeviceTraits& device) {
    const ScaleAccessChoice access = access_of(request, part, device);
    Json object = json_of(scale_rows(), request.settings);
    object["factor"] = part.factor;
    object["to"] = to_string(part.to);
    object["decoded_by"] = part.reduced;
    object["access"] = access.row.name;
    object["conflict_degree"] = access.degree;
    object["reason"] = access.reason;
    if (part.report.regions.count() > 1) object["regions"] = regions_json(part.report.regions);
    return object;
}

std::string scaled_text(const ScaleRequest& request, const ScaledPart& part, const DeviceTraits& device,
                        const std::string& more) {
    const ScaleAccessChoice access = access_of(request, part, device);
    return "by " + part.factor + " to " + to_string(part.to) + more + "; rows are read by access " +
           access.row.name + ": " + access.reason;
}

Message replaced_samples(const std::string& name, const FilterReport& report) {
    return message(messages::samples_replaced, name, report.all_replaced(), filled_words(report.filled));
}

} // namespace atrous
