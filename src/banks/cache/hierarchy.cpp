// Lines of a sub-group's access, once each, down the hierarchy until they hit.
#include "banks/cache/hierarchy.h"
#include <algorithm>
#include <bit>

namespace atrous {

Hierarchy::Hierarchy(const CacheRun& run, CacheCounts& counts)
    : counts_(counts), line_bits_(std::countr_zero(unsigned(run.caches.line))) {
    const auto& levels = run.caches.levels;
    first_.assign(std::size_t(std::max(1, run.units)), Cache(levels[0], run.caches.line));
    for (std::size_t i = 1; i < levels.size(); ++i) shared_.emplace_back(levels[i], run.caches.line);
    counts_.loads.assign(levels.size(), 0);
    counts_.load_hits.assign(levels.size(), 0);
}

void Hierarchy::touch(std::uint64_t address, int bytes, bool is_load) {
    auto& lines = is_load ? loads_ : stores_;
    for (auto line = address >> line_bits_; line <= (address + std::uint64_t(bytes) - 1) >> line_bits_;
         ++line)
        if (lines.empty() || lines.back() != line) lines.push_back(line);
}

void Hierarchy::access(std::uint64_t line, bool is_load) {
    if (is_load) {
        ++counts_.loads[0];
        if (first_[unit_].access(line)) {
            ++counts_.load_hits[0];
            return;
        }
    } else {
        ++counts_.store_lines;
    }
    for (std::size_t i = 0; i < shared_.size(); ++i) {
        const bool hit = shared_[i].access(line);
        if (is_load) {
            ++counts_.loads[i + 1];
            counts_.load_hits[i + 1] += hit;
        }
        if (hit) return;
    }
    ++counts_.memory_lines;
}

void Hierarchy::end_access() {
    for (auto* lines : {&loads_, &stores_}) {
        std::ranges::sort(*lines);
        const auto repeated = std::ranges::unique(*lines);
        lines->erase(repeated.begin(), repeated.end());
        for (const auto line : *lines) access(line, lines == &loads_);
        lines->clear();
    }
}

} // namespace atrous
