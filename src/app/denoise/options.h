// The options of `denoise` as one struct.
#pragma once
#include "app/cli/options.h"
#include "app/plan/role_files.h"
#include "app/run/batch.h"
#include "base/json.h"
#include "filters/svgf/settings.h"

namespace atrous {

struct DenoiseOptions : SessionOptions {
    SvgfSettings filter{};
    bool samples_given = false;        ///< --samples counts instead of what files say
    bool temporal_given = false;       ///< else the first file's samples say how long the window is
    std::vector<std::string> lights{}; ///< patterns of light AOVs
    std::vector<RolePattern> from{};   ///< roles from files of their own
    bool filter_alpha = false;         ///< --alpha filter
    double clamp_fireflies = 0;        ///< 0: they are not
    bool only_filtered = false;        ///< outputs have no other channels
    std::string settings{};            ///< see settings_text()
};

/// Throws usage errors, of the filter's ranges, too.
DenoiseOptions denoise_options(const CommandLine& line, const std::vector<std::string>& arguments);

/// The options that say what is computed, as given, but for those with their default's value: "--temporal window:1
/// --samples 16". Nothing of where from, where to, and which part of a run, so that chunks have the same.
std::string settings_text(const CommandLine& line);

/// Whether frames help each other.
inline bool is_temporal(const SvgfSettings& settings) { return settings.reach > 0 || settings.recursive; }
/// The frames that the results of others need.
Around around_of(const SvgfSettings& settings);

/// What the filter is asked for, by long names.
Json denoise_json(const SvgfSettings& settings);
/// The same, and what is asked beside the filter: alpha, fireflies, lights, files of roles.
Json denoise_json(const DenoiseOptions& options);

} // namespace atrous
