// The options of `denoise` as one struct.
#pragma once
#include "base/json.h"
#include "batch/pipeline/batch.h"
#include "batch/plan/role_files.h"
#include "cli/tables.h"
#include "engine/denoise/render.h"

namespace atrous {

struct DenoiseOptions : SessionOptions, RenderSettings {
    std::vector<std::string> lights{}; ///< patterns of light AOVs
    std::vector<RolePattern> from{};   ///< roles from files of their own
    bool only_filtered = false;        ///< outputs have no other channels
    std::string settings{};            ///< options that affect the computation, see settings_text()
};

/// Returns the text for the metadata of a job's outputs: names of its files of roles, which are the same from a folder and from a
/// pattern, then the settings, or "defaults".
std::string settings_of(const DenoiseOptions& options, const Job& job);

/// Throws usage errors, of the filter's ranges, too.
DenoiseOptions denoise_options(const CommandCall& call);

/// True if vectors may be estimated: the filter is temporal, and no option excludes vectors.
bool may_find_motion(const DenoiseOptions& options);

/// The filter's settings, by long names.
Json denoise_json(const SvgfSettings& settings);
/// The same, and the other settings: alpha, fireflies, lights, files of roles.
Json denoise_json(const DenoiseOptions& options);

} // namespace atrous
