// Messages about TIFF files. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow tiff_compression{"E_TIFF_COMPRESSION", "compression {} is not supported; convert the file first"};
inline constexpr MessageRow tiff_big{"W_TIFF_BIG", "is a BigTIFF: atrous keeps only the EXIF, GPS, XMP, IPTC and GeoTIFF data that OpenImageIO supports"};
inline constexpr MessageRow tiff_stack{"E_TIFF_STACK", "holds {} images, and directories of {}: the others follow its samples without directories (as ImageJ, tifffile and MetaMorph write large stacks), and would be lost; save it with a directory for each image first"};
inline constexpr MessageRow tiff_nodata{"E_TIFF_NODATA", "marks missing samples by {} (GDAL_NODATA), which atrous cannot keep among such samples (64-bit floats, 32-bit integers, a palette, reversed greys or fewer than 8 bits); convert it first, for example with gdal_translate -ot Float32"};
inline constexpr MessageRow tiff_sub_images{"W_TIFF_SUB_IMAGES", "images below its pages (SubIFDs) are neither read nor written"};
inline constexpr MessageRow tiff_layers{"W_TIFF_LAYERS", "Photoshop's layers are neither read nor written; atrous reads the merged image"};
inline constexpr MessageRow tiff_colour_tags{"W_TIFF_COLOUR_TAGS", "the colour tags (primaries, curves) are neither read nor written"};
inline constexpr MessageRow tiff_wide_palette{"W_TIFF_WIDE_PALETTE", "the palette has colours of 16 bits; atrous reads 8 of them"};
inline constexpr MessageRow tiff_white_zero{"E_TIFF_WHITE_ZERO", "is a WhiteIsZero TIFF with associated alpha, which atrous does not support; write it with unassociated alpha or as BlackIsZero"};
inline constexpr MessageRow tiff_copies{"W_TIFF_COPIES", "{} of {} pages are smaller copies of others (thumbnails, a pyramid), and left out"};
inline constexpr MessageRow tiff_page{"E_TIFF_PAGE", "is damaged or not supported: page {} of {} cannot be read: {}"};
inline constexpr MessageRow tiff_strip_cut{"E_TIFF_STRIP_CUT", "{} {} should end at byte {}, the file has {}"};
inline constexpr MessageRow tiff_strip_checksum{"E_TIFF_STRIP_CHECKSUM", "{} {} has a wrong checksum, or cannot be decompressed"};
inline constexpr MessageRow tiff_strip_short{"E_TIFF_STRIP_SHORT", "{} {} has {} bytes of {}"};
inline constexpr MessageRow tiff_tag_outside{"E_TIFF_TAG_OUTSIDE", "is truncated or damaged: the values of tag {} do not lie in the file ({} values at byte {} of {})"};
inline constexpr MessageRow tiff_block_size{"E_TIFF_BLOCK_SIZE", "the {} has more than {} MiB, the limit"};
inline constexpr MessageRow tiff_strip_count{"E_TIFF_STRIP_COUNT", "is truncated or damaged: page {} has {} {}, its size needs {}"};
inline constexpr MessageRow tiff_channel_bits{"E_TIFF_CHANNEL_BITS", "is truncated or damaged: page {} has {} channels, and the bits of {}"};
inline constexpr MessageRow tiff_palette_size{"E_TIFF_PALETTE_SIZE", "is damaged: the palette of page {} has {} numbers, not {}"};
inline constexpr MessageRow tiff_old_palette{"E_TIFF_OLD_PALETTE", "the palette of page {} has numbers of 8 bits instead of 16, which atrous does not support; convert it: tiff2rgba IN OUT"};
inline constexpr MessageRow tiff_no_bits{"E_TIFF_NO_BITS", "page {} does not specify the bits of a sample (BitsPerSample), and OpenImageIO would read it wrongly; rewrite it: tiffcp IN OUT"};
inline constexpr MessageRow tiff_directories{"E_TIFF_DIRECTORIES", "is truncated or damaged: {}"};
inline constexpr MessageRow tiff_bit_order{"E_TIFF_BIT_ORDER", "the bits are in reverse order (FillOrder 2), which OpenImageIO reads wrongly in deflated files; rewrite it: tiffcp -f msb2lsb in.tif out.tif"};
inline constexpr MessageRow tiff_strip_places{"E_TIFF_STRIP_PLACES", "lists the places of {} {}; the image needs {}"};
inline constexpr MessageRow tiff_page_gone{"E_TIFF_PAGE_GONE", "page {} does not exist any more: the file changed while it was read"};
// clang-format on
} // namespace atrous::messages
