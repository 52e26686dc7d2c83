// The command line of `enhance` as one struct.
#pragma once
#include "batch/pipeline/batch.h"
#include "cli/options.h"
#include "commands/enhance/companion_files.h"
#include "commands/enhance/crop.h"
#include "commands/enhance/noise.h"
#include "commands/enhance/output_size.h"
#include "engine/enhance/enhance_settings.h"
#include "filters/eaw/plan.h"

namespace atrous {

struct EnhanceOptions : SessionOptions, EnhanceSettings {
    bool dump_preset = false; ///< print the preset and the settings, do nothing else
    CompanionOptions companions;
    std::optional<Crop> crop{}; ///< what of each picture is written; none: all
    bool sidecars =
        false; ///< each photograph's sidecar takes the place of the preset, see photograph_options()
    NoiseFrom noise_from{};
    OutputSize size;
};

/// Reads the command line and checks it, filter settings included, before any file is touched. Sets the
/// verbosity. Throws usage errors.
EnhanceOptions enhance_options(const CommandLine& line, const std::vector<std::string>& arguments);

} // namespace atrous
