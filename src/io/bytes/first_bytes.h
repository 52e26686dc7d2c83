// The checks of a file that need no image library.
#pragma once
#include <filesystem>
#include <string>

namespace atrous {

/// The first bytes of a file (32, or all of a shorter one), by which formats are known. Throws a file error:
/// no such file, cannot be opened or read, is no regular file, is empty.
std::string first_bytes(const std::filesystem::path& path);

} // namespace atrous
