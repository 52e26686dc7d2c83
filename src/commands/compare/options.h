// The options of `compare` as one struct.
#pragma once
#include "cli/options.h"
#include "image/metrics.h"
#include <optional>

namespace atrous {

struct CompareOptions {
    std::string a, b;     ///< file, folder or pattern
    std::string frames{}; ///< as typed, or empty for all
    std::string layer{};  ///< empty for the image
    std::string motion{}; ///< files with motion vectors, or empty if they are in B
    PsnrScale scale{};
    bool alpha = false;
    bool hdr = false; ///< the light of HDR renditions
    bool json = false;
    std::string heat{};   ///< a PNG to write, or empty
    std::string metric{}; ///< the only one to print, or empty for all
    std::optional<double> min_psnr{}, max_flip{}, max_flicker{};

    bool prints(std::string_view name) const { return name.starts_with(metric); }
};

/// Throws a usage error: not two operands, values or files that make no sense.
CompareOptions compare_options(const CommandLine& line);

} // namespace atrous
