// The part of a run that one task of a render farm does, and what becomes of frames that are missing.
#pragma once
#include "batch/plan/outputs.h"
#include <cstdint>

namespace atrous {

/// The chunk `index` (from 0) of `count`. An index of `count` or more is past the end: a chunk without frames.
struct Chunk {
    std::int64_t index = 0, count = 1;
};

/// Reads "I/N", or "auto": the task of a Slurm array (SLURM_ARRAY_TASK_ID, _MIN, _COUNT; _MAX and _STEP where they are
/// set). `variable` gives the value of an environment variable, or null. Throws usage errors: another text, no count,
/// auto outside of an array, and an array with gaps, of which nobody could tell which chunks it should be.
Chunk parse_chunk(const std::string& text, const char* (*variable)(const char* name));

/// Leaves what the chunk writes, and what is read for that. The jobs of folders and lists: every count-th one, so that
/// each chunk has large and small ones, old and new ones. Those of patterns, and all where results need frames around
/// them: one run of frames, whose neighbours beside it stay as jobs without outputs. Runs differ by one frame at
/// most, the longer ones come first, and depend on nothing but the list of frames: missing ones count.
void take_chunk(OutputPlan& plan, const Chunk& chunk, const Around& around);

enum class MissingFrames {
    error, ///< refuse before any work
    skip,  ///< their outputs are left out; neighbours use what there is; the exit code is 1
    clip   ///< the same, and the exit code is 0
};

/// Tells of the missing frames among the jobs, all of them in one message: throws it as a usage error, or warns.
void check_missing(const OutputPlan& plan, MissingFrames what);

} // namespace atrous
