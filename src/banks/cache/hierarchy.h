// Caches in a row behind each other, with counts. For the files of this folder alone.
#pragma once
#include "banks/cache/replay.h"

namespace atrous {

class Hierarchy {
  public:
    Hierarchy(const CacheRun& run, CacheCounts& counts);
    /// The compute unit that the next accesses come from.
    void use_unit(std::size_t unit) { unit_ = unit; }
    /// Adds bytes to the access of a sub-group.
    void load(std::uint64_t address, int bytes) { touch(address, bytes, true); }
    void store(std::uint64_t address, int bytes) { touch(address, bytes, false); }
    /// Ends the access of a sub-group: each line that it touched counts once.
    void end_access();

  private:
    void touch(std::uint64_t address, int bytes, bool is_load);
    void access(std::uint64_t line, bool is_load);

    CacheCounts& counts_;
    int line_bits_;
    std::vector<Cache> first_; ///< L1 per unit
    std::vector<Cache> shared_;
    std::size_t unit_ = 0;
    std::vector<std::uint64_t> loads_, stores_; ///< lines of the access under way
};

} // namespace atrous
