// Files under their hidden names: outputs, and what is written beside these and gets its name before they do.
#pragma once
#include "io/codec/write/output_file.h"

namespace atrous {

/// `path` with more at the end of its stem.
std::filesystem::path with_ending(const std::filesystem::path& path, const std::string& ending);

/// A file that is encoded, and what it will be called.
struct HiddenFile {
    std::filesystem::path path;
    EncodedFile file;
};

/// How companions are written.
struct CompanionRules {
    WriteOptions write;
    bool keeps =
        false; ///< those that exist and are whole stay: they are those of a run that ended before its output had a name
};

/// Encodes a file, unless it is kept; makes its folder. Throws file errors.
void encode_companion(const ImageFile& file, const std::filesystem::path& path, const CompanionRules& rules,
                      std::vector<HiddenFile>& encoded);

} // namespace atrous
