// Tests verify: complete outputs pass, and each kind of defect is named.
#include "base/json.h"
#include "base/messages.h"
#include "cli/messages.h"
#include "support/app_run.h"
#include "support/messages.h"
#include <cerrno>
#include <cstring>

using namespace atrous;

namespace {

/// A folder out/ with outputs of in/ and their log.
struct Outputs {
    Folder folder;
    bool made = false;
    Outputs() {
        if (!has_device()) return;
        for (const char* name : {"a.png", "b.ppm", "c.jpg"}) folder.image(std::string("in/") + name);
        spill(folder.path / "in/d.png", "no picture");
        REQUIRE(folder.run("enhance in -q -o out").code == 1);
        made = true;
    }
    void fix_input() const {
        folder.image("in/d.png");
        REQUIRE(folder.run("enhance in -q --existing skip -o out").code == 0);
    }
    void check_verify(int code, const std::string& expected, const std::string& what = "out") const {
        const Ran ran = folder.run("verify " + what);
        CHECK(ran.code == code);
        CHECK(ran.out == expected);
    }
};

} // namespace

TEST_CASE("an output that no run wrote is not whole, until one has written it") {
    const Outputs outputs;
    if (!outputs.made) return;
    const Ran failed = outputs.folder.run("verify out");
    CHECK(failed.code == 1);
    CHECK(failed.out.starts_with("out/d.png: was not written (failed: in/d.png: is not an image"));
    CHECK(failed.out.ends_with("4 outputs: 3 whole, 1 not\n"));
    outputs.fix_input();
    outputs.check_verify(0, "4 outputs: 4 whole, 0 not\n");
    outputs.check_verify(0, "4 outputs: 4 whole, 0 not\n", "out/atrous-timings.jsonl");
}

TEST_CASE("a folder that was moved, and a log whose last line is cut, can be verified") {
    const Outputs outputs;
    if (!outputs.made) return;
    outputs.fix_input();
    fs::rename(outputs.folder.path / "out", outputs.folder.path / "moved");
    outputs.check_verify(0, "4 outputs: 4 whole, 0 not\n", "moved");
    std::ofstream(outputs.folder.path / "moved/atrous-timings.jsonl", std::ios::app) << "{\"input\":\"in/a.p";
    const Ran ran = outputs.folder.run("verify moved");
    expect(ran, 0, {line(messages::log_cut)});
}

TEST_CASE(
    "verify of a copied folder checks the copy, not the original, also if files of the copy are missing") {
    const Outputs outputs;
    if (!outputs.made) return;
    outputs.fix_input();
    const fs::path copy = outputs.folder.path / "copy";
    fs::copy(outputs.folder.path / "out", copy, fs::copy_options::recursive);
    outputs.check_verify(0, "4 outputs: 4 whole, 0 not\n", "copy");
    fs::resize_file(copy / "b.ppm", 1000);
    fs::remove(copy / "a.png");
    for (const char* what : {"copy", "copy/atrous-timings.jsonl"}) {
        const Ran ran = outputs.folder.run("verify " + std::string(what));
        CHECK(ran.code == 1);
        CHECK(has_text(ran.out, "copy/a.png: is not there\n"));
        CHECK(has_text(ran.out, "copy/b.ppm: is cut"));
        CHECK(ran.out.ends_with("4 outputs: 2 whole, 2 not\n"));
    }
    outputs.check_verify(0, "4 outputs: 4 whole, 0 not\n");
}

TEST_CASE("a file of the same name in another folder does not stand for one that is gone, moved or not") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"in/a.png", "in/b.png", "in/sub/a.png"}) folder.image(name);
    REQUIRE(folder.run("enhance -r in -q -o out").code == 0);
    CHECK(folder.run("verify out").code == 0);
    fs::remove(folder.path / "out/sub/a.png");
    for (const char* where : {"out", "moved"}) {
        if (!folder.has(where)) fs::rename(folder.path / "out", folder.path / where);
        const Ran ran = folder.run("verify " + std::string(where));
        CHECK(ran.code == 1);
        CHECK(ran.out == std::string(where) + "/sub/a.png: is not there\n3 outputs: 2 whole, 1 not\n");
    }
}

TEST_CASE("a missing operand, a missing log, another file, and a log without files are refused") {
    const Folder folder;
    fs::create_directories(folder.path / "empty");
    spill(folder.path / "text", "hello\n");
    spill(folder.path / "log.jsonl", "{\"schema\": 1}\n");
    check(folder.run("verify"), 2, {messages::log_missing.text});
    expect(folder.run("verify none.jsonl"), 2,
           {line(messages::text_unreadable, "none.jsonl", std::strerror(ENOENT))});
    expect(folder.shell("mkfifo pipe; atrous verify pipe"), 2, {line(messages::text_unreadable, "pipe")});
    expect(folder.run("verify empty"), 2, {line(messages::folder_without_log, "empty")});
    expect(folder.run("verify text"), 2, {line(messages::not_a_log, "text", "1")});
    expect(folder.run("verify log.jsonl"), 3, {line(messages::log_without_outputs)});
}
