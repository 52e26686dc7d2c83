// `denoise --dry-run`.
#pragma once
#include "app/denoise/options.h"
#include "app/plan/outputs.h"

namespace atrous {

/// Prints a line per frame that would be written: its files, size, window and memory. Returns some_failed if one would fail.
Exit dry_run(const DenoiseOptions& options, const OutputPlan& plan, const DeviceInfo& device);

} // namespace atrous
