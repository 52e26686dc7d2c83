// The conflict degree of a full warp with a 1-D stride, without enumerating lanes (Gao 2014, sections 4.4.1,
// A.1). Used to explain a degree; enumeration (mapping.h) is as cheap and general, and the tests hold both
// against each other.
#pragma once
#include "banks/mapping.h"
#include <optional>

namespace atrous {

/// Degree of lanes 0..banks-1 that read offset + stride lane (stride, offset >= 0); nothing where no closed
/// form exists (banks or R not a power of two, elements of several words other than case three).
std::optional<int> closed_degree(const BankMapping& mapping, std::int64_t stride, std::int64_t offset);

/// Why the degree is what it is, as a sentence with the numbers in it; empty where no closed form exists.
std::string explain_degree(const BankMapping& mapping, std::int64_t stride, std::int64_t offset);

} // namespace atrous
