// What the system knows of a process: when it began, which tells it from another one that was given its number later, and
// the memory that it has.
#pragma once
#include <cstdint>
#include <string_view>

namespace atrous {

/// When a process began, in clock ticks since the machine started; 0 where the system does not tell (it is gone, or hidden).
std::uint64_t process_start(int process);
/// The same of what Linux shows as /proc/PID/stat; 0 where that is not whole (proc(5), field 22).
std::uint64_t process_start_in(std::string_view stat);

/// Bytes that are in the machine's memory now, libraries among them; 0 where the system does not tell.
std::uint64_t resident_bytes();

} // namespace atrous
