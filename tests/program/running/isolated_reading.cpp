// Tests probe, compare and verify under the supervisor: a file that ends the reading process fails, all
// others are processed, and output is complete and printed once. ATROUS_HARM makes them crash.
#include "batch/pipeline/isolated_reading.h"
#include "batch/pipeline/messages.h"
#include "cli/messages.h"
#include "commands/compare/messages.h"
#include "supervisor/messages.h"
#include "support/app_run.h"
#include "support/json_at.h"
#include "support/messages.h"
#include <array>

using namespace atrous;

namespace {

constexpr int frames = 4;
std::string name(int frame) { return "b.000" + std::to_string(frame) + ".ppm"; }

/// Two sequences, and the log of a run without checksums that wrote the first.
void make_frames(const Folder& folder) {
    std::string log = "{\"schema\":3,\"run\":\"r\",\"images\":" + std::to_string(frames) + "}\n";
    for (int i = 1; i <= frames; ++i) {
        folder.ppm("s/" + name(i));
        folder.ppm("r/" + name(i), 40, 30);
        log += "{\"run\":\"r\",\"input\":\"x\",\"output\":\"s/" + name(i) + "\",\"status\":\"ok\"}\n";
    }
    spill(folder.path / "log.jsonl", log + "{\"run\":\"r\",\"end\":{\"exit\":0,\"interrupted\":0}}\n");
}

struct Command {
    const char* line;
    const char* step;
    /// Number of frames without faults in the output.
    std::size_t (*fine)(const Json& json);
};

std::size_t fine_shots(const Json& json) { return at(json, "shots.looked_at").array()->size(); }
std::size_t fine_frames(const Json& json) {
    const auto& all = *at(json, "frames").array();
    return std::size_t(std::ranges::count_if(all, [](const Json& one) { return !one.find("error"); }));
}
std::size_t fine_outputs(const Json& json) { return std::size_t(*at(json, "whole").integer()); }

const Command commands[] = {{"probe --every-frame s/b.####.ppm", "opening", fine_shots},
                            {"probe --every-frame s/b.####.ppm", "decoding", fine_shots},
                            {"compare s r", "decoding", fine_frames},
                            {"compare s r", "comparing", fine_frames},
                            {"verify log.jsonl", "decoding", fine_outputs},
                            {"verify -j 1 log.jsonl", "decoding", fine_outputs}};

Ran harmed(const Folder& folder, const std::string& step, const std::string& file, const std::string& what,
           const std::string& line) {
    return folder.shell("export ATROUS_HARM='" + step + ":" + file + ":" + what + "'; atrous " + line);
}

} // namespace

TEST_CASE(
    "a file that crashes its reader is named, the others are listed, compared, verified; JSON is whole") {
    const Folder folder;
    make_frames(folder);
    for (std::size_t i = 0; i < std::size(commands); ++i) {
        const Command& command = commands[i];
        const std::string line = command.line, killer = name(std::array{1, 2, frames}[i % 3]);
        CAPTURE(line);
        CAPTURE(command.step);
        CAPTURE(killer);
        const Ran ran = harmed(folder, command.step, killer, "11", line + " --json");
        CAPTURE(ran.out);
        CAPTURE(ran.err);
        CHECK(ran.code == 1);
        CHECK(command.fine(parse_json(ran.out, "stdout")) == frames - 1); // refuses a second document
        const std::string what = text_of(messages::worker_crashed, "SIGSEGV", command.step);
        CHECK(count_of(ran.out, what) == 1);
        if (line.starts_with("verify")) continue; // which says all that it finds on the standard output
        CHECK(count_of(ran.err, "error: s/" + killer + ": " + what) == 1);
    }
}

TEST_CASE("tables are printed once, with all files but the one that crashed") {
    const Folder folder;
    make_frames(folder);
    const auto of_one = [&](const std::string& killer, const std::string& line) {
        const Ran ran = harmed(folder, "decoding", killer, "6", line);
        CHECK(ran.code == 1);
        return ran.out;
    };
    const std::string compared = of_one(name(1), "compare s r");
    CHECK(count_of(compared, "A s, B r") == 1);
    CHECK(count_of(compared, "identical") == frames - 1);
    CHECK(count_of(compared, "failed") == 1);
    CHECK(count_of(compared, "\n") == frames + 3);
    CHECK(of_one(name(3), "verify log.jsonl") ==
          "s/" + name(3) + ": " + text_of(messages::worker_crashed, "SIGABRT", "decoding") +
              "\n4 outputs: 3 whole, 1 not "
              "(3 of the whole ones could only be decoded: no checksum was logged)\n");
    const std::string probed = of_one(name(frames), "probe s/" + name(frames) + " s/" + name(2));
    CHECK(count_of(probed, "pnm") == 1); // of both: their headers are the same
}

TEST_CASE("of two images nothing is printed if one crashes its reader") {
    const Folder folder;
    make_frames(folder);
    const Ran ran = harmed(folder, "decoding", name(2), "11", "compare s/b.0001.ppm r/b.0002.ppm");
    expect(ran, 1, {line(messages::worker_crashed, "error: r/b.0002.ppm", "SIGSEGV", "decoding")});
    CHECK(ran.out.empty());
}

TEST_CASE(
    "a file that takes too much memory, or whose reader is killed, fails with out of memory, and others do not") {
    const Folder folder;
    make_frames(folder);
    for (const Command& command : {commands[1], commands[2], commands[4]})
        for (const auto& [what, message] : {std::pair{"eat", line(messages::worker_memory)},
                                            std::pair{"9", line(messages::worker_killed)}}) {
            const std::string line = command.line;
            CAPTURE(line);
            CAPTURE(what);
            const Ran ran = harmed(folder, command.step, name(2), what, line + " --json --max-memory 64M");
            check(ran, 33, {});
            CHECK(command.fine(parse_json(ran.out, "stdout")) == frames - 1);
            CHECK(prints(ran.out, message));
        }
}

