// How elements fall into banks: the mappings of Gao's dissertation (2014, section 4.1 and table 4.1) and the
// conflict degree of one access by enumeration, which is exact for every mapping; and of a full warp with a 1-D stride in
// closed form (sections 4.4.1, A.1), which explains a degree. Tests hold both against each other. Hides words, banks, layers.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

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

/// The named mappings: table 4.1 and its relatives.
const std::vector<BankMapping>& bank_mappings();
/// The mapping of that name. Throws a usage error that lists the names.
BankMapping find_mapping(const std::string& name);
/// Checks a custom mapping (powers of two, 1 to 64 bytes, 1 to 4096 banks, N <= W). Throws a usage error.
void check_mapping(const BankMapping& mapping);

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

/// Degree of lanes 0..banks-1 that read offset + stride lane (stride, offset >= 0); nothing where no closed
/// form exists (banks or R not a power of two, elements of several words other than case three).
std::optional<int> closed_degree(const BankMapping& mapping, std::int64_t stride, std::int64_t offset);

/// Why the degree is what it is, as a sentence with the numbers in it; empty where no closed form exists.
std::string explain_degree(const BankMapping& mapping, std::int64_t stride, std::int64_t offset);

} // namespace atrous
