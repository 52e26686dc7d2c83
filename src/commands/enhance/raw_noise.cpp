// Decodes the RAW file a second time: its photosites are not in what OpenImageIO makes of them.
#include "commands/enhance/raw_noise.h"
#include "base/text.h"
#include "formats/raw/mosaic.h"
#include "noise/photosite_noise.h"
#include <cmath>

namespace atrous {
namespace {

std::optional<NoiseFound> noise_of_raw(const PictureSource& source, const Pixels& pixels,
                                       const FrameletBank& bank) {
    if (source.format != "raw" || pixels.colours != 3 || pixels.transfer != Transfer::srgb)
        return std::nullopt;
    const std::optional<Mosaic> mosaic = read_mosaic(source.path);
    const auto photosites = mosaic ? photosite_noise(*mosaic) : std::nullopt;
    if (!photosites) return std::nullopt;
    return find_raw_noise(pixels, bank, *mosaic, *photosites);
}

double digits(double value, int count) {
    if (!(value > 0)) return 0;
    const double unit = std::pow(10.0, std::floor(std::log10(value)) + 1 - count);
    return std::round(value / unit) * unit;
}

} // namespace

NoiseFound find_picture_noise(const PictureSource& source, const Pixels& pixels, const FrameletBank& bank,
                              const NoiseWish& wish) {
    std::optional<NoiseFound> found = noise_of_raw(source, pixels, bank);
    if (!found) return find_noise(pixels, bank, wish);
    if (wish.deviation > 0) put_given(bank, wish.deviation, pixels.colours, *found);
    return *std::move(found);
}

std::string photosites_text(const PhotositeNoise& noise) {
    const std::string read = "read noise " + fixed(std::sqrt(noise.read[1]), 1) + " steps";
    if (noise.full() == 0) return read;
    return "gain " + fixed(noise.gain[1], noise.gain[1] < 1 ? 3 : 2) + " steps per electron, " +
           fixed(digits(noise.full(), 3), 0) + " electrons at white, " + read;
}

Json photosites_json(const PhotositeNoise& noise) {
    Json object;
    Json gain = Json::Array{}, read = Json::Array{};
    for (std::size_t c = 0; c < noise.gain.size(); ++c) {
        gain.push_back(digits(noise.gain[c], 4));
        read.push_back(digits(std::sqrt(noise.read[c]), 4));
    }
    object["gain"] = std::move(gain);
    object["read"] = std::move(read);
    object["electrons"] = digits(noise.full(), 4);
    return object;
}

} // namespace atrous
