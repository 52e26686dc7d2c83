// Tests several processes on one folder, some of them killed: none fails, little is done twice, no files remain.
#include "batch/log/messages.h"
#include "batch/plan/messages.h"
#include "files/messages.h"
#include "files/temporaries.h"
#include "platform/process.h"
#include "support/app_run.h"
#include "support/messages.h"
#include <csignal>
#include <fcntl.h>
#include <map>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace atrous;

namespace {

/// The number of a process that has ended.
int dead_process() {
    const pid_t child = fork();
    if (child == 0) ::_exit(0);
    waitpid(child, nullptr, 0);
    return child;
}

} // namespace

TEST_CASE("a claim is held by one, in other processes too, and ends with it") {
    const Folder folder;
    const fs::path target = folder.path / "a.png";
    OutputLock::Answer first = OutputLock::ask(target);
    REQUIRE(first.claim);
    CHECK(OutputLock::ask(target).held_elsewhere);
    CHECK_FALSE(fs::exists(target));
    const pid_t child = fork();
    if (child == 0) ::_exit(OutputLock::ask(target).held_elsewhere ? 0 : 1);
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    first.claim = nullptr;
    CHECK(folder.list(".").empty());
    CHECK(OutputLock::ask(target).claim);
}

TEST_CASE("a claim of a process that was killed can be taken, and its file goes") {
    const Folder folder;
    const fs::path target = folder.path / "a.png";
    const pid_t child = fork();
    if (child == 0) {
        const OutputLock::Answer held = OutputLock::ask(target);
        ::raise(SIGKILL);
    }
    waitpid(child, nullptr, 0);
    CHECK_FALSE(folder.list(".").empty());
    CHECK(OutputLock::ask(target).claim);
    CHECK(folder.list(".").empty());
}

TEST_CASE(
    "remains of dead processes are removed; files of live processes, of other machines, or of other programs stay") {
    const Folder folder;
    const std::string host = host_name();
    const int dead = dead_process(), alive = getpid();
    const std::uint64_t mine = process_start(alive);
    const auto spilled = [&](const std::string& name, const std::string& text, bool old = false) {
        spill(folder.path / name, text);
        if (old)
            fs::last_write_time(folder.path / name, fs::file_time_type::clock::now() - std::chrono::hours(2));
    };
    for (const std::string& name :
         {temporary_name({host, dead, mine}, 1, ".png"), temporary_name({host, dead, 0}, 1, ""),
          temporary_name({host, alive, 1}, 1, ".png")}) // its number is ours now
        spilled(name, "x");
    spilled(temporary_name({"elsewhere", 1, 1}, 1, ".png"), "x", true);
    spilled(".atrous-claim-a.png", "");
    const std::string locked_one = temporary_name({"elsewhere", 1, 1}, 3, ".png"),
                      left = temporary_name({host, dead, mine}, 2, ".png");
    std::map<std::string, std::string> stay = {
        {temporary_name({host, alive, mine}, 1, ".png"), "x"},
        {temporary_name({host, alive, 0}, 1, ".png"), "x"}, // the system did not tell it
        {temporary_name({"elsewhere", alive, 1}, 1, ".png"), "x"},
        {temporary_name({"elsewhere", 1, 1}, 2, ".png"), "x"},
        {locked_one, "x"},
        {".atrous-claim-b.png", ""},
        {".atrous-x.png", "x"},
        {".hidden", "x"},
        {"a.png", "x"},
        // A user's file, by name or content.
        {".atrous-claim-notes.txt", "notes"},
        {".atrous-" + host + "-" + std::to_string(dead) + "-1.png", "x"}, // as earlier versions had it
        {".atrous-" + host + "-" + std::to_string(dead) + "@1-1.png", "x"},
        {".atrous-vm-99999-1.jpg", "x"},
        {left + ".kept", "x"},
        {fs::path(left).stem().string() + "-1.png", "x"},
        {fs::path(left).replace_extension(".jpg").string(), "x"}};
    for (const auto& [name, text] : stay) spilled(name, text, name == locked_one);
    fs::create_symlink("a.png", folder.path / ".atrous-claim-link.png");
    REQUIRE(::mkfifo((folder.path / ".atrous-claim-pipe.png").c_str(), 0600) == 0);
    fs::create_directory(folder.path / ".atrous-claim-folder.png");
    for (const char* kind : {"link", "pipe", "folder"})
        stay.emplace(".atrous-claim-" + std::string(kind) + ".png", "");
    const int locked = ::open((folder.path / locked_one).c_str(), O_RDWR);
    const int claimed = ::open((folder.path / ".atrous-claim-b.png").c_str(), O_RDWR);
    REQUIRE(::flock(locked, LOCK_EX) == 0);
    REQUIRE(::flock(claimed, LOCK_EX) == 0);
    CHECK(remove_stale(folder.path) == 5);
    for (const auto& entry : fs::directory_iterator(folder.path)) {
        CAPTURE(entry.path());
        CHECK(stay.erase(entry.path().filename().string()) == 1);
    }
    CHECK(stay.empty());
    ::close(locked);
    ::close(claimed);
}

