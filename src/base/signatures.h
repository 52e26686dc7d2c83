// The bytes that files of each format begin with.
#pragma once
#include <string_view>

namespace atrous {

/// The format (OpenImageIO's name) that a file's first bytes show; empty: none that is known.
std::string_view format_with_signature(std::string_view head);
/// Whether files of the format have a signature; other formats are known only by file names.
bool has_signature(std::string_view format);

/// The reason for refusing data without a name and without a signature.
constexpr const char* no_signature =
    "not an image, or one without a mark in its first bytes (Targa), whose name must say what it is; "
    "read it from a file";

} // namespace atrous
