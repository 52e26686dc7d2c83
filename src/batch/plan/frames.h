// The files of a sequence: which frames of a pattern are there, and which are missing.
#pragma once
#include "batch/plan/job.h"
#include "renders/sequence.h"

namespace atrous {

/// Adds the files of `frames` (ascending), then those of the `handles` around them that exist; or of all frames
/// that are there where it is empty; then holes among them are a warning. Returns why that is none, or an empty text. Throws a
/// usage error for two files of one frame.
Message add_frames(const FramePattern& pattern, const std::vector<int>& frames, const Around& handles,
                   Inputs& inputs);

/// Explains --frames if a name without a file contains a range of frames, for example b.[1001-1010].exr; otherwise empty.
Message range_refusal(const std::string& name);

/// The numbers between the first and the last that are not among `frames` (ascending), in steps of the distance that all
/// have in common; 1000 at most.
std::vector<int> holes_of(const std::vector<int>& frames);

/// For results that need neighbours: gives the jobs of files and folders (shot 0) their places in shots, by the names of
/// their inputs. What differs in its frame alone (frame_in) is one shot, in each folder; what has no frame, or one that is
/// taken, is a shot of its own. `patterns`: how many shots there are already.
void number_by_names(std::vector<Job>& jobs, std::size_t patterns);

} // namespace atrous
