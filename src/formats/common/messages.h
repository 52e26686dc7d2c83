// Messages about reading and writing images. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
// Data that are left out, and damage

inline constexpr MessageRow lost_for_good{"E_LOST_FOR_GOOD", "{}; replaced in place, the file would lose this for good: write to another file (-o), or keep a backup (--in-place=SUFFIX)"};
inline constexpr MessageRow sample_storage{"E_SAMPLE_STORAGE", "is damaged or not supported: {} bits per pixel with compression or image type {} of its header; save it again with 24 bits and without compression"};
inline constexpr MessageRow xmp_size{"E_XMP_SIZE", "the XMP data have more than {} MiB, the limit"};
inline constexpr MessageRow xmp_depth{"E_XMP_DEPTH", "the XMP data have elements nested more than {} deep; remove them with: exiftool -xmp:all= FILE"};
inline constexpr MessageRow xmp_properties{"E_XMP_PROPERTIES", "the XMP data have more than {} properties; remove them with: exiftool -xmp:all= FILE"};
inline constexpr MessageRow other_images{"W_OTHER_IMAGES", "reads and writes only the first of {} images"};
inline constexpr MessageRow alpha_steps{"W_ALPHA_STEPS", "colours under transparency are read with fewer steps"};
inline constexpr MessageRow credentials{"W_CREDENTIALS", "content credentials (C2PA) are left out, since they hold only for the unchanged file; sign the new file"};
inline constexpr MessageRow content_light{"W_CONTENT_LIGHT", "the light levels (clli: brightest pixel {} cd/m2, mean {}) are impossible; atrous measures them for outputs"};
inline constexpr MessageRow display_light{"W_DISPLAY_LIGHT", "the mastering display is impossible (luminance from {} to {} cd/m2) and is left out"};
inline constexpr MessageRow profile_contradicts{"W_PROFILE_CONTRADICTS", "the colour profile contradicts the code points (primaries {}, transfer {} of ITU-T H.273); atrous takes the code points"};
inline constexpr MessageRow gain_map_damaged{"W_GAIN_MAP_DAMAGED", "the gain map cannot be read ({}): the high dynamic range is lost, and only the image of standard range is read"};
inline constexpr MessageRow tail_unread{"W_TAIL_UNREAD", "the {} bytes after the image are neither read nor written"};

// Opening and reading

