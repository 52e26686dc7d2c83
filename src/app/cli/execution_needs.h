// Options that say how a filter is computed, and that others make void.
#pragma once
#include "app/cli/options.h"
#include "filters/atrous/execution.h"
#include <span>

namespace atrous {

/// Throws a usage error for an option that is given, but means nothing in any of these executions. What is left to the device
/// (form auto) may have a use for all.
void check_execution(const CommandLine& line, std::span<const Execution> executions);

/// Whether an option that is added to what is given would mean nothing, or would have something given mean nothing.
bool contradicts_execution(const CommandLine& given, const std::string& name, const std::string& value);

} // namespace atrous
