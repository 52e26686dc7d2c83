// Simulates a hierarchy of set-associative caches that replace the least recently used line, and counts the hits of a
// list of addresses. Does not model time, prefetching or coherence.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace atrous {

/// One level of the hierarchy. `ways` 0 = fully associative.
struct CacheLevel {
    std::string name; ///< "L1"
    std::uint64_t bytes = 0;
    int ways = 16;
};

/// L1 first. Accesses are to lines, a power of two of bytes.
struct CacheSpec {
    std::vector<CacheLevel> levels;
    int line = 128;
};

/// Reads "L1=128K,L2=4M,line=128,ways=16"; ways apply to all levels, 0 = fully associative. Throws a usage error that
/// names `what`.
CacheSpec parse_cache(const std::string& text, const std::string& what);

/// One cache. Sets are chosen by the line's address. Their number need not be a power of two.
class Cache {
  public:
    Cache(const CacheLevel& level, int line);
    /// Returns whether the line was present; if not, it replaces the set's least recently used line.
    bool access(std::uint64_t line);

  private:
    std::size_t ways_, sets_;
    std::vector<std::uint64_t> lines_; ///< per set, most recent first. ~0 = empty
};

} // namespace atrous
