// Reads and writes all requested bytes of open files despite signals, and locks files.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace atrous {

/// Reads bytes at an offset. Returns their number, fewer at the file's end or if they cannot be read.
std::size_t read_at(int file, void* to, std::size_t count, std::uint64_t at);
/// Writes bytes at an offset. Returns 0 or the error number.
int write_at(int file, const void* from, std::size_t count, std::uint64_t at);

/// The result of taking the (advisory) lock of an open file without waiting. Unknown if the disk supports no
/// locks.
enum class Lock { taken, held_elsewhere, unknown };
Lock lock_file(int file);
/// True if an open file is the one that has this name now: others may have removed it, or put another one there.
bool has_that_name(int file, const std::filesystem::path& path);

} // namespace atrous
