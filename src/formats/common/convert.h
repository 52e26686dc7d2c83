// Converts pixels to another type, encoding and alpha, or to linear light in floats for profiles that kernels cannot apply
// (Transfer::host).
#pragma once
#include "colour/profile.h"
#include "image/pixels.h"
#include <memory>
#include <optional>

namespace atrous {

/// The meaning of an image's samples. If there is no profile, with sRGB's primaries.
struct Encoding {
    Transfer transfer = Transfer::linear;
    std::shared_ptr<const Profile> profile = nullptr;
    bool operator==(const Encoding&) const = default;
};
inline Encoding encoding_of(const Pixels& pixels) { return {pixels.transfer, pixels.profile}; }

/// Rounding to fewer bits than 16: to the nearest, or with noise of one step before it, so that slow slopes have no
/// bands. The noise is the same in every run. Alpha, and values that these bits hold exactly, stay unchanged.
enum class Rounding { nearest, dithered };
/// The same image with another type, encoding and alpha. `alpha` none puts it on black. With an intent colours go from
/// profile to profile, which the encoding has. Without an intent, and from or to PQ or HLG, they go by way of light, relative
/// colorimetric. PQ and HLG to other integers go through a tone curve (tone_map()). `bits`: that a file keeps of type u16.
Pixels converted(const Pixels& pixels, PixelType type, const Encoding& encoding, Alpha alpha,
                 Rounding rounding = Rounding::nearest, std::optional<Intent> intent = {}, int bits = 16);

/// Pixels that integer samples of an encoding cannot hold: brighter than its white (PQ and HLG: than their top), or with colours
/// outside of its primaries by more than a file with loss moves them.
struct Exceeding {
    std::int64_t all = 0, bright = 0, coloured = 0;
    double peak = 0; ///< light of the brightest channel
};
/// Counts them in all rows, or in every eighth one. `white`: in which light of standard range is bright.
Exceeding exceeding(const Pixels& pixels, const Encoding& to, float white = 1, bool all_rows = true);

/// The image in linear sRGB (or grey light) with unchanged alpha. Samples that are not finite stay so.
Pixels light_of(const Pixels& pixels);

/// Light, as light_of() gives it, in the type and the colours of `like`, whatever its size.
Pixels samples_of(const Pixels& light, const Pixels& like);

/// Puts light that was changed back into the image it came from: `before` is light_of(pixels), `after` the
/// same with changes. Pixels that did not change keep their samples, bit for bit.
void put_light(Pixels& pixels, const Pixels& before, const Pixels& after);

} // namespace atrous
