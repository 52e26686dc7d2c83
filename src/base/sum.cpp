// FNV-1a (Fowler, Noll, Vo).
#include "base/sum.h"

namespace atrous {

std::uint64_t sum_of(std::string_view text, std::uint64_t sum) {
    for (const char c : text) sum = (sum ^ std::uint8_t(c)) * 1099511628211U;
    return sum;
}

} // namespace atrous
