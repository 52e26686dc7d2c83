// Messages about damaged, unsupported or unread bytes of files. Each begins with the name of the file.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
// All formats

inline constexpr MessageRow lost_for_good{"E_LOST_FOR_GOOD", "{}; replaced in place, the file would lose this for good: write to another file (-o), or keep a backup (--in-place=SUFFIX)"};
inline constexpr MessageRow sample_storage{"E_SAMPLE_STORAGE", "is damaged or not supported: {} bits per pixel with compression or image type {} of its header; save it again with 24 bits and without compression"};
inline constexpr MessageRow xmp_size{"E_XMP_SIZE", "the XMP data have more than {} MiB, the limit"};
inline constexpr MessageRow xmp_depth{"E_XMP_DEPTH", "the XMP data have elements nested more than {} deep; remove them with: exiftool -xmp:all= FILE"};
inline constexpr MessageRow xmp_properties{"E_XMP_PROPERTIES", "the XMP data have more than {} properties; remove them with: exiftool -xmp:all= FILE"};
inline constexpr MessageRow other_images{"W_OTHER_IMAGES", "reads and writes only the first of {} images"};
inline constexpr MessageRow alpha_steps{"W_ALPHA_STEPS", "colours under transparency are read with fewer steps"};

// BMP

inline constexpr MessageRow bmp_header{"E_BMP_HEADER", "is damaged or not supported: a header of {} bytes; atrous reads BMPs with 12, 40, 108 and 124"};
inline constexpr MessageRow bmp_cut{"E_BMP_CUT", "is truncated or damaged: the headers take {} bytes and the image begins at byte {}; the file has {} bytes"};
inline constexpr MessageRow bmp_order{"E_BMP_ORDER", "is not supported: samples in another order than blue, green, red; save it again with 24 bits"};

// DPX

inline constexpr MessageRow dpx_header{"E_DPX_HEADER", "is truncated or damaged: the header specifies {} image elements (of 1 to 8) and {} bytes of user data, the file has {} bytes"};
inline constexpr MessageRow dpx_bits{"E_DPX_BITS", "the header is damaged: it specifies samples of {} bits"};
inline constexpr MessageRow dpx_turned{"E_DPX_TURNED", "it is turned by a quarter (orientation {}), and OpenImageIO exchanges its width and height; turn its pixels first, for example: convert FILE -auto-orient turned.dpx"};
inline constexpr MessageRow dpx_runs{"E_DPX_RUNS", "is compressed (run lengths), which atrous does not support; save it again without compression"};
inline constexpr MessageRow dpx_cut{"E_DPX_CUT", "is truncated or damaged: the image of {}x{} pixels does not fit into the file's {} bytes"};
inline constexpr MessageRow dpx_logarithmic{"W_DPX_LOGARITHMIC", "the samples are logarithmic ({}), and atrous takes them for sRGB; convert the file first (convert in.dpx -colorspace sRGB out.tif), or name the profile (--assume-profile)", Frequency::once};
inline constexpr MessageRow gif_palette{"E_GIF_PALETTE", "is not supported: the pixels of frame {} have {} bits, the palette has {} colours; save it again: convert in.gif out.png"};
inline constexpr MessageRow gif_disposal{"E_GIF_DISPOSAL", "frame {} is undone before the next one (disposal \"previous\"), which OpenImageIO shows wrongly; make whole frames first: convert in.gif -coalesce out.gif"};
inline constexpr MessageRow gif_size{"E_GIF_SIZE", "the header specifies {}x{} pixels; atrous reads GIFs with fewer than {} pixels"};
inline constexpr MessageRow gif_profile{"W_GIF_PROFILE", "the ICC profile of a GIF is not read: its colours are taken for sRGB"};
inline constexpr MessageRow gif_cut{"E_GIF_CUT", "is truncated or damaged: the data at byte {} of {}, after {} whole frames, are no complete block of a GIF"};

// HEIC and AVIF

inline constexpr MessageRow heif_item{"W_HEIF_ITEM", "{} cannot be read ({}) and is left out"};
inline constexpr MessageRow heif_foreign_exif{"W_HEIF_FOREIGN_EXIF", "the EXIF block belongs to no image that atrous reads, and is left out"};
inline constexpr MessageRow heif_metadata{"W_HEIF_METADATA", "metadata of type {}{} are neither read nor written"};
inline constexpr MessageRow heif_damaged{"E_HEIF_DAMAGED", "is damaged or not supported: {}"};
inline constexpr MessageRow heif_no_decoder{"E_HEIF_NO_DECODER", "libheif has no decoder for {}; install one (on Debian 13 and Ubuntu 24.04: package libheif-plugin-{})"};
inline constexpr MessageRow heif_foreign_file{"E_HEIF_FOREIGN_FILE", "is neither HEIC nor AVIF; atrous does not support video: extract its frames first, for example with: ffmpeg -i film.mp4 f.%04d.png"};
inline constexpr MessageRow heif_sequence{"W_HEIF_SEQUENCE", "has an image sequence or a video (tracks: {}); atrous reads only the still image"};
inline constexpr MessageRow heif_auxiliary{"W_HEIF_AUXILIARY", "{} images in addition to the main image (gain map, depth, mattes) are neither read nor written"};
inline constexpr MessageRow heif_aspect{"E_HEIF_ASPECT", "the aspect ratio of the pixels (pasp) cannot be written"};

// JPEG, and JPEG 2000

