// Reads a process's start time, which distinguishes it from a later process with the same number, and its
// memory.
#pragma once
#include <cstdint>
#include <string_view>

namespace atrous {

/// Returns the start of a process in clock ticks since the machine started, or 0 if the process has ended or
/// is hidden.
std::uint64_t process_start(int process);
/// Returns the same from the text of /proc/PID/stat, or 0 if the text is not whole (proc(5), field 22).
std::uint64_t process_start_in(std::string_view stat);

/// Returns the bytes of this process in the machine's memory now, with libraries, or 0 if the system does not
/// report them.
std::uint64_t resident_bytes();

} // namespace atrous
