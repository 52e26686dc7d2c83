// Messages about JPEG files, and about data that follow their images. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow jpeg_size{"E_JPEG_SIZE", "the header specifies {}x{} pixels, more than {} bytes can hold; the file is truncated or damaged"};
inline constexpr MessageRow jpeg_segments{"W_JPEG_SEGMENTS", "the segments are damaged at byte {}; metadata after it are left out"};
inline constexpr MessageRow jpeg_profile_parts{"W_JPEG_PROFILE_PARTS", "the colour profile is incomplete ({} of {} parts) and left out"};
inline constexpr MessageRow jpeg_damaged{"E_JPEG_DAMAGED", "is truncated or damaged: {}"};
inline constexpr MessageRow jpeg_changed{"E_JPEG_CHANGED", "changed while it was read: {}"};
inline constexpr MessageRow jpeg_unopened{"E_JPEG_UNOPENED", "cannot be opened: {}"};
inline constexpr MessageRow jpeg_suspect{"W_JPEG_SUSPECT", "may be damaged: {}"};
inline constexpr MessageRow appended_lost{"W_APPENDED_LOST", "data after the image of the JPEG is left out{}: {}"};
inline constexpr MessageRow announced_lost{"W_ANNOUNCED_LOST", "the XMP data announced a gain map or a video, which are left out"};
inline constexpr MessageRow appended_changed{"E_APPENDED_CHANGED", "changed while it was read"};
inline constexpr MessageRow appended_too_far{"E_APPENDED_TOO_FAR", "the data after the image of {} would lie beyond the 4 GiB that the table (MPF) can address; leave them out with --strip"};
inline constexpr MessageRow gain_map_bytes{"E_GAIN_MAP_BYTES", "the gain map has {}, more than its image can take"};
inline constexpr MessageRow gain_map_changed{"E_GAIN_MAP_CHANGED", "the file changed while it was read"};
inline constexpr MessageRow gain_map_format{"E_GAIN_MAP_FORMAT", "the gain map is not a JPEG"};
inline constexpr MessageRow gain_map_size{"E_GAIN_MAP_SIZE", "the gain map is {}, larger than its image ({})"};
inline constexpr MessageRow gain_map_unusable{"W_GAIN_MAP_UNUSABLE", "{}: the gain map cannot be applied: {}; it is not filtered, and stays as it is or is left out"};
inline constexpr MessageRow gain_map_encoding{"E_GAIN_MAP_ENCODING", "the gain map cannot be encoded"};
// clang-format on
} // namespace atrous::messages
