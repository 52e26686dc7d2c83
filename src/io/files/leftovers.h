// Temporary files of runs that were killed.
#pragma once
#include <filesystem>

namespace atrous {

/// Removes the hidden files that dead processes left in a folder: those that this machine's dead processes made, and,
/// where the lock of a file can be taken, those of other machines that nobody has written to for an hour. Returns how many.
int remove_leftovers(const std::filesystem::path& folder);

/// One of them, opened as `file`: removes it where it is left, which locks it, and where it has that name still, since another
/// process may have claimed the output anew in between. Returns whether it did.
bool remove_left(const std::filesystem::path& path, int file);

} // namespace atrous
