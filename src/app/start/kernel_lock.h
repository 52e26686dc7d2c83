// Locks of folders of compiled kernels: who uses one holds it, and one that nobody holds may be removed.
#pragma once
#include <filesystem>
#include <vector>

namespace atrous {

/// The numbered folders of a place, in their order.
std::vector<int> kernel_generations(const std::filesystem::path& top);

/// Holds a folder for as long as the descriptor that it returns is open, here and in processes that have it from here. Where
/// a disk can lock nothing, it notes the time instead. -1: it is being removed, or was.
int hold_kernels(const std::filesystem::path& folder);

/// Removes a folder that nobody holds; of a disk that can lock nothing, one that nobody began to use for a day.
void remove_unused_kernels(const std::filesystem::path& folder);

/// Removes what a run that was killed left of a folder that was for it alone, where nobody uses it, nor begins to just now.
void remove_passing_kernels(const std::filesystem::path& passing);

} // namespace atrous
