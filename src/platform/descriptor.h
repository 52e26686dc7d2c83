// Bytes of open files, all that are asked for, whatever signals come in between; locks of files.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace atrous {

/// Reads bytes at a place; returns how many: fewer at the file's end, and where it cannot be read.
std::size_t read_at(int file, void* to, std::size_t count, std::uint64_t at);
/// Writes bytes at a place; 0 or the error number.
int write_at(int file, const void* from, std::size_t count, std::uint64_t at);

/// Whether the (advisory) lock of an open file is now ours, taken without waiting.
/// Unknown where the disk can lock nothing.
enum class Lock { taken, held_elsewhere, unknown };
Lock lock_file(int file);
/// Whether an open file is the one that has this name now: others may have removed it, or put another one there.
bool has_that_name(int file, const std::filesystem::path& path);

} // namespace atrous
