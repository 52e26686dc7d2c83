// The analyses that the bench times: their work does not grow with the iterations.
#include "banks/samples.h"
#include <chrono>
#include <doctest/doctest.h>

namespace atrous {

TEST_CASE("replays of sample expressions grow with the iterations, by the same amount per period") {
    // Layers have 64 elements, so 64 more of 6400 iterations add what 64 more of 12800 add; triangles grow
    // faster.
    for (const auto& sample : bank_samples()) {
        const auto step = [&](std::int64_t from) { return sample.analyse(from + 64) - sample.analyse(from); };
        INFO(sample.name);
        const auto change = step(6400 + 6400) - step(6400);
        CHECK(step(6400) >= 0);
        CHECK(step(12800 + 6400) - step(12800) == change);
        CHECK(sample.analyse(std::int64_t(1) << 30) >= sample.analyse(1000));
    }
}

TEST_CASE("ten million iterations are analysed at once") {
    // A loop over the iterations would take seconds per sample; the limit is loose because machines are busy.
    const auto start = std::chrono::steady_clock::now();
    for (const auto& sample : bank_samples()) sample.analyse(10'000'000);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
}

} // namespace atrous
