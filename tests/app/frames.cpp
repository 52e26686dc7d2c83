// Sequences, chunks and farms, as a user runs them.
#include "app/batch/interrupt.h"
#include "app/batch/outputs/output_template.h"
#include "app/batch/progress.h"
#include "base/error.h"
#include "base/log.h"
#include "support/app_run.h"
#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace atrous;

namespace {

constexpr const char* quick = "enhance --preset sharpen --levels 1 --no-log ";

/// Frames of a sequence in a folder, each another picture.
void sequence(const Folder& folder, std::initializer_list<int> frames, const std::string& before = "in/b.") {
    for (const int frame : frames) {
        char name[32];
        std::snprintf(name, sizeof name, "%04d.ppm", frame);
        folder.ppm(before + name, 20 + frame, 16);
    }
}

/// What a process of its own writes to stderr while it does that.
template <class Work>
std::string stderr_of(Work work) {
    const Folder folder;
    const fs::path path = folder.path / "err";
    const pid_t child = fork();
    if (child == 0) {
        const int file = ::open(path.c_str(), O_WRONLY | O_CREAT, 0600);
        ::dup2(file, STDERR_FILENO);
        work();
        ::_exit(0);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    return slurp(path);
}

const char* variable_none(const char*) { return nullptr; }

} // namespace

TEST_CASE("patterns of every notation, in and out; without --frames all that are there") {
    if (!has_device()) return;
    const Folder folder;
    sequence(folder, {1, 2, 3});
    for (const char* pattern : {"b.####.ppm", "b.@@@@.ppm", "b.%04d.ppm", "b.\\$F4.ppm", "b.{frame}.ppm"}) {
        CAPTURE(pattern);
        const std::string name = "\"" + std::string(pattern) + "\"";
        const Ran ran = folder.run(std::string(quick) + "in/" + name + " -o out/" + name);
        CHECK(ran.code == 0);
        CHECK(folder.list("out") == "b.0001.ppm b.0002.ppm b.0003.ppm");
        fs::remove_all(folder.path / "out");
    }
    CHECK(folder.run(std::string(quick) + "'in/b.####.ppm' -o 'out/x_##.ppm'").code == 0);
    CHECK(folder.list("out") == "x_01.ppm x_02.ppm x_03.ppm");
    CHECK(folder.run(std::string(quick) + "--frames 3-1x2 'in/b.####.ppm' -o odd/").code == 0);
    CHECK(folder.list("odd") == "b.0001.ppm b.0003.ppm");
    check(folder.run(std::string(quick) + "'in/b.#.ppm' -o note/"), 0, {"a single # stands for four digits"});
    CHECK(folder.list("note") == "b.0001.ppm b.0002.ppm b.0003.ppm");
}

TEST_CASE(
    "one input and a pattern as output: the frame of its name, with its sign and the pattern's digits") {
    struct Row {
        const char *output, *input, *name;
    };
    for (const Row& row :
         {Row{"o/b.####.exr", "x/a.7.exr", "o/b.0007.exr"}, Row{"b.#.exr", "a_12.exr", "b.0012.exr"},
          Row{"b.%04d.exr", "a.-0001.exr", "b.-001.exr"}, Row{"b.####.exr", "a.-0001.exr", "b.-0001.exr"},
          Row{"b.{frame}.exr", "a.-0001.exr", "b.-0001.exr"},
          Row{"b.{frame}.exr", "beauty.0005.v3.exr", "b.0005.exr"},
          Row{"b.@.exr", "beauty.0005.v3.exr", "b.5.exr"},
          Row{"{dir}/{stem}_$F2.{ext}", "d/a.0003.tif", "d/a.0003_03.tif"},
          Row{"me@home.jpg", "a.jpg", "me@home.jpg"}, Row{"C#/b.exr", "a.exr", "C#/b.exr"}}) {
        CAPTURE(row.output);
        CHECK(expand_template(row.output, row.input) == row.name);
    }
    CHECK(expand_template("b.{frame}.exr", "v3.0012x.exr", Input::Frame{0, 12, "0012"}) == "b.0012.exr");
    for (const char* output : {"b.####.exr", "b.{frame}.exr"})
        CHECK_THROWS_WITH_AS(expand_template(output, "d/beauty.exr"),
                             doctest::Contains("d/beauty.exr has no number for"), Error);
}

TEST_CASE("an input that exists is a file, whatever its name; an output folder is a folder") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("b.####.ppm");
    folder.ppm("b.0001.ppm");
    fs::create_directories(folder.path / "C#");
    CHECK(folder.run(std::string(quick) + "'b.####.ppm' -o 'C#'").code == 0);
    CHECK(folder.list("C#") == "b.####.ppm");
    check(folder.run(std::string(quick) + "'b.####.ppm' -o 'c.##.ppm'"), 2,
          {"b.####.ppm has no number for ##"});
}

