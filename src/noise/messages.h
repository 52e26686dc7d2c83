// Messages about noise.
#pragma once
#include "base/message.h"

namespace atrous::messages {

inline constexpr MessageRow noise_channels{
    "E_NOISE_CHANNELS",
    "the mean of noise needs frames with the same channels; got {} and {} (internal error: please report it)"};

} // namespace atrous::messages
