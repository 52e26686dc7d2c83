// Finds the existing and the missing frames of a pattern.
#pragma once
#include "batch/plan/job.h"
#include "renders/sequence.h"

namespace atrous {

/// Adds the files of `frames` (ascending), then the existing `handles` around them. If `frames` is empty,
/// adds all existing frames and warns of holes. Returns the reason if there are none, or an empty text.
/// Throws a usage error for two files of one frame.
Message add_frames(const FramePattern& pattern, const std::vector<int>& frames, const NeighbourRange& handles,
                   Inputs& inputs);

/// Explains --frames if a name without a file contains a range of frames, for example b.[1001-1010].exr.
/// Otherwise empty.
Message range_refusal(const std::string& name);

/// Returns the numbers that are missing between the first and the last of `frames` (ascending), in steps of
/// their common distance (of 1 for two frames up to 1000 apart), at most 1000.
std::vector<int> holes_of(const std::vector<int>& frames);

/// For results that need neighbours: gives the jobs of files and folders (shot 0) their places in shots, by
/// the names of their inputs. In each folder, names that differ only in the frame (frame_in) are one shot. A
/// name without a frame, or with one that is taken, is a separate shot. `patterns` is the number of existing
/// shots.
void number_by_names(std::vector<Job>& jobs, std::size_t patterns);
/// Warns of sequences that are named like guides (albedo.0001.exr) next to a sequence of images with the same frames.
/// They need --from to guide it.
void warn_of_guides(const std::vector<Job>& jobs);
/// Returns the pattern of the file's sequence, for example "in/s.####.exr", or its path without a token if it has no frame. A
/// number of up to three digits without zeros in front has any length: "in/s.@.exr".
FramePattern shot_pattern(const std::filesystem::path& file);
/// Warns of frames that are missing between frames of these shots, once for each, as add_frames() does for patterns.
void warn_of_holes(const std::vector<Job>& jobs, std::size_t patterns);

} // namespace atrous
