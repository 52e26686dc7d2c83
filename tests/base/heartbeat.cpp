// Tests heartbeats of work that sends none: they continue while the process computes, up to a limit.
#include "platform/heartbeat.h"
#include <ctime>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

using namespace std::chrono_literals;

/// Beats while `work` runs.
template <class Work>
std::uint64_t beats_of(std::chrono::milliseconds most, Work work) {
    std::atomic<std::uint64_t> beats{0};
    count_heartbeats(&beats);
    {
        const Heartbeats beating(20ms, most);
        work();
    }
    count_heartbeats(nullptr);
    return beats;
}

/// Computes for this CPU time, however busy the machine is.
void compute(std::chrono::milliseconds time) {
    const auto computed = [] {
        timespec now{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
    };
    const auto end = computed() + time;
    while (computed() < end) continue;
}

} // namespace

TEST_CASE("work that computes has beats; waiting work and work that takes too long have none") {
    CHECK(beats_of(1h, [] { compute(300ms); }) > 2);
    CHECK(beats_of(1h, [] { std::this_thread::sleep_for(400ms); }) == 0);
    CHECK(beats_of(30ms, [] { compute(600ms); }) <= 2); // of 30 intervals
}

TEST_CASE("without a counter, Heartbeats starts no thread") {
    const Heartbeats beating(1ms);
    compute(10ms);
    heartbeat();
}
