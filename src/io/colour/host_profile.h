// Pictures as linear light in 32-bit floats, for profiles that kernels cannot apply (Transfer::host).
#pragma once
#include "image/pixels.h"

namespace atrous {

/// The picture in linear sRGB (or grey light), alpha as it is. What is not finite stays so.
Pixels light_of(const Pixels& pixels);

/// Light, as light_of() gives it, in the type and the colours of `like`, whatever its size.
Pixels samples_of(const Pixels& light, const Pixels& like);

/// Puts light that was changed back into the picture it came from: `before` is light_of(pixels), `after` the
/// same with changes. Pixels that did not change keep their samples, bit for bit.
void put_light(Pixels& pixels, const Pixels& before, const Pixels& after);

} // namespace atrous
