// A hash of bytes that tells texts and files apart.
#pragma once
#include <cstdint>
#include <string_view>

namespace atrous {

/// FNV-1a (Fowler, Noll, Vo), 64 bits, of the text; `hash`: of what stands before it.
constexpr std::uint64_t hash_of(std::string_view text, std::uint64_t hash = 14695981039346656037U) {
    for (const char c : text) hash = (hash ^ std::uint8_t(c)) * 1099511628211U;
    return hash;
}

} // namespace atrous