inline constexpr MessageRow jpeg_size{"E_JPEG_SIZE", "the header specifies {}x{} pixels, more than {} bytes can hold; the file is truncated or damaged"};
inline constexpr MessageRow jpeg_segments{"W_JPEG_SEGMENTS", "the segments are damaged at byte {}; metadata after it are left out"};
inline constexpr MessageRow jpeg_profile_parts{"W_JPEG_PROFILE_PARTS", "the colour profile is incomplete ({} of {} parts) and left out"};
inline constexpr MessageRow jpeg_damaged{"E_JPEG_DAMAGED", "is truncated or damaged: {}"};
inline constexpr MessageRow jpeg_changed{"E_JPEG_CHANGED", "changed while it was read: {}"};
inline constexpr MessageRow jpeg_unopened{"E_JPEG_UNOPENED", "cannot be opened: {}"};
inline constexpr MessageRow jpeg_suspect{"W_JPEG_SUSPECT", "may be damaged: {}"};
inline constexpr MessageRow jp2_component{"E_JP2_COMPONENT", "is not supported: component {} is signed, or has one sample for {} of {} pixels; save it again without subsampling"};
inline constexpr MessageRow jp2_space{"E_JP2_SPACE", "is not supported: its colours are in space {}; convert it to sRGB first"};

// OpenEXR

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

// PNG

inline constexpr MessageRow png_text_size{"E_PNG_TEXT_SIZE", "chunk {} has more than {} MiB, the limit"};
inline constexpr MessageRow png_no_samples{"E_PNG_NO_SAMPLES", "is truncated or damaged: there are no samples (IDAT) up to byte {} of {}"};
inline constexpr MessageRow png_chunk_damaged{"E_PNG_CHUNK_DAMAGED", "is damaged: chunk {} {}"};
inline constexpr MessageRow png_chunk_lost{"W_PNG_CHUNK_LOST", "chunk {} ({}) {}, and is left out"};
inline constexpr MessageRow credentials{"W_CREDENTIALS", "content credentials (C2PA) are left out, since they hold only for the unchanged file; sign the new file"};
inline constexpr MessageRow png_chunk_unread{"W_PNG_CHUNK_UNREAD", "chunk {} ({}) is neither read nor written"};
inline constexpr MessageRow png_chunk_unknown{"W_PNG_CHUNK_UNKNOWN", "chunk {} is unknown and left out", Frequency::once_per_value};
inline constexpr MessageRow png_no_end{"W_PNG_NO_END", "is truncated or damaged after its image, at byte {} of {}, before the end mark (IEND); the rest is left out"};
inline constexpr MessageRow png_animation{"W_PNG_ANIMATION", "is an animation (APNG) of {} frames; atrous reads only {}"};
inline constexpr MessageRow png_samples_checksum{"E_PNG_SAMPLES_CHECKSUM", "the samples (IDAT, from byte {}) have a wrong checksum"};
inline constexpr MessageRow png_samples_cut{"E_PNG_SAMPLES_CUT", "the samples (IDAT) should go on to byte {}, the file ends at {}"};

inline constexpr MessageRow cicp_range{"W_CICP_RANGE", "the cICP chunk specifies samples that are not RGB of full range, which atrous does not support; it is ignored"};

// PNM

inline constexpr MessageRow pnm_header_damaged{"E_PNM_HEADER_DAMAGED", "the header is damaged: width, height or the largest sample (1 to 65535) is not a valid number"};
inline constexpr MessageRow pnm_pictures{"W_PNM_PICTURES", "has further images after the first; atrous reads only the first"};
inline constexpr MessageRow pnm_cut{"E_PNM_CUT", "is truncated or damaged: row {} is incomplete"};

// PSD

inline constexpr MessageRow psd_colours{"E_PSD_COLOURS", "is a PSD of {} colours, which atrous does not support; convert it to RGB first"};
inline constexpr MessageRow psd_cut{"E_PSD_CUT", "is truncated or damaged: its {} should take {} bytes, the file has {}"};
inline constexpr MessageRow psd_layers{"W_PSD_LAYERS", "the layers are flattened: atrous reads the merged image", Frequency::once};
inline constexpr MessageRow psd_channels{"W_PSD_CHANNELS", "channels other than the colours (saved selections, or the transparency of 16-bit files) are not read", Frequency::once};

// Radiance, RAW and Targa

inline constexpr MessageRow hdr_line{"W_HDR_LINE", "the header line {} is not applied"};
inline constexpr MessageRow raw_monochrome{"E_RAW_MONOCHROME", "is a monochrome RAW file, which atrous does not support; develop it to a TIFF first"};
inline constexpr MessageRow targa_rows{"E_TARGA_ROWS", "is not supported: its rows are interleaved; save it again without"};

// TIFF

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

// WebP

inline constexpr MessageRow webp_damaged{"E_WEBP_DAMAGED", "is truncated or damaged: {}"};
inline constexpr MessageRow webp_misspelt_chunk{"W_WEBP_MISSPELT_CHUNK", "chunk '{}' of {} bytes at byte {} has nearly the name of a known chunk, so it may be damaged; it is left out"};
inline constexpr MessageRow webp_unknown_chunk{"W_WEBP_UNKNOWN_CHUNK", "chunk '{}' of {} bytes at byte {} is unknown and left out"};
inline constexpr MessageRow webp_unannounced{"W_WEBP_UNANNOUNCED", "the header does not announce {}, but the file has it; it is left out"};
inline constexpr MessageRow webp_missing{"W_WEBP_MISSING", "the header announces {}, but the file does not have it"};
// clang-format on
} // namespace atrous::messages
