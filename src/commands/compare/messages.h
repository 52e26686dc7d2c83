// Messages of `compare`.
#pragma once
#include "base/message.h"

namespace atrous::messages {

// clang-format off
inline constexpr MessageRow heat_is_input{"E_HEAT_IS_INPUT", "--heat {}: is one of the files that are compared; use another name"};
inline constexpr MessageRow heat_scale{"N_HEAT_SCALE", "{}: {}"};
inline constexpr MessageRow heat_frame{"N_HEAT_FRAME", "{} shows frame {}"};
inline constexpr MessageRow samples_lost{"E_SAMPLES_LOST", "{} samples of A are NaN or infinite where those of B are not"};
inline constexpr MessageRow psnr_too_low{"E_PSNR_TOO_LOW", "PSNR {}, at least {} is asked for"};
inline constexpr MessageRow flicker_too_high{"E_FLICKER_TOO_HIGH", "flicker {}, at most {} is asked for"};
inline constexpr MessageRow flicker_of_files{"E_FLICKER_OF_FILES", "--max-flicker: flicker is of sequences, but {} and {} are files"};
inline constexpr MessageRow flicker_of_names{"E_FLICKER_OF_NAMES", "--max-flicker: flicker is of frames with numbers, but {}"};
inline constexpr MessageRow no_flicker{"W_NO_FLICKER", "no flicker: {}"};
inline constexpr MessageRow pattern_matches_nothing{"E_PATTERN_MATCHES_NOTHING", "{}: no file matches the pattern"};
inline constexpr MessageRow frames_lacking{"E_FRAMES_LACKING", "{}, but not {}, {}"};
inline constexpr MessageRow motion_of_names{"E_MOTION_OF_NAMES", "--motion-from {}: motion vectors are for frames with numbers, but {}"};
inline constexpr MessageRow motion_of_files{"E_MOTION_OF_FILES", "--motion-from {}: motion vectors are for sequences; give folders or patterns of frames"};
inline constexpr MessageRow operand_missing{"E_OPERAND_MISSING", "{}: no such file or folder"};
inline constexpr MessageRow operands_differ{"E_OPERANDS_DIFFER", "{}, but {} is one file; give two files, or two folders or patterns"};
inline constexpr MessageRow frames_of_files{"E_FRAMES_OF_FILES", "--frames {}: is for sequences, but {} and {} are files"};
inline constexpr MessageRow sizes_differ{"E_SIZES_DIFFER", "the sizes differ: {} is {}, {} is {}"};
inline constexpr MessageRow channels_differ{"E_CHANNELS_DIFFER", "the channels differ: {} has {}, {} has {}"};
inline constexpr MessageRow motion_size_differs{"E_MOTION_SIZE_DIFFERS", "the sizes differ: the motion vectors of {} are {}, the picture {} is {}"};
inline constexpr MessageRow layers_lacking{"E_LAYERS_LACKING", "--layer {}: neither {} nor {} has layers"};
// clang-format on

} // namespace atrous::messages
