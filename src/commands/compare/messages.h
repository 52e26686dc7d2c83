// Messages of `compare`.
#pragma once
#include "base/message.h"

namespace atrous::messages {

// clang-format off
inline constexpr MessageRow heat_is_input{"E_HEAT_IS_INPUT", "--heat {}: is one of the files that are compared; use another name"};
inline constexpr MessageRow heat_scale{"N_HEAT_SCALE", "{} shows differences: {}"};
inline constexpr MessageRow gain_map_ignored{"N_GAIN_MAP_IGNORED", "{}: the gain map is not applied; to compare HDR renditions, use --hdr", Frequency::once};
inline constexpr MessageRow heat_frame{"N_HEAT_FRAME", "{} shows frame {}"};
inline constexpr MessageRow samples_lost{"E_SAMPLES_LOST", "{} samples of A are NaN or infinite, but finite in B"};
inline constexpr MessageRow psnr_too_low{"E_PSNR_TOO_LOW", "--min-psnr: PSNR is {}, below {}"};
inline constexpr MessageRow flip_too_high{"E_FLIP_TOO_HIGH", "--max-flip: FLIP is {}, above {}"};
inline constexpr MessageRow flicker_too_high{"E_FLICKER_TOO_HIGH", "--max-flicker: flicker is {}, above {}"};
inline constexpr MessageRow flicker_of_files{"E_FLICKER_OF_FILES", "--max-flicker: flicker is of sequences, but {} and {} are files"};
inline constexpr MessageRow flicker_of_names{"E_FLICKER_OF_NAMES", "--max-flicker: flicker is of frames with numbers, but {}"};
inline constexpr MessageRow psnr_missing{"E_PSNR_MISSING", "--min-psnr: there is nothing to measure PSNR of"};
inline constexpr MessageRow flip_missing{"E_FLIP_MISSING", "--max-flip: there is nothing to measure FLIP of"};
inline constexpr MessageRow flicker_missing{"E_FLICKER_MISSING", "--max-flicker: there is nothing to measure flicker of"};
inline constexpr MessageRow flicker_no_frames{"W_FLICKER_NO_FRAMES", "flicker was not measured, because no two frames follow each other"};
inline constexpr MessageRow flicker_no_motion{"W_FLICKER_NO_MOTION", "flicker was not measured, because {} has no motion vectors; name frames that have a layer Vector with --motion-from FILES"};
inline constexpr MessageRow flicker_too_small{"W_FLICKER_TOO_SMALL", "flicker was not measured, because the images are too small"};
inline constexpr MessageRow pattern_matches_nothing{"E_PATTERN_MATCHES_NOTHING", "{}: no file matches the pattern"};
inline constexpr MessageRow frames_differ{"E_FRAMES_DIFFER", "the frames differ: {}, {}{}"};
inline constexpr MessageRow frames_lacking{"E_FRAMES_LACKING", "{}, but not {}, {}"};
inline constexpr MessageRow motion_of_names{"E_MOTION_OF_NAMES", "--motion-from {}: motion vectors are for frames with numbers, but {}"};
inline constexpr MessageRow motion_of_files{"E_MOTION_OF_FILES", "--motion-from {}: motion vectors are for sequences; give folders or patterns of frames"};
inline constexpr MessageRow operand_missing{"E_OPERAND_MISSING", "{}: no such file or folder"};
inline constexpr MessageRow operands_differ{"E_OPERANDS_DIFFER", "{}, but {} is one file; give two files, or two folders or patterns"};
inline constexpr MessageRow frames_of_files{"E_FRAMES_OF_FILES", "--frames {}: is for sequences, but {} and {} are files"};
inline constexpr MessageRow sizes_differ{"E_SIZES_DIFFER", "the sizes differ: {} is {}, {} is {}"};
inline constexpr MessageRow channels_differ{"E_CHANNELS_DIFFER", "the channels differ: {} has {}, {} has {}"};
inline constexpr MessageRow motion_size_differs{"E_MOTION_SIZE_DIFFERS", "the sizes differ: the motion vectors of {} are {}, the image {} is {}"};
inline constexpr MessageRow layers_lacking{"E_LAYERS_LACKING", "--layer {}: neither {} nor {} has layers"};
inline constexpr MessageRow compare_no_picture{"E_COMPARE_NO_PICTURE", "{}: has no image; choose a layer with --layer NAME ({})"};
inline constexpr MessageRow compare_no_layer{"E_COMPARE_NO_LAYER", "{}: has no layer {}; {}"};
inline constexpr MessageRow compare_layer_channels{"E_COMPARE_LAYER_CHANNELS", "{}: layer {} has {} channels and is no image; {}"};
inline constexpr MessageRow compare_no_motion{"E_COMPARE_NO_MOTION", "{}: has no motion vectors that lead to the previous frame ('atrous probe' lists layers and their roles)"};
inline constexpr MessageRow compares_first{"W_COMPARES_FIRST", "{}: has {} images; only the first{} is compared; choose another with --layer NAME"};
inline constexpr MessageRow image_counts_differ{"W_IMAGE_COUNTS_DIFFER", "{} has {} images, but {} has {}; only the first of each is compared"};
inline constexpr MessageRow types_differ{"W_TYPES_DIFFER", "{} has {}, but {} has {}; their values are compared as they are, integers as 0 to 1, although one may be encoded for display and the other linear"};
inline constexpr MessageRow origins_differ{"W_ORIGINS_DIFFER", "the pixels of {} begin at {}, but the pixels of {} at {}; the upper left pixels are compared with each other"};
inline constexpr MessageRow compare_not_finite{"W_COMPARE_NOT_FINITE", "{}: {} samples are NaN and {} infinite; they are left out"};
// clang-format on

} // namespace atrous::messages
