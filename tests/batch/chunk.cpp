// Tests chunks of a run: the frames that each chunk writes and reads, and missing frames that are reported first.
#include "batch/plan/chunk.h"
#include "batch/plan/frames.h"
#include "batch/plan/messages.h"
#include "batch/plan/needs.h"
#include "batch/shot.h"
#include "support/messages.h"
#include <map>
#include <set>

using namespace atrous;
using namespace shot;

namespace {

std::map<std::string, std::string>& environment() {
    static std::map<std::string, std::string> variables;
    return variables;
}

const char* variable(const char* name) {
    const auto found = environment().find(name);
    return found == environment().end() ? nullptr : found->second.c_str();
}

/// A plan of this many frames from 1001 on, from a pattern or from a folder.
OutputPlan plan_of(int frames, bool pattern) {
    OutputPlan plan;
    for (int i = 0; i < frames; ++i) {
        const std::string name = std::to_string(1001 + i) + ".tif";
        plan.jobs.push_back({{{"in/" + name}}, {{"out/" + name}}, pattern ? 1 : 0, pattern ? 1001 + i : i});
    }
    if (pattern) plan.patterns = {"in/####.tif"};
    return plan;
}

/// Positions in the whole plan: frames that the chunk writes, and all frames that it keeps.
std::pair<std::vector<int>, std::vector<int>> taken(int frames, bool pattern, const Chunk& chunk, int reach) {
    OutputPlan plan = plan_of(frames, pattern);
    take_chunk(plan, chunk, reach);
    std::pair<std::vector<int>, std::vector<int>> found;
    for (const Job& job : plan.jobs) {
        const int at = job.number - (pattern ? 1001 : 0);
        if (!job.outputs.empty()) found.first.push_back(at);
        found.second.push_back(at);
    }
    return found;
}

std::string chunk_refusal(const std::string& text) {
    try {
        parse_chunk(text, variable);
    } catch (const Error& error) {
        CHECK(error.kind == Exit::usage);
        return error.what();
    }
    return "no refusal";
}

} // namespace

TEST_CASE("chunks of files that are listed in another order have the same files") {
    for (int index = 0; index < 3; ++index) {
        OutputPlan sorted = plan_of(8, false), reversed = plan_of(8, false);
        std::ranges::reverse(reversed.jobs);
        const auto names = [&](OutputPlan& plan) {
            take_chunk(plan, {index, 3}, 0);
            std::set<std::string> all;
            for (const Job& job : plan.jobs) all.insert(job.input().string());
            return all;
        };
        CHECK(names(sorted) == names(reversed));
    }
}

TEST_CASE("chunks of a folder: every n-th, each once") {
    for (int frames = 0; frames <= 13; ++frames)
        for (int count = 1; count <= 15; ++count) {
            CAPTURE(frames);
            CAPTURE(count);
            std::vector<int> all;
            for (int i = 0; i < count; ++i) {
                const auto [written, kept] = taken(frames, false, {i, count}, 0);
                CHECK(written == kept);
                for (std::size_t k = 0; k < written.size(); ++k) CHECK(written[k] == i + int(k) * count);
                all.insert(all.end(), written.begin(), written.end());
            }
            CHECK(int(all.size()) == frames);
        }
}

TEST_CASE("chunks of a sequence: consecutive runs of equal length, with the neighbours that they need") {
    for (const int reach : {0, 1, 2, 5})
        for (int frames = 1; frames <= 13; ++frames)
            for (int count = 1; count <= 15; ++count) {
                CAPTURE(reach);
                CAPTURE(frames);
                CAPTURE(count);
                int next = 0;
                std::size_t longest = 0, shortest = 99;
                for (int i = 0; i < count; ++i) {
                    const auto [written, kept] = taken(frames, true, {i, count}, reach);
                    longest = std::max(longest, written.size());
                    CHECK((i == 0 || written.size() <= shortest)); // the longer ones come first
                    shortest = std::min(shortest, written.size());
                    for (const int frame : written) CHECK(frame == next++);
                    if (written.empty()) CHECK(kept.empty());
                    if (written.empty()) continue;
                    CHECK(kept.front() == std::max(0, written.front() - reach));
                    CHECK(kept.back() == std::min(frames - 1, written.back() + reach));
                    CHECK(int(kept.size()) == kept.back() - kept.front() + 1);
                }
                CHECK(next == frames);
                CHECK(longest - shortest <= 1);
            }
}

