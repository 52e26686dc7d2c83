// The command line of `enhance` as one struct.
#pragma once
#include "base/message.h"
#include "batch/pipeline/batch.h"
#include "cli/preset.h"
#include "cli/tables.h"
#include "commands/enhance/companion_files.h"
#include "commands/enhance/crop.h"
#include "commands/enhance/noise.h"
#include "filters/eaw/plan.h"
#include "filters/scale/settings.h"

namespace atrous {

/// --size: results are fitted into a box by the scale filter once the wavelets are done, and sharpened for it.
struct OutputSize {
    std::optional<ScaleRequest> fit{}; ///< none: results keep their size
    double sharpen = 0;                ///< additional gain of the finest details in scaled images, 0 to 4
    bool asked() const { return fit.has_value(); }
};

struct EnhanceOptions : SessionOptions, EnhanceSettings {
    bool dump_preset = false; ///< only print the preset and the settings
    CompanionOptions companions;
    std::optional<Crop> crop{}; ///< the part of each image to write, or none for all
    bool sidecars =
        false; ///< each photograph's sidecar takes the place of the preset, see photograph_options()
    NoiseFrom noise_from{};
    OutputSize size;
};

/// Returns the type in which an image is filtered: 16 bits for 8, if the output has more, by --depth or by its format.
PixelType working_type(PixelType own, const Job& job, const WriteOptions& options);

/// Reads the command line and checks it, filter settings included, before any file is touched. Sets the
/// verbosity. Throws usage errors.
EnhanceOptions enhance_options(const CommandCall& call);

/// The options for one photograph. With --preset sidecar these are the given options, with its sidecar's
/// contrast equalizer instead of the preset. Without a usable equalizer they stay unchanged. Throws a file
/// error for a damaged sidecar.
struct PhotographOptions {
    std::optional<EnhanceOptions> changed{}; ///< none: they stay
    std::filesystem::path sidecar{};         ///< file of the used equalizer, or empty
    Messages warnings{};                     ///< what of the sidecar is left out
    const EnhanceOptions& of(const EnhanceOptions& given) const { return changed ? *changed : given; }
};
PhotographOptions photograph_options(const EnhanceOptions& options, const std::filesystem::path& photograph);

} // namespace atrous
