// The framelet filter, with the settings that those of the wavelets have for it.
#include "app/enhance/noise_filter.h"
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

PixelFilter noise_filter(const EawResolved& settings, const FrameletNoise& noise,
                         const DeviceTraits& device) {
    PixelFilter filter;
    filter.fit = [framelets = framelets_of(settings, device), noise, device](const Pixels& pixels,
                                                                             const MemoryLimits& limits) {
        return framelet_regions(framelets, pixels, noise, device, limits);
    };
    return filter;
}

} // namespace atrous
