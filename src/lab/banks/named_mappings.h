// The mappings of table 4.1 of Gao's dissertation (2014) by name, and the conflict degree of a full warp with a 1-D
// stride in closed form (sections 4.4.1, A.1), which explains a degree. Tests hold it against the enumeration of
// banks/devices.h.
#pragma once
#include "banks/devices.h"
#include <optional>
#include <vector>

namespace atrous {

/// The named mappings: table 4.1 and its relatives.
const std::vector<BankMapping>& bank_mappings();
/// The mapping of that name. Throws a usage error that lists the names.
BankMapping find_mapping(const std::string& name);
/// Checks a custom mapping (powers of two, 1 to 64 bytes, 1 to 4096 banks, N <= W). Throws a usage error.
void check_mapping(const BankMapping& mapping);

/// Degree of lanes 0..banks-1 that read offset + stride lane (stride, offset >= 0). Nothing without a closed
/// form (banks or R not a power of two, elements of several words other than case three).
std::optional<int> closed_degree(const BankMapping& mapping, std::int64_t stride, std::int64_t offset);

/// Returns the reason for the degree, as a sentence with its numbers; empty without a closed form.
std::string explain_degree(const BankMapping& mapping, std::int64_t stride, std::int64_t offset);

} // namespace atrous
