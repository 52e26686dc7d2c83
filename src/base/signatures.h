// Detects formats by the first bytes of files.
#pragma once
#include <string_view>

namespace atrous {

/// Returns the format (OpenImageIO's name) of a file's first bytes, or an empty string if it is not known.
std::string_view format_with_signature(std::string_view head);
/// True if files of the format have a signature. Other formats are detected only by file names.
bool has_signature(std::string_view format);

/// The reason for refusing data without a name and without a signature.
constexpr const char* no_signature =
    "not an image, or one without a mark in its first bytes (Targa), whose name must say what it is; "
    "read it from a file";

} // namespace atrous
