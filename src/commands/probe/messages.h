// Messages of `probe`. Its findings are warnings, whose option of `denoise` follows in brackets.
#pragma once
#include "base/message.h"

namespace atrous::messages {

// clang-format off
// Samples.
inline constexpr MessageRow probe_not_finite{"W_PROBE_NOT_FINITE", "{} has {} NaN and {} infinite samples; {}"};
inline constexpr MessageRow probe_constant{"W_PROBE_CONSTANT", "{} is the same everywhere and guides nothing; check that it was rendered"};
inline constexpr MessageRow roles_missing{"W_ROLES_MISSING", "no layer is {}; render it, or name the layer that has it"};
inline constexpr MessageRow albedo_above_1{"W_ALBEDO_ABOVE_1", "{} samples of albedo are above 1, up to {}: lights, whose radiance some renderers store there; denoise mixes them with nothing darker; name a layer of surface colours if there is one"};
inline constexpr MessageRow samples_unknown{"W_SAMPLES_UNKNOWN", "the file does not contain the number of samples per pixel; denoise estimates it from the noise, or assumes 8"};
inline constexpr MessageRow display_encoded{"N_DISPLAY_ENCODED", "the image is encoded for display (integers, or a curve), and denoise takes only linear light; for photographs use 'atrous enhance --denoise auto', and for renders write floats"};
inline constexpr MessageRow same_noise{"W_SAME_NOISE", "the noise of frames is the same (correlation {}), as in renders with one seed: {}"};

// Guides.
inline constexpr MessageRow sky_code{"W_SKY_CODE", "depth is exactly {} in {} pixels, far beyond all others ({}), which may be a code for sky; denoise takes infinity, 0, and 1e9 and more for sky; to add this code, write 'sky {}' into a table of your own"};
inline constexpr MessageRow depth_unfiltered{"W_DEPTH_UNFILTERED", "depth ({}) has hard edges ({} % of the pixels at edges lie between both sides), but the image has soft edges ({} %); a depth that is filtered like the image keeps edges better"};
inline constexpr MessageRow normals_encoded_0_1{"W_NORMALS_ENCODED_0_1", "normals are encoded as 0 to 1 (2 n - 1 has length 1, n has not), which bends them; render signed normals, name another layer, or leave them out"};
inline constexpr MessageRow normals_not_unit{"W_NORMALS_NOT_UNIT", "normals have a median length of {}, but denoise uses only their direction; check that they are normals"};
inline constexpr MessageRow normals_of_camera{"W_NORMALS_OF_CAMERA", "normals are in camera space ({}), so they turn with the camera from frame to frame; normals in world space are better"};
inline constexpr MessageRow features_noisy{"W_FEATURES_NOISY", "{} is noisy within objects ({} % of its pixels stand out from all their neighbours): {}"};

// Motion.
inline constexpr MessageRow motion_not_finite{"W_MOTION_NOT_FINITE", "motion has {} samples that are NaN or infinite; denoise treats them as no motion"};
inline constexpr MessageRow vectors_zero{"W_VECTORS_ZERO", "all motion vectors are 0; if things move, motion blur was on, which switches vectors off in Cycles; render without it, or filter each frame separately"};
inline constexpr MessageRow vectors_undirected{"W_VECTORS_UNDIRECTED", "no attribute or table contains the frame that the vectors ({}) lead to, so denoise filters each frame separately"};
inline constexpr MessageRow vectors_0_1{"W_VECTORS_0_1", "vectors ({}) lie in 0 to 1 around 0.5; set --motion-stored 'centre 0.5, scale S' with their scale S"};
inline constexpr MessageRow vectors_times_alpha{"W_VECTORS_TIMES_ALPHA", "vectors ({}) are multiplied by alpha at edges"};
inline constexpr MessageRow motion_convention{"W_MOTION_CONVENTION", "vectors ({}) fit better if read otherwise: {}"};

// Layers.
inline constexpr MessageRow probe_no_picture{"E_PROBE_NO_PICTURE", "{}: has no image, because no layer with colours is left that is not data; name one with --role beauty=NAME or --layer NAME"};
inline constexpr MessageRow probe_no_layer{"E_PROBE_NO_LAYER", "{}: no layer of this name has the channels of the role"};
inline constexpr MessageRow probe_no_light{"E_PROBE_NO_LIGHT", "--light {}: no layer with R, G and B has this name"};
inline constexpr MessageRow probe_no_role{"E_PROBE_NO_ROLE", "no layer has the role {} of table {} (patterns {})"};
// clang-format on

} // namespace atrous::messages
