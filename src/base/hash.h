// A hash of bytes that tells texts and files apart.
#pragma once
#include <cstdint>
#include <string_view>

namespace atrous {

/// FNV-1a, 64 bits, of the text; `hash`: of what stands before it.
std::uint64_t hash_of(std::string_view text, std::uint64_t hash = 14695981039346656037U);

} // namespace atrous
