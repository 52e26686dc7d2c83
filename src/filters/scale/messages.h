// Messages of the scale filter. The first value is the option.
#pragma once
#include "base/message.h"

namespace atrous::messages {

inline constexpr MessageRow taps_memory{
    "E_TAPS_MEMORY",
    "{} {}: {} taps do not fit into the device's local memory; use fewer --taps or another access"};

} // namespace atrous::messages
