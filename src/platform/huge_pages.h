// Memory for planes and samples.
#pragma once
#include <cstddef>

namespace atrous {

/// Bytes from which the last huge page, of which most may be for nothing, does not count.
constexpr std::size_t least_huge = std::size_t(8) << 20;

/// Room for so many bytes, to be given to std::free, from a multiple of 64 on. From least_huge on it begins at a huge page, and
/// is made of such if the system has them: a photograph's planes are then there after hundreds of page faults, not hundreds of
/// thousands. Throws std::bad_alloc.
void* allocate_pages(std::size_t bytes);

/// Fresh pages of the system, whose bytes are 0, to be given to munmap; else the same for so many bytes from least_huge on.
void* map_pages(std::size_t bytes);

/// Has the allocator give blocks from some megabytes on back to the system as soon as they are freed, which glibc stops doing
/// after the first ones: --max-memory is about what the process holds. For the beginning of a process.
void give_large_blocks_back();

} // namespace atrous