inline constexpr MessageRow no_signature{"E_NO_SIGNATURE", "is not an image, or its format has no mark in the first bytes; the name must show the format then: read it from a file"};
inline constexpr MessageRow not_an_image{"E_NOT_AN_IMAGE", "is not an image: neither its first bytes nor its name belong to a format that atrous reads"};
inline constexpr MessageRow not_as_named{"E_NOT_AS_NAMED", "is not an image: it has the name of a {} file, but its first bytes belong to no known format"};
inline constexpr MessageRow no_reading_memory{"E_NO_READING_MEMORY", "not enough memory to read it; try --jobs 1"};
inline constexpr MessageRow cannot_be_read{"E_CANNOT_BE_READ", "cannot be read, it may be damaged: {}"};
inline constexpr MessageRow opening_memory_limit{"E_OPENING_MEMORY_LIMIT", "needs {} of memory to be opened, since its decoder holds the whole image; --max-memory allows {}"};
inline constexpr MessageRow metadata_unread{"W_METADATA_UNREAD", "the metadata cannot be read ({}); atrous keeps the part that OpenImageIO supports"};
inline constexpr MessageRow metadata_damaged{"W_METADATA_DAMAGED", "some metadata are damaged ({})"};
inline constexpr MessageRow deep_image{"E_DEEP_IMAGE", "is a deep image (several samples per pixel), which atrous does not support; flatten it first"};
inline constexpr MessageRow no_pixels{"E_NO_PIXELS", "has no pixels"};
inline constexpr MessageRow volume{"E_VOLUME", "is a volume of {} slices, not an image"};
inline constexpr MessageRow image_size{"E_IMAGE_SIZE", "is {}; the longest side may have {} pixels"};
inline constexpr MessageRow image_channels{"E_IMAGE_CHANNELS", "has {} channels; atrous reads {} at most"};
inline constexpr MessageRow image_samples{"E_IMAGE_SAMPLES", "has {} samples ({}, {} channels); atrous reads {} at most"};
inline constexpr MessageRow tile_size{"E_TILE_SIZE", "has tiles of {} for an image of {}; a tile of more than 64 MiB may have 4 times the image's size at most"};
inline constexpr MessageRow double_tiles{"E_DOUBLE_TILES", "has tiles of 64-bit floats, which OpenImageIO reads wrongly; rewrite it in strips: tiffcp -s IN OUT"};
inline constexpr MessageRow print_pages{"E_PRINT_PAGES", "has several pages, and --cmyk rgb converts none of them; split the file first (tiffsplit)"};
inline constexpr MessageRow print_channels_lost{"W_PRINT_CHANNELS_LOST", "{} channels other than colours (alpha or spot colours) are left out"};
inline constexpr MessageRow cmyk_image{"E_CMYK_IMAGE", "is a CMYK image; --cmyk rgb converts it to RGB by its profile"};
inline constexpr MessageRow lab_image{"E_LAB_IMAGE", "is a Lab image; save it as RGB first"};
inline constexpr MessageRow cmyk_samples{"E_CMYK_SAMPLES", "is a CMYK image of {} samples, which --cmyk rgb does not convert; save it as RGB first"};
inline constexpr MessageRow cmyk_no_profile{"E_CMYK_NO_PROFILE", "is a CMYK image without a profile, which --cmyk rgb needs; embed one, or convert the image to RGB first"};
inline constexpr MessageRow cmyk_channels{"E_CMYK_CHANNELS", "is damaged: a CMYK image with {} channels"};
inline constexpr MessageRow cmyk_converted{"W_CMYK_CONVERTED", "is converted from CMYK to sRGB", Frequency::once};
inline constexpr MessageRow subsampled_image{"E_SUBSAMPLED_IMAGE", "has subsampled channels, which atrous does not support ({})"};
inline constexpr MessageRow not_supported{"E_NOT_SUPPORTED", "is damaged or not supported: {}"};
inline constexpr MessageRow too_many_parts{"E_TOO_MANY_PARTS", "has more than {} parts, the limit"};
inline constexpr MessageRow mip_levels{"W_MIP_LEVELS", "reads and writes only the first MIP level"};
inline constexpr MessageRow part_damaged{"E_PART_DAMAGED", "is damaged: {}"};
inline constexpr MessageRow reader_not_built{"E_READER_NOT_BUILT", "OpenImageIO was built without {}"};
inline constexpr MessageRow samples_damaged{"E_SAMPLES_DAMAGED", "is truncated or damaged: {}{}"};
inline constexpr MessageRow samples_suspect{"W_SAMPLES_SUSPECT", "may be damaged: {}"};
inline constexpr MessageRow samples_as_floats{"W_SAMPLES_AS_FLOATS", "samples of type {} are processed as 32-bit floats and may lose precision"};
inline constexpr MessageRow all_transparent{"W_ALL_TRANSPARENT", "is transparent everywhere, but has colours; to show them remove the alpha channel first (convert IN -alpha off OUT)"};
inline constexpr MessageRow embedded_profile_refused{"E_EMBEDDED_PROFILE_REFUSED", "the colour profile{} {}; convert the image to RGB first"};
inline constexpr MessageRow embedded_profile_unused{"W_EMBEDDED_PROFILE_UNUSED", "the colour profile{} {}; atrous keeps it, and takes the image for one without a profile"};
inline constexpr MessageRow assumed_profile_unused{"W_ASSUMED_PROFILE_UNUSED", "does not use the profile of {} '{}', which {}"};

// The format that is written