TEST_CASE("missing frames: listed before any work, exit 2; skipped with exit 1; clipped with exit 0") {
    if (!has_device()) return;
    const Folder folder;
    sequence(folder, {1, 2, 5, 7});
    const std::string rest = "--frames 1-8 'in/b.####.ppm' -o 'out/b.####.ppm' ";
    check(folder.run(quick + rest), 2,
          {"in/b.####.ppm: missing are 4 of 8 frames: 3-4,6,8", "nothing was written", "--missing"});
    CHECK_FALSE(folder.has("out"));
    check(folder.run("enhance --levels 1 --log l.jsonl --missing skip " + rest), 1,
          {"warning: in/b.####.ppm: missing are 4 of 8 frames: 3-4,6,8", "8 images: 4 written, 4 missing;"});
    CHECK(folder.list("out") == "b.0001.ppm b.0002.ppm b.0005.ppm b.0007.ppm");
    const std::string log = slurp(folder.path / "l.jsonl");
    CHECK(log.find("\"input\":\"in/b.0003.ppm\",\"output\":\"out/b.0003.ppm\",\"status\":\"missing\"") !=
          std::string::npos);
    fs::remove_all(folder.path / "out");
    check(folder.run(quick + ("--missing clip " + rest)), 0, {"missing are"});
    CHECK(folder.list("out") == "b.0001.ppm b.0002.ppm b.0005.ppm b.0007.ppm");
    const Ran dry = folder.run(quick + ("-n --missing skip --skip-existing " + rest));
    CHECK(dry.code == 1);
    CHECK(dry.out.find("missing") != std::string::npos);
    CHECK(dry.out.find("skipped") != std::string::npos);
}

TEST_CASE("without --frames a hole is a warning; without any frame there is nothing to do") {
    if (!has_device()) return;
    const Folder folder;
    sequence(folder, {2, 4, 8});
    check(folder.run(std::string(quick) + "'in/b.####.ppm' -o out/"), 0,
          {"warning: in/b.####.ppm: frames 6 are not there"});
    check(folder.run(std::string(quick) + "'in/c.####.ppm' -o out/"), 3,
          {"in/c.####.ppm: there is no frame of this sequence"});
}

TEST_CASE("frames without a pattern, two files of one frame, a colon: refused before any work") {
    const Folder folder;
    sequence(folder, {1});
    folder.ppm("in/b.01.ppm");
    check(folder.run("enhance --frames 1-3 in -o out"), 2,
          {"--frames", "no input is one", "beauty.####.exr"});
    check(folder.run("enhance 'in/b.{frame}.ppm' -o out/"), 2,
          {"frame 1 has two files", "b.0001.ppm", "b.01.ppm"});
    check(folder.run("enhance --frames 1:3 'in/b.####.ppm' -o out/"), 2, {"--frames: '1:3'", "OpenCue"});
    check(folder.run("enhance --missing maybe 'in/b.####.ppm' -o out/"), 2, {"--missing", "error|skip|clip"});
    check(folder.run("enhance --chunk 3 'in/b.####.ppm' -o out/"), 2, {"--chunk", "0/10"});
    check(folder.run("enhance --chunk auto 'in/b.####.ppm' -o out/"), 2, {"--chunk auto", "Slurm"});
    CHECK_FALSE(folder.has("out"));
}

