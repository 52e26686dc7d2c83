// What must be read and what must be written: --existing skip, frames that are only neighbours, several files.
#include "batch/pipeline/messages.h"
#include "batch/shot.h"
#include "files/messages.h"
#include "support/messages.h"
#include <map>

using namespace atrous;
using namespace shot;

TEST_CASE("--existing skip reads a frame if a neighbour is written, and only then") {
    Shot shot;
    shot.make();
    const std::set<std::size_t> missing = {4, 12, 19};
    const std::string mine = slurp(shot.jobs[7].input());
    for (std::size_t i = 0; i < shot.jobs.size(); ++i)
        if (!missing.contains(i)) spill(shot.jobs[i].output(), mine);
    Mean mean(shot, 2);
    mean.batch.options.write.overwrite = false;
    mean.batch.options.skip_existing = true;
    CHECK(mean.run() == Exit::ok);
    // Job 4 is number 6, the neighbour of 4, 7 and 8 (there is no 5). Jobs 12 and 19 are 2 and 9 of the other shot.
    const std::set<std::size_t> read = {3, 4, 5, 6, 11, 12, 13, 14, 17, 18, 19};
    for (std::size_t i = 0; i < shot.jobs.size(); ++i) {
        CAPTURE(i);
        const bool written = missing.contains(i);
        CHECK(mean.opened[i] == int(read.contains(i)));
        CHECK(mean.prepared[i] == int(read.contains(i)));
        CHECK(mean.processed[i] == int(written));
        CHECK(mean.records.at(i).status == (written ? Status::ok : Status::skipped));
        CHECK(mean.records[i].neighbour == (read.contains(i) && !written));
        if (written)
            CHECK(shot.largest_error(i, 2) < 1e-7);
        else
            CHECK(slurp(shot.jobs[i].output()) == mine);
    }
}

TEST_CASE(
    "--existing skip accepts only complete outputs: damaged ones are written again, with their neighbours read") {
    Shot shot;
    shot.make();
    const std::string mine = slurp(shot.jobs[7].input());
    for (const Job& job : shot.jobs) spill(job.output(), mine);
    const std::map<std::size_t, std::string> damaged = {
        {2, ""}, {7, mine.substr(0, mine.size() - 1)}, {11, mine.substr(0, mine.size() / 2)}, {15, "text"}};
    for (const auto& [i, bytes] : damaged) spill(shot.jobs[i].output(), bytes);
    Mean mean(shot, 1);
    mean.batch.options.write.overwrite = false;
    mean.batch.options.skip_existing = true;
    CHECK(mean.run() == Exit::ok);
    for (std::size_t i = 0; i < shot.jobs.size(); ++i) {
        CAPTURE(i);
        const FrameRecord& record = mean.records.at(i);
        CHECK(record.status == (damaged.contains(i) ? Status::ok : Status::skipped));
        CHECK(record.warnings.size() == (damaged.contains(i) ? 1 : 0));
        if (damaged.contains(i)) {
            CHECK(is_message(record.warnings[0], messages::output_incomplete, anything));
            CHECK(shot.largest_error(i, 1) < 1e-7);
        } else {
            CHECK(slurp(shot.jobs[i].output()) == mine);
        }
    }
}

TEST_CASE("an output that exists fails its frame, yet its neighbours get their results") {
    Shot shot;
    shot.make();
    spill(shot.jobs[12].output(), "mine");
    Mean mean(shot, 2);
    mean.batch.options.write.overwrite = false;
    CHECK(mean.run() == Exit::some_failed);
    for (std::size_t i = 0; i < shot.jobs.size(); ++i) {
        CAPTURE(i);
        CHECK(mean.records.at(i).status == (i == 12 ? Status::failed : Status::ok));
        if (i != 12) CHECK(shot.largest_error(i, 2) < 1e-7);
    }
    CHECK(is_message(mean.records[12].error, messages::output_exists, anything));
    CHECK(slurp(shot.jobs[12].output()) == "mine");
    CHECK(mean.processed[12] == 0);
}

TEST_CASE("a frame that is only a neighbour gets no output, and its record marks it") {
    Shot shot;
    for (const std::size_t i : {0U, 1U, 5U, 6U, 7U, 8U, 9U, 10U}) shot.jobs[i].outputs.clear();
    shot.faults[9] = Fault::text; // not needed: the nearest output is job 4's
    shot.make();
    Mean mean(shot, 2);
    CHECK(mean.run() == Exit::ok);
    for (std::size_t i = 0; i < shot.jobs.size(); ++i) {
        CAPTURE(i);
        const bool written = !shot.jobs[i].outputs.empty(), needed = i < 7 || i > 10;
        const FrameRecord& record = mean.records.at(i);
        CHECK(record.status == (written ? Status::ok : Status::skipped));
        CHECK(record.neighbour == (needed && !written));
        CHECK(mean.opened[i] == int(needed));
        CHECK((frame_json(record).find("neighbour") != nullptr) == record.neighbour);
        CHECK((frame_json(record).find("output") != nullptr) == written);
        if (written) CHECK(shot.largest_error(i, 2) < 1e-7);
    }
}

TEST_CASE("a job may have several files on both sides; outputs that exist are left, the others written") {
    Shot shot;
    shot.make();
    std::vector<Job> jobs;
    const fs::path out = shot.folder.path / "out";
    for (std::size_t i = 0; i < 3; ++i)
        jobs.push_back({{shot.jobs[2 * i].inputs[0], {shot.jobs[2 * i + 1].input(), "albedo"}},
                        {{out / ("a" + std::to_string(i) + ".tif")},
                         {out / ("b" + std::to_string(i) + ".tif"), "albedo"}},
                        0,
                        int(i)});
    const std::string mine = slurp(shot.jobs[7].input());
    spill(out / "b1.tif", mine);
    struct : BatchOf {
        using BatchOf::BatchOf;
        FrameMemory estimate(Frame&) override { return {}; }
        void process(const Window& window, std::size_t) override {
            Frame& frame = window.frame();
            CHECK(frame.files.size() == 2);
            frame.results = std::move(frame.files);
        }
    } copies(shot);
    copies.batch.jobs = jobs;
    copies.batch.options.write.overwrite = false;
    copies.batch.options.skip_existing = true;
    CHECK(copies.run() == Exit::ok);
    for (std::size_t i = 0; i < 3; ++i) {
        CAPTURE(i);
        const auto same = [](const fs::path& a, const fs::path& b) {
            return values_of(Decoder(a).read()) == values_of(Decoder(b).read());
        };
        CHECK(copies.records.at(i).status == Status::ok);
        CHECK(same(jobs[i].outputs[0].path, jobs[i].inputs[0].path));
        if (i != 1) CHECK(same(jobs[i].outputs[1].path, jobs[i].inputs[1].path));
    }
    CHECK(slurp(out / "b1.tif") == mine);
}
