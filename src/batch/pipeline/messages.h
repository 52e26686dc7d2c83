// Messages about frames on their way from files to files.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow other_device{"E_OTHER_DEVICE", "another device continues"};
inline constexpr MessageRow batch_ended{"E_BATCH_ENDED", "{}: not processed, because the run ended before"};
// For commands that have no --jobs.
inline constexpr MessageRow reading_no_memory{"E_READING_NO_MEMORY", "{}: not enough memory"};
inline constexpr MessageRow reading_limit{"E_READING_LIMIT", "{} needs {} of memory for its pixels, but --max-memory and the machine allow {}; raise --max-memory"};
inline constexpr MessageRow file_no_memory{"E_FILE_NO_MEMORY", "{}: not enough memory; try --jobs 1"};
inline constexpr MessageRow frame_failed{"E_FRAME_FAILED", "{}: unexpected error of a library: {}; please report it if other programs open the file"};
inline constexpr MessageRow window_exceeded{"E_WINDOW_EXCEEDED", "the frame {} away was requested, but the window reaches {}"};
inline constexpr MessageRow size_differs{"E_SIZE_DIFFERS", "{} has {} pixels and the image {}; images that are filtered together must have one size"};
inline constexpr MessageRow neighbour_failed{"W_NEIGHBOUR_FAILED", "{}: failed, so its neighbours are filtered without it; when it is repaired, run again with --existing replace --frames {} '{}', because --existing skip keeps these frames", Frequency::once_per_value};

// Memory
inline constexpr MessageRow memory_limit{"E_MEMORY_LIMIT", "{} needs {} of memory for its pixels{}, but --max-memory allows {}; it cannot be processed in bands: {}"};
inline constexpr MessageRow memory_machine{"E_MEMORY_MACHINE", "{} needs {} of memory for its pixels{}, but the machine has {}{}"};
inline constexpr MessageRow scratch_full{"E_SCRATCH_FULL", "{} is processed in bands because of --max-memory and needs {} of scratch files next to the output, but the disk of {} has {} free; choose another disk for -o, or raise --max-memory"};
inline constexpr MessageRow bands{"N_BANDS", "{}: processed in bands, with {} of scratch files in {}"};

// Outputs
inline constexpr MessageRow output_folder_failed{"E_OUTPUT_FOLDER_FAILED", "{}: cannot create the folder: {}"};
inline constexpr MessageRow output_incomplete{"W_OUTPUT_INCOMPLETE", "{}; the existing output is incomplete, so it is written again"};
inline constexpr MessageRow output_changed{"W_OUTPUT_CHANGED", "{}: has changed since it was written, so it is kept; use --existing replace to overwrite it"};
inline constexpr MessageRow output_damage_kept{"W_OUTPUT_DAMAGE_KEPT", "{}; its image is intact, so the file is kept; use --existing replace to overwrite it"};
inline constexpr MessageRow folder_recreated{"W_FOLDER_RECREATED", "{}: the folder was removed during the run and is created again; outputs before {} may be lost; run the command again with --existing skip"};
inline constexpr MessageRow format_kept{"W_FORMAT_KEPT", "is {} despite its extension, and is written as {}", Frequency::once_per_value};
inline constexpr MessageRow lossy_exr{"W_LOSSY_EXR", "the compression {} is lossy and changes colours and other layers a little, but no Cryptomatte and no IDs; use --compression zip for a lossless file", Frequency::once_per_value};
inline constexpr MessageRow gain_map_kept{"N_GAIN_MAP_KEPT", "{}: keeps its gain map{}; the brightness of its image changed by at most {} %"};
inline constexpr MessageRow leftovers_removed{"N_LEFTOVERS_REMOVED", "removed {} temporary files of runs that were killed"};
// clang-format on
} // namespace atrous::messages
