// Messages of `atrous bench --layout`.
#pragma once
#include "base/message.h"

namespace atrous::messages {

inline constexpr MessageRow layout_syntax{"E_LAYOUT_SYNTAX",
                                          "--layout: invalid value '{}'; use N,K or WxH,K, for example 16,2"};
inline constexpr MessageRow layout_pixels{"E_LAYOUT_PIXELS",
                                          "--layout: {} has more than {} pixels; use a smaller size"};
inline constexpr MessageRow layout_splits{"E_LAYOUT_SPLITS",
                                          "--layout: invalid number of splits '{}'; use 0 to 15"};

} // namespace atrous::messages
