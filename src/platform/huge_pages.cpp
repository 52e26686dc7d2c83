// Asks Linux for transparent huge pages, which most distributions give on request. A huge page costs 0.33 ms
// (110 ms per GiB, and 650 ms as small pages). But if a host reclaims the free memory of its virtual
// machines, it may cost 8 ms until all of it is back. So pages are touched one by one, and if that is slow
// the rest stay small: Linux provides them at once, to two threads, for 150 ms per GiB. By faults of the
// first write they took 220 to 240 ms, in the first two levels of an image.
#include "platform/huge_pages.h"
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <malloc.h>
#include <new>
#include <sys/mman.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace atrous {
namespace {

constexpr std::size_t huge_page = std::size_t(2) << 20, cache_line = 64;
constexpr double slow_ms = 2;
constexpr int max_slow = 2;

/// Processor time of this thread.
double processor_ms() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) * 1e-6;
}

/// Has small pages made. Before Linux 5.14, which does not support this, each of them is made when it is
/// first written.
void make_small_pages(std::byte* at, std::size_t bytes) {
#ifdef MADV_POPULATE_WRITE
    const std::size_t half = bytes / 2 / huge_page * huge_page;
    std::jthread other;
    try {
        other = std::jthread([=] { ::madvise(at, half, MADV_POPULATE_WRITE); });
    } catch (const std::system_error&) {} // no more threads: that half is made when it is written
    ::madvise(at + half, bytes - half, MADV_POPULATE_WRITE);
#endif
}

/// Has huge pages made, as long as they are made in good time.
void make_huge_pages(std::byte* at, std::size_t bytes) {
    if (::madvise(at, bytes, MADV_HUGEPAGE) != 0) return; // there are none
    int slow = 0;
    double before = processor_ms();
    for (std::size_t i = 0; i < bytes; i += huge_page) {
        *static_cast<volatile std::byte*>(at + i) = std::byte(0);
        const double now = processor_ms();
        slow += now - before > slow_ms;
        before = now;
        if (slow == max_slow) {
            std::byte* const rest = at + i + huge_page;
            const std::size_t left = bytes - i - huge_page;
            ::madvise(rest, left, MADV_NOHUGEPAGE);
            make_small_pages(rest, left);
            return;
        }
    }
}

} // namespace

void give_large_blocks_back() {
#ifdef M_MMAP_THRESHOLD // glibc: a threshold that is set stays as it is
    constexpr int large = 4 << 20;
    ::mallopt(M_MMAP_THRESHOLD, large);
#endif
}

void* map_pages(std::size_t bytes) {
    if (bytes > SIZE_MAX / 2) throw std::bad_alloc();
    const std::size_t more = bytes + huge_page; // in which a huge page begins
    void* const all = ::mmap(nullptr, more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) throw std::bad_alloc();
    auto* const begin = static_cast<std::byte*>(all);
    const std::size_t before = (huge_page - reinterpret_cast<std::uintptr_t>(all) % huge_page) % huge_page;
    const std::size_t page = std::size_t(::sysconf(_SC_PAGESIZE)), used = (bytes + page - 1) / page * page;
    if (before > 0) ::munmap(begin, before);
    if (before + used < more) ::munmap(begin + before + used, more - before - used);
    make_huge_pages(begin + before, bytes);
    return begin + before;
}

void* allocate_pages(std::size_t bytes) {
    const bool huge = bytes >= min_huge;
    const std::size_t unit = huge ? huge_page : cache_line;
    if (bytes > SIZE_MAX - unit) throw std::bad_alloc();
    const std::size_t room = (std::max<std::size_t>(bytes, 1) + unit - 1) / unit * unit;
    void* const at = std::aligned_alloc(unit, room);
    if (!at) throw std::bad_alloc();
    if (huge) make_huge_pages(static_cast<std::byte*>(at), room);
    return at;
}

} // namespace atrous
