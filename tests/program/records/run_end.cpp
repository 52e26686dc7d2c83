// Tests the end of a run in its log: written however the run ends, except by SIGKILL. Verify reports a missing end.
#include "base/json.h"
#include "base/text.h"
#include "batch/log/run_log.h"
#include "supervisor/protocol/worker_protocol.h"
#include "support/app_run.h"

using namespace atrous;

namespace {

std::string header(const std::string& run, int images) {
    return R"({"schema":2,"run":")" + run + R"(","images":)" + std::to_string(images) + "}";
}
std::string record(const std::string& run, const std::string& output) {
    return R"({"run":")" + run + R"(","input":"i","output":")" + output + R"(","status":"ok"})";
}
std::string end(const std::string& run, int undone = 0) {
    return R"({"run":")" + run + R"(","end":{"exit":0,"interrupted":)" + std::to_string(undone) + "}}";
}

/// Two images. Decoding of the second one never ends. "$p" is the program that decodes it.
std::string stuck_run() {
    return "export ATROUS_HARM='decoding:stuck:hang'; '" + program() +
           "' enhance -q -j 1 --log l a.ppm stuck.ppm -o out/ & p=$!; while ! grep -qs '\"output\"' l; do sleep 0.05; "
           "done; sleep 0.3; ";
}

} // namespace

TEST_CASE("a run that was killed is missed by verify, until it was started again and has ended") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"a.ppm", "stuck.ppm"}) folder.ppm(name);
    REQUIRE(folder.shell(stuck_run() + "kill -9 $p; wait $p").code == 128 + 9);
    const Ran killed = folder.run("verify l");
    CHECK(killed.code == 1);
    CHECK(
        has_text(killed.out, "did not end: it was killed, or is still at work (1 of 2 images are logged)\n"));
    REQUIRE(folder.run("enhance -q --existing skip --log l a.ppm stuck.ppm -o out/").code == 0);
    const Ran whole = folder.run("verify l");
    CHECK(whole.code == 0);
    CHECK(whole.out == "2 outputs: 2 whole, 0 not\n");
}

TEST_CASE("a signal leaves an end with its exit code, if the work ends in time and if it is cut off") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"a.ppm", "stuck.ppm"}) folder.ppm(name);
    const char* const stop_worker = "kill -STOP $(cat /proc/$p/task/$p/children); ";
    struct Row {
        const char *before, *signal;
        int code;
    };
    for (const auto& [before, signal, code] :
         {Row{"", "INT", 130}, Row{"", "TERM", 143}, Row{stop_worker, "TERM", 143}}) {
        CAPTURE(before);
        fs::remove(folder.path / "l");
        fs::remove_all(folder.path / "out");
        REQUIRE(folder.shell(stuck_run() + before + "kill -" + signal + " $p; wait $p").code == code);
        const auto lines = read_log(folder.path / "l");
        REQUIRE(lines.size() == 3);
        CHECK(lines[2].text_of("run") == lines[0].text_of("run"));
        REQUIRE(lines[2].find("end"));
        CHECK(lines[2].find("end")->integer_of("exit") == code);
        const Ran ran = folder.run("verify --json l");
        CHECK(ran.code == 1);
        const Json all = parse_json(ran.out, "json");
        REQUIRE(all.find("unfinished")->array()->size() == 1);
        const std::string problem = all.find("unfinished")->array()->front().text_of("problem");
        CHECK(problem.starts_with("ended before its images were done (exit code " + std::to_string(code) +
                                  "; "));
        CHECK(problem.ends_with(" of 2 images are logged)"));
    }
}

TEST_CASE("--fail-fast ends before its images are done") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "a.ppm", "no picture");
    for (const char* name : {"b.ppm", "c.ppm", "d.ppm", "e.ppm"}) folder.ppm(name);
    REQUIRE(folder.run("enhance -q -j 1 --fail-fast --log l a.ppm b.ppm c.ppm d.ppm e.ppm -o out/").code ==
            1);
    const Ran ran = folder.run("verify l");
    CHECK(ran.code == 1);
    CHECK(has_text(ran.out, "ended before its images were done (exit code 1; "));
}

TEST_CASE(
    "runs that take turns in one log are distinguished, and only a run of as many images completes another one") {
    const Folder folder;
    folder.ppm("x.ppm");
    folder.ppm("y.ppm");
    const auto code_of = [&](const std::vector<std::string>& lines) {
        spill(folder.path / "l", joined(lines, "\n") + "\n");
        return folder.run("verify l").code;
    };
    const std::string ax = record("a", "x.ppm"), ay = record("a", "y.ppm"), bx = record("b", "x.ppm"),
                      by = record("b", "y.ppm");
    CHECK(code_of({header("a", 1), header("b", 1), by, ax, end("b"), end("a")}) == 0);
    CHECK(code_of({header("a", 1), header("b", 1), by, ax, end("b")}) == 1);
    CHECK(code_of({header("a", 1), header("b", 1), by, ax, end("a")}) == 1);
    CHECK(code_of({header("a", 2), ax, header("b", 2), bx, by, end("b")}) == 0);
    CHECK(code_of({header("a", 2), ax, header("b", 1), bx, end("b")}) == 1);
    CHECK(code_of({header("a", 2), ay, header("b", 2), bx, bx, end("b")}) == 1);
    CHECK(code_of({header("a", 2), ax, header("b", 2), bx, by, end("b", 1)}) == 1);
    CHECK(code_of({header("b", 2), bx, by, end("b"), header("a", 2), ax}) == 1);
    CHECK(code_of({header("a", 2)}) == 1);
    CHECK(code_of({R"({"schema":1})", R"({"input":"i","output":"x.ppm","status":"ok"})"}) == 0);
}

TEST_CASE("an image that a dead worker logged but did not report is not logged again") {
    const Folder folder;
    Supervision supervision;
    supervision.resume.start = 77;
    const auto log_one = [&](Status status) {
        work_under(&supervision);
        FrameRecord record;
        record.job.inputs = {{"a.ppm"}};
        record.job.outputs = {{"b.ppm"}};
        record.status = status;
        RunLog log(folder.path / "l", Json(Json::Object{}), 1);
        log.add(record);
        work_under(nullptr);
    };
    log_one(Status::ok);
    supervision.resume.begun = true;
    log_one(Status::ok);
    REQUIRE(read_log(folder.path / "l").size() == 2);
    log_one(Status::failed); // another event
    const auto lines = read_log(folder.path / "l");
    REQUIRE(lines.size() == 3);
    CHECK(lines[1].text_of("status") == "ok");
    CHECK(lines[2].text_of("status") == "failed");
}