TEST_CASE("cleaning up does not remove a claim that was made again meanwhile") {
    const Folder folder;
    const fs::path target = folder.path / "a.png", name = folder.path / ".atrous-claim-a.png";
    OutputLock::Answer first = OutputLock::ask(target);
    const int file = ::open(name.c_str(), O_RDWR | O_CLOEXEC);
    CHECK_FALSE(remove_left(name, file)); // it is alive
    first.claim = nullptr;
    const OutputLock::Answer second = OutputLock::ask(target); // of the same name, in a separate file
    REQUIRE(second.claim);
    CHECK_FALSE(remove_left(name, file));
    ::close(file);
    CHECK(OutputLock::ask(target).held_elsewhere);
}

TEST_CASE("a claimed output is left to its process, another one is written, only with --existing skip") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("in/b.ppm");
    fs::create_directories(folder.path / "out");
    const OutputLock::Answer claim = OutputLock::ask(folder.path / "out/a.ppm");
    expect(folder.run("enhance --log none --existing skip -v in -o out"), 0,
           {"[N_OUTPUT_CLAIMED] " + text_of(messages::output_claimed, "out/a.ppm")});
    CHECK_FALSE(folder.has("out/a.ppm"));
    CHECK(folder.has("out/b.ppm"));
    check(folder.run("enhance --log none --existing replace in -o out"), 0, {});
    CHECK(folder.has("out/a.ppm"));
}

TEST_CASE(
    "a foreign file with the name of a claim is neither followed, written nor removed; its image is made") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"in/a.ppm", "in/b.ppm", "in/c.ppm", "in/d.ppm", "in/e.ppm"}) folder.ppm(name);
    fs::create_directories(folder.path / "out");
    const auto claim = [&](const std::string& of) { return folder.path / ("out/.atrous-claim-" + of); };
    fs::create_symlink(folder.path / "made", claim("a.ppm"));
    spill(claim("b.ppm"), "notes");
    REQUIRE(::mkfifo(claim("c.ppm").c_str(), 0600) == 0);
    fs::create_directory(claim("d.ppm"));
    fs::create_symlink(folder.path / "in/e.ppm", claim("e.ppm"));
    spill(folder.path / "out/.atrous-vm-99999-1.jpg", "a person's");
    const Ran ran = folder.run("enhance --log none --existing skip -v in -o out");
    CHECK(ran.code == 0);
    for (const char* name : {"a.ppm", "b.ppm", "c.ppm", "e.ppm"})
        CHECK(prints(ran, line(messages::claim_is_file, ".atrous-claim-" + std::string(name))));
    for (const char* name : {"a.ppm", "b.ppm", "c.ppm", "d.ppm", "e.ppm"})
        CHECK(folder.has("out/" + std::string(name)));
    CHECK_FALSE(folder.has("made"));
    CHECK(fs::is_symlink(claim("a.ppm")));
    CHECK(slurp(claim("b.ppm")) == "notes");
    CHECK(fs::is_fifo(claim("c.ppm")));
    CHECK(fs::is_directory(claim("d.ppm")));
    CHECK(fs::is_symlink(claim("e.ppm")));
    CHECK(slurp(folder.path / "out/.atrous-vm-99999-1.jpg") == "a person's");
}

