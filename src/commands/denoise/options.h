// The options of `denoise` as one struct.
#pragma once
#include "base/json.h"
#include "batch/pipeline/batch.h"
#include "batch/plan/role_files.h"
#include "cli/options.h"
#include "engine/denoise/render.h"

namespace atrous {

struct DenoiseOptions : SessionOptions, RenderSettings {
    std::vector<std::string> lights{}; ///< patterns of light AOVs
    std::vector<RolePattern> from{};   ///< roles from files of their own
    bool only_filtered = false;        ///< outputs have no other channels
    std::string settings{};            ///< those that say what is computed, see settings_text()
};

/// Throws usage errors, of the filter's ranges, too.
DenoiseOptions denoise_options(const CommandLine& line, const std::vector<std::string>& arguments);

/// Whether vectors may be found: frames help each other, and no option says that there are none.
bool may_find_motion(const DenoiseOptions& options);

/// What the filter is asked for, by long names.
Json denoise_json(const SvgfSettings& settings);
/// The same, and what is asked beside the filter: alpha, fireflies, lights, files of roles.
Json denoise_json(const DenoiseOptions& options);

} // namespace atrous
