// Tests files that end the process that reads them: losses, messages, and the end of the run.
// ATROUS_HARM makes them crash.
#include "base/json.h"
#include "supervisor/messages.h"
#include "support/app_run.h"
#include "support/messages.h"
#include <chrono>
#include <map>

using namespace atrous;

namespace {

/// Shell words before a command that make files with "killer" in their names do `what`.
std::string harm(const char* step, const std::string& what) {
    return "export ATROUS_HARM='" + std::string(step) + ":killer:" + what + "'; ";
}

/// The statuses of each input in the log, by its name.
std::map<std::string, std::vector<std::string>> statuses(const fs::path& log) {
    std::map<std::string, std::vector<std::string>> found;
    for (const Json& object : read_log(log))
        if (object.find("input"))
            found[fs::path(object.text_of("input")).filename().string()].push_back(object.text_of("status"));
    return found;
}

/// 20 images of which 3 kill: two adjacent ones, and the last.
bool kills(int i) { return i == 6 || i == 7 || i == 19; }
std::string name(int i) { return std::to_string(100 + i) + (kills(i) ? "killer.ppm" : ".ppm"); }

} // namespace

TEST_CASE(
    "files that crash the decoder fail without the others: these are written, each file has its record, and a resume does nothing") {
    if (!has_device()) return;
    const Folder folder;
    for (int i = 0; i < 20; ++i) folder.ppm("in/" + name(i));
    const Ran ran = folder.shell(harm("decoding", "11") + "atrous enhance in -o out");
    check(ran, 1, {"20 images: 17 written, 3 failed;"});
    const auto log = statuses(folder.path / "out/atrous-timings.jsonl");
    CHECK(log.size() == 20);
    for (int i = 0; i < 20; ++i) {
        const std::string file = name(i);
        CAPTURE(file);
        CHECK(folder.has("out/" + file) != kills(i));
        // A worker that dies between the log and its message leaves the record to the next one, too.
        for (const std::string& status : log.at(file)) CHECK(status == (kills(i) ? "failed" : "ok"));
        CHECK(prints(ran, line(messages::worker_crashed, "in/" + file, "SIGSEGV", "decoding")) == kills(i));
    }
    check(folder.shell(harm("decoding", "11") + "atrous enhance --existing skip in -o out"), 1,
          {"20 images: 0 written, 17 skipped, 3 failed;"});
}

TEST_CASE("a crash on the device fails that file, too, and a killed worker fails it with out of memory") {
    if (!has_device()) return;
    struct Row {
        const char *step, *what, *signal;
        int code;
    };
    for (const Row& row : {Row{"filtering", "6", "SIGABRT", 1}, Row{"decoding", "9", "SIGKILL", 33}}) {
        CAPTURE(row.signal);
        const Folder folder;
        folder.ppm("a.ppm");
        folder.ppm("killer.ppm");
        expect(folder.shell(harm(row.step, row.what) + "atrous enhance a.ppm killer.ppm -o out/"), row.code,
               {line(row.code == 33 ? messages::worker_killed : messages::worker_crashed, "killer.ppm",
                     row.signal, row.step)});
        CHECK(folder.list("out") == "a.ppm atrous-timings.jsonl");
    }
}

TEST_CASE("in place, with names from the standard input: each image is filtered once") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* file : {"a.ppm", "b.ppm", "killer.ppm", "z.ppm"}) {
        folder.ppm(file);
        folder.ppm("clean/" + std::string(file));
    }
    expect(
        folder.shell(
            harm("writing", "11") +
            "printf 'a.ppm\\nb.ppm\\nkiller.ppm\\nz.ppm\\n' | atrous enhance --log none --existing replace "
            "--files-from - -o '{dir}/{stem}.{ext}'"),
        1, {line(messages::worker_crashed, "killer.ppm", "SIGSEGV", "writing")});
    CHECK(folder.run("enhance --log none clean -o expected").code == 0);
    for (const char* file : {"a.ppm", "b.ppm", "z.ppm"})
        CHECK(slurp(folder.path / file) == slurp(folder.path / "expected" / file));
    CHECK(slurp(folder.path / "killer.ppm") == slurp(folder.path / "clean/killer.ppm"));
}

