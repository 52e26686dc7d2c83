// Tests windows of frames: each result is the mean of up to five frames, with any memory, threads and faults.
#include "batch/pipeline/frame_memory.h"
#include "batch/shot.h"

using namespace atrous;
using namespace shot;

namespace {

constexpr int reach = 2;
/// Memory that a frame reserves, in addition to the memory that all frames share.
constexpr std::uint64_t own = 2 * 4 * pixels + 1000, shared = 500;

/// A fault of each kind, some of them near each other and near the ends of shots.
void add_faults(Shot& shot) {
    shot.faults[0] = Fault::text;
    shot.faults[3] = Fault::in_process;
    shot.faults[6] = Fault::in_prepare;
    shot.faults[7] = Fault::truncated;
    shot.faults[10] = Fault::in_write;
    shot.faults[15] = Fault::missing;
    shot.faults[18] = Fault::in_prepare;
}

/// Checks that records are in order and contain the result of each frame.
void check_records(const Mean& mean) {
    REQUIRE(mean.records.size() == mean.shot.jobs.size());
    for (std::size_t i = 0; i < mean.records.size(); ++i) {
        CAPTURE(i);
        CHECK(mean.records[i].job.input() == mean.shot.jobs[i].input());
        CHECK(mean.records[i].status == (mean.shot.faults[i] == Fault::none ? Status::ok : Status::failed));
    }
}

/// Checks that outputs are the naive means, and that no others exist.
void check_outputs(const Mean& mean) {
    for (std::size_t i = 0; i < mean.shot.jobs.size(); ++i) {
        CAPTURE(i);
        if (mean.shot.faults[i] == Fault::none)
            CHECK(mean.shot.largest_error(i, mean.needs.reach) < 1e-7);
        else
            CHECK_FALSE(fs::is_regular_file(mean.shot.jobs[i].output()));
    }
}

/// Checks that each frame is opened, read, prepared and processed at most once.
void check_counts(const Mean& mean) {
    for (std::size_t i = 0; i < mean.shot.jobs.size(); ++i) {
        CAPTURE(i);
        const Fault fault = mean.shot.faults[i];
        CHECK(mean.opened[i] == (fault == Fault::text || fault == Fault::missing ? 0 : 1));
        CHECK(mean.prepared[i] == (has_source(fault) || fault == Fault::in_prepare ? 1 : 0));
        CHECK(mean.processed[i] == (has_source(fault) ? 1 : 0));
    }
}

} // namespace

TEST_CASE("windows: right results, counts and records for any number of jobs and any memory") {
    Shot shot;
    add_faults(shot);
    for (int jobs = 1; jobs <= 8; ++jobs)
        for (const std::uint64_t memory :
             {std::uint64_t(1), own + shared, 5 * own + shared, 7 * own + shared, std::uint64_t(1) << 30}) {
            CAPTURE(jobs);
            CAPTURE(memory);
            shot.make();
            Mean mean(shot, reach);
            mean.batch.options.jobs = jobs;
            mean.batch.options.memory = memory;
            CHECK(mean.run() == Exit::some_failed);
            check_records(mean);
            check_outputs(mean);
            check_counts(mean);
        }
}

TEST_CASE("windows of every reach, also wider than the shots") {
    Shot shot;
    add_faults(shot);
    for (const int wide : {0, 1, 3, 12, 30}) {
        CAPTURE(wide);
        shot.make();
        Mean mean(shot, wide);
        mean.batch.options.jobs = 3;
        mean.batch.options.memory = 1;
        CHECK(mean.run() == Exit::some_failed);
        check_records(mean);
        check_outputs(mean);
        check_counts(mean);
    }
}

TEST_CASE("little memory holds no more frames than a window has") {
    const Shot shot;
    for (const int wide : {0, 1, 2}) {
        shot.make();
        Mean mean(shot, wide);
        mean.batch.options.jobs = 8;
        mean.batch.options.memory = 1;
        int most = 0;
        // One more is open: it waits for memory. The first windows are not full, so other frames are opened.
        mean.on_process = [&](std::size_t i) {
            if (int(i) >= wide) most = std::max(most, mean.open_calls - int(i));
        };
        CHECK(mean.run() == Exit::ok);
        CAPTURE(wide);
        CHECK(most >= wide + 1);
        CHECK(most <= wide + 2);
    }
}

TEST_CASE("the budget grants a window at once, and holds back the frames after it") {
    const auto cancelled = [] { return true; };
    MemoryBudget one(1), window(1, 5), roomy(70, 5);
    std::vector<Reservation> held;
    const auto grants = [&](MemoryBudget& budget) {
        held.push_back(budget.acquire(10, 0, cancelled));
        return held.back() != nullptr;
    };
    CHECK(grants(one));
    CHECK_FALSE(grants(one)); // with a reach, the first frame would wait for this one without end
    held.clear();
    for (int i = 0; i < 5; ++i) CHECK(grants(window));
    CHECK_FALSE(grants(window));
    held[2].reset();
    CHECK(grants(window));
    for (int i = 0; i < 7; ++i) CHECK(grants(roomy));
    CHECK_FALSE(grants(roomy));
}

TEST_CASE("a window has neighbours by number; access beyond its reach is an internal error") {
    Frame here, there;
    const Window window(here, {nullptr, &here, &there});
    CHECK(window.reach() == 1);
    CHECK(&window.frame() == &here);
    CHECK(window.at(-1) == nullptr);
    CHECK(window.at(0) == &here);
    CHECK(window.at(1) == &there);
    CHECK_THROWS_AS(window.at(2), Error);
    CHECK_THROWS_AS(window.at(-2), Error);
}

TEST_CASE("with windows, jobs that are out of order are an internal error") {
    Shot shot;
    shot.make();
    std::swap(shot.jobs[4], shot.jobs[5]);
    Mean mean(shot, 1);
    CHECK_THROWS_AS(mean.run(), Error);
    CHECK(mean.records.empty());
    CHECK(Mean(shot, 0).run() == Exit::ok);
}