TEST_CASE(
    "chunks of a sequence write together what one run writes; one past the end does nothing, and says so") {
    if (!has_device()) return;
    const Folder folder;
    sequence(folder, {-1, 0, 1, 2, 3, 4, 5});
    const std::string rest = "--frames -1-5 'in/b.%04d.ppm' -o 'OUT/b.%04d.ppm' ";
    const auto to = [&](const char* out) { return std::string(rest).replace(rest.find("OUT"), 3, out); };
    REQUIRE(folder.run(quick + to("whole")).code == 0);
    const char* const written[] = {"b.-001.ppm b.0000.ppm b.0001.ppm", "b.0002.ppm b.0003.ppm",
                                   "b.0004.ppm b.0005.ppm"};
    for (int i = 0; i < 3; ++i) {
        const std::string out = "part" + std::to_string(i);
        // As a task of an array that counts from 5.
        const Ran ran = folder.shell(
            "SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_ID=" +
            std::to_string(5 + i) + " atrous " + quick + "--chunk auto " + to(out.c_str()));
        CAPTURE(ran.err);
        CHECK(ran.code == 0);
        CHECK(folder.list(out) == written[i]);
        for (const auto& entry : fs::directory_iterator(folder.path / out))
            CHECK(slurp(entry.path()) == slurp(folder.path / "whole" / entry.path().filename()));
    }
    for (const char* chunk : {"7/7", "9/3", "8/100"})
        check(folder.run(quick + ("--chunk " + std::string(chunk) + " " + to("none"))), 0,
              {"chunk", "is past the end of 7 images: nothing to do"});
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

TEST_CASE("a chunk needs its own frames alone: what is missing of others is theirs to tell") {
    if (!has_device()) return;
    const Folder folder;
    sequence(folder, {1, 2, 3});
    const std::string rest = " --frames 1-6 'in/b.####.ppm' -o 'out/b.####.ppm'";
    CHECK(folder.run(quick + ("--chunk 0/2" + rest)).code == 0);
    check(folder.run(quick + ("--chunk 1/2" + rest)), 2, {"missing are 3 of 3 frames: 4-6"});
}

TEST_CASE("--skip-existing completes what is damaged, in every format, to the same bytes") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"a.png", "a.jpg", "a.tif", "a.exr", "a.ppm", "a.webp"}) {
        folder.image("in/" + std::string(name), 120, 90);
    }
    const std::string line = "enhance --levels 1 --skip-existing --no-log in -o ";
    REQUIRE(folder.run(line + "whole").code == 0);
    for (const double share : {0.3, 0.7, 0.99}) {
        fs::remove_all(folder.path / "out");
        fs::copy(folder.path / "whole", folder.path / "out");
        for (const auto& entry : fs::directory_iterator(folder.path / "out"))
            fs::resize_file(entry.path(), std::uintmax_t(double(entry.file_size()) * share));
        check(folder.run(line + "out"), 0, {"not complete: it is written anew", "6 images: 6 written; "});
        for (const auto& entry : fs::directory_iterator(folder.path / "whole"))
            CHECK(slurp(entry.path()) == slurp(folder.path / "out" / entry.path().filename()));
    }
    check(folder.run(line + "out"), 0, {"6 images: 0 written, 6 skipped; "});
}

TEST_CASE("--skip-existing sees an EXR that lacks one chunk of scan lines") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.exr", 120, 90);
    const std::string line = "enhance --levels 1 --skip-existing --no-log a.exr -o b.exr";
    REQUIRE(folder.run(line).code == 0);
    const std::string whole = slurp(folder.path / "b.exr");
    const auto number = [&](std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < 4; ++i)
            value |= std::uint32_t(static_cast<unsigned char>(whole[at + i])) << (8 * i);
        return value;
    };
    std::size_t at = 8; // behind magic and version: attributes, each with name, type, size
    while (whole[at] != '\0') {
        at = whole.find('\0', whole.find('\0', at) + 1) + 1;
        at += 4 + number(at);
    }
    // The table of chunks ends where the first chunk begins. Its last one was never written, as after a full disk.
    const std::size_t table = at + 1, last = number(table) - 8;
    REQUIRE(last > table);
    std::string damaged = whole.substr(0, number(last));
    for (std::size_t i = 0; i < 8; ++i) damaged[last + i] = '\0';
    spill(folder.path / "b.exr", damaged);
    check(folder.run(line), 0, {"not complete"});
    CHECK(slurp(folder.path / "b.exr") == whole);
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
    sequence(folder, {1, 2});
    const auto ran = [&](const std::string& how) { return folder.shell(how + " in --overwrite -o out").err; };
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
