// Framelets by the settings of the wavelets.
#include "engine/enhance/noise_filter.h"
#include "base/error.h"
#include "base/text.h"
#include "filters/framelet/plan.h"
#include <algorithm>
#include <cmath>
#include <string_view>

namespace atrous {
namespace {

FrameletResolved framelets_of(const EawResolved& settings, const DeviceTraits& device) {
    const EawSettings& s = settings.asked;
    FrameletSettings framelets{.strength = s.denoise_strength,
                               .chroma = s.chroma_denoise,
                               .detail = s.denoise_detail,
                               .how = settings.how};
    if (!s.denoise->bank) return resolve(framelets, device); // noise is but found
    framelets.bank = &*std::ranges::find_if(framelet_banks(), [&](const FrameletBank& bank) {
        return std::string_view(bank.name) == s.denoise->bank;
    });
    return resolve(framelets, device);
}

/// Deviation of lightness, in steps of 8 bits, of a camera of 24 x 36 mm with 24 megapixels at ISO 4000: its pixels hold some
/// 60,000 electrons at ISO 100, and 1,500 at white then; a photograph as tests/photos.py makes it has so much. Noise grows with
/// the root of the sensitivity.
constexpr double like_iso_4000 = 6.5;

} // namespace

bool removes_noise(const EawSettings& s) { return s.denoise->bank && s.denoise_strength > 0; }
bool uses_noise(const EawSettings& s) { return removes_noise(s) || guards_noise(s); }

int denoise_reach(const EawResolved& settings, PixelType type, const DeviceTraits& device) {
    return removes_noise(settings.asked) ? framelet_reach(framelets_of(settings, device), type) : 0;
}

const FrameletBank& noise_bank(const EawResolved& settings, const DeviceTraits& device) {
    return framelets_of(settings, device).bank;
}

double noise_deviation(const std::string& text) {
    constexpr std::string_view iso = "iso:";
    constexpr double least = 0.05, most = 100, least_iso = 25, most_iso = 4e6;
    const bool sensitivity = text.starts_with(iso);
    const auto number = read_number(sensitivity ? text.substr(iso.size()) : text);
    const double low = sensitivity ? least_iso : least, high = sensitivity ? most_iso : most;
    if (!number || *number < low || *number > high)
        throw usage_error(
            "--noise: '" + text +
            "' is none; give the deviation of lightness in steps of 8 bits, 0.05 to 100, or iso:N, "
            "25 to 4000000");
    return sensitivity ? like_iso_4000 * std::sqrt(*number / 4000) : *number;
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

bool needs_noise_filter(const EawResolved& settings, const std::optional<NoiseFound>& noise) {
    return noise && removes_noise(settings.asked) && !noise->is_clean();
}

} // namespace atrous
