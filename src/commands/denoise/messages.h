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
inline constexpr MessageRow light_replaced{"W_LIGHT_REPLACED", "{}: {} samples of light were NaN, infinite, above 1e10 or far below 0 and are replaced{}"};
inline constexpr MessageRow role_twice{"E_ROLE_TWICE", "{}: this role has files already; give each role once"};
inline constexpr MessageRow light_unknown{"E_LIGHT_UNKNOWN", "--light {}: no layer with R, G and B has this name; there are {}", Frequency::once_per_value};
inline constexpr MessageRow no_linear_light{"E_NO_LINEAR_LIGHT", "is not a render of linear light, because it has integers or a curve; for photographs use 'atrous enhance --denoise auto'"};
inline constexpr MessageRow nodata_render{"E_NODATA_RENDER", "marks missing samples (GDAL_NODATA), which denoise would mix with others; use atrous enhance --denoise auto"};
inline constexpr MessageRow grey_render{"E_GREY_RENDER", "its image is grey; denoise needs R, G and B"};
inline constexpr MessageRow role_layer_unknown{"E_ROLE_LAYER_UNKNOWN", "{}: no layer of this name has the channels of the role; there are {}", Frequency::once_per_value};
inline constexpr MessageRow roles_take_image{"E_ROLES_TAKE_IMAGE", "has no image, because --role gives its layers other roles; name the image with --role beauty=NAME"};
inline constexpr MessageRow vectors_misread{"W_VECTORS_MISREAD", "motion vectors fit far better {}, and help little as they are read; find their convention with 'atrous probe' and set --motion-stored, or use --temporal none", Frequency::once};
inline constexpr MessageRow one_seed_noise{"W_ONE_SEED_NOISE", "its noise is the same as in neighbouring frames (correlation {}), as in renders with one seed, so these frames help less: {}", Frequency::once};
inline constexpr MessageRow albedo_noisy{"W_ALBEDO_NOISY", "albedo is noisy ({} % of its pixels differ from all their neighbours), and light is divided by it, so its noise stays in the result; filter it with --prefilter albedo, render it with more samples or as a denoising feature, or name another layer or none with --role albedo=NAME|none", Frequency::once};
inline constexpr MessageRow albedo_unlike{"W_ALBEDO_UNLIKE", "albedo is no colour, because {} % of its pixels are negative, as in normals; name the layer of surface colours or none with --role albedo=NAME|none", Frequency::once};
inline constexpr MessageRow normal_unlike{"W_NORMAL_UNLIKE", "normal has no directions: {} % of its vectors have length 1 (median {}), and {} % are negative; name the layer of normals or none with --role normal=NAME|none", Frequency::once};
inline constexpr MessageRow guide_misplaced{"W_GUIDE_MISPLACED", "{} fits the image far better {} (correlation of edges {}, now {}); render it with the same camera and frame, or leave it out with --role {}=none", Frequency::once_per_value};
inline constexpr MessageRow guide_foreign{"W_GUIDE_FOREIGN", "edges of {} are where neither the image nor other guides have edges (correlation {}, usually above 0.3), as in another frame or scene; name other layers or none with --role ROLE=NAME|none", Frequency::once_per_value};
inline constexpr MessageRow half_unlike{"W_HALF_UNLIKE", "--half: the halves differ by {} % in their means over 8x8 samples, {} times what their noise explains; give two renders of the same frame", Frequency::once};
inline constexpr MessageRow prefilter_missing{"W_PREFILTER_MISSING", "--prefilter {}: the image has no layer for {}, so nothing is filtered there; name the layer with --role {}=NAME", Frequency::once_per_value};
inline constexpr MessageRow samples_unlike{"W_SAMPLES_UNLIKE", "{} specifies {} samples per pixel, but the noise is {} times the usual noise, which fits about {} samples; if the number is wrong, set --samples N; an image that was resized or denoised before has other noise", Frequency::once};
inline constexpr MessageRow guides_absent{"W_GUIDES_ABSENT", "no layer is {}, so texture and edges look like noise, and more noise stays; render such a layer, or name it with --role {}=NAME", Frequency::once_per_value};
inline constexpr MessageRow motion_encoded{"W_MOTION_ENCODED", "motion vectors of {} lie in 0 to 1 around 0.5, but are read unchanged; set --motion-stored 'centre 0.5, scale S' with their scale S ('atrous probe')", Frequency::once_per_value};
inline constexpr MessageRow normals_are_encoded{"W_NORMALS_ARE_ENCODED", "normals of {} are encoded as 0 to 1, which bends them; render signed normals, or name another layer or none with --role normal=NAME|none", Frequency::once_per_value};
inline constexpr MessageRow camera_unfit{"W_CAMERA_UNFIT", "positions are more than 2 pixels from where the attribute worldToNDC places them, so they give no motion; {}", Frequency::once_per_value};
inline constexpr MessageRow motion_undirected{"W_MOTION_UNDIRECTED", "no attribute or table contains the frame that the motion vectors of {} lead to; {}; set --motion-stored 'to previous' or 'to next'", Frequency::once_per_value};
inline constexpr MessageRow motion_missing{"W_MOTION_MISSING", "no layer has motion vectors; {}; vectors of the renderer are better (in Cycles: Vector, without motion blur); if a layer has them, name it with --role motion=NAME", Frequency::once_per_value};
inline constexpr MessageRow motion_zero{"W_MOTION_ZERO", "all motion vectors are 0; if things move, motion blur was on, which switches vectors off in Cycles; motion is estimated from the frames where that fits better", Frequency::once};
inline constexpr MessageRow alpha_unused{"W_ALPHA_UNUSED", "the image has no alpha: --alpha filter changes nothing", Frequency::once};
inline constexpr MessageRow light_unused{"W_LIGHT_UNUSED", "no layer is a known lighting AOV, so --light auto has no effect; name the layers with --light NAME,..", Frequency::once};
inline constexpr MessageRow neighbour_unlike{"W_NEIGHBOUR_UNLIKE", "the neighbour {} {}; such frames count as missing for each other; if they belong to two shots, give each shot a name of its own", Frequency::once};
inline constexpr MessageRow neighbours_absent{"W_NEIGHBOURS_ABSENT", "{}: no neighbours on the disk for {}, so each frame is filtered separately; if other frames are still being rendered, run the command again when they exist"};
inline constexpr MessageRow neighbours_excluded{"W_NEIGHBOURS_EXCLUDED", "{}: no neighbours within --frames for {}, so each frame is filtered separately; without --no-handles atrous reads the neighbours on the disk"};
inline constexpr MessageRow neighbours_unnamed{"W_NEIGHBOURS_UNNAMED", "{}: is filtered separately, although frames next to it are on the disk; to use them, select it from the sequence: {} --frames {}"};
inline constexpr MessageRow guides_shared{"W_GUIDES_SHARED", "{} uses layers without a view ({}), which may belong to the other eye and are then in the wrong place; render these layers for each view, or leave them out with --role ROLE=none", Frequency::once};
inline constexpr MessageRow gaussian_blurs{"W_GAUSSIAN_BLURS", "--filter eaw is a fast preview for few samples; at {} samples it removes more detail than noise; use --filter svgf", Frequency::once};
inline constexpr MessageRow copied_without_image{"W_COPIED_WITHOUT_IMAGE", "{}: has no image; copied unchanged"};
inline constexpr MessageRow history_ended{"W_HISTORY_ENDED", "its data window differs from the previous frame's, so its history begins again; with --temporal window:K such frames are placed by their coordinates", Frequency::once};
// clang-format on

} // namespace atrous::messages