inline constexpr MessageRow unknown_compression{"E_UNKNOWN_COMPRESSION", "--compression: invalid value '{}'; use {}"};
inline constexpr MessageRow format_depth{"E_FORMAT_DEPTH", "{} files hold only {} samples"};
inline constexpr MessageRow format_size{"E_FORMAT_SIZE", "{} files have sides of {} pixels at {}, the image has {}; use another format, for example .png or .tif"};
inline constexpr MessageRow format_no_profile{"E_FORMAT_NO_PROFILE", "{} files hold no ICC profile"};
inline constexpr MessageRow format_no_hdr{"E_FORMAT_NO_HDR", "{} files hold no PQ or HLG; {} files do"};
inline constexpr MessageRow format_not_written{"E_FORMAT_NOT_WRITTEN", "'{}' is not an image format that atrous writes; use {}"};
inline constexpr MessageRow nothing_to_write{"E_NOTHING_TO_WRITE", "there is no image to write"};
inline constexpr MessageRow cannot_be_written{"E_CANNOT_BE_WRITTEN", "cannot be written: {}"};
inline constexpr MessageRow memory_file{"E_MEMORY_FILE", "a file in memory cannot be {}: {}"};
inline constexpr MessageRow part_without_colour{"E_PART_WITHOUT_COLOUR", "{} files hold no part without colour; write EXR or TIFF"};
inline constexpr MessageRow profile_not_output{"E_PROFILE_NOT_OUTPUT", "--output-profile: {} {}"};
inline constexpr MessageRow profile_not_held{"E_PROFILE_NOT_HELD", "--output-profile: this {} file cannot hold an ICC profile"};

// Losses in the format that is written

inline constexpr MessageRow times_lost{"W_TIMES_LOST", "{} files hold no times: the frames of the animation are written as parts without times"};
inline constexpr MessageRow parts_lost{"W_PARTS_LOST", "{} files hold one image: {} of {} parts are left out"};
inline constexpr MessageRow alpha_lost{"W_ALPHA_LOST", "this {} file holds no alpha: the image is put on black"};
inline constexpr MessageRow light_hidden{"W_LIGHT_HIDDEN", "{} of {} pixels have light and alpha 0 (glows); this {} file has straight alpha, so that viewers hide this light, and programs that associate alpha lose it; a file without alpha (.jpg) or with associated alpha (.exr, .tif) keeps it"};
inline constexpr MessageRow light_dropped{"W_LIGHT_DROPPED", "{} of {} pixels have light and straight alpha 0; this {} file has associated alpha, in which the light becomes 0"};
inline constexpr MessageRow light_clamped{"W_LIGHT_CLAMPED", "{} of {} pixels have light of more than 65504 times their alpha; this {} file has straight alpha and half floats, in which it is clamped; --depth float keeps it"};
inline constexpr MessageRow depth_lost{"W_DEPTH_LOST", "{} files hold {} samples at best: the {} pixels are {}"};
inline constexpr MessageRow hdr_banding{"W_HDR_BANDING", "8 bits are too few for {}: smooth gradients get bands; leave out --depth uint8, or use --depth {}"};
inline constexpr MessageRow bits_added{"W_BITS_ADDED", "this {} file gets {} bits per sample instead of {}, as this libheif writes these only in 4:2:2 and without alpha; HEIC (--format heic) keeps the bits, and without alpha also --subsampling 422"};
inline constexpr MessageRow types_lost{"W_TYPES_LOST", "{} files hold samples of one type: all channels are written as 32-bit floats"};
inline constexpr MessageRow channels_lost{"W_CHANNELS_LOST", "{} files hold only colour and alpha: {} other channels are left out"};
inline constexpr MessageRow channel_names_lost{"W_CHANNEL_NAMES_LOST", "channels are written without their names ({}), which {} files do not hold", Frequency::once_per_value};
inline constexpr MessageRow window_lost{"W_WINDOW_LOST", "{} files hold no data window: it is left out"};
inline constexpr MessageRow display_written{"W_DISPLAY_WRITTEN", "readers of {} files ignore data windows: the display window ({}+{}+{}) is written; the data window ({}+{}+{}) {}"};
inline constexpr MessageRow light_lost{"W_LIGHT_LOST", "{} files hold no light levels (clli, mdcv): they are left out"};
inline constexpr MessageRow environment_lost{"W_ENVIRONMENT_LOST", "this {} file cannot specify an environment map ({}): it is left out"};
inline constexpr MessageRow exif_lost{"W_EXIF_LOST", "this {} file holds no EXIF data: they are left out"};
inline constexpr MessageRow orientation_lost{"W_ORIENTATION_LOST", "{} files hold no orientation: viewers will show the image turned"};
inline constexpr MessageRow orientation_unseen{"W_ORIENTATION_UNSEEN", "{} files hold the orientation as an attribute that viewers do not follow: they will show the image turned"};
inline constexpr MessageRow nodata_lost{"W_NODATA_LOST", "this {} file cannot mark missing samples as its input does (GDAL_NODATA): they become ordinary samples"};
inline constexpr MessageRow resolution_unused{"W_RESOLUTION_UNUSED", "--resolution has no effect: {} files hold none, unless the input's EXIF has one"};
inline constexpr MessageRow aspect_lost{"W_ASPECT_LOST", "{} files hold no aspect ratio of pixels: pixels {} times as wide as high are shown as squares"};
inline constexpr MessageRow profile_lost{"W_PROFILE_LOST", "this {} file holds no {}: {}"};
inline constexpr MessageRow colours_converted{"W_COLOURS_CONVERTED", "this {} file cannot specify that its colours are {}: they are converted to {}"};
inline constexpr MessageRow tone_mapped{"W_TONE_MAPPED", "the high dynamic range is tone mapped to {} (ITU-R BT.2446, method C); to keep it, write {}, with no --output-profile of standard range"};
inline constexpr MessageRow narrow_colours{"W_NARROW_COLOURS", "{} % of the pixels have colours outside of {}: they are clipped; to keep them, write {}an OpenEXR (--format exr)"};
inline constexpr MessageRow hdr_clipped{"W_HDR_CLIPPED", "{} of {} pixels are brighter than {} holds, up to {} cd/m2: they are clipped; to keep their light, write {}"};
inline constexpr MessageRow profile_left_out{"W_PROFILE_LEFT_OUT", "{}; the profile is left out{}"};
inline constexpr MessageRow exif_not_written{"W_EXIF_NOT_WRITTEN", "the EXIF data (exposure, lens and others) cannot be written into this {} file and are left out; a JPEG keeps them"};

