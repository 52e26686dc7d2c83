// Bytes of open files, all that are asked for, whatever signals come in between.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace atrous {

/// Reads bytes at a place; returns how many: fewer at the file's end, and where it cannot be read.
std::size_t read_at(int file, void* to, std::size_t count, std::uint64_t at);
/// Writes bytes at a place; 0 or the error number.
int write_at(int file, const void* from, std::size_t count, std::uint64_t at);
/// Adds what can be read of a pipe whose reading does not wait.
void read_waiting(int pipe, std::string& text);

} // namespace atrous