TEST_CASE("a chunk of 10 inside of a shot reads 14 with a reach of 2") {
    const auto [written, kept] = taken(100, true, {4, 10}, 2);
    CHECK(written.size() == 10);
    CHECK(kept.size() == 14);
}

TEST_CASE("files are frames of shots by their names") {
    std::vector<Job> jobs;
    for (const char* name : {"d/a.0001.exr", "d/b.0001.exr", "d/a.0003.exr", "e/a.0001.exr", "d/still.exr",
                             "d/other.exr", "d/a.-0002.exr", "d/a.1.exr", "d/a.0001.png"})
        jobs.push_back({{{name}}, {}, 0, int(jobs.size())});
    jobs.push_back({{{"p/x.exr"}}, {}, 1, 77}); // of a pattern: stays
    number_by_names(jobs, 1);
    const std::vector<std::pair<int, int>> expected = {{2, 1}, {3, 1},  {2, 3}, {4, 1}, {5, 0},
                                                       {6, 0}, {2, -2}, {7, 0}, {8, 1}, {1, 77}};
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        CAPTURE(i);
        CHECK(std::pair(jobs[i].shot, jobs[i].number) == expected[i]);
    }
    OutputPlan plan;
    plan.jobs = jobs;
    take_chunk(plan, {}, 2); // in the order for windows
    JobSelector needs(plan.jobs, 2, {.overwrite = true});
}

TEST_CASE(
    "numbers of takes and cameras make no shot: frames stand in front of the extension or between dots") {
    std::vector<Job> jobs;
    for (const char* name : {"take1_final.exr", "take2_final.exr", "cam1.beauty.exr", "cam2.beauty.exr",
                             "b.0005.v3.exr", "b.0006.v3.exr", "a7.exr", "a8.exr"})
        jobs.push_back({{{name}}, {}, 0, int(jobs.size())});
    number_by_names(jobs, 0);
    for (std::size_t i = 0; i < jobs.size(); i += 2) {
        CAPTURE(i);
        CHECK((jobs[i].shot == jobs[i + 1].shot) == (i >= 4));
    }
}

TEST_CASE("missing frames are those between, in steps of the common distance, which two frames do not have") {
    CHECK(holes_of({1, 2, 4}) == std::vector{3});
    CHECK(holes_of({1, 11, 31}) == std::vector{21});
    CHECK(holes_of({3, 6}) == std::vector{4, 5});
    CHECK(holes_of({1, 5001}).empty());
    CHECK(holes_of({7}).empty());
}

TEST_CASE("versions of an image make no shot") {
    std::vector<Job> jobs;
    for (const char* name : {"f_v001.exr", "f_v002.exr", "V3.exr", "V4.exr", "g.0007_v02.exr",
                             "g.0008_v02.exr", "mov7.exr", "mov8.exr"})
        jobs.push_back({{{name}}, {}, 0, int(jobs.size())});
    number_by_names(jobs, 0);
    for (std::size_t i = 0; i < jobs.size(); i += 2) {
        CAPTURE(i);
        CHECK((jobs[i].shot == jobs[i + 1].shot) == (i >= 6)); // "v" within a word is none
    }
}

TEST_CASE("if results need only the frames before them, a chunk keeps and reads these") {
    OutputPlan plan = plan_of(10, true);
    const NeighbourRange around(3, 0);
    take_chunk(plan, {1, 2}, around);
    std::vector<int> numbers, written;
    for (const Job& job : plan.jobs) {
        numbers.push_back(job.number);
        if (!job.outputs.empty()) written.push_back(job.number);
    }
    CHECK(numbers == std::vector<int>{1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010});
    CHECK(written == std::vector<int>{1006, 1007, 1008, 1009, 1010});
    JobSelector needs(plan.jobs, around, {.overwrite = true});
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) CHECK(needs.reads(i));
    for (std::size_t i = 3; i < plan.jobs.size(); ++i) plan.jobs[i].outputs.clear(); // of later frames
    plan.jobs[0].outputs = {{"out/1003.tif"}};
    JobSelector first(plan.jobs, around, {.overwrite = true});
    CHECK(first.reads(0));
    CHECK_FALSE(first.reads(1));
}

