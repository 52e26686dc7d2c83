// Counts what all steps of a photograph hold at once.
#include "commands/enhance/memory.h"
#include "commands/enhance/noise.h"
#include "commands/enhance/sidecar.h"
#include "engine/enhance/guarded_noise.h"
#include "engine/region_runs.h"
#include "filters/eaw/plan.h"
#include "filters/framelet/plan.h"
#include "formats/raw/mosaic.h"
#include "formats/write/resize.h"
#include "opencl/device.h"
#include <algorithm>

namespace atrous {

namespace {

/// How often this machine holds a decoded file at once: itself, and while it is encoded; with companion files also as it was
/// before, and what is made of it.
std::uint64_t copies_of(const EnhanceOptions& options) {
    if (!options.companions.any()) return 2;
    return options.settings.any.denoise->bank ? 5 : 4; // what it was, and what it is without noise
}

/// What an opened photograph takes beside its decoded file.
struct ImageMemory {
    int levels = 0;
    Regions regions{};
    std::uint64_t device = 0; ///< buffers of a plan
    /// Of this machine: for the device, and for a second picture where there are regions, or a result of another size.
    std::uint64_t host = 0;
    Size to{}; ///< of the result of the part that takes most
};

/// What is computed of a picture: all of it, or what its crop needs.
Pixels computed(const EnhanceOptions& options, const EawResolved& settings, const Pixels& pixels,
                const PartPlace& place, const std::string& format, const DeviceTraits& device) {
    if (!options.crop && !place.wraps) return shape_of(pixels, pixels.size);
    const Rect crop = options.crop ? cropped_pixels(*options.crop, place, format)
                                   : Rect{0, 0, pixels.size.width, pixels.size.height};
    return shape_of(pixels, crop_window(crop, settings, pixels, device, place.wraps).outer.size());
}

/// What a picture takes with these settings.
ImageMemory memory_with(const EawResolved& settings, const DeviceInfo& device, const Pixels& pixels,
                        const MemoryLimits& limits, bool in_bands, bool is_cut) {
    const DeviceTraits traits = traits_of(device);
    FilterRegions fitted = eaw_regions(settings, pixels, traits, limits);
    std::uint64_t plan = fitted.plan.bytes();
    // Regions read one picture while they write another, and each has its pixels.
    const auto copies_for = [&](const Regions& regions) {
        if (regions.count() == 1) return std::uint64_t(0);
        return std::uint64_t((in_bands ? 0 : pixels.byte_count()) +
                             shape_of(pixels, regions.outer).byte_count());
    };
    std::uint64_t copies = copies_for(fitted.regions);
    if (removes_noise(settings.asked)) { // one after the other
        const FilterRegions first =
            noise_filter(settings, no_noise(pixels.colours), traits).fit(pixels, limits);
        plan = std::max<std::uint64_t>(plan, first.plan.bytes());
        copies = std::max(copies, copies_for(first.regions));
    }
    if (is_cut && !in_bands) copies += pixels.byte_count();
    return {settings.levels, std::move(fitted.regions), plan, copies + (device.is_cpu() ? plan : 0)};
}

/// Of a picture whose noise may be guarded against what takes more: with noise, or without.
ImageMemory memory_of_part(const EnhanceOptions& options, const DeviceInfo& device, const Decoder& decoder,
                           const Decoder::ColourPart& part, const MemoryLimits& limits, bool in_bands) {
    const DeviceTraits traits = traits_of(device);
    const Pixels picture = stand_in(part);
    const EawResolved asked = settings_of(options, picture, traits);
    const auto memory_of = [&](const EawResolved& settings) {
        const PartPlace place = decoder.place(part.index);
        const Pixels pixels = computed(options, settings, picture, place, decoder.format(), traits);
        return memory_with(settings, device, pixels, limits, in_bands, options.crop || place.wraps);
    };
    ImageMemory most = memory_of(asked);
    if (guards_noise(asked.asked)) {
        ImageMemory guarded = memory_of(with_noise(asked, most_noise(), picture, traits));
        const std::uint64_t host = std::max(most.host, guarded.host);
        if (guarded.device > most.device) most = std::move(guarded);
        most.host = host;
    }
    if (uses_noise(asked.asked) && !options.noise_from.given()) {
        most.host += noise_memory(picture.size, picture.colours, noise_bank(asked, traits));
        if (decoder.format() == "raw") most.host += mosaic_memory(picture.size);
    }
    return most;
}

/// What --size takes of the same part, after the filter.
void add_fitting(const EnhanceOptions& options, const DeviceInfo& device, const PartPlace& place,
                 const Pixels& pixels, const MemoryLimits& limits, ImageMemory& memory) {
    memory.to = pixels.size;
    if (!options.size.asked()) return;
    const ScaleMemory fitting = scale_memory(*options.size.fit, place, pixels, device, limits);
    memory.to = fitting.of.scale.place.size;
    memory.device = std::max(memory.device, fitting.device);
    memory.host = std::max(memory.host, fitting.host);
}

ImageMemory memory_of(const EnhanceOptions& given, const DeviceInfo& device, const Frame& frame,
                      const MemoryLimits& limits) {
    ImageMemory most;
    const PhotographOptions own = photograph_options(given, frame.job().input());
    const EnhanceOptions& options = own.of(given);
    const bool in_bands = frame.scratch != nullptr;
    for (const auto& part : frame.opened.front().colour_parts()) {
        const Decoder& decoder = frame.opened.front();
        ImageMemory memory = memory_of_part(options, device, decoder, part, limits, in_bands);
        PartPlace place = decoder.place(part.index);
        if (options.crop) place = cropped_place(*options.crop, place, decoder.format());
        add_fitting(options, device, place, shape_of(stand_in(part), place.size), limits, memory);
        if (memory.device > most.device) most = std::move(memory);
    }
    return most;
}

} // namespace

FrameCosts costs_of(const EnhanceOptions& options, const DeviceInfo& device) {
    const bool fits = options.size.asked();
    std::vector<std::string> columns{"levels", "regions"};
    if (fits) columns.emplace_back("to");
    FrameCosts costs = costs_of_filter(
        device, std::move(columns),
        [&options, &device, fits](const Frame& frame, const MemoryLimits& limits) {
            const ImageMemory memory = memory_of(options, device, frame, limits);
            std::vector<std::string> cells{std::to_string(memory.levels), regions_text(memory.regions)};
            if (fits) cells.push_back(to_string(memory.to));
            return FilterMemory{memory.device, memory.host, 0, std::move(cells)};
        });
    costs.copies = copies_of(options);
    if (fits)
        costs.result_bytes = [&](const Frame& frame) {
            return scaled_bytes(*options.size.fit, frame.opened.front());
        };
    if (options.companions.any()) costs.whole_only = "--compare and --dump-levels need all of it at once";
    return costs;
}

} // namespace atrous