TEST_CASE("a frame that crashes is a hole in its neighbours' windows") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* frame : {"1", "2", "3", "4", "5"})
        folder.image("shot/f.000" + std::string(frame) + ".exr", 16, 12);
    const Ran ran = folder.shell("export ATROUS_HARM='decoding:0003:11'; atrous denoise shot -o out");
    expect(ran, 1, {line(messages::worker_crashed, "f.0003.exr", "SIGSEGV", "decoding")});
    CHECK(folder.list("out") == "atrous-timings.jsonl f.0001.exr f.0002.exr f.0004.exr f.0005.exr");
    // 1, 2, 4 and 5: windows reach two frames
    CHECK(count_of(slurp(folder.path / "out/atrous-timings.jsonl"), "\"holes\":[3]") == 4);
}

TEST_CASE("--fail-fast stops at a file that crashes") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* file : {"a.ppm", "killer.ppm", "x.ppm", "y.ppm", "z.ppm"})
        folder.ppm("in/" + std::string(file));
    expect(folder.shell(harm("opening", "11") + "atrous enhance --fail-fast -j 1 in -o out"), 1,
           {line(messages::worker_crashed, "killer.ppm"), "5 images: 1 written, 1 failed, 3 not done"});
}

TEST_CASE("a file that takes too much memory fails with out of memory, and the others are written") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* file : {"a.ppm", "killer.ppm", "z.ppm"}) folder.ppm("in/" + std::string(file));
    expect(folder.shell(harm("decoding", "eat") + "atrous enhance --max-memory 64M in -o out"), 33,
           {line(messages::worker_memory, "killer.ppm"), "2 written, 1 failed"});
}

TEST_CASE("a file on which nothing is done for --timeout fails") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("killer.ppm");
    expect(folder.shell(harm("decoding", "hang") + "atrous enhance --timeout 2 killer.ppm -o out.ppm"), 1,
           {line(messages::worker_silent, "killer.ppm", "2", "decoding")});
}

TEST_CASE("without a supervisor, a command works in one process: a crash ends it") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("killer.ppm");
    const Ran ran =
        folder.shell(harm("decoding", "11") + "ATROUS_NO_SUPERVISOR=1 atrous enhance killer.ppm -o out.ppm");
    CHECK(ran.code == 128 + 11);
    CHECK(folder.shell("ATROUS_NO_SUPERVISOR=1 atrous enhance killer.ppm -o out.ppm").code == 0);
}

TEST_CASE("a program that was started with SIGCHLD ignored, as some daemons do, ends all the same") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    check(folder.shell("trap '' CHLD; timeout -s KILL 60 '" + program() + "' enhance -q a.ppm -o b.ppm"), 0,
          {});
}

TEST_CASE("a worker dies with its program, and a signal to the program ends both as it ends one") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("killer.ppm");
    const std::string start = "export ATROUS_HARM='decoding:killer:hang'; '" + program() +
                              "' enhance --log none killer.ppm -o out/ & p=$!; w=; while [ -z \"$w\" ]; do "
                              "sleep 0.05; read w rest </proc/$p/task/$p/children; done; sleep 0.7; ";
    // A dead process whose new parent has not called wait() yet (Z) counts as gone.
    const std::string gone =
        "for i in $(seq 50); do grep -qs '^State:.[^ZX]' /proc/$w/status || exit $c; sleep 0.1; "
        "done; exit 99";
    CHECK(folder.shell(start + "kill -9 $p; wait $p; c=$?; " + gone).code == 128 + 9);
    for (const auto& [signal, code] : {std::pair{"TERM", 143}, {"INT", 130}}) {
        CAPTURE(signal);
        CHECK(folder.shell(start + "kill -" + signal + " $p; wait $p; c=$?; " + gone).code == code);
    }
    CHECK((!folder.has("out") || folder.list("out").empty()));
}
