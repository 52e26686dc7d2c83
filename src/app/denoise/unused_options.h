// Options that mean nothing beside others.
#pragma once
#include "app/cli/options.h"
#include "filters/svgf/settings.h"

namespace atrous {

/// Throws a usage error for an option that is given, but that the filter as it is asked for does not look at.
void check_unused(const CommandLine& line, const SvgfSettings& settings);

} // namespace atrous
