// Detects formats by the first bytes of files.
#pragma once
#include <string_view>

namespace atrous {

/// Returns the format (OpenImageIO's name) of a file's first bytes, or an empty string if it is not known.
std::string_view format_with_signature(std::string_view head);
/// True if files of the format have a signature. Other formats are detected only by file names.
bool has_signature(std::string_view format);

} // namespace atrous
