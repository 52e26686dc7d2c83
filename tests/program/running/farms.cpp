// Tests sequences on farms: chunks, lines of progress that farms read, signals.
#include "base/log.h"
#include "batch/log/interrupt.h"
#include "batch/log/progress.h"
#include "batch/plan/messages.h"
#include "support/app_run.h"
#include "support/messages.h"
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace atrous;

namespace {

constexpr const char* quick = "enhance --preset sharpen --levels 1 --log none ";

const char* variable_none(const char*) { return nullptr; }

} // namespace

TEST_CASE(
    "chunks of a sequence write together the frames of one run; a chunk past the end does nothing, with a message") {
    if (!has_device()) return;
    const Folder folder;
    folder.sequence({-1, 0, 1, 2, 3, 4, 5});
    const std::string rest = "--frames -1-5 'in/b.%04d.ppm' -o 'OUT/b.%04d.ppm' ";
    const auto to = [&](const char* out) { return std::string(rest).replace(rest.find("OUT"), 3, out); };
    REQUIRE(folder.run(quick + to("whole")).code == 0);
    const char* const written[] = {"b.-001.ppm b.0000.ppm b.0001.ppm", "b.0002.ppm b.0003.ppm",
                                   "b.0004.ppm b.0005.ppm"};
    for (int i = 0; i < 3; ++i) {
        const std::string out = "part" + std::to_string(i);
        // A task of an array that counts from 5.
        check(
            folder.shell(
                "SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_ID=" +
                std::to_string(5 + i) + " atrous " + quick + "--chunk auto " + to(out.c_str())),
            0, {});
        CHECK(folder.list(out) == written[i]);
        for (const auto& entry : fs::directory_iterator(folder.path / out))
            CHECK(slurp(entry.path()) == slurp(folder.path / "whole" / entry.path().filename()));
    }
    const auto chunk = [&](const std::string& which) {
        return folder.run(quick + ("--chunk " + which + " " + to("none")));
    };
    expect(chunk("7/7"), 0, {message(messages::chunk_past_end, 7, 7, 7, 6)});
    expect(chunk("9/3"), 0, {message(messages::chunk_past_end, 9, 3, 9, 2)});
    expect(chunk("8/100"), 0, {message(messages::chunk_empty, 8, 100, 7)});
    CHECK_FALSE(folder.has("none"));
}

TEST_CASE("chunks of a folder: every n-th image, a log of its own") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"a", "b", "c", "d", "e"}) folder.ppm("in/" + std::string(name) + ".ppm");
    CHECK(folder.run("enhance --levels 1 --chunk 1/3 in -o out").code == 0);
    CHECK(folder.list("out") == "atrous-timings.1.jsonl b.ppm e.ppm");
    CHECK(folder.run("enhance --levels 1 --chunk 2/3 in -o out").code == 0);
    CHECK(folder.list("out") == "atrous-timings.1.jsonl atrous-timings.2.jsonl b.ppm c.ppm e.ppm");
}

TEST_CASE("a chunk needs only its own frames: missing frames of other chunks are not reported") {
    if (!has_device()) return;
    const Folder folder;
    folder.sequence({1, 2, 3});
    const std::string rest = " --frames 1-6 'in/b.####.ppm' -o 'out/b.####.ppm'";
    CHECK(folder.run(quick + ("--chunk 0/2" + rest)).code == 0);
    expect(folder.run(quick + ("--chunk 1/2" + rest)), 2,
           {message(messages::frames_absent, "in/b.####.ppm", 3, 3, "4-6")});
}

TEST_CASE("--progress of farms: their lines, from 0 to 100 percent") {
    struct Row {
        ProgressMode mode;
        const char *none, *third, *all;
    };
    for (const Row& row :
         {Row{ProgressMode::deadline, "Progress: 0%", "Progress: 33%", "Progress: 100%"},
          Row{ProgressMode::tractor, "TR_PROGRESS 000%", "TR_PROGRESS 033%", "TR_PROGRESS 100%"},
          Row{ProgressMode::openjd, "openjd_progress: 0.0", "openjd_progress: 33.3",
              "openjd_progress: 100.0"}}) {
        CHECK(progress_line(row.mode, 0, 3) == row.none);
        CHECK(progress_line(row.mode, 1, 3) == row.third);
        CHECK(progress_line(row.mode, 3, 3) == row.all);
    }
    CHECK(progress_line(ProgressMode::deadline, 996, 1000) == "Progress: 99%");
    CHECK(progress_line(ProgressMode::openjd, 9999, 10000) == "openjd_progress: 99.9");
    if (!has_device()) return;
    const Folder folder;
    folder.sequence({1, 2});
    const auto ran = [&](const std::string& how) {
        return folder.shell(how + " in --existing replace -o out").err;
    };
    const std::string line = std::string("atrous ") + quick;
    CHECK(ran(line + "--progress deadline")
              .starts_with("Progress: 0%\nProgress: 50%\nProgress: 100%\n2 images: "));
    CHECK(ran(line + "--progress tractor")
              .starts_with("TR_PROGRESS 000%\nTR_PROGRESS 050%\nTR_PROGRESS 100%\n"));
    CHECK(ran("DEADLINE_SESSION_ID=s " + line).starts_with("openjd_progress: 0.0\nopenjd_progress: 50.0\n"));
    CHECK(ran("CUE_IFRAME=3 " + line).starts_with("1/2 ok out/b.0001.ppm"));
    CHECK(ran("SLURM_JOB_ID=3 " + line).starts_with("1/2 ok out/b.0001.ppm"));
    CHECK(ran("SLURM_JOB_ID=3 " + line + "--progress none").starts_with("2 images: "));
    CHECK(automatic_progress(variable_none) == ProgressMode::none);
}

TEST_CASE("lines of progress are repeated while nothing ends") {
    for (const ProgressMode mode : {ProgressMode::deadline, ProgressMode::plain}) {
        const std::string line = mode == ProgressMode::plain ? "0/4 done after 0:00" : "Progress: 0%";
        const std::string text = stderr_of([&] {
            const Progress progress(mode, 4, std::chrono::milliseconds(20));
            ::usleep(400000);
        });
        CHECK(text.starts_with(line + "\n" + line + "\n" + line));
    }
}

TEST_CASE("no warning has a text that farms take for a failure") {
    const std::string text = stderr_of([] { log_warning("a.exr: EXR Error: bad (ERROR: worse)"); });
    CHECK(text == "atrous: warning: a.exr: EXR error: bad (error: worse)\n");
}

TEST_CASE(
    "after a signal, a step that does not end is cut off within two seconds, with its signal's exit code") {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const Folder folder;
        const auto start = std::chrono::steady_clock::now();
        const pid_t child = fork();
        if (child == 0) {
            catch_interrupts();
            AtomicFile half(folder.path / "a.png", false);
            half.write("x", 1);
            std::raise(signal);
            for (int i = 0; i < 100; ++i) ::usleep(100000); // ten seconds of work
            ::_exit(1);
        }
        int status = 0;
        REQUIRE(waitpid(child, &status, 0) == child);
        CHECK(WIFEXITED(status));
        CHECK(WEXITSTATUS(status) == 128 + signal);
        CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5)); // 1, and a busy machine
        CHECK(folder.list(".").empty());
    }
}
