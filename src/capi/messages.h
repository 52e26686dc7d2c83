// Messages of libatrous.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow api_in_monitor{"E_API_IN_MONITOR", "a monitor must not call the library"};
inline constexpr MessageRow api_after_fork{"E_API_AFTER_FORK", "called after fork: OpenCL does not work in process {}, because process {} opened a device before; use spawn, or fork before the first device is opened"};
inline constexpr MessageRow api_premultiplied{"E_API_PREMULTIPLIED", "--motion-stored premultiplied: the library takes vectors without alpha; remove premultiplied"};
inline constexpr MessageRow api_light_replaced{"W_API_LIGHT_REPLACED", "{}: {} samples of light were NaN, infinite, beyond 1e10 or far below 0 and are replaced{}"};
inline constexpr MessageRow api_samples_replaced{"W_API_SAMPLES_REPLACED", "{} colour samples were NaN, infinite or beyond 1e30 and are replaced{}"};
inline constexpr MessageRow api_size_differs{"E_API_SIZE_DIFFERS", "{}: has {} pixels, but color has {}; all images of a frame need one size"};
inline constexpr MessageRow api_filter_unknown{"E_API_FILTER_UNKNOWN", "unknown filter '{}'; use {}{}"};
inline constexpr MessageRow api_image_missing{"E_API_IMAGE_MISSING", "the frame has no image '{}'; set it with atrousSetFilterImage()"};
inline constexpr MessageRow api_frame_empty{"E_API_FRAME_EMPTY", "frame {} has no images; set them with atrousSetFilterImage()"};
inline constexpr MessageRow api_handle_null{"E_API_HANDLE_NULL", "the {} is null"};
inline constexpr MessageRow api_handle_unknown{"E_API_HANDLE_UNKNOWN", "the {} does not exist, or was released"};
inline constexpr MessageRow api_text_null{"E_API_TEXT_NULL", "{} is null"};
inline constexpr MessageRow api_image_unknown{"E_API_IMAGE_UNKNOWN", "{} has no image '{}'; use {}"};
inline constexpr MessageRow api_channels{"E_API_CHANNELS", "{}: has {} channels; it needs {}"};
inline constexpr MessageRow api_integers{"E_API_INTEGERS", "{}: has integer samples; it needs floats or halves"};
inline constexpr MessageRow api_not_committed{"E_API_NOT_COMMITTED", "options or images have changed; call atrousCommitFilter() first"};
inline constexpr MessageRow api_output_size{"E_API_OUTPUT_SIZE", "output: has {} pixels; it needs {}"};
inline constexpr MessageRow api_output_format{"E_API_OUTPUT_FORMAT", "output: has another format than color; use the same format"};
inline constexpr MessageRow api_frame_number{"E_API_FRAME_NUMBER", "frame {}: a number has at most 9 digits"};
inline constexpr MessageRow api_size_null{"E_API_SIZE_NULL", "the address for the size is null"};
inline constexpr MessageRow api_format{"E_API_FORMAT", "{}: {} is not a format"};
inline constexpr MessageRow api_pixels_overlap{"E_API_PIXELS_OVERLAP", "{}: pixels {} apart overlap, because each has {}"};
inline constexpr MessageRow api_rows_overlap{"E_API_ROWS_OVERLAP", "{}: rows {} apart overlap, because each has {}"};
inline constexpr MessageRow api_rows_too_far{"E_API_ROWS_TOO_FAR", "{}: its last row lies beyond the address space"};
inline constexpr MessageRow api_size_invalid{"E_API_SIZE_INVALID", "{}: {}x{} is not a size; each side is 1 to {}"};
inline constexpr MessageRow api_not_mapped{"E_API_NOT_MAPPED", "{}: not all of its {} bytes are memory of this process"};
inline constexpr MessageRow api_option_dashes{"E_API_OPTION_DASHES", "option '{}': write names of options without dashes"};
inline constexpr MessageRow api_option_of_program{"E_API_OPTION_OF_PROGRAM", "--{}{}"};
inline constexpr MessageRow api_profile{"E_API_PROFILE", "{}: {}"};
inline constexpr MessageRow api_profile_tables{"E_API_PROFILE_TABLES", "{}: {} is a profile with tables, which the library does not apply; convert the image first"};
inline constexpr MessageRow api_result_size{"E_API_RESULT_SIZE", "the result has {} pixels, the output {}"};
inline constexpr MessageRow api_no_scale{"E_API_NO_SCALE", "no size given; set factor, for example 8 or 4x2, or size, for example 512x512"};

inline constexpr MessageRow api_frame_order{"W_API_FRAME_ORDER", "frame {} is executed {}: with temporal recursive, execute frames in ascending order; the history starts again"};
// clang-format on
} // namespace atrous::messages
