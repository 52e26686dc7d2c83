// Messages of `enhance`.
#pragma once
#include "base/message.h"

namespace atrous::messages {

// clang-format off
inline constexpr MessageRow noise_first_wrong{"E_NOISE_FIRST_WRONG", "--noise: '{}' is not valid; use first:N, the first N images of this run, 1 to {}; or ./{} for a file of that name"};
inline constexpr MessageRow noise_source_unusable{"E_NOISE_SOURCE_UNUSABLE",
    "--noise {}; --noise takes a deviation, iso:N, FILE (an image), first:N or each"};
inline constexpr MessageRow noise_first_and_others{"E_NOISE_FIRST_AND_OTHERS", "--noise first:N excludes other values of --noise; give only first:N, or name files"};
inline constexpr MessageRow noise_first_of_chunk{"E_NOISE_FIRST_OF_CHUNK", "{}: a chunk does not contain the first images of the batch; name them with --noise FILE"};
inline constexpr MessageRow noise_first_few{"W_NOISE_FIRST_FEW", "{}: there are only {} images; their noise is used"};
inline constexpr MessageRow noise_sources_differ{"E_NOISE_SOURCES_DIFFER", "{}: {} is {}, but the images before it are {}"};
inline constexpr MessageRow noise_source_differs{"E_NOISE_SOURCE_DIFFERS", "is {}, and {} is {}; filter them in a separate run"};
inline constexpr MessageRow noise_source_empty{"E_NOISE_SOURCE_EMPTY", "--noise {}: contains no image"};
inline constexpr MessageRow sidecar_and_preset{"E_SIDECAR_AND_PRESET", "--preset NAME and --preset FILE.xmp contradict each other; give one, or --preset sidecar"};
inline constexpr MessageRow sidecar_space{"E_SIDECAR_SPACE", "--preset FILE.xmp: its thresholds and sigmas are for space lab; leave out --space {}"};
inline constexpr MessageRow crop_syntax{"E_CROP_SYNTAX", "--crop: '{}' is not a part of an image; write WIDTHxHEIGHT+X+Y, X and Y from the top left corner, for example 600x400+1200+800"};
inline constexpr MessageRow crop_outside{"E_CROP_OUTSIDE", "--crop {} is not within the image, which is {}{}; choose a part of it"};
inline constexpr MessageRow compare_to_stdout{"E_COMPARE_TO_STDOUT", "--compare writes a file next to the output, but the output is the standard output; leave out one of them"};
inline constexpr MessageRow companion_collides{"E_COMPANION_COLLIDES", "{} would be written to {}, which is {}; give the outputs other names"};
inline constexpr MessageRow companion_folder{"E_COMPANION_FOLDER", "{}: its folder cannot be made: {}"};
inline constexpr MessageRow equalizer_number{"E_EQUALIZER_NUMBER", "{}: the contrast equalizer's curve for {} is no number from 0 to 1; the sidecar is damaged"};
inline constexpr MessageRow equalizer_order{"E_EQUALIZER_ORDER", "{}: the points of the contrast equalizer's curve for {} do not ascend ({} after {})"};
inline constexpr MessageRow equalizer_version{"E_EQUALIZER_VERSION", "{}: its contrast equalizer has version '{}'; versions 1 and 2 are known (darktable 0.9 to 5)"};
inline constexpr MessageRow equalizer_size{"E_EQUALIZER_SIZE", "{}: the contrast equalizer's parameters have {} bytes, version {} has {}; the sidecar is damaged"};
inline constexpr MessageRow copied_without_colours{"W_COPIED_WITHOUT_COLOURS", "{}: has no colour channels; copied unchanged"};
inline constexpr MessageRow noise_source_replaced{"E_NOISE_SOURCE_REPLACED", "--noise {}: this run replaces this file; name another image, or a copy"};
inline constexpr MessageRow option_unused{"W_OPTION_UNUSED", "{} has no effect without {}"};
inline constexpr MessageRow noise_found{"N_NOISE_FOUND", "{}: {}"};
inline constexpr MessageRow noise_of_several{"N_NOISE_OF_SEVERAL", "{}: the mean of the noise in {} of {} images: {}"};
inline constexpr MessageRow presets_overridden{"N_PRESETS_OVERRIDDEN", "presets {}: a later preset replaces the values of {}"};
inline constexpr MessageRow sidecar_used{"N_SIDECAR_USED", "{}: uses the settings of {}"};
inline constexpr MessageRow sidecar_absent{"N_SIDECAR_ABSENT", "{}: no sidecar with a contrast equalizer; uses the settings of the command line"};
inline constexpr MessageRow sidecar_several{"W_SIDECAR_SEVERAL", "{}: has {} contrast equalizers; only the last one is used"};
inline constexpr MessageRow sidecar_blending{"W_SIDECAR_BLENDING", "{}: blending and masks of the contrast equalizer are not supported and left out"};
inline constexpr MessageRow sidecar_no_history{"E_SIDECAR_NO_HISTORY", "{}: has no darktable history; give a sidecar that darktable wrote"};
inline constexpr MessageRow sidecar_no_equalizer{"E_SIDECAR_NO_EQUALIZER", "{}: does not use the contrast equalizer (operation atrous); add it in darktable"};
inline constexpr MessageRow sidecar_switched_off{"E_SIDECAR_SWITCHED_OFF", "{}: its contrast equalizer is switched off; switch it on in darktable"};
inline constexpr MessageRow sidecar_no_xml{"E_SIDECAR_NO_XML", "{}: is not XML: {}"};
// clang-format on

} // namespace atrous::messages