// Metadata that are written

inline constexpr MessageRow metadata_lost{"W_METADATA_LOST", "{} files cannot hold these metadata, which are left out: {}"};
inline constexpr MessageRow png_fact_lost{"W_PNG_FACT_LOST", "{} files hold no {}, which is left out"};
inline constexpr MessageRow own_attributes_lost{"W_OWN_ATTRIBUTES_LOST", "these attributes are left out: {} ({} files cannot hold them)", Frequency::once_per_value};
inline constexpr MessageRow texts_lost{"W_TEXTS_LOST", "{} files hold no texts of a PNG; left out: {}"};
inline constexpr MessageRow description_lost{"W_DESCRIPTION_LOST", "{} of the image description ({}) belong to the old size, and are left out"};
inline constexpr MessageRow depth_map_lost{"W_DEPTH_MAP_LOST", "the depth map in the XMP data (GDepth), and XMP after the first packet, belong to the whole image, and are left out"};
inline constexpr MessageRow without_exiv2{"W_WITHOUT_EXIV2", "this program was built without Exiv2: it keeps only the metadata that OpenImageIO supports"};
inline constexpr MessageRow metadata_reduced{"W_METADATA_REDUCED", "{}: atrous keeps only the metadata{} that OpenImageIO supports"};
inline constexpr MessageRow gain_map_lost{"W_GAIN_MAP_LOST", "{} cannot hold the gain map, without which all displays show the same range; to keep HDR, write a JPEG (--format jpg) or {}"};
// clang-format on
} // namespace atrous::messages
