// Tests the neighbours of the frames of --frames: they are read if they exist, so that a task with its own frames
// makes the same outputs as the whole run.
#include "batch/plan/messages.h"
#include "denoise/shot.h"
#include "support/messages.h"

using namespace denoise_test;

namespace {

const Look little{{33, 25}};
constexpr const char* files = " in/s.####.exr -o ";

void same_frame(const Folder& folder, const std::string& a, const std::string& b) {
    CAPTURE(a);
    CAPTURE(b);
    CHECK((slurp(folder.path / a) == slurp(folder.path / b)));
}

} // namespace

TEST_CASE("tasks that are given their own frames write the bytes of the whole run, with every window") {
    if (!has_device()) return;
    const Shot shot(6, little);
    for (const std::string how : {"--temporal window:1 ", "", "--temporal window:3 "}) {
        fs::remove_all(shot.path / "whole");
        fs::remove_all(shot.path / "tasks");
        denoise_well(shot, how + files + "whole/s.####.exr");
        for (const char* task : {"5-6", "1", "2-4"})
            denoise_well(shot, how + "--frames " + task + files + "tasks/s.####.exr");
        CHECK(shot.list("tasks") == shot.list("whole"));
        check_same_frames(shot, "whole", "tasks", 1, 6);
    }
}

TEST_CASE("every second frame, and chunks of some frames, are read with the frames between and around them") {
    if (!has_device()) return;
    const Shot shot(6, little);
    denoise_well(shot, std::string(files) + "whole/s.####.exr");
    denoise_well(shot, std::string("--frames 2-6x2") + files + "second/s.####.exr");
    CHECK(shot.list("second") == "s.0002.exr s.0004.exr s.0006.exr");
    for (const int n : {2, 4, 6}) same_frame(shot, "whole/" + name_of(n), "second/" + name_of(n));
    for (const char* chunk : {"1/2", "0/2"})
        denoise_well(shot, std::string("--frames 2-4 --chunk ") + chunk + files + "chunks/s.####.exr");
    CHECK(shot.list("chunks") == "s.0002.exr s.0003.exr s.0004.exr");
    for (const int n : {2, 3, 4}) same_frame(shot, "whole/" + name_of(n), "chunks/" + name_of(n));
}

TEST_CASE("--no-handles: frames that are not named count as if they were not there") {
    if (!has_device()) return;
    const Shot shot(5, little);
    denoise_well(shot, std::string("--frames 2-3 --no-handles") + files + "own/s.####.exr");
    denoise_well(shot, std::string("--frames 2-3") + files + "all/s.####.exr");
    fs::create_directories(shot.path / "two");
    for (const int n : {2, 3}) fs::copy(shot.path / "in" / name_of(n), shot.path / "two" / name_of(n));
    denoise_well(shot, "two/s.####.exr -o short/s.####.exr");
    for (const int n : {2, 3}) {
        same_frame(shot, "own/" + name_of(n), "short/" + name_of(n));
        CHECK((slurp(shot.path / "own" / name_of(n)) != slurp(shot.path / "all" / name_of(n))));
    }
}

TEST_CASE("frames that are read in addition to the named frames are listed, also by -n and in the log") {
    if (!has_device()) return;
    const Shot shot(6, little);
    const Ran ran = denoise(shot, std::string("--log l.jsonl --frames 3") + files + "out/s.####.exr");
    expect(ran, 0, {message(messages::frames_read, "in/s.####.exr", "1-2,4-5")});
    CHECK(shot.list("out") == "s.0003.exr");
    const std::string log = slurp(shot.path / "l.jsonl");
    CHECK(log.find("\"input\":\"in/s.0001.exr\"") != std::string::npos);
    CHECK(log.find("\"input\":\"in/s.0006.exr\"") == std::string::npos);
    CHECK(log.find("\"neighbour\":true") != std::string::npos);
    const Ran dry = denoise(shot, std::string("-n --frames 6") + files + "out/s.####.exr");
    CAPTURE(dry.out);
    CHECK(dry.code == 0);
    for (const char* part : {"in/s.0004.exr", "read alone", "6: 4 to 6"})
        CHECK(dry.out.find(part) != std::string::npos);
    CHECK(dry.out.find("in/s.0003.exr") == std::string::npos);
    const Ran own = denoise(shot, std::string("-n --no-handles --frames 6") + files + "out/s.####.exr");
    CHECK(own.out.find("in/s.0004.exr") == std::string::npos);
}

TEST_CASE("one frame with neighbours may be written to a file that is named") {
    if (!has_device()) return;
    const Shot shot(3, little);
    denoise_well(shot, "--frames 2 in/s.####.exr -o b.exr");
    denoise_well(shot, std::string(files) + "whole/s.####.exr");
    same_frame(shot, "b.exr", "whole/" + name_of(2));
}

TEST_CASE("an output that is a neighbour of the named frames, or is replaced by its result, is refused") {
    const Folder folder;
    for (const int n : {1, 2, 3}) spill(folder.path / "in" / name_of(n), "never read");
    expect(denoise(folder, "--existing replace --frames 2 in/s.####.exr -o in/s.0003.exr"), 2,
           {message(messages::output_is_other_input, "in/s.0002.exr", "in/s.0003.exr")});
    expect(denoise(folder, "--in-place --frames 2 in/s.####.exr"), 2,
           {message(messages::output_needs_neighbours, "in/s.0002.exr")});
    expect(denoise(folder, "--existing replace in/ -o in/"), 2,
           {line(messages::output_needs_neighbours, "in/s.0001.exr")});
    CHECK(slurp(folder.path / "in/s.0003.exr") == "never read");
}

TEST_CASE("missing frames are counted among the frames that were asked for, not among their neighbours") {
    if (!has_device()) return;
    const Shot shot(6, little);
    fs::remove(shot.path / "in" / name_of(4));
    for (const auto& [frames, count] : {std::pair{"3-4", 2}, {"4-6", 3}, {"1-6", 6}})
        for (const std::string way : {"skip", "clip", "error"}) {
            CAPTURE(frames);
            expect(denoise(shot, "-n --missing " + way + " --frames " + frames + files + "out/s.####.exr"),
                   way == "clip"   ? 0
                   : way == "skip" ? 1
                                   : 2,
                   {text_of(messages::frames_absent, "in/s.####.exr", 1, count, "4")});
        }
}
