// For tests alone: workers that crash, hang or eat memory where an environment variable says so.
#pragma once
#include "app/watch/watch.h"

namespace atrous {

/// In builds with tests, ATROUS_HARM = "STEP:NAME:WHAT" harms the process at the beginning of the step (as to_string()
/// names it) of a file whose name contains NAME: WHAT is the number of a signal, "eat" (memory without end), "hang" or
/// "leave" (exit code 7). Nothing in other builds.
void harm(Step step, const std::filesystem::path& about);

} // namespace atrous
