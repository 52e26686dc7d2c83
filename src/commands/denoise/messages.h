// Messages of `denoise`.
#pragma once
#include "base/message.h"

namespace atrous::messages {

inline constexpr MessageRow layers{"N_LAYERS", "{}", Frequency::once_per_value};

// clang-format off
inline constexpr MessageRow role_twice{"E_ROLE_TWICE", "--from {}: this role has files already; give each role once"};
inline constexpr MessageRow light_unknown{"E_LIGHT_UNKNOWN", "--light {}: no layer with R, G and B has this name; there are {}"};
inline constexpr MessageRow no_linear_light{"E_NO_LINEAR_LIGHT", "is no render of linear light (it has integers or a curve); 'atrous enhance --denoise auto' is for photographs"};
inline constexpr MessageRow grey_render{"E_GREY_RENDER", "its picture is grey; denoise needs R, G and B"};
inline constexpr MessageRow role_layer_unknown{"E_ROLE_LAYER_UNKNOWN", "{}: no layer has this name; there are {}"};
// clang-format on

} // namespace atrous::messages
