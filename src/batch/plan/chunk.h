// Selects the part of a run that one task of a render farm does, and handles missing frames.
#pragma once
#include "batch/plan/outputs.h"
#include <cstdint>

namespace atrous {

/// The chunk `index` (from 0) of `count`. An index of `count` or more is past the end: a chunk without frames.
struct Chunk {
    std::int64_t index = 0, count = 1;
};

/// Reads "I/N", or "auto": the task of a Slurm array (SLURM_ARRAY_TASK_ID, _MIN, _COUNT, and _MAX and _STEP
/// if set). `variable` gives the value of an environment variable, or null. Throws usage errors for other
/// text, no count, auto outside an array, and an array with gaps, which does not determine the chunks.
Chunk parse_chunk(const std::string& text, const char* (*variable)(const char* name));

/// Keeps the outputs of the chunk and their inputs. Chunks of folders and lists take every count-th job, so
/// that each has large and small, old and new ones. Chunks of patterns, and all chunks if results need frames
/// around them, are one run of frames, whose outer neighbours stay as jobs without outputs. Runs differ by
/// one frame at most, the longer ones come first, and depend only on the list of frames, including missing
/// ones.
void take_chunk(OutputPlan& plan, const Chunk& chunk, const NeighbourRange& around);

enum class MissingFrames {
    error, ///< refuse before any work
    skip,  ///< leave their outputs out, use the available neighbours, exit code 1
    clip   ///< the same, and the exit code is 0 if a frame of the run exists
};

/// True if a frame exists that is more than a neighbour of others.
bool has_frames(const OutputPlan& plan);

/// Reports all missing frames among the jobs in one message: throws it as an error, or warns. `all_missing`: the whole run has no
/// frames.
void check_missing(const OutputPlan& plan, MissingFrames what, bool all_missing);

} // namespace atrous
