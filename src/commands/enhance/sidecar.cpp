// Finds sidecars by their names.
#include "commands/enhance/sidecar.h"
#include "base/error.h"
#include "commands/enhance/darktable_preset.h"
#include "platform/standard_streams.h"

namespace atrous {

namespace fs = std::filesystem;

fs::path sidecar_of(const fs::path& photograph) {
    constexpr int most_duplicates = 99;
    std::error_code bad;
    if (photograph == standard_stream) return {};
    const fs::path own = photograph.string() + ".xmp";
    if (fs::is_regular_file(own, bad)) return own;
    for (int i = 1; i <= most_duplicates; ++i) {
        const std::string number = (i < 10 ? "_0" : "_") + std::to_string(i);
        const fs::path other = photograph.parent_path() /
                               (photograph.stem().string() + number + photograph.extension().string());
        const fs::path duplicate = other.string() + ".xmp";
        // A photograph of that name has a sidecar of its own.
        if (fs::is_regular_file(duplicate, bad) && !fs::exists(other, bad)) return duplicate;
    }
    return {};
}

PhotographOptions photograph_options(const EnhanceOptions& options, const fs::path& photograph) {
    PhotographOptions own;
    const fs::path sidecar = options.sidecars ? sidecar_of(photograph) : fs::path{};
    if (sidecar.empty()) return own;
    const auto equalizer = find_darktable_equalizer(sidecar);
    if (!equalizer) return own;
    own.warnings = equalizer->warnings;
    try {
        own.changed = options;
        own.changed->preset = darktable_preset(*equalizer, sidecar.string());
        own.changed->settings = settings_by_space(own.changed->preset, options.given);
    } catch (const Error& error) {
        throw file_error(error.what()); // of this photograph alone
    }
    own.sidecar = sidecar;
    return own;
}

} // namespace atrous