TEST_CASE("a chunk past the end has nothing") {
    for (const bool pattern : {false, true})
        for (const std::int64_t index :
             {std::int64_t(3), std::int64_t(4), std::numeric_limits<std::int64_t>::max()})
            CHECK(taken(9, pattern, {index, 3}, 1).second.empty());
}

TEST_CASE("--chunk: I/N, and auto in arrays of Slurm that begin at 0, at 1, and go in steps") {
    CHECK(parse_chunk("3/10", variable).index == 3);
    CHECK(parse_chunk("3/10", variable).count == 10);
    struct Row {
        const char *id, *least, *most, *count, *step;
        int index;
    };
    for (const Row& row : {Row{"0", "0", "3", "4", "1", 0}, Row{"4", "1", "4", "4", "1", 3},
                           Row{"6", "2", "8", "4", "2", 2}, Row{"7", "5", "8", "4", nullptr, 2}}) {
        environment() = {{"SLURM_ARRAY_TASK_ID", row.id},
                         {"SLURM_ARRAY_TASK_MIN", row.least},
                         {"SLURM_ARRAY_TASK_MAX", row.most},
                         {"SLURM_ARRAY_TASK_COUNT", row.count}};
        if (row.step) environment()["SLURM_ARRAY_TASK_STEP"] = row.step;
        CHECK(parse_chunk("auto", variable).index == row.index);
        CHECK(parse_chunk("auto", variable).count == 4);
    }
    environment() = {
        {"SLURM_ARRAY_TASK_ID", "2"}, {"SLURM_ARRAY_TASK_MIN", "1"}, {"SLURM_ARRAY_TASK_COUNT", "3"}};
    CHECK(parse_chunk("auto", variable).index == 1);
    environment().clear();
}

TEST_CASE("--chunk auto warns of a repeated task of a larger array, which would process all images") {
    const auto printed = [](const char* only, const char* count) {
        environment() = {{"SLURM_ARRAY_TASK_ID", only},
                         {"SLURM_ARRAY_TASK_MIN", only},
                         {"SLURM_ARRAY_TASK_MAX", only},
                         {"SLURM_ARRAY_TASK_COUNT", count}};
        if (std::string(count) == "2")
            environment()["SLURM_ARRAY_TASK_MAX"] = std::to_string(std::stoi(only) + 1);
        const std::string text = stderr_of([] { parse_chunk("auto", variable); });
        environment().clear();
        return text;
    };
    CHECK(has_message(printed("4", "1"), messages::chunk_one_task, "4", "4"));
    for (const char* first : {"0", "1"}) CHECK(printed(first, "1").empty()); // an array of one task
    CHECK(printed("4", "2").empty());
}

TEST_CASE("invalid chunks are refused: text, no count, auto outside of an array, an array with gaps") {
    for (const char* text : {"3", "3/", "/3", "3/0", "-1/3", "1/-3", "a/b", "1/3x", "1.5/3", ""})
        CHECK(chunk_refusal(text) == text_of(messages::chunk_invalid, text));
    environment().clear();
    CHECK(chunk_refusal("auto") == text_of(messages::chunk_no_array));
    environment() = {{"SLURM_ARRAY_TASK_ID", "7"},
                     {"SLURM_ARRAY_TASK_MIN", "3"},
                     {"SLURM_ARRAY_TASK_MAX", "7"},
                     {"SLURM_ARRAY_TASK_COUNT", "2"}};
    CHECK(chunk_refusal("auto") == text_of(messages::chunk_array_gaps, 2, 3, 7));
    environment().clear();
}

TEST_CASE("missing frames are reported together: an error, or a warning") {
    OutputPlan plan = plan_of(10, true);
    check_missing(plan, MissingFrames::error, false);
    for (const std::size_t i : {2U, 3U, 7U}) plan.jobs[i].missing = true;
    CHECK_THROWS_WITH_AS(check_missing(plan, MissingFrames::error, false),
                         text_of(messages::frames_missing,
                                 text_of(messages::frames_absent, "in/####.tif", 3, 10, "1003-1004,1008"))
                             .c_str(),
                         Error);
    check_missing(plan, MissingFrames::skip, false);
    check_missing(plan, MissingFrames::clip, false);
    take_chunk(plan, {2, 3}, 0); // has 1008, and not the others
    CHECK_THROWS_WITH_AS(check_missing(plan, MissingFrames::error, false),
                         doctest::Contains("1 of 3 frames are missing: 1008"), Error);
}
