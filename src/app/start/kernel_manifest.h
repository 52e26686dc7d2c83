// Sizes and sums of the files of a folder.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace atrous {

/// FNV-1a, 64 bits, of the text; `sum`: of what stands before it.
std::uint64_t sum_of(std::string_view text, std::uint64_t sum = 14695981039346656037U);
/// Writes the manifest of the folder into it, where files have changed. What cannot be written is left.
void write_manifest(const std::filesystem::path& folder);
/// The first file that is not what the manifest says; empty: all are, or there is none. Files that nobody has written to
/// since are not read again, and those that the manifest does not name are not looked at.
std::filesystem::path damaged_file(const std::filesystem::path& folder);

} // namespace atrous
