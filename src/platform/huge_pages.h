// Allocates memory for planes and samples.
#pragma once
#include <cstddef>

namespace atrous {

/// Bytes from which the last huge page, of which most may be for nothing, does not count.
constexpr std::size_t min_huge = std::size_t(8) << 20;

/// Returns memory of this size, to be freed with std::free, from a multiple of 64 on. From min_huge on it
/// begins at a huge page, and has such pages if the system supports them: a photograph's planes are then
/// there after hundreds of page faults, not hundreds of thousands. Throws std::bad_alloc.
void* allocate_pages(std::size_t bytes);

/// Returns fresh pages of the system, whose bytes are 0, to be freed with munmap. From min_huge bytes on,
/// they are huge as in allocate_pages().
void* map_pages(std::size_t bytes);

/// Makes the allocator return freed blocks of several megabytes to the system at once, which glibc stops
/// after the first ones: --max-memory limits the memory of the process. For the beginning of a process.
void give_large_blocks_back();

} // namespace atrous
