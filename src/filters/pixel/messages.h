// Messages of the passes between samples and planes.
#pragma once
#include "base/message.h"

namespace atrous::messages {

inline constexpr MessageRow profile_host{
    "E_PROFILE_HOST",
    "the profile {} must be applied on the host before the filter runs (internal error: please report it)"};

} // namespace atrous::messages
