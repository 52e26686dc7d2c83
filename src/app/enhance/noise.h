// The noise of a picture: where it is found (in each, or in one for all of them), the filter that removes it before the
// wavelets (--denoise auto and best), and what is said of it.
#pragma once
#include "app/run/filter_pixels.h"
#include "base/json.h"
#include "filters/eaw/settings.h"
#include "filters/framelet/noise.h"
#include "io/codec/read/read_options.h"
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>

namespace atrous {

/// Whether settings have this filter remove noise, --denoise auto and best; and whether they ask for the noise at all, as
/// --noise-guard does, too.
bool removes_noise(const EawSettings& settings);
bool uses_noise(const EawSettings& settings);

/// Pixels beside a pixel that this filter reaches; 0 where it does nothing.
int denoise_reach(const EawResolved& settings, PixelType type, const DeviceTraits& device);

/// The bank whose noise the settings ask for.
const FrameletBank& noise_bank(const EawResolved& settings, const DeviceTraits& device);

/// The deviation that --noise says: SIGMA, or iso:N of a camera of 24 x 36 mm. Throws a usage error.
double noise_deviation(const std::string& text);

/// The filter that removes the noise that find_noise() found of a picture from it or a part of it. Of one that is clean there is
/// nothing to run. Scene-linear pictures are filtered as sRGB encodes them.
PixelFilter noise_filter(const EawResolved& settings, const FrameletNoise& noise, const DeviceTraits& device);

class NoiseSource {
  public:
    /// `file`: the picture whose noise all have; empty: each its own. `given`: how much that is (NoiseWish::deviation), or 0.
    NoiseSource(std::filesystem::path file, ReadOptions read, double given)
        : file_(std::move(file)), read_(std::move(read)), given_(given) {}

    /// The noise of a picture, where its settings ask for it; any thread may ask. That of the file is found once, when it is
    /// asked for first; its first picture counts. Throws a file error where the file has other channels (grey or colours)
    /// than the picture, or cannot be read.
    std::optional<NoiseFound> of(const EawResolved& settings, const Pixels& pixels,
                                 const DeviceTraits& device);

  private:
    std::filesystem::path file_;
    ReadOptions read_;
    double given_;
    std::mutex finding_{};
    std::map<std::pair<const FrameletBank*, bool>, NoiseFound> found_{}; ///< by bank and NoiseWish::floor

    const NoiseFound& of_file(const FrameletBank& bank, bool floor);
};

/// Throws a usage error where the file cannot be opened, has no picture, or is replaced by one of `outputs`.
void check_noise_file(const std::filesystem::path& file, const ReadOptions& read,
                      const std::vector<std::filesystem::path>& outputs);

/// clean, rule, floor, spread, trust, amount; of noise: deviation (per plane and level) and curve (per channel, the deviation at
/// brightness 0, 32, .. 224, 255), in steps of 8 bits.
Json noise_json(const NoiseFound& found);

/// "camera noise, by colour: strong, like ISO 3200; coarse in colour; 6.1 of 255 in lightness".
std::string noise_text(const NoiseFound& found);

} // namespace atrous
