// The options of `probe`.
#pragma once
#include "batch/plan/inputs.h"
#include "cli/options.h"
#include "formats/common/image_file.h"

namespace atrous {

struct ProbeOptions {
    InputOptions inputs{};
    ReadOptions read{};
    std::vector<std::string> lights{}; ///< patterns of light AOVs
    bool every_frame = false;          ///< samples of all frames are looked at, not of three
    bool json = false;
};

/// Throws a usage error for missing operands, an invalid list of frames, or a missing table.
ProbeOptions probe_options(const CommandLine& line);

} // namespace atrous
