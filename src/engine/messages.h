// Messages of enhance, denoise and scale on pixels in memory.
#pragma once
#include "base/message.h"

namespace atrous::messages {

inline constexpr MessageRow regions_again{"W_REGIONS_AGAIN", "{}; trying again with {} regions"};
inline constexpr MessageRow kernel_checked{"N_KERNEL_CHECKED", "checked the kernels {} on {}: {}"};
inline constexpr MessageRow kernel_wrong{
    "E_KERNEL_WRONG",
    "{}, driver {}: kernel {} {}; update the driver, use another --device, or skip the check with ATROUS_NO_DEVICE_CHECK=1"};
inline constexpr MessageRow samples_replaced{
    "W_SAMPLES_REPLACED", "{}: {} samples were NaN, infinite or beyond 1e30 and are replaced{}"};

// enhance
inline constexpr MessageRow space_noise{"E_SPACE_NOISE",
                                        "space {} has no row for noise (internal error: please report it)"};

// denoise
inline constexpr MessageRow window_length{
    "E_WINDOW_LENGTH",
    "a window of {} frames, or without its middle, for a reach of {} (internal error: please report it)"};
inline constexpr MessageRow window_unlike{
    "E_WINDOW_UNLIKE",
    "frames of a window differ: {}, and {}; render all frames with the same size and layers"};
inline constexpr MessageRow window_memory{
    "E_WINDOW_MEMORY", "a window of up to {} frames: {}; a shorter --temporal window:K needs less memory"};
inline constexpr MessageRow role_samples{"E_ROLE_SAMPLES",
                                         "{}: {} samples for {} pixels (internal error: please report it)"};
inline constexpr MessageRow half_window{
    "E_HALF_WINDOW",
    "--half: the data window is {} at {},{}, but the other half has {} at {},{}; render both halves of a frame with the same camera and size"};
inline constexpr MessageRow half_layers{
    "E_HALF_LAYERS",
    "--half: albedo, normals, emission, variance or lights exist in one half only; render both halves with the same layers"};
inline constexpr MessageRow half_same{
    "E_HALF_SAME",
    "--half: both halves have the same pixels; render the second half with another seed, or leave out --half"};
inline constexpr MessageRow half_noise{
    "W_HALF_NOISE",
    "--half: both halves have noise in common (about {}), as renders with one seed do, so that noise stays in the result; render the second half with another seed",
    Frequency::once};
inline constexpr MessageRow half_samples{
    "W_HALF_SAMPLES",
    "--half: the halves have {} and {} samples per pixel; the result may be worse than the half with more samples; render both halves with the same number",
    Frequency::once};
inline constexpr MessageRow half_history{
    "E_HALF_HISTORY",
    "--half: works with windows and single frames only; use --temporal window:K or none instead of recursive"};
// clang-format off
inline constexpr MessageRow pilot_window{"E_PILOT_WINDOW", "--pilot: has {} pixels at {},{}, but the image has {} at {},{}; give the other denoiser the same render, with its data window"};
inline constexpr MessageRow pilot_colours{"E_PILOT_COLOURS", "--pilot: has no layer with R, G and B for {}; name one with --role pilot=NAME"};
inline constexpr MessageRow pilot_broken{"E_PILOT_BROKEN", "--pilot: {} of {} samples are NaN, infinite, above 1e10 or far below 0; check the input of the other denoiser"};
inline constexpr MessageRow pilot_not_finite{"W_PILOT_NOT_FINITE", "--pilot: {} samples are NaN, infinite, above 1e10 or far below 0; their pixels are filtered without a pilot; check the input of the other denoiser", Frequency::once};
inline constexpr MessageRow pilot_same{"E_PILOT_SAME", "--pilot: has the pixels of the render itself; give the file that the other denoiser wrote"};
inline constexpr MessageRow pilot_rounded{"E_PILOT_ROUNDED", "--pilot: {} % of its samples lie on the steps of 8 bits (usually about 30); have the other denoiser write scene-linear halfs or floats"};
inline constexpr MessageRow pilot_foreign{"E_PILOT_FOREIGN", "--pilot: its details are not in the render (correlation {}, usually above 0.97), as in another scene or a mirrored image; give the result for this frame"};
inline constexpr MessageRow pilot_encoded{"E_PILOT_ENCODED", "--pilot: has {} times the contrast of the render (usually 0.93 to 1.08) and ends at {} (the render at {}), as after a tone curve or clipping; have the other denoiser read and write scene-linear light"};
inline constexpr MessageRow pilot_exposed{"E_PILOT_EXPOSED", "--pilot: is {} times as bright as the render ({} stops); write it with the exposure of the render"};
inline constexpr MessageRow pilot_other_frame{"E_PILOT_OTHER_FRAME", "--pilot: differs from the render visibly, and by more than noise, in {} % of the blocks of 8x8 pixels (usually below 2; median of all {} standard errors), as another frame; check frame numbers and camera"};
inline constexpr MessageRow pilot_moved{"W_PILOT_MOVED", "--pilot: differs from the render visibly, and by more than noise, in {} % of the blocks of 8x8 pixels (usually below 2; median of all {} standard errors), as a neighbouring frame; check frame numbers and camera", Frequency::once};
inline constexpr MessageRow pilot_own{"W_PILOT_OWN", "--pilot: was written by atrous denoise; the pilot of another denoiser adds more", Frequency::once};
// clang-format on
inline constexpr MessageRow motion_found{"N_MOTION_FOUND",
                                         "{}: found motion from the previous frame for {} % of the pixels"};
// The names of the roles are the first values.
inline constexpr MessageRow guide_not_finite{"W_GUIDE_NOT_FINITE", "{} has {} samples that are {}, {}",
                                             Frequency::once_per_value};
inline constexpr MessageRow guide_flat{
    "W_GUIDE_FLAT", "{} is the same everywhere and does not guide the filter", Frequency::once_per_value};
inline constexpr MessageRow guide_all_sky{
    "W_GUIDE_ALL_SKY", "{} is the sky everywhere, although normals show surfaces; it is ignored",
    Frequency::once_per_value};
inline constexpr MessageRow guide_directionless{
    "W_GUIDE_DIRECTIONLESS", "{} has no direction anywhere, although depth shows surfaces; it is ignored",
    Frequency::once_per_value};

// scale
inline constexpr MessageRow scaled{"N_SCALED", "{}: scaled {}"};
inline constexpr MessageRow size_enlarges{
    "E_SIZE_ENLARGES", "--size {} enlarges an axis {} times, but the limit is {} times; use a smaller box"};

} // namespace atrous::messages
