// Gives each harness its seeds, so that a harness that no longer links, or fails at once, is found without libFuzzer.
#include "base/file.h"
#include "support/paths.h"
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>

#define ROW(name)                                                                                            \
    extern "C" int fuzz_##name(const std::uint8_t*, std::size_t); // as CMake renames each harness
ATROUS_HARNESSES
#undef ROW

TEST_CASE("every harness accepts its seeds") {
    const struct {
        const char* name;
        int (*run)(const std::uint8_t*, std::size_t);
    } rows[] = {
#define ROW(name) {#name, fuzz_##name},
        ATROUS_HARNESSES
#undef ROW
    };
    for (const auto& row : rows) {
        int seeds = 0;
        for (const auto& seed :
             std::filesystem::directory_iterator(atrous::source_dir() + "/tests/fuzz/seeds/" + row.name)) {
            CAPTURE(seed.path());
            const std::string bytes = atrous::read_file(seed.path()).value();
            CHECK(row.run(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()) == 0);
            ++seeds;
        }
        CAPTURE(row.name);
        CHECK(seeds > 0);
    }
}
