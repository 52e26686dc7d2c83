// Tests batches that end early: interrupted, stopped by --fail-fast, or by a device failure. All outputs are right.
#include "batch/pipeline/messages.h"
#include "batch/shot.h"
#include <csignal>

using namespace atrous;
using namespace shot;

namespace {

constexpr int reach = 2;

/// Checks that records are in order, that recorded outputs are complete and right, and that there are no others.
void check_written(const Mean& mean) {
    for (std::size_t i = 0; i < mean.shot.jobs.size(); ++i) {
        CAPTURE(i);
        const bool told = i < mean.records.size(), ok = told && mean.records[i].status == Status::ok;
        if (told) CHECK(mean.records[i].job.input() == mean.shot.jobs[i].input());
        CHECK(fs::exists(mean.shot.jobs[i].output()) == ok);
        if (ok) CHECK(mean.shot.largest_error(i, mean.needs.reach) < 1e-7);
    }
    for (const auto& entry : fs::directory_iterator(mean.shot.folder.path / "out")) {
        CAPTURE(entry.path());
        CHECK_FALSE(entry.path().filename().string().starts_with('.'));
    }
}

std::size_t count(const Mean& mean, Status status) {
    return std::size_t(
        std::ranges::count_if(mean.records, [&](const FrameRecord& r) { return r.status == status; }));
}

} // namespace

// Runs in its own process, because an interruption is permanent.
TEST_CASE("an interrupt ends a batch without other faults" * doctest::skip()) {
    for (const int jobs : {1, 3, 8}) {
        if (const char* only = std::getenv("ATROUS_TEST_JOBS"); !only || std::stoi(only) != jobs) continue;
        const Shot shot;
        shot.make();
        Mean mean(shot, reach);
        mean.batch.options.jobs = jobs;
        mean.batch.options.memory = 1;
        mean.on_process = [](std::size_t i) {
            if (i == 9) std::raise(SIGINT);
        };
        CHECK(mean.run() == Exit::interrupted);
        CHECK(mean.records.size() >= 10);
        CHECK(mean.records.size() < shot.jobs.size());
        CHECK(mean.processed[9] == 1);
        CHECK(mean.processed[10] == 0);
        CHECK(count(mean, Status::failed) == 0);
        CHECK(count(mean, Status::interrupted) >=
              1 + reach); // frames in processing, and frames in the window
        check_written(mean);
    }
}

TEST_CASE("interrupted in the middle: the batch ends, the window's frames are reported, outputs are right") {
    const fs::path self = fs::read_symlink("/proc/self/exe");
    for (const int jobs : {1, 3, 8}) {
        const std::string line = "ATROUS_TEST_JOBS=" + std::to_string(jobs) + " '" + self.string() +
                                 "' --no-skip -tc='interrupted, by itself' >/dev/null 2>&1";
        CAPTURE(jobs);
        CHECK(std::system(line.c_str()) == 0);
    }
}

TEST_CASE("--fail-fast writes no result whose window was cut off") {
    for (const int jobs : {1, 2, 8}) {
        Shot shot;
        shot.faults[8] = Fault::text;
        shot.make();
        Mean mean(shot, reach);
        mean.batch.options.jobs = jobs;
        mean.batch.options.fail_fast = true;
        CAPTURE(jobs);
        CHECK(mean.run() == Exit::some_failed);
        check_written(mean);
        CHECK(count(mean, Status::failed) == 1);
        CHECK(mean.records.at(8).status == Status::failed);
        for (std::size_t i = 0; i < 7; ++i) CHECK(mean.records[i].status == Status::ok);
        // The failing frame, number 10, is the last one let in: number 9 lacks number 11.
        CHECK(mean.records.size() == 9);
        CHECK(mean.records[7].status == Status::interrupted);
    }
}

TEST_CASE("an error of the device ends the batch, in any step") {
    for (const bool in_prepare : {false, true})
        for (const int jobs : {1, 4}) {
            const Shot shot;
            shot.make();
            Mean mean(shot, reach);
            mean.batch.options.jobs = jobs;
            const auto lose = [](std::size_t i) {
                if (i == 6) throw Error(Exit::no_device, "the device is lost");
            };
            (in_prepare ? mean.on_prepare : mean.on_process) = lose;
            CAPTURE(in_prepare);
            CAPTURE(jobs);
            CHECK_THROWS_WITH_AS(mean.run(), "the device is lost", Error);
            CHECK(count(mean, Status::ok) == (in_prepare ? 4U : 6U));
            CHECK(mean.records.size() < shot.jobs.size());
            CHECK(mean.processed[7] == 0);
            check_written(mean);
        }
}

TEST_CASE(
    "a folder of outputs that is removed during the run is made again, with one warning and exit code 1") {
    const Shot shot;
    shot.make();
    Mean mean(shot, 0);
    mean.batch.options.jobs = 1;
    mean.on_process = [&](std::size_t i) {
        if (i == 4) fs::remove_all(shot.folder.path / "out");
    };
    CHECK(mean.run() == Exit::some_failed);
    REQUIRE(mean.records.size() == shot.jobs.size());
    for (std::size_t i = 0; i < shot.jobs.size(); ++i) {
        CAPTURE(i);
        CHECK(mean.records[i].status == Status::ok);
        CHECK(fs::exists(shot.jobs[i].output()) == (i >= 4));
        CHECK(mean.records[i].warnings.size() == (i == 4 ? 1 : 0));
    }
    CHECK(mean.records[4].warnings.front().id == messages::folder_recreated.id);
}
