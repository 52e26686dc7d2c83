// The command line of `scale` as one struct.
#pragma once
#include "batch/pipeline/batch.h"
#include "cli/tables.h"
#include "filters/scale/settings.h"

namespace atrous {

struct ScaleOptions : SessionOptions {
    ScaleRequest request;
    bool fast = false; ///< decoders of JPEGs may reduce images
};

/// Reads the command line and checks it before any file is touched. Sets the verbosity. Throws usage errors.
ScaleOptions scale_options(const CommandCall& call);

} // namespace atrous
