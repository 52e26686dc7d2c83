// Options that were given and change nothing.
#pragma once
#include "app/enhance/options.h"
#include "app/plan/outputs.h"

namespace atrous {

/// One warning per option that has no effect on any of the planned outputs, whatever their colour space.
std::vector<std::string> unused_options(const EnhanceOptions& options, const OutputPlan& plan);

} // namespace atrous
