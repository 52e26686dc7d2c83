// Signs of life of long work, for who watches this process.
#pragma once
#include <atomic>
#include <cstdint>

namespace atrous {

/// Something of the work in hand was done: rows, a region, a step. May be called often.
void beat();
/// Where beats are counted from now on; null: nowhere.
void count_beats(std::atomic<std::uint64_t>* counter);

} // namespace atrous
