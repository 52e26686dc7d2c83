// The memory budget, and where a process finds its limit.
#include "batch/pipeline/budget.h"
#include "supervisor/protocol/worker_protocol.h"
#include <algorithm>
#include <chrono>
#include <fstream>
#include <unistd.h>

namespace atrous {

std::uint64_t physical_memory() {
    const std::uint64_t machine =
        std::uint64_t(sysconf(_SC_PHYS_PAGES)) * std::uint64_t(sysconf(_SC_PAGE_SIZE));
    std::uint64_t container = machine; // stays so where the file is missing or says "max"
    std::ifstream limit("/sys/fs/cgroup/memory.max");
    if (!(limit >> container)) container = machine;
    return std::min(machine, container);
}

std::uint64_t budget_of(std::uint64_t max_memory) {
    return max_memory > 0 ? max_memory : physical_memory() / 2;
}

bool MemoryBudget::acquire(std::uint64_t own, std::uint64_t shared, bool (*cancelled)(), bool alone) {
    using namespace std::chrono_literals;
    std::unique_lock guard(lock_);
    const auto fits = [&] {
        if (holders_ < window_) return true;
        return !alone && alone_ == 0 && used_ + own + std::max(shared_, shared) <= limit_;
    };
    while (!fits()) {
        if (cancelled()) return false;
        released_.wait_for(guard, 100ms); // signals wake nobody, so look again
    }
    used_ += own;
    shared_ = std::max(shared_, shared);
    ++holders_;
    if (alone) ++alone_;
    report_granted(used_ + shared_);
    return true;
}

void MemoryBudget::release(std::uint64_t own, bool alone) {
    {
        const std::lock_guard guard(lock_);
        used_ -= own;
        --holders_;
        if (alone) --alone_;
    }
    released_.notify_all();
}

bool Reservation::acquire(MemoryBudget& budget, std::uint64_t own, std::uint64_t shared, bool (*cancelled)(),
                          bool alone) {
    if (!budget.acquire(own, shared, cancelled, alone)) return false;
    alone_ = alone;
    budget_ = &budget;
    bytes_ = own;
    return true;
}

void Reservation::release() {
    if (budget_) budget_->release(bytes_, alone_);
    budget_ = nullptr;
}

} // namespace atrous
