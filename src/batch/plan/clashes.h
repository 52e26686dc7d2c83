// Inputs that would write one output, and outputs that are inputs: refused before any work.
#pragma once
#include "batch/plan/job.h"
#include <vector>

namespace atrous {

/// Throws usage errors: two inputs with one output, also if the names differ only in letter case, which memory cards and
/// network disks ignore (names both, and what keeps them apart); an output that is an input (its own only with
/// `overwrite`). A file that is named twice is done once; the frame of a pattern stays, since it has neighbours.
void check_clashes(std::vector<Job>& jobs, bool overwrite);

} // namespace atrous
