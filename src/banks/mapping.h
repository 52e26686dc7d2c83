// How elements fall into banks (Gao's dissertation, 2014, section 4.1), and the conflict degree of one access by enumeration,
// which is exact for every mapping. Hides words, banks, layers.
#pragma once
#include <cstdint>
#include <span>
#include <string>

namespace atrous {

/// A bank mapping in the dissertation's letters. Word w lies in bank w mod banks, layer w / (banks W / N);
/// two words of one bank conflict if their layers differ. An element covers M / N words, or shares one.
struct BankMapping {
    std::string name;
    int element_bytes = 4; ///< M: bytes that a lane reads
    int access_bytes = 4;  ///< N: bytes of a word
    int layer_bytes = 4;   ///< W: bytes that a bank delivers at once
    int banks = 32;
    std::string what;
};

/// R = W / M: rows of elements in one layer, at least 1.
int layer_rows(const BankMapping& mapping);
/// The degree repeats when every element moves by this many elements (a layer of all banks).
int layer_elements(const BankMapping& mapping);

/// Conflict degree of one access: the most distinct layers that any bank must deliver (1 = free, 0 without
/// lanes). Lanes that read the same word do not conflict. Elements may be negative.
int conflict_degree(const BankMapping& mapping, std::span<const std::int64_t> elements);

/// The remainder in [0, m) and the quotient rounded down.
constexpr std::int64_t floor_mod(std::int64_t a, std::int64_t m) { return (a % m + m) % m; }
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t m) { return (a - floor_mod(a, m)) / m; }

} // namespace atrous
