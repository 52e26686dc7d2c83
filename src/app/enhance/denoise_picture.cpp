// Finds a picture's noise, then runs the framelet filter, whole or region by region.
#include "app/enhance/denoise_picture.h"
#include "app/run/region_runs.h"
#include "app/run/smaller_regions.h"
#include "filters/framelet/plan.h"
#include "gpu/device.h"
#include <algorithm>

namespace atrous {
namespace {

FrameletResolved framelets_of(const EawResolved& settings, const DeviceTraits& device) {
    const EawSettings& s = settings.asked;
    FrameletSettings framelets{
        .strength = s.denoise_strength, .chroma = s.chroma_denoise, .how = settings.how};
    if (!s.denoise->bank) return resolve(framelets, device); // noise is but found
    framelets.bank = &*std::ranges::find_if(framelet_banks(), [&](const FrameletBank& bank) {
        return std::string_view(bank.name) == s.denoise->bank;
    });
    return resolve(framelets, device);
}

/// The plan of one region, or of the whole picture, for all of them.
void run_fitted(Engine& engine, const FilterRegions& fitted, Pixels& pixels, DenoiseReport& report) {
    const auto& [regions, plan] = fitted;
    report.replaced = 0;
    std::uint32_t replaced = 0;
    const Binding count = bind_output("replaced", std::as_writable_bytes(std::span(&replaced, 1)));
    if (regions.count() == 1) {
        report.times = engine.run(plan, {bind_input("image", bytes_of(std::as_const(pixels))),
                                         bind_output("image", bytes_of(pixels)), count});
        report.replaced = replaced;
        return;
    }
    Pixels output = pixels.alike();
    report.times =
        run_regions(engine, regions, pixels,
                    {.plan = plan, .bindings = {count}, .output = &output, .done = [&](const Region&) {
                         report.replaced += replaced;
                     }});
    pixels = std::move(output);
}

void run_filter(Engine& engine, const FrameletResolved& settings, const NoiseFound& found, Pixels& pixels,
                const MemoryLimits& limits, DenoiseReport& report) {
    with_smaller_regions(
        limits,
        [&](const MemoryLimits& within) {
            return framelet_regions(settings, pixels, found.noise, traits_of(engine.device()), within);
        },
        [&](const FilterRegions& fitted) { run_fitted(engine, fitted, pixels, report); });
}

} // namespace

bool removes_noise(const EawSettings& s) { return s.denoise->bank && s.denoise_strength > 0; }
bool uses_noise(const EawSettings& s) { return removes_noise(s) || guards_noise(s); }

int denoise_reach(const EawResolved& settings, PixelType type, const DeviceTraits& device) {
    return removes_noise(settings.asked) ? framelet_reach(framelets_of(settings, device), type) : 0;
}

const FrameletBank& noise_bank(const EawResolved& settings, const DeviceTraits& device) {
    return framelets_of(settings, device).bank;
}

std::optional<NoiseFound> noise_of(const EawResolved& settings, const Pixels& pixels,
                                   const DeviceTraits& device) {
    if (!uses_noise(settings.asked)) return std::nullopt;
    NoiseFound found = find_noise(pixels, noise_bank(settings, device));
    pixels.bytes.let_go();
    return found;
}

DenoiseReport denoise_picture(Engine& engine, const EawResolved& settings, const NoiseFound& found,
                              Pixels& pixels, const MemoryLimits& limits) {
    DenoiseReport report;
    const FrameletResolved framelets = framelets_of(settings, traits_of(engine.device()));
    report.changes = !found.is_clean();
    if (report.changes) run_filter(engine, framelets, found, pixels, limits, report);
    return report;
}

std::optional<FilterRegions> denoise_regions(const EawResolved& settings, const Pixels& pixels,
                                             const DeviceTraits& device, const MemoryLimits& limits) {
    if (!removes_noise(settings.asked)) return std::nullopt;
    return framelet_regions(framelets_of(settings, device), pixels, no_noise(pixels.colours), device, limits);
}

} // namespace atrous
