// Determines the memory that this process may use: the machine's, or less in a container or a cluster's job.
#pragma once
#include <cstdint>
#include <filesystem>

namespace atrous {

/// Returns the least limit in bytes of the control groups (cgroups(7), versions 1 and 2) of this process, or
/// the largest number without limits. `root`: a folder with the files of proc and sys, for tests.
std::uint64_t group_memory_limit(const std::filesystem::path& root = "/");

/// Returns the bytes of memory that this process may use: the machine's, or the limit of its groups at the
/// first call if that is less.
std::uint64_t physical_memory();

} // namespace atrous
