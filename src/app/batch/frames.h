// The files of a sequence: which frames of a pattern are there, and which are missing.
#pragma once
#include "app/batch/inputs.h"
#include "io/aov/sequence.h"

namespace atrous {

/// Adds the files of `frames` (ascending), or of all frames that are there where it is empty; then holes among them are
/// a warning. Returns why that is none, or an empty text. Throws a usage error for two files of one frame.
std::string add_frames(const FramePattern& pattern, const std::vector<int>& frames, Inputs& inputs);

} // namespace atrous
