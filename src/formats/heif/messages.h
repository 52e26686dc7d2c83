// Messages about HEIC and AVIF files. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow heif_item{"W_HEIF_ITEM", "{} cannot be read ({}) and is left out"};
inline constexpr MessageRow heif_foreign_exif{"W_HEIF_FOREIGN_EXIF", "the EXIF block belongs to no image that atrous reads, and is left out"};
inline constexpr MessageRow heif_metadata{"W_HEIF_METADATA", "metadata of type {}{} are neither read nor written"};
inline constexpr MessageRow heif_damaged{"E_HEIF_DAMAGED", "is damaged or not supported: {}"};
inline constexpr MessageRow heif_matrix{"E_HEIF_MATRIX", "libheif does not apply the matrix {} of ITU-T H.273; convert the file first, for example to matrix 1 (BT.709) or 9 (BT.2020)"};
inline constexpr MessageRow heif_no_decoder{"E_HEIF_NO_DECODER", "libheif has no decoder for {}; install one (on Debian 13 and Ubuntu 24.04: package libheif-plugin-{})"};
inline constexpr MessageRow heif_foreign_file{"E_HEIF_FOREIGN_FILE", "is neither HEIC nor AVIF; atrous does not support video: extract its frames first, for example with: ffmpeg -i film.mp4 f.%04d.png"};
inline constexpr MessageRow heif_sequence{"W_HEIF_SEQUENCE", "has an image sequence or a video (tracks: {}); atrous reads only the still image"};
inline constexpr MessageRow heif_auxiliary{"W_HEIF_AUXILIARY", "{} images in addition to the main image (gain map, depth, mattes) are neither read nor written"};
inline constexpr MessageRow heif_aspect{"E_HEIF_ASPECT", "the aspect ratio of the pixels (pasp) cannot be written"};
inline constexpr MessageRow heif_no_encoder{"E_HEIF_NO_ENCODER", "cannot be written: libheif has no encoder for {}; install one (on Debian 13 and Ubuntu 24.04: package libheif-plugin-{})"};
// clang-format on
} // namespace atrous::messages
