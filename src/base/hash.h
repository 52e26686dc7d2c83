// Computes a hash of bytes that distinguishes texts and files.
#pragma once
#include <cstdint>
#include <string_view>

namespace atrous {

/// Returns the FNV-1a hash (by Fowler, Noll and Vo, 64 bits) of the text, continued from `hash` of the text
/// before it.
constexpr std::uint64_t hash_of(std::string_view text, std::uint64_t hash = 14695981039346656037U) {
    for (const char c : text) hash = (hash ^ std::uint8_t(c)) * 1099511628211U;
    return hash;
}

} // namespace atrous
