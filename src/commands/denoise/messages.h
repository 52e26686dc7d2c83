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
inline constexpr MessageRow vectors_misread{"W_VECTORS_MISREAD", "what motion vectors lead to fits far better {}, and as they are read they help little: 'atrous probe' finds how they are stored, for --motion-stored; --temporal none does without", Frequency::once};
inline constexpr MessageRow one_seed_noise{"W_ONE_SEED_NOISE", "its noise is that of the frames beside it (correlation {}), as of renders with one seed, and they help the less: {}", Frequency::once};
inline constexpr MessageRow guide_not_finite{"W_GUIDE_NOT_FINITE", "{}: mend the render, or --role {}=NAME|none names another layer or leaves it out", Frequency::once_per_value};
inline constexpr MessageRow albedo_noisy{"W_ALBEDO_NOISY", "albedo is noisy ({} % of its pixels differ from all their neighbours), and light is divided by it, so that its noise stays in the result: --prefilter albedo filters it; store it with more samples, or that of the renderer's denoising features; --role albedo=NAME|none names another layer or leaves it out", Frequency::once};
inline constexpr MessageRow prefilter_missing{"W_PREFILTER_MISSING", "--prefilter {}: the image has no layer for {}, so nothing is filtered there; --role {}=NAME names the layer", Frequency::once_per_value};
inline constexpr MessageRow samples_unlike{"W_SAMPLES_UNLIKE", "the file specifies {} samples per pixel, but the noise is {} times the usual noise, which fits about {} samples; if the number is wrong, or the image was resized or denoised before, set --samples N", Frequency::once};
inline constexpr MessageRow guide_flat{"W_GUIDE_FLAT", "{}; --role {}=NAME names another layer", Frequency::once_per_value};
inline constexpr MessageRow guide_encoded{"W_GUIDE_ENCODED", "{}", Frequency::once_per_value};
inline constexpr MessageRow guides_absent{"W_GUIDES_ABSENT", "no layer is {}; render them, or name them by --role {}=NAME: without them, texture and edges look like noise, and more of the noise stays", Frequency::once_per_value};
inline constexpr MessageRow motion_missing{"W_MOTION_MISSING", "{}", Frequency::once_per_value};
inline constexpr MessageRow alpha_unused{"W_ALPHA_UNUSED", "the picture has no alpha: --alpha filter changes nothing", Frequency::once};
inline constexpr MessageRow light_unused{"W_LIGHT_UNUSED", "no layer is known as light: --light auto changes nothing; --light NAME,.. names them", Frequency::once};
inline constexpr MessageRow neighbour_unlike{"W_NEIGHBOUR_UNLIKE", "{}, which is beside it, {}: such frames count as missing for each other; if they are of two shots, give these names of their own", Frequency::once};
inline constexpr MessageRow history_ended{"W_HISTORY_ENDED", "its data window is another one than that of the frame before, and its history begins again; --temporal window:K places such frames by their coordinates", Frequency::once};
// clang-format on

} // namespace atrous::messages