TEST_CASE(
    "a log goes into a regular file, to the standard error or to /dev/null; a path that would block is refused") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    expect(folder.shell("mkfifo pipe; timeout 20 \"" + program() + "\" enhance a.ppm -o b.ppm --log pipe"), 2,
           {message(messages::log_no_file, "pipe")});
    expect(folder.run("enhance a.ppm -o b.ppm --log /dev/full"), 2,
           {message(messages::log_no_file, "/dev/full")});
    CHECK_FALSE(folder.has("b.ppm"));
    check(folder.run("enhance a.ppm -o b.ppm --log -"), 0, {"{\"schema\"", "\"status\":\"ok\""});
    check(folder.run("enhance a.ppm -o c.ppm --log /dev/null"), 0, {});
}

TEST_CASE("a link in the place of the log of a folder is not followed, unless it is named") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    const std::string theirs = "{\"a\": 1}\n";
    spill(folder.path / "theirs.json", theirs);
    fs::create_directories(folder.path / "out");
    for (const char* to : {"../theirs.json", "../none.json", "atrous-timings.jsonl"}) {
        fs::create_symlink(to, folder.path / "out/atrous-timings.jsonl");
        expect(folder.run("enhance a.ppm -o out/"), 2,
               {line(messages::log_link, "out/atrous-timings.jsonl")});
        fs::remove(folder.path / "out/atrous-timings.jsonl");
    }
    CHECK(slurp(folder.path / "theirs.json") == theirs);
    CHECK_FALSE(folder.has("none.json"));
    CHECK_FALSE(folder.has("out/a.ppm"));
    fs::create_symlink("log.jsonl", folder.path / "link.jsonl");
    check(folder.run("enhance a.ppm -o out/ --log link.jsonl"), 0, {});
    CHECK(folder.has("log.jsonl"));
}

TEST_CASE("two processes that compile the same kernels at the same time write the same image") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    const Ran ran =
        folder.shell("export POCL_CACHE_DIR=$PWD/kernels; for i in 1 2; do\n"
                     "atrous enhance --levels 1 --log none -q a.ppm -o $i.ppm & pids=\"$pids $!\"; done\n"
                     "for pid in $pids; do wait $pid || exit 1; done");
    check(ran, 0, {});
    CHECK(ran.err == "");
    CHECK(slurp(folder.path / "1.ppm") == slurp(folder.path / "2.ppm"));
}

// After the others, which compile the kernels once.
TEST_CASE(
    "six processes on one folder: all end with 0, at most a twentieth is worked on twice, log lines are whole") {
    if (!has_device()) return;
    constexpr int images = 80, processes = 6;
    const Folder folder;
    for (int i = 0; i < images; ++i) folder.ppm("in/" + std::to_string(100 + i) + ".ppm");
    spill(folder.path / ("out/" + temporary_name({host_name(), dead_process(), 1}, 1, ".ppm")), "left");
    const Ran ran = folder.shell("for i in 1 2 3 4 5 6; do\n"
                                 "atrous enhance --existing skip -q in -o out & pids=\"$pids $!\"; done\n"
                                 "for pid in $pids; do wait $pid || exit 1; done");
    check(ran, 0, {});
    CHECK(ran.err == "");
    const std::string log = slurp(folder.path / "out/atrous-timings.jsonl");
    CHECK(count_of(log, "\"status\":\"ok\"") >= images);
    CHECK(count_of(log, "\"status\":\"ok\"") <= images + images / 20);
    CHECK(count_of(log, "\"status\":\"failed\"") == 0);
    const int lines = processes * (images + 2); // with the head and the end of each
    CHECK(count_of(log, "\n") == lines);
    CHECK(count_of(log, "\n{") == lines - 1);
    CHECK(count_of(log, "}\n") == lines);
    int found = 0;
    for (const auto& entry : fs::directory_iterator(folder.path / "out")) {
        if (entry.path().extension() != ".ppm") continue;
        CAPTURE(entry.path());
        CHECK(Decoder(entry.path()).read().parts.size() == 1);
        CHECK_FALSE(entry.path().filename().string().starts_with('.'));
        ++found;
    }
    CHECK(found == images);
    CHECK_FALSE(folder.list("out").find(".atrous-") != std::string::npos);
}
