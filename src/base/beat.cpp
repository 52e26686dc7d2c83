// One counter per process.
#include "base/beat.h"

namespace atrous {
namespace {

std::atomic<std::atomic<std::uint64_t>*> beats{nullptr};

} // namespace

void beat() {
    if (auto* const counter = beats.load(std::memory_order_relaxed))
        counter->fetch_add(1, std::memory_order_relaxed);
}

void count_beats(std::atomic<std::uint64_t>* counter) { beats = counter; }

} // namespace atrous
