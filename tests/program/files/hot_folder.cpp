// --files-from - with a pipe that stays open: names that arrive while the run is at work.
#include "batch/pipeline/messages.h"
#include "batch/plan/messages.h"
#include "files/messages.h"
#include "supervisor/messages.h"
#include "support/app_run.h"
#include "support/messages.h"

using namespace atrous;

namespace {

/// Shell words that wait until a condition holds, for 20 seconds at most.
std::string until(const std::string& condition) {
    return "for i in $(seq 200); do " + condition + " && break; sleep 0.1; done; ";
}

/// The end of the last run in the log.
Json end_of(const Folder& folder) {
    const std::vector<Json> log = read_log(folder.path / "out/atrous-timings.jsonl");
    REQUIRE_FALSE(log.empty());
    const Json* const end = log.back().find("end");
    REQUIRE(end);
    return *end;
}

/// Runs a producer of names into the program.
Ran feed(const Folder& folder, const std::string& producer, const std::string& options) {
    return folder.shell("(" + producer + ") | { atrous enhance --files-from - " + options + "; }");
}

} // namespace

TEST_CASE(
    "work begins with the first name while the pipe stays open, and each picture is logged as it is done") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    folder.ppm("b.ppm");
    const Ran ran =
        feed(folder,
             "echo a.ppm; " + until("grep -q '\"a.ppm\".*\"ok\"' out/atrous-timings.jsonl 2>/dev/null") +
                 "test -e out/a.ppm && printf 'b.p'; sleep 0.2; printf 'pm'",
             "-o out/ --progress plain");
    check(ran, 0, {"1/1 ok out/a.ppm", "2/2 ok out/b.ppm", "2 images: 2 written;"});
    CHECK(folder.list("out") == "a.ppm atrous-timings.jsonl b.ppm");
    CHECK(end_of(folder).integer_of("images") == 2);
    CHECK(folder.run("verify out").code == 0);
}

TEST_CASE(
    "of what arrives later each name fails by itself: no such file, an output that is taken, one that is an input") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    folder.ppm("x/a.ppm");
    folder.ppm("b.ppm");
    const Ran ran = feed(folder,
                         "echo a.ppm; " + until("test -e out/a.ppm") +
                             "printf 'x/a.ppm\\nnone.ppm\\nout/a.ppm\\nempty\\nb.ppm\\n'; mkdir -p empty",
                         "-o out");
    expect(ran, 1,
           {line(messages::outputs_clash, "a.ppm", "x/a.ppm", "out/a.ppm"),
            line(messages::file_absent, "none.ppm"), "5 images: 2 written, 3 failed;"});
    CHECK(folder.has("out/b.ppm"));
}

TEST_CASE(
    "a later name whose output is taken fails, in other letter case, too; one that comes again is no other") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"a.png", "a.bmp", "A.tif"}) folder.image(name);
    const Ran ran =
        feed(folder, "echo a.png; " + until("test -e out/a.jpg") + "printf 'a.bmp\nA.tif\na.png\n'",
             "-o out --format jpg --existing replace");
    expect(ran, 1,
           {line(messages::outputs_clash, "a.png", "a.bmp", "out/a.jpg"),
            line(messages::outputs_clash, "a.png", "A.tif", "out/A.jpg"), "4 images: 2 written, 2 failed;"});
    CHECK(folder.list("out") == "a.jpg atrous-timings.jsonl");
}

TEST_CASE(
    "of names that arrive together none is replaced by the output of another; companions are no inputs") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"a.ppm", "b.ppm", "b_x.ppm"}) folder.ppm(name);
    const std::string before = slurp(folder.path / "b_x.ppm");
    const Ran ran = feed(folder,
                         "echo a.ppm; " + until("test -e a_x_compare.ppm") +
                             "printf 'a_x.ppm\\na_x_compare.ppm\\nb.ppm\\nb_x.ppm\\n'",
                         "-o '{dir}/{stem}_x.{ext}' --existing replace --compare");
    expect(ran, 1, {line(messages::output_is_other_input, "b_x.ppm"), "3 images: 2 written, 1 failed;"});
    CHECK(slurp(folder.path / "b_x.ppm") == before);
    CHECK_FALSE(folder.has("a_x_x.ppm"));
    CHECK_FALSE(folder.has("a_x_compare_x.ppm"));
}

TEST_CASE("inputs that are replaced: all names are read before, and each is filtered once") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    const Ran ran = feed(folder, "echo a.ppm; sleep 1; echo a.ppm", "--in-place --log log");
    check(ran, 0, {});
    CHECK(images_in(folder.path / "log").size() == 1);
}

