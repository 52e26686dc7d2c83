// Sequences none of whose frames has another one beside it.
#pragma once
#include "app/plan/outputs.h"

namespace atrous {

/// A line for each pattern whose frames are all by themselves: what is asked of their neighbours is lost, as where each task
/// of a farm names its own frame alone. `plan`: as chunks leave it, with the frames around those that are written.
std::vector<std::string> lone_sequences(const OutputPlan& plan);

} // namespace atrous
