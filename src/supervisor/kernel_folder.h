// Folders of compiled kernels: where one may lie, so that nobody else can put files there that are loaded as code; who uses it,
// and whether its files are what they were.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

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

/// The numbered folders of a place, in their order.
std::vector<int> kernel_generations(const std::filesystem::path& top);

/// Holds a folder for as long as the descriptor that it returns is open, here and in processes that have it from here. Where
/// a disk can lock nothing, it notes the time instead. -1: it is being removed, or was.
int hold_kernels(const std::filesystem::path& folder);

/// Removes a folder that nobody holds; of a disk that can lock nothing, one that nobody began to use for a day.
void remove_unused_kernels(const std::filesystem::path& folder);

/// Removes what a run that was killed left of a folder that was for it alone, where nobody uses it, nor begins to just now.
void remove_passing_kernels(const std::filesystem::path& passing);

/// Notes sizes and sums of the files of a folder in it, where they are others than those that it names. What cannot be written is left.
void note_kernels(const std::filesystem::path& folder);
/// The first file that is not what was noted; empty: all are, or nothing was noted. Files that were not noted are not looked at.
std::filesystem::path damaged_kernel(const std::filesystem::path& folder);
/// The first file or folder in it that belongs to another user; empty: none does. The folder may have been open to others once.
std::filesystem::path foreign_file(const std::filesystem::path& folder);

} // namespace atrous
