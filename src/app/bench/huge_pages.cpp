#include "app/bench/huge_pages.h"
#include <cstdint>
#include <new>
#include <sys/mman.h>

namespace atrous {
namespace {

constexpr std::size_t huge_page = std::size_t(2) << 20; // bytes, on x86-64 and on arm64 with pages of 4 KiB

} // namespace

void Unmap::operator()(float* at) const noexcept { ::munmap(at, bytes); }

std::unique_ptr<float[], Unmap> huge_floats(std::size_t count) {
    const std::size_t bytes = (count * sizeof(float) + huge_page - 1) / huge_page * huge_page;
    void* const got =
        ::mmap(nullptr, bytes + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED) throw std::bad_alloc();
    char* const from = static_cast<char*>(got);
    const std::size_t before = (huge_page - reinterpret_cast<std::uintptr_t>(got) % huge_page) % huge_page;
    char* const at = from + before;
    if (before > 0) ::munmap(from, before);
    if (before < huge_page) ::munmap(at + bytes, huge_page - before);
#ifdef MADV_HUGEPAGE
    ::madvise(at, bytes, MADV_HUGEPAGE); // a system without them goes on with its own pages
#endif
    return {reinterpret_cast<float*>(at), Unmap{bytes}};
}

} // namespace atrous