TEST_CASE("compare --max-memory fails before a file is decoded that needs more, and no worker is ended") {
    const Folder folder;
    folder.ppm("small.ppm");
    REQUIRE(folder.shell("oiiotool --create 6000x4000 3 -d float --compression zip -o large.exr").code == 0);
    for (const std::string files : {"large.exr small.ppm", "small.ppm large.exr"}) {
        const Ran ran = folder.run("compare --max-memory 10M " + files);
        expect(ran, 33, {line(messages::reading_limit, "large.exr", anything, "256 MiB")});
        CHECK_FALSE(prints(ran, line(messages::worker_memory)));
    }
}

TEST_CASE("results and warnings that were printed before a worker died are not printed again") {
    const Folder folder;
    make_frames(folder);
    const Ran ran = harmed(folder, "writing", "heat.png", "11", "compare --heat heat.png --json s r");
    expect(ran, 1, {line(messages::worker_crashed, "error: heat.png", "SIGSEGV", "writing")});
    CHECK(fine_frames(parse_json(ran.out, "stdout")) == frames);
    CHECK(count_messages(ran.err, messages::flicker_no_motion, anything) == 1);
    CHECK(folder.run("compare --heat heat.png s r").code == 0);
}

TEST_CASE("a frame that cannot be read fails, and other frames do not") {
    const Folder folder;
    make_frames(folder);
    folder.truncated("s/" + name(3));
    const Ran ran = folder.run("compare --json s r");
    CHECK(ran.code == 1);
    CHECK(count_of(ran.err, "error: s/" + name(3)) == 1);
    CHECK(fine_frames(parse_json(ran.out, "stdout")) == frames - 1);
    const Ran pair = folder.run("compare --json s/" + name(3) + " r/" + name(3));
    CHECK(pair.code == 1);
    CHECK(fine_frames(parse_json(pair.out, "stdout")) == 0);
}

TEST_CASE("Ctrl-C and TERM end program and worker, while a file is read and while its output is not read") {
    const Folder folder;
    make_frames(folder);
    for (int i = 0; i < 200; ++i) folder.ppm("many/" + std::to_string(i) + ".ppm", 4, 4);
    // A dead process whose new parent has not called wait() yet (Z) counts as gone.
    const std::string end = " & p=$!; w=; while [ -z \"$w\" ]; do sleep 0.05; read w rest "
                            "</proc/$p/task/$p/children; done; sleep 1.5; kill -$s $p; wait $p; c=$?; "
                            "for i in $(seq 50); do grep -qs '^State:.[^ZX]' /proc/$w/status || exit $c; "
                            "sleep 0.1; done; exit 99";
    const std::string hanging = "export ATROUS_HARM=decoding:0002:hang; '" + program() + "' compare s r",
                      waiting = "trap 'kill $r' EXIT; mkfifo pipe; sleep 60 <pipe >pipe.out 2>&1 & r=$!; '" +
                                program() + "' compare --json many many >pipe 2>many.err";
    struct Row {
        const char* signal;
        int code;
        const std::string& line;
    };
    for (const auto& [signal, code, line] :
         {Row{"INT", 130, hanging}, Row{"TERM", 143, hanging}, Row{"TERM", 143, waiting}}) {
        CAPTURE(line);
        const Ran ran = folder.shell("s=" + std::string(signal) + "; " + line + end);
        CHECK(ran.code == code);
        CHECK(ran.out.empty());
    }
}

TEST_CASE("output into a closed pipe ends the program as it ends others, a full disk is an error") {
    const Folder folder;
    make_frames(folder);
    expect(folder.shell("atrous probe --json s >/dev/full"), 1, {line(messages::stdout_full)});
    const std::string closed = "' probe --json s 2>err | true; exit \\${PIPESTATUS[0]}";
    CHECK(folder.shell("bash -c \"'" + program() + closed + "\"").code == 141);
}

TEST_CASE("a worker has the results of earlier workers, and the files that ended them") {
    Supervision supervision;
    auto& states = supervision.resume.job_states;
    states[IsolatedReading::job_of(Step::decoding, "a")] = {JobState::Kind::reported, "found"};
    states[IsolatedReading::job_of(Step::opening, "c")] = {JobState::Kind::failed, {}, true, "crashed"};
    work_under(&supervision);
    {
        IsolatedReading reading(CommandLine{});
        CHECK(*reading.found_earlier(Step::decoding, "a") == "found");
        CHECK(reading.found_earlier(Step::opening, "a") == nullptr);
        CHECK(reading.found_earlier(Step::decoding, "x") == nullptr);
        CHECK(reading.in_step(Step::decoding, "x", [] { return 7; }) == 7);
        CHECK(reading.failed() == Exit::out_of_memory);
        CHECK_THROWS_WITH(reading.in_step(Step::opening, "c", [] {}), "c: crashed");
        reading.in_step(Step::decoding, "c", [] {});
        CHECK_THROWS_WITH(reading.in_step(Step::opening, "b", [] { throw std::bad_alloc(); }),
                          text_of(messages::reading_no_memory, "b").c_str());
    }
    work_under(nullptr);
    IsolatedReading fresh(CommandLine{});
    CHECK(fresh.failed() == Exit::some_failed);
}
