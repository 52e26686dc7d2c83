// Who decides how large a plan may be, and a stand-in for pixels that are not read yet.
#include "app/enhance/memory_limits.h"
#include "app/batch/budget.h"
#include "app/enhance/denoise_picture.h"
#include "gpu/device.h"
#include <algorithm>

namespace atrous {
namespace {

/// Regions for the sake of --max-memory may take so much, whatever it says: smaller ones cost more time than
/// the memory is worth.
constexpr std::uint64_t least_for_regions = std::uint64_t(256) << 20;
/// A GPU's driver and screen take part of its memory.
constexpr int gpu_reserve = 16; // of so many parts, one

bool is_cpu(const DeviceInfo& device) { return device.type == DeviceInfo::Type::cpu; }

/// a - b, but at least 0.
std::uint64_t reduced(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; }

/// What is left of `memory` on this machine beside the decoded file and its copies.
PlanLimits left_of(std::uint64_t memory, std::uint64_t files, std::uint64_t decoded) {
    const std::uint64_t left = reduced(memory, files);
    return {left, reduced(left, decoded), PlanLimits::none};
}

PlanLimits least_of(const PlanLimits& a, const PlanLimits& b) {
    return {std::min(a.memory, b.memory), std::min(a.region_memory, b.region_memory),
            std::min(a.largest_buffer, b.largest_buffer), a.all_there_is};
}

/// Pixels whose plan takes at least as much as the part's: three colours, and alpha where there can be one.
Pixels stand_in(const Decoder::ColourPart& part) {
    Pixels pixels;
    pixels.size = part.size;
    pixels.type = part.type;
    const auto count = std::uint64_t(std::max<std::int64_t>(part.size.pixels(), 1));
    pixels.alpha = part.bytes / count > 3 * sample_bytes(part.type) ? Alpha::straight : Alpha::none;
    return pixels;
}

} // namespace

int copies_of(const EnhanceOptions& options) { return options.companions.any() ? 4 : 2; }

MemoryLimits limits_of(const EnhanceOptions& options, const DeviceInfo& device, std::uint64_t decoded) {
    const std::uint64_t usable = is_cpu(device) ? device.memory : device.memory - device.memory / gpu_reserve;
    const std::uint64_t most = options.device_memory > 0 ? std::min(options.device_memory, usable) : usable;
    const PlanLimits of_device{most, most, device.largest_buffer, options.device_memory == 0};
    if (!is_cpu(device)) return {of_device, of_device};
    const std::uint64_t files = std::uint64_t(copies_of(options)) * decoded;
    PlanLimits wanted = left_of(budget_of(options.batch.memory), files, decoded);
    wanted.region_memory = std::max(wanted.region_memory, least_for_regions);
    const PlanLimits allowed = least_of(of_device, left_of(physical_memory(), files, decoded));
    return {least_of(wanted, allowed), allowed};
}

namespace {

ImageMemory memory_of_part(const EnhanceOptions& options, const DeviceInfo& device, const Pixels& pixels,
                           std::uint64_t decoded) {
    const DeviceTraits traits = traits_of(device);
    const EawResolved settings = settings_of(options, pixels, traits);
    FilterRegions fitted = eaw_regions(settings, pixels, traits, limits_of(options, device, decoded));
    Regions& regions = fitted.regions;
    const Pixels shape = shape_of(pixels, regions.outer);
    const std::uint64_t first = denoise_bytes(settings, pixels, traits, limits_of(options, device, decoded));
    const std::uint64_t plan = std::max(fitted.plan.bytes(), first);
    const std::uint64_t copies = regions.count() == 1 && first == 0
                                     ? 0
                                     : pixels.byte_count() + shape.byte_count(); // the result, and a region's
    return {settings.levels, std::move(regions), plan, copies + (is_cpu(device) ? plan : 0)};
}

} // namespace

ImageMemory memory_of(const EnhanceOptions& options, const DeviceInfo& device, const Decoder& decoder) {
    ImageMemory most;
    for (const auto& part : decoder.colour_parts()) {
        const Pixels pixels = stand_in(part);
        ImageMemory memory = memory_of_part(options, device, pixels, decoder.decoded_bytes());
        if (memory.device > most.device) most = std::move(memory);
    }
    return most;
}

} // namespace atrous
