// The noise of a picture: where it is found (in each, or in one for all of them), and what is said of it.
#pragma once
#include "base/json.h"
#include "commands/enhance/noise_from.h"
#include "commands/enhance/raw_noise.h"
#include "engine/enhance/noise_filter.h"
#include "formats/common/read_options.h"
#include <map>
#include <mutex>
#include <optional>

namespace atrous {

class NoiseSource {
  public:
    /// `given`: how much that is (NoiseWish::deviation), or 0.
    NoiseSource(NoiseFrom from, ReadOptions read, double given)
        : from_(std::move(from)), read_(std::move(read)), given_(given) {}

    /// The noise of a picture, where its settings ask for it; any thread may ask. That of files is found once, when it is
    /// asked for first; their first pictures count, and of several the mean. Throws a file error where these have other channels
    /// (grey or colours) than the picture or one another, or cannot be read.
    std::optional<NoiseFound> of(const EawResolved& settings, const PictureSource& source,
                                 const Pixels& pixels, const DeviceTraits& device);

  private:
    NoiseFrom from_;
    ReadOptions read_;
    double given_;
    std::mutex finding_{};
    std::map<std::pair<const FrameletBank*, bool>, NoiseFound> found_{}; ///< by bank and NoiseWish::floor

    const NoiseFound& of_files(const FrameletBank& bank, bool floor);
};

/// clean, rule, frames (if it is the mean of several), floor, spread, trust, amount; of noise: deviation (per plane and level) and
/// curve (per channel, the deviation at brightness 0, 32, .. 224, 255), in steps of 8 bits; of RAW files photosites
/// (photosites_json()).
Json noise_json(const NoiseFound& found);

/// "camera noise, by colour: strong, like ISO 3200; coarse in colour; 6.1 of 255 in lightness".
std::string noise_text(const NoiseFound& found);

} // namespace atrous
