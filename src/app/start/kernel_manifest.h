// Sizes, sums and owners of the files of a folder.
#pragma once
#include <filesystem>

namespace atrous {

/// Writes the manifest of the folder into it, where files have changed. What cannot be written is left.
void write_manifest(const std::filesystem::path& folder);
/// The first file that is not what the manifest says; empty: all are, or there is none. Files that nobody has written to
/// since are not read again, and those that the manifest does not name are not looked at.
std::filesystem::path damaged_file(const std::filesystem::path& folder);
/// The first file or folder in it that belongs to another user; empty: none does. The folder may have been open to others once.
std::filesystem::path foreign_file(const std::filesystem::path& folder);

} // namespace atrous
