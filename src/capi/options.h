// The command options that filters take, and the library's own options for colours, which programs read from
// files.
#pragma once
#include "cli/options.h"
#include "image/pixels.h"
#include <optional>

namespace atrous {

const OptionTable& enhance_taken();
const OptionTable& denoise_taken();
const OptionTable& scale_taken();

/// Throws a usage error for an option that the filter does not take, or a value that it must not have. `all`: of the command.
void check_option(const OptionTable& taken, const OptionTable& all, const std::string& name,
                  const std::string& value);

/// The presets that "a + b" names.
std::vector<std::string> stacked_names(const std::string& presets);

/// The caller's colour settings: --assume-profile, and whether colours are multiplied by alpha.
struct ColourOptions {
    std::shared_ptr<const Profile::Icc> profile{};
    std::optional<Alpha> alpha{};
};
ColourOptions colour_options(const CommandLine& line);
/// Gives pixels whose type and channels are known their meaning. Throws a usage error for a profile that does not fit.
void set_colours(const ColourOptions& options, bool has_alpha, Pixels& pixels);

} // namespace atrous
