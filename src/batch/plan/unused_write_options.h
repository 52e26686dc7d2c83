// Options of writing that were given and change nothing.
#pragma once
#include "batch/plan/outputs.h"
#include "formats/common/write_options.h"

namespace atrous {

/// One warning per option that has no effect on any of the planned outputs.
std::vector<std::string> unused_write_options(const WriteOptions& options, const OutputPlan& plan);

} // namespace atrous
