// Memory that this process has.
#pragma once
#include <cstdint>

namespace atrous {

/// Bytes that are in the machine's memory now, libraries among them; 0 where the system does not tell.
std::uint64_t resident_bytes();

} // namespace atrous
