// Folders in which compiled kernels may be kept, the one that people expect first.
#pragma once
#include <filesystem>
#include <string>

namespace atrous {

/// A folder that is this user's alone and has room, or why it is not.
struct KernelPlace {
    std::filesystem::path folder{};
    std::filesystem::path passing{}; ///< what goes at the end of the run; empty: nothing
    std::string why_not{};           ///< empty: it is there, and can be used
};

/// How many places there are.
int kernel_places();
/// Makes a place's folder of that name, where it may lie: below XDG_CACHE_HOME or ~/.cache; below TMPDIR; in memory. What is not this
/// user's alone, has no room, or is mounted so that no code can be loaded from it, is not used.
KernelPlace kernel_place(int place, const std::string& name);

} // namespace atrous
