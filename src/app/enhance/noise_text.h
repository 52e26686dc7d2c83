// What was found of a picture's noise, for the log and for people.
#pragma once
#include "base/json.h"
#include "filters/framelet/noise.h"

namespace atrous {

/// clean, floor, spread, trust, amount; of noise: deviation (per plane and level) and curve (per channel, the deviation at
/// brightness 0, 32, .. 224, 255), in steps of 8 bits.
Json noise_json(const NoiseFound& found);

/// "noise: strong, like ISO 3200; coarse in colour; 6.1 of 255 in lightness".
std::string noise_text(const NoiseFound& found);

} // namespace atrous
