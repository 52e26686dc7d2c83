// Compares the cache model with a naive list of recent lines, and tests the properties of LRU.
#include "lab/banks/cache/cache.h"
#include "base/error.h"
#include "lab/banks/messages.h"
#include "support/messages.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <list>
#include <map>
#include <random>

using namespace atrous;

namespace {

// A cache in its textbook form: a list per set, most recent line first.
struct Naive {
    std::size_t ways, sets;
    std::map<std::size_t, std::list<std::uint64_t>> lists;

    bool access(std::uint64_t line) {
        auto& list = lists[line % sets];
        const bool hit = std::find(list.begin(), list.end(), line) != list.end();
        list.remove(line);
        list.push_front(line);
        if (list.size() > ways) list.pop_back();
        return hit;
    }
};

std::vector<std::uint64_t> random_lines(std::uint64_t most, int count) {
    std::mt19937_64 random(42);
    std::vector<std::uint64_t> lines;
    for (int i = 0; i < count; ++i) // half of them near the last one, as in programs
        lines.push_back(i % 2 && i > 0 ? (lines.back() + random() % 3) % most : random() % most);
    return lines;
}

int hits(const CacheLevel& level, const std::vector<std::uint64_t>& lines) {
    Cache cache(level, 64);
    int count = 0;
    for (const auto line : lines) count += cache.access(line);
    return count;
}

Message refusal(const std::string& spec) {
    return thrown_by([&] { parse_cache(spec, "--model-cache"); });
}

} // namespace

TEST_CASE("the cache equals a naive one, for many shapes") {
    const auto lines = random_lines(500, 20000);
    for (const int ways : {1, 2, 3, 4, 8, 16})
        for (const int sets : {1, 2, 5, 16, 48}) {
            CAPTURE(ways);
            CAPTURE(sets);
            Cache cache({"L1", std::uint64_t(ways * sets * 64), ways}, 64);
            Naive naive{std::size_t(ways), std::size_t(sets), {}};
            for (const auto line : lines) REQUIRE(cache.access(line) == naive.access(line));
        }
}

TEST_CASE(
    "what fits hits after the first time; one line more never hits (cyclic accesses, fully associative)") {
    for (const int lines : {1, 2, 7, 64}) {
        Cache fits({"L1", std::uint64_t(lines * 64), 0}, 64),
            short_of_one({"L1", std::uint64_t(lines * 64), 0}, 64);
        for (int round = 0; round < 3; ++round) {
            for (int i = 0; i < lines; ++i) CHECK(fits.access(std::uint64_t(i)) == (round > 0));
            for (int i = 0; i <= lines; ++i) CHECK_FALSE(short_of_one.access(std::uint64_t(i)));
        }
    }
}

TEST_CASE("more ways of the same sets never lose a hit") {
    const auto lines = random_lines(2000, 20000);
    int before = 0;
    for (const int ways : {1, 2, 4, 8, 16, 32}) {
        const int now = hits({"L1", std::uint64_t(ways * 16 * 64), ways}, lines);
        CHECK(now >= before);
        before = now;
    }
    CHECK(before > hits({"L1", 16 * 64, 1}, lines)); // and win some
}

TEST_CASE("cache descriptions are read as written") {
    const auto spec = parse_cache("L1=128K,L2=4M,line=64,ways=8", "--model-cache");
    REQUIRE(spec.levels.size() == 2);
    CHECK(spec.levels[0].bytes == 128 << 10);
    CHECK(spec.levels[1].bytes == 4 << 20);
    CHECK(spec.levels[0].ways == 8);
    CHECK(spec.levels[1].ways == 8);
    CHECK(spec.line == 64);
    CHECK(parse_cache("L1=32K", "--model-cache").line == 128);
    CHECK(parse_cache("L1=32K,ways=0", "--model-cache").levels[0].ways == 0);
}

TEST_CASE("invalid descriptions of caches are refused, with the fault") {
    CHECK(is_message(refusal("line=128"), messages::cache_none, "--model-cache"));
    CHECK(is_message(refusal("L2=4M,L1=128K"), messages::cache_name, "--model-cache", "L2"));
    CHECK(is_message(refusal("L1=128K,line=100"), messages::cache_line, "--model-cache", 100));
    CHECK(is_message(refusal("L1=5K,line=128,ways=16"), messages::cache_sets, "--model-cache", "L1",
                     "5.0 KiB", 16, 128));
    CHECK(is_message(refusal("L1:128K"), messages::cache_item, "--model-cache", "L1:128K"));
    CHECK(refusal("L1=lots").text.find("L1") != std::string::npos);
    CHECK(is_message(refusal("L1=32K,ways=-2"), messages::cache_number, "--model-cache", "ways", "-2",
                     anything));
}
