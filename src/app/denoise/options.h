// The options of `denoise` as one struct.
#pragma once
#include "app/batch/session.h"
#include "app/cli/options.h"
#include "base/json.h"
#include "filters/svgf/settings.h"

namespace atrous {

struct DenoiseOptions : SessionOptions {
    SvgfSettings filter{};
    bool samples_given = false;        ///< --samples counts instead of what files say
    std::vector<std::string> lights{}; ///< patterns of light AOVs
};

/// Throws usage errors, of the filter's ranges, too.
DenoiseOptions denoise_options(const CommandLine& line, const std::vector<std::string>& arguments);

/// What the filter is asked for, by long names.
Json denoise_json(const SvgfSettings& settings);

} // namespace atrous
