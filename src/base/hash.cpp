// FNV-1a (Fowler, Noll, Vo).
#include "base/hash.h"

namespace atrous {

std::uint64_t hash_of(std::string_view text, std::uint64_t hash) {
    for (const char c : text) hash = (hash ^ std::uint8_t(c)) * 1099511628211U;
    return hash;
}

} // namespace atrous
