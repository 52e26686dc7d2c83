// Messages about OpenEXR files. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow exr_attributes{"W_EXR_ATTRIBUTES", "OpenImageIO does not keep these attributes: {}"};
inline constexpr MessageRow exr_changed{"W_EXR_CHANGED", "OpenImageIO writes these attributes with another name or type: {}"};
inline constexpr MessageRow exr_part{"E_EXR_PART", "is damaged or not supported: part {} cannot be read: {}"};
inline constexpr MessageRow exr_name_end{"E_EXR_NAME_END", "the header is damaged: a name without an end"};
inline constexpr MessageRow exr_attribute_size{"E_EXR_ATTRIBUTE_SIZE", "the header is damaged: attribute {} claims {} bytes, the file has {}"};
inline constexpr MessageRow exr_attribute_count{"E_EXR_ATTRIBUTE_COUNT", "the header is damaged: more than {} attributes"};
inline constexpr MessageRow exr_long_attribute{"E_EXR_LONG_ATTRIBUTE", "the header is damaged: an attribute of {} bytes"};
inline constexpr MessageRow exr_header_cut{"E_EXR_HEADER_CUT", "the header is truncated"};
inline constexpr MessageRow exr_cut_meanwhile{"E_EXR_CUT_MEANWHILE", "the file became shorter while it was read"};
inline constexpr MessageRow exr_empty_chunk{"E_EXR_EMPTY_CHUNK", "chunk {} is empty"};
inline constexpr MessageRow exr_large_chunk{"E_EXR_LARGE_CHUNK", "chunk {} claims {} bytes, its pixels take {}"};
inline constexpr MessageRow exr_chunk_checksum{"E_EXR_CHUNK_CHECKSUM", "chunk {} has a wrong checksum, or cannot be decompressed"};
inline constexpr MessageRow exr_short_chunk{"E_EXR_SHORT_CHUNK", "chunk {} has {} bytes of {}"};
inline constexpr MessageRow exr_long_chunk{"E_EXR_LONG_CHUNK", "chunk {} has more than its {} bytes"};
inline constexpr MessageRow exr_channels_limit{"E_EXR_CHANNELS_LIMIT", "a part has more than {} channels, the limit"};
inline constexpr MessageRow exr_window_size{"E_EXR_WINDOW_SIZE", "the data window is {}x{}; the longest side may have {} pixels"};
inline constexpr MessageRow exr_tile_size{"E_EXR_TILE_SIZE", "the tiles are {}x{}; the longest side may have {} pixels"};
inline constexpr MessageRow exr_lost_part{"E_EXR_LOST_PART", "has more chunk offsets than its headers announce: a part is lost"};
inline constexpr MessageRow samples_clamped{"W_SAMPLES_CLAMPED", "{} samples are clamped to {}, above which {} makes infinities; --compression zip keeps them"};
inline constexpr MessageRow ids_lossless{"W_IDS_LOSSLESS", "Cryptomatte or IDs ({}) would be destroyed by {}, so their part is written with zip; write them to files of their own", Frequency::once_per_value};
inline constexpr MessageRow ids_damaged{"W_IDS_DAMAGED", "Cryptomatte or IDs ({}) are damaged by its compression {}, which is not used again for them; render them with zip", Frequency::once_per_value};
// clang-format on
} // namespace atrous::messages
