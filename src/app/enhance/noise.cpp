// The framelet filter, with the settings that those of the wavelets have for it. --noise-from: frames of a film that are all
// filtered alike do not flicker.
#include "app/enhance/noise.h"
#include "app/enhance/noise_text.h"
#include "app/plan/identity.h"
#include "base/error.h"
#include "base/log.h"
#include "filters/framelet/plan.h"
#include "gpu/device.h"
#include "io/codec/read/decoder.h"
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

const NoiseFound& NoiseSource::of_file(const FrameletBank& bank) {
    const std::scoped_lock lock(finding_); // what is found stays where it is
    const auto known = found_.find(&bank);
    if (known != found_.end()) return known->second;
    ImageFile file = Decoder(file_, read_).read();
    for (Part& part : file.parts)
        for (const PictureRef& picture : pictures_of(part)) {
            const NoiseFound& found = found_.emplace(&bank, find_noise(picture.pixels, bank)).first->second;
            log_verbose("--noise-from " + file_.string() + ": " + noise_text(found));
            return found;
        }
    throw file_error("--noise-from " + file_.string() + ": has no picture");
}

std::optional<NoiseFound> NoiseSource::of(const EawResolved& settings, const Pixels& pixels,
                                          const DeviceTraits& device) {
    if (file_.empty() || !uses_noise(settings.asked)) return noise_of(settings, pixels, device);
    const NoiseFound& found = of_file(noise_bank(settings, device));
    const auto words = [](std::size_t colours) { return std::string(colours == 1 ? "grey" : "in colours"); };
    const std::size_t own = std::size_t(pixels.colours), others = found.noise.curves.size();
    if (!found.is_clean() && own != others)
        throw file_error("is " + words(own) + ", and --noise-from " + file_.string() + " is " +
                         words(others) + "; filter them in a run of their own");
    return found;
}

void check_noise_file(const std::filesystem::path& file, const ReadOptions& read,
                      const std::vector<std::filesystem::path>& outputs) {
    if (file.empty()) return;
    const auto refuse = [&](const std::string& why) { throw usage_error("--noise-from " + why); };
    try {
        if (Decoder(file, read).colour_parts().empty()) refuse(file.string() + ": has no picture");
    } catch (const Error& error) {
        if (error.kind == Exit::usage) throw;
        refuse(error.what());
    }
    Identities identity;
    const std::string own = identity(file);
    for (const std::filesystem::path& output : outputs)
        if (identity(output) == own)
            refuse(file.string() + ": this run replaces it; name another picture, or a copy");
}

} // namespace atrous
