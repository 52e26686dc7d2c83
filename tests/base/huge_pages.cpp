// Tests memory of planes and samples: all of it can be written, and large blocks begin at a huge page.
#include "platform/huge_pages.h"
#include "platform/bytes.h"
#include "support/skip.h"
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <doctest/doctest.h>
#include <malloc.h>
#include <new>

using namespace atrous;

TEST_CASE("blocks of every size are there to their last byte; large ones begin at a huge page") {
    constexpr std::size_t huge = std::size_t(2) << 20;
    for (const std::size_t bytes :
         {std::size_t(0), std::size_t(1), huge, min_huge - 1, min_huge, 9 * huge + 5}) {
        CAPTURE(bytes);
        void* const at = allocate_pages(bytes);
        REQUIRE(at);
        std::memset(at, 1, bytes);
        if (bytes >= min_huge) CHECK(reinterpret_cast<std::uintptr_t>(at) % huge == 0);
        std::free(at);
    }
}

TEST_CASE("bytes are 0 until they are filled, also in memory that was used before") {
    ::mallopt(M_PERTURB, 0x55); // of glibc: fills new memory with another byte
    for (const std::size_t size :
         {std::size_t(1), std::size_t(1000), std::size_t(1) << 20, min_huge - 1, min_huge + 5}) {
        CAPTURE(size);
        const Bytes bytes(size);
        CHECK(std::all_of(bytes.data.get(), bytes.data.get() + size,
                          [](std::byte b) { return b == std::byte(0); }));
        std::memset(bytes.data.get(), 1, size);
    }
    ::mallopt(M_PERTURB, 0);
}

TEST_CASE("more than there can be is std::bad_alloc") {
    if (!test::memory_is_measured()) return; // AddressSanitizer ends the process there
    CHECK_THROWS_AS(allocate_pages(SIZE_MAX / 4), std::bad_alloc);
    CHECK_THROWS_AS(map_pages(SIZE_MAX / 4), std::bad_alloc);
}