TEST_CASE("a name that comes again is written again with --existing replace, and left with --existing skip") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    const std::string twice = "echo a.ppm; " + until("test -e out/a.ppm") + "echo a.ppm";
    check(feed(folder, twice, "-o out/ --existing replace"), 0, {"2 images: 2 written;"});
    fs::remove(folder.path / "out/a.ppm");
    check(feed(folder, twice, "-o out/ --existing skip"), 0, {"2 images: 1 written, 1 skipped;"});
    fs::remove(folder.path / "out/a.ppm");
    expect(feed(folder, twice, "-o out/"), 1,
           {line(messages::output_exists), "2 images: 1 written, 1 failed;"});
}

TEST_CASE("a worker that dies misses no name: neither of those at work nor of those to come") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"a.ppm", "killer.ppm", "b.ppm"}) folder.ppm(name);
    const Ran ran =
        folder.shell("export ATROUS_HARM='decoding:killer:11'; (echo a.ppm; " + until("test -e out/a.ppm") +
                     "printf 'killer.ppm\\nb'; sleep 2; echo .ppm) | atrous enhance --files-from - -o out/");
    expect(ran, 1,
           {line(messages::worker_crashed, "killer.ppm", "SIGSEGV"), "3 images: 2 written, 1 failed;"});
    CHECK(folder.has("out/b.ppm"));
}

/// Shell words that kill the worker of program number $run. No file is being processed.
const std::string kill_worker = "kill -KILL $(cat /proc/$run/task/$run/children); ";

TEST_CASE(
    "a worker that dies while it waits misses nothing: no part of a name that it has read, and no output of its own") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"a.ppm", "b.ppm"}) folder.ppm(name);
    folder.shell("mkfifo names; exec 3<>names; '" + program() +
                 "' enhance --files-from - -o out/ <names 3>&- 2>said & run=$!; echo a.ppm >&3; " +
                 until("grep -q '\"a.ppm\".*\"ok\"' out/atrous-timings.jsonl 2>/dev/null") +
                 "printf b >&3; sleep 0.5; " + kill_worker + "printf '.ppm\\n' >&3; " +
                 until("grep -q '\"b.ppm\".*\"ok\"' out/atrous-timings.jsonl 2>/dev/null") +
                 "printf 'out/a.ppm\\nout/b.ppm\\n' >&3; exec 3>&-; wait $run; echo $? >code");
    CAPTURE(slurp(folder.path / "said"));
    CHECK(slurp(folder.path / "code") == "0\n");
    CHECK(slurp(folder.path / "said").find("was killed (SIGKILL)") != std::string::npos);
    CHECK(slurp(folder.path / "said").find("2 images: 2 written") != std::string::npos);
    CHECK(folder.list("out") == "a.ppm atrous-timings.jsonl b.ppm");
}

TEST_CASE("ended while it waits for names, it ends at once, and its log says so") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    folder.shell("(echo a.ppm; " + until("test -e code") + ") | (exec 3<&0; '" + program() +
                 "' enhance --files-from - -o out/ <&3 & " + until("test -e out/a.ppm") +
                 "kill -TERM $!; wait $!; echo $? >code)");
    CHECK(slurp(folder.path / "code") == "143\n");
    REQUIRE(folder.has("out/atrous-timings.jsonl"));
    CHECK(end_of(folder).integer_of("exit") == 143);
}

TEST_CASE(
    "a folder of outputs that is removed during the run is made again, with a warning and exit code 1") {
    if (!has_device()) return;
    for (const char* removed : {"out", "out/sub"}) {
        CAPTURE(removed);
        const Folder folder;
        for (const char* name : {"sub/a.ppm", "sub/b.ppm", "sub/c.ppm"}) folder.ppm(name);
        const Ran ran =
            folder.shell("(echo sub/a.ppm; " + until("test -e out/sub/a.ppm") + "sleep 0.3; rm -r " +
                         removed + "; echo sub/b.ppm; " + until("test -e out/sub/b.ppm") +
                         "echo sub/c.ppm) | atrous enhance --log l --files-from - -o 'out/{dir}/{stem}.ppm'");
        expect(ran, 1, {"3 images: 3 written"});
        CHECK(count_messages(ran.err, messages::folder_recreated, "out/sub", "b.ppm") == 1);
        CHECK(folder.list("out/sub") == "b.ppm c.ppm");
        check(folder.run("enhance --log l sub/a.ppm -o out/sub/ --existing skip"), 0, {});
        CHECK(folder.list("out/sub") == "a.ppm b.ppm c.ppm");
    }
}

TEST_CASE("refused: one output file for names that may follow") {
    const Folder folder;
    folder.ppm("a.ppm");
    // The pipe stays open until the program has ended.
    const auto run = [&](const std::string& options) {
        return feed(folder, "rm -f code; echo a.ppm; " + until("test -e code"),
                    options + " && c=0 || c=$?; echo >code; (exit $c)");
    };
    expect(run("-o b.png"), 2, {line(messages::output_one_file, "b.png"), "more inputs may follow"});
    expect(run("-o - --format png"), 2, {message(messages::stdout_several, "more inputs may follow")});
}
