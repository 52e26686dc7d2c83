// Messages of `denoise`.
#pragma once
#include "base/message.h"

namespace atrous::messages {

// clang-format off
inline constexpr MessageRow layers{"N_LAYERS", "layers of {}:", Frequency::once_per_value};
inline constexpr MessageRow role_source{"N_ROLE_SOURCE", "{}: {}{}"};
inline constexpr MessageRow motion_of_camera{"N_MOTION_OF_CAMERA", "motion: from positions and the camera's matrices, without motion of objects"};
inline constexpr MessageRow motion_estimated{"N_MOTION_ESTIMATED", "motion: estimated from the frames"};
inline constexpr MessageRow motion_reversed{"N_MOTION_REVERSED", "motion to the {} frame: estimated from the motion of that frame to this one"};
inline constexpr MessageRow guides_filtered{"N_GUIDES_FILTERED", "guides filtered before use: {}{}"};
inline constexpr MessageRow samples_set{"N_SAMPLES_SET", "samples per pixel: {}, set by --samples"};
inline constexpr MessageRow samples_of_file{"N_SAMPLES_OF_FILE", "samples per pixel: {}, from the file"};
inline constexpr MessageRow samples_estimated{"N_SAMPLES_ESTIMATED", "samples per pixel: {}, estimated from the noise; set another number with --samples N"};
inline constexpr MessageRow samples_assumed{"N_SAMPLES_ASSUMED", "samples per pixel: {}, assumed; set another number with --samples N"};
inline constexpr MessageRow light_replaced{"W_LIGHT_REPLACED", "{}: {} samples of light were NaN, infinite or above 1e15 and are replaced{}"};
inline constexpr MessageRow role_twice{"E_ROLE_TWICE", "--from {}: this role has files already; give each role once"};
inline constexpr MessageRow light_unknown{"E_LIGHT_UNKNOWN", "--light {}: no layer with R, G and B has this name; there are {}"};
inline constexpr MessageRow no_linear_light{"E_NO_LINEAR_LIGHT", "is no render of linear light (it has integers or a curve); 'atrous enhance --denoise auto' is for photographs"};
inline constexpr MessageRow grey_render{"E_GREY_RENDER", "its image is grey; denoise needs R, G and B"};
inline constexpr MessageRow role_layer_unknown{"E_ROLE_LAYER_UNKNOWN", "{}: no layer has this name; there are {}"};
inline constexpr MessageRow vectors_misread{"W_VECTORS_MISREAD", "what motion vectors lead to fits far better {}, and as they are read they help little: 'atrous probe' finds how they are stored, for --motion-stored; --temporal none does without", Frequency::once};
inline constexpr MessageRow one_seed_noise{"W_ONE_SEED_NOISE", "its noise is that of the frames beside it (correlation {}), as of renders with one seed, and they help the less: {}", Frequency::once};
inline constexpr MessageRow albedo_noisy{"W_ALBEDO_NOISY", "albedo is noisy ({} % of its pixels differ from all their neighbours), and light is divided by it, so that its noise stays in the result: --prefilter albedo filters it; store it with more samples, or that of the renderer's denoising features; --role albedo=NAME|none names another layer or leaves it out", Frequency::once};
inline constexpr MessageRow samples_unlike{"W_SAMPLES_UNLIKE", "the file specifies {} samples per pixel, but the noise is {} times the usual noise, which fits about {} samples; if the number is wrong, or the image was resized or denoised before, set --samples N", Frequency::once};
inline constexpr MessageRow guides_absent{"W_GUIDES_ABSENT", "no layer is {}; render them, or name them by --role {}=NAME: without them, texture and edges look like noise, and more of the noise stays", Frequency::once_per_value};
inline constexpr MessageRow motion_encoded{"W_MOTION_ENCODED", "motion vectors of {} lie in 0 to 1 around 0.5, but are read unchanged; write 'centre 0.5' and their scale into a table of your own for --aovs FILE ('atrous probe')", Frequency::once_per_value};
inline constexpr MessageRow normals_are_encoded{"W_NORMALS_ARE_ENCODED", "normals of {} are encoded as 0 to 1, which bends them; render signed normals, or name another layer or none with --role normal=NAME|none", Frequency::once_per_value};
inline constexpr MessageRow camera_unfit{"W_CAMERA_UNFIT", "positions are more than 2 pixels from where the attribute worldToNDC places them, so they give no motion; {}", Frequency::once_per_value};
inline constexpr MessageRow motion_undirected{"W_MOTION_UNDIRECTED", "no attribute or table contains the frame that the motion vectors of {} lead to; {}; set --motion-stored 'to previous' or 'to next'", Frequency::once_per_value};
inline constexpr MessageRow motion_missing{"W_MOTION_MISSING", "no layer has motion vectors; {}; vectors of the renderer are better (in Cycles: Vector, without motion blur); if a layer has them, name it with --role motion=NAME", Frequency::once_per_value};
inline constexpr MessageRow motion_zero{"W_MOTION_ZERO", "all motion vectors are 0; if things move, motion blur was on, which switches vectors off in Cycles; motion is estimated from the frames where that fits better", Frequency::once};
inline constexpr MessageRow alpha_unused{"W_ALPHA_UNUSED", "the image has no alpha: --alpha filter changes nothing", Frequency::once};
inline constexpr MessageRow light_unused{"W_LIGHT_UNUSED", "no layer is known as light: --light auto changes nothing; --light NAME,.. names them", Frequency::once};
inline constexpr MessageRow neighbour_unlike{"W_NEIGHBOUR_UNLIKE", "{}, which is beside it, {}: such frames count as missing for each other; if they are of two shots, give these names of their own", Frequency::once};
inline constexpr MessageRow neighbours_absent{"W_NEIGHBOURS_ABSENT", "{}: frames {} have no neighbours on the disk, so each frame is filtered separately; if other frames are still being rendered, run the command again when they exist"};
inline constexpr MessageRow neighbours_excluded{"W_NEIGHBOURS_EXCLUDED", "{}: frames {} have no neighbours within --frames, so each frame is filtered separately; without --no-handles atrous reads the neighbours on the disk"};
inline constexpr MessageRow copied_without_image{"W_COPIED_WITHOUT_IMAGE", "{}: has no image; copied unchanged"};
inline constexpr MessageRow history_ended{"W_HISTORY_ENDED", "its data window is another one than that of the frame before, and its history begins again; --temporal window:K places such frames by their coordinates", Frequency::once};
// clang-format on

} // namespace atrous::messages
