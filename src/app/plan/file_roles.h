// A role that is read from a file of its own: which of that file's layers it is.
#pragma once
#include "io/codec/read/decoder.h"
#include <string>
#include <vector>

namespace atrous {

/// What is asked of such a file.
struct FileRole {
    AovRole role;
    std::string path, format;
    const Aovs& aovs;                               ///< of the file
    std::vector<std::vector<std::string>> channels; ///< names, of each part
};
FileRole file_role(AovRole role, const std::string& path, const ImageFile& file);
/// `decoder`: before it is read.
FileRole file_role(AovRole role, const std::string& path, const Decoder& decoder);

/// The file's layers, one of which has the role: the one that the table or an option says, else the only one that there
/// is. Throws a file error that begins with the path: no OpenEXR, no such layer, several that might be it.
Aovs aovs_with_role(const FileRole& file, const ReadOptions& options);

/// Titles of layers, for messages; not all of very many.
std::string layer_titles(const Aovs& aovs);

} // namespace atrous
