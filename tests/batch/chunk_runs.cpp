// Runs chunks: all chunks together give the same result as one run. Tests missing frames and insufficient memory.
#include "batch/pipeline/messages.h"
#include "batch/plan/chunk.h"
#include "batch/plan/needs.h"
#include "batch/shot.h"
#include "support/messages.h"

using namespace atrous;
using namespace shot;

TEST_CASE("chunks of any size write the same as one run, and read the frames around them") {
    constexpr int reach = 2;
    for (const int count : {2, 3, 7}) {
        for (int index = 0; index < count; ++index) {
            CAPTURE(count);
            CAPTURE(index);
            const Shot shot;
            shot.make();
            OutputPlan plan;
            plan.jobs = shot.jobs;
            take_chunk(plan, {index, count}, reach);
            Mean mean(shot, reach);
            mean.batch.jobs = plan.jobs;
            CHECK(mean.run() == Exit::ok);
            CHECK(std::size_t(mean.open_calls) == plan.jobs.size());
            std::set<fs::path> written;
            for (const Job& job : plan.jobs)
                if (!job.outputs.empty()) written.insert(job.output());
            for (std::size_t i = 0; i < shot.jobs.size(); ++i) {
                const bool its = written.contains(shot.jobs[i].output());
                CHECK(fs::exists(shot.jobs[i].output()) == its);
                if (its) CHECK(shot.largest_error(i, reach) < 1e-7);
            }
        }
    }
}

TEST_CASE("a missing frame is left out, its neighbours are made from what there is, and name the hole") {
    for (const bool fails : {true, false}) {
        Shot shot;
        shot.faults[3] = shot.faults[13] = Fault::missing; // numbers 4 and 3
        for (const std::size_t i : {3U, 13U}) shot.jobs[i].missing = true;
        shot.make();
        Mean mean(shot, 1);
        mean.batch.options.missing_fails = fails;
        CHECK(mean.run() == (fails ? Exit::some_failed : Exit::ok));
        for (std::size_t i = 0; i < shot.jobs.size(); ++i) {
            CAPTURE(i);
            const bool missing = i == 3 || i == 13;
            const FrameRecord& record = mean.records.at(i);
            CHECK(record.status == (missing ? Status::missing : Status::ok));
            CHECK(fs::exists(shot.jobs[i].output()) == !missing);
            CHECK(mean.opened[i] == int(!missing));
            if (!missing) CHECK(shot.largest_error(i, 1) < 1e-7);
            const std::vector<int> holes = i == 2               ? std::vector{4}
                                           : i == 12 || i == 14 ? std::vector{3}
                                                                : std::vector<int>{};
            CHECK(record.holes == holes); // number 4 has one neighbour: there is no number 5
            CHECK((frame_json(record).find("holes") != nullptr) == !holes.empty());
        }
    }
}

TEST_CASE("a missing frame that is only a neighbour does not fail the chunk") {
    Shot shot;
    for (std::size_t i = 0; i < shot.jobs.size(); ++i)
        if (i != 1) shot.jobs[i].outputs.clear();
    shot.faults[2] = Fault::missing;
    shot.jobs[2].missing = true;
    shot.make();
    Mean mean(shot, 1);
    CHECK(mean.run() == Exit::ok);
    CHECK(shot.largest_error(1, 1) < 1e-7);
    CHECK(mean.records.at(1).holes == std::vector{3});
}

TEST_CASE("out of memory: the others are written, and the exit code is 33") {
    const auto check = [](const auto& fail, const char* message) {
        const Shot shot;
        shot.make();
        Mean mean(shot, 0);
        mean.on_process = [&](std::size_t i) {
            if (i == 4) fail();
            if (i == 5) throw file_error("another reason");
        };
        CHECK(mean.run() == Exit::out_of_memory);
        for (std::size_t i = 0; i < shot.jobs.size(); ++i)
            CHECK(mean.records.at(i).status == (i == 4 || i == 5 ? Status::failed : Status::ok));
        CHECK(mean.records[4].error.text.find(message) != std::string::npos);
    };
    check([] { throw std::bad_alloc(); }, "not enough memory; try --jobs 1");
    check([] { throw memory_error("the device has too little"); }, "the device has too little");
    CHECK(int(Exit::out_of_memory) == 33);
}

TEST_CASE("an unknown exception of a library is the error of its file, with the file's name") {
    const Shot shot;
    shot.make();
    Mean mean(shot, 0);
    mean.on_process = [&](std::size_t i) {
        if (i == 4) throw std::length_error("vector::_M_default_append");
    };
    CHECK(mean.run() == Exit::some_failed);
    CHECK(is_message(mean.records[4].error, messages::frame_failed, shot.jobs[4].input(),
                     "vector::_M_default_append"));
}
