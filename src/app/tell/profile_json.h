// How a log says what the colours of a picture are in.
#pragma once
#include "base/json.h"
#include "image/pixels.h"

namespace atrous {

/// Which profile the pixels are in: name, origin (embedded, exif, gamma, assumed, default) and the transfer
/// that applies it.
Json profile_json(const Pixels& pixels);

} // namespace atrous
