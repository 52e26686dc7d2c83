// Messages of `denoise`.
#pragma once
#include "base/message.h"

namespace atrous::messages {

inline constexpr MessageRow layers{"N_LAYERS", "{}", Frequency::once_per_value};

} // namespace atrous::messages
