// Lists the parts and layers in a file's headers, with their roles.
#pragma once
#include "base/message.h"
#include "commands/probe/options.h"
#include "formats/exr/exr_header.h"
#include <filesystem>
#include <string>
#include <vector>

namespace atrous {

struct ListedLayer {
    std::string name, channels, types; ///< "ViewLayer.Combined", "R G B A", "half"
    std::string role, reason;          ///< empty if it has none
    bool used = true;                  ///< false: another layer is preferred for the role
};

struct ListedPart {
    std::string name, view;
    ExrWindow data{}, display{};
    std::string compression; ///< empty if the format has no choice
    std::string kind;        ///< "deep", "subsampled" or empty
    std::vector<ListedLayer> layers;
};

/// Something that would spoil a result.
struct Finding {
    std::string what; ///< a short name: "vectors-zero"
    Message text;
    std::string option; ///< of `denoise` that fixes it, or empty
};

struct Listing {
    std::filesystem::path path;
    std::string format, table;
    std::vector<ListedPart> parts;
    std::vector<std::string> pictures; ///< titles of the layers that would be filtered
    std::vector<Finding> findings;
    Messages errors{};    ///< reasons for exit code 1
    bool readable = true; ///< no part is deep or subsampled

    /// Sizes and channels, for the comparison with other frames.
    std::string signature() const;
};

/// Throws a file error for an unreadable file that is neither deep nor subsampled.
Listing list_file(const std::filesystem::path& path, const ProbeOptions& options);

/// "480x270 at 0,0".
std::string window_text(const ExrWindow& window);

} // namespace atrous
