// Runs a part on the device, between two conversions on the host where its profile is one of tables.
#include "app/enhance/filter_part.h"
#include "app/enhance/filter_regions.h"
#include "base/error.h"
#include "base/log.h"
#include "gpu/device.h"
#include "io/colour/host_profile.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr const char* origin_names[] = {"embedded", "exif", "gamma", "assumed"};
constexpr const char* transfer_names[] = {"srgb", "linear", "formula", "table", "host"};

/// Does with a device what it can do with half of the memory, and again, where it fails for want of memory that it should
/// have.
constexpr int most_halvings = 4;

bool can_halve(const Error& error) {
    return error.kind == Exit::out_of_memory && error.device == DeviceFailure::before_results;
}

/// What plans may take where one of so many bytes was too much.
void halve(MemoryLimits& limits, const Plan& plan) {
    for (PlanLimits* of : {&limits.wanted, &limits.allowed}) {
        of->memory = std::min(of->memory, plan.bytes() / 2);
        of->region_memory = std::min(of->region_memory, plan.bytes() / 2);
    }
}

/// Filters `pixels` in place, or by way of a second picture, since regions read what others write.
PartResult filter_fitted(Engine& engine, const EawResolved& settings, Pixels& pixels, FilterRegions& fitted) {
    if (fitted.regions.count() == 1)
        return {filter_regions(engine, settings, fitted, pixels, pixels), std::move(fitted.regions)};
    Pixels output = shape_of(pixels, pixels.size);
    output.bytes = Bytes(pixels.byte_count(), pixels.bytes.scratch);
    FilterReport report = filter_regions(engine, settings, fitted, pixels, output);
    pixels = std::move(output);
    return {std::move(report), std::move(fitted.regions)};
}

PartResult filter_in_place(Engine& engine, const EawResolved& settings, Pixels& pixels, MemoryLimits limits) {
    const DeviceTraits traits = traits_of(engine.device());
    FilterRegions fitted = eaw_regions(settings, pixels, traits, limits);
    for (int halvings = 0;; ++halvings) {
        try {
            return filter_fitted(engine, settings, pixels, fitted);
        } catch (const Error& error) {
            if (!can_halve(error) || halvings == most_halvings) throw;
            halve(limits, fitted.plan);
            try {
                fitted = eaw_regions(settings, pixels, traits, limits);
            } catch (const Error&) {
                throw error; // there is nothing smaller
            }
            log_warning(std::string(error.what()) + "; tried again in " +
                        std::to_string(fitted.regions.count()) + " regions");
        }
    }
}

} // namespace

PartResult filter_part(Engine& engine, const EawResolved& settings, Pixels& pixels,
                       const MemoryLimits& limits) {
    const bool uses_light = settings.space.uses_light;
    if (pixels.transfer != Transfer::host || !uses_light)
        return filter_in_place(engine, settings, pixels, limits);
    const Pixels before = light_of(pixels);
    Pixels after = before.copy();
    PartResult result = filter_in_place(engine, settings, after, limits);
    put_light(pixels, before, after);
    return result;
}

Json profile_json(const Pixels& pixels) {
    const Profile* profile = pixels.profile.get();
    Json object;
    object["name"] = profile ? profile->name : pixels.transfer == Transfer::srgb ? "sRGB" : "scene-linear";
    object["origin"] = profile ? origin_names[int(profile->origin)] : "default";
    object["transfer"] = transfer_names[int(pixels.transfer)];
    return object;
}

} // namespace atrous
