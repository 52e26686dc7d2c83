// Tests size and checksum of each output: in the log as xxh128sum prints it, and their use by verify and --existing skip.
#include "batch/log/record.h"
#include "batch/pipeline/messages.h"
#include "batch/plan/needs.h"
#include "files/checksum.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/messages.h"
#include "support/skip.h"
#include <algorithm>

using namespace atrous;

namespace {

/// Flips the bits of some bytes in the middle of a file.
void damage(const fs::path& path, std::size_t count = 8) {
    std::string bytes = slurp(path);
    for (std::size_t i = 0; i < count; ++i) bytes[bytes.size() / 2 + i] = char(~bytes[bytes.size() / 2 + i]);
    spill(path, bytes);
}

/// Checks the output of verify for `what`.
void check_verify(const Folder& folder, int code, const std::string& expected,
                  const std::string& what = "out") {
    const Ran ran = run_here(folder, "verify " + what);
    CHECK(ran.code == code);
    CHECK(ran.out == expected);
}

const Message kept = line(messages::output_changed);

/// Removes the checksums from a log, as in versions before schema 3.
void make_old(const fs::path& log) {
    std::string text = slurp(log);
    const auto cut = [&](const std::string& from, const std::string& to, const std::string& instead) {
        for (auto at = text.find(from); at != std::string::npos; at = text.find(from))
            text.replace(at, text.find(to, at) - at, instead);
    };
    cut(",\"bytes\":", "}", "");
    cut("\"schema\":4", ",", "\"schema\":2");
    spill(log, text);
}

} // namespace

TEST_CASE("a missing companion is reported, and its output is whole") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    REQUIRE(run_here(folder, "enhance -q --compare --log log.jsonl a.ppm -o out/").code == 0);
    fs::remove(folder.path / "out/a_compare.ppm");
    const Ran verified = run_here(folder, "verify log.jsonl");
    CHECK(verified.code == 0);
    CHECK(has_text(verified.out, "a_compare.ppm: is not there; it is made again only with its output"));
    CHECK(has_text(verified.out, "2 outputs: 1 whole, 0 not, 1 companion not there"));
    fs::remove(folder.path / "out/a.ppm");
    CHECK(run_here(folder, "verify log.jsonl").code == 1);
}

TEST_CASE("the log has size and checksum of all written files, as xxh128sum prints them") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("in/a.png", 200, 150);
    folder.image("in/b.jpg");
    REQUIRE(run_here(folder, "enhance -q in -o out --compare --dump-levels levels --levels 1").code == 0);
    std::vector<std::pair<std::string, std::string>> files; // and their checksums
    for (const Json& line : read_log(folder.path / "out/atrous-timings.jsonl"))
        if (const Json* written = line.find("written"))
            for (const Json& file : *written->array()) {
                files.emplace_back(file.text_of("output"), file.text_of("xxh128"));
                const fs::path path = folder.path / files.back().first;
                CHECK(file.integer_of("bytes") == std::int64_t(fs::file_size(path)));
                CHECK(files.back().second == file_checksum(path).xxh128);
            }
    REQUIRE(files.size() == 2 * 4);
    CHECK(files[0].first == "out/a.png"); // before what is beside it
    check_verify(folder, 0, "8 outputs: 8 whole, 0 not\n");
    spill(folder.path / "empty", "");
    CHECK(file_checksum(folder.path / "empty").xxh128 ==
          "99aa06d3014798d86001c324468d497f"); // XXH3's own test vector
    if (folder.shell("command -v xxh128sum >.x").code != 0) return test::skip("xxh128sum is not installed");
    std::string list;
    for (const auto& [name, sum] : files) list += sum + "  " + name + "\n";
    spill(folder.path / "list", list);
    CHECK(folder.shell("xxh128sum -q -c list").code == 0);
}

TEST_CASE(
    "what leaves through the standard output has no checksum; copies of bytes, and replaced files, have one") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.jpg");
    check(folder.shell("atrous enhance a.jpg -o - --format png --log l >b.png"), 0, {});
    CHECK(slurp(folder.path / "l").find("xxh128") == std::string::npos);
    check(run_here(folder, "enhance --preset neutral a.jpg -o copy.jpg --log l"), 0, {}); // no pixel changes
    check(run_here(folder, "enhance --in-place a.jpg --log l"), 0, {});
    check_verify(folder, 0, "2 outputs: 2 whole, 0 not\n", "l");
    check(run_here(folder, "enhance --in-place a.jpg --log none"), 0, {}); // somebody else did it
    check_verify(folder, 1, "a.jpg: has changed since it was written\n2 outputs: 1 whole, 1 not\n", "l");
}

TEST_CASE("verify distinguishes changed, damaged and cut files, also if a decoder finds no fault") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"bits.ppm", "changed.png", "cut.png", "damaged.png", "fine.ppm", "gone.ppm"})
        folder.image(std::string("in/") + name, 100, 75);
    REQUIRE(run_here(folder, "enhance -q in -o out").code == 0);
    damage(folder.path / "out/bits.ppm", 1);
    folder.image("out/changed.png", 100, 75);
    fs::resize_file(folder.path / "out/cut.png", 2000);
    damage(folder.path / "out/damaged.png");
    fs::remove(folder.path / "out/gone.ppm");
    const Ran text = run_here(folder, "verify out");
    CHECK(text.code == 1);
    CHECK(text.out.starts_with(
        "out/bits.ppm: has changed since it was written\n"
        "out/changed.png: has changed since it was written\nout/cut.png: is cut: 2000 of "));
    CHECK(has_text(text.out, "out/damaged.png: is damaged: "));
    const Ran ran = run_here(folder, "verify --json out");
    CHECK(ran.code == 1);
    const Json all = parse_json(ran.out, "json");
    std::string kinds;
    for (const Json& problem : *all.find("problems")->array()) kinds += problem.text_of("kind") + " ";
    CHECK(kinds == "changed changed cut damaged missing ");
    CHECK(all.integer_of("whole") == 1);
    CHECK(all.integer_of("only_decoded", -1) == 0);
}

TEST_CASE("the checksum of an output that a dead worker reported is kept") {
    FrameRecord told, next;
    told.job = {{{"in/a.png"}}, {{"out/a.png"}}};
    told.written.push_back(
        {"out/a.png", {{4, 3}, 3, 1}, FileChecksum{47, "40c5a103fd930e3b5ab3ef878e6d73f4"}});
    take_logged(next, frame_json(told).dump());
    const Json line = frame_json(next);
    const Json& file = line.find("written")->array()->front();
    CHECK(file.integer_of("bytes") == 47);
    CHECK(file.text_of("xxh128") == "40c5a103fd930e3b5ab3ef878e6d73f4");
}

TEST_CASE("a log without checksums is checked by decoding, and verify prints the number of such files") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"in/a.ppm", "in/b.png"}) folder.image(name);
    REQUIRE(run_here(folder, "enhance -q in -o out").code == 0);
    make_old(folder.path / "out/atrous-timings.jsonl");
    damage(folder.path / "out/a.ppm", 1); // nobody can know
    check_verify(
        folder, 0,
        "2 outputs: 2 whole, 0 not (2 of the whole ones could only be decoded: no checksum was logged)\n");
    CHECK(parse_json(run_here(folder, "verify --json out").out, "json").integer_of("only_decoded") == 2);
    check(run_here(folder, "enhance -q in -o out --existing skip"), 0, {});
    damage(folder.path / "out/b.png");
    CHECK(run_here(folder, "verify out").code == 1);
}

TEST_CASE(
    "verify is right after runs that left outputs unchanged, failed to replace them, or replaced them") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"in/a.ppm", "in/b.ppm"}) folder.ppm(name);
    const std::string run = "enhance -q in -o out ";
    REQUIRE(run_here(folder, run).code == 0);
    REQUIRE(run_here(folder, run).code == 1); // exists already
    check_verify(folder, 0, "2 outputs: 2 whole, 0 not\n");
    REQUIRE(run_here(folder, run + "--existing replace --luma 2").code == 0);
    REQUIRE(run_here(folder, run + "--existing skip").code == 0);
    check_verify(folder, 0, "2 outputs: 2 whole, 0 not\n");
    fs::resize_file(folder.path / "in/a.ppm", 100);
    REQUIRE(run_here(folder, run + "--existing replace --luma 3").code == 1);
    const Ran old = run_here(folder, "verify out");
    CHECK(old.code == 1);
    CHECK(old.out.starts_with(
        "out/a.ppm: is what an earlier run wrote: the later one did not replace it (failed: in/a"));
    CHECK(old.out.ends_with("2 outputs: 1 whole, 1 not\n"));
    folder.ppm("in/a.ppm");
    REQUIRE(run_here(folder, "enhance -q in/a.ppm -o out/a.ppm --existing replace --log other.jsonl").code ==
            0);
    CHECK(run_here(folder, "verify out other.jsonl").code == 0);
    CHECK(run_here(folder, "verify out").out.starts_with("out/a.ppm: has changed since it was written\n"));
}

TEST_CASE("verify: outputs that an interrupted run did not reach count as outputs of the run before") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"a.ppm", "b.ppm"}) folder.ppm(name);
    REQUIRE(run_here(folder, "enhance -q a.ppm b.ppm -o out").code == 0);
    const std::string log = slurp(folder.path / "out/atrous-timings.jsonl"),
                      name = "\"output\":\"out/b.ppm\"";
    spill(folder.path / "out/atrous-timings.jsonl",
          log + R"({"schema":3,"run":"x","images":1})" + "\n" +
              R"({"run":"x","input":"b.ppm","output":"out/b.ppm","status":"interrupted"})" + "\n");
    const Ran ran = run_here(folder, "verify out");
    CHECK(ran.code == 1); // of the run, not of the image
    CHECK(ran.out.ends_with("2 outputs: 2 whole, 0 not\n"));
    CHECK(ran.out.starts_with("out/atrous-timings.jsonl: run x did not end"));
}

TEST_CASE("--existing skip makes damaged outputs again, and keeps changed ones, with a message") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"bits.ppm", "changed.png", "damaged.png", "fine.png"})
        folder.image(std::string("in/") + name, 100, 75);
    REQUIRE(run_here(folder, "enhance -q in -o out").code == 0);
    const std::string damaged = slurp(folder.path / "out/damaged.png");
    damage(folder.path / "out/bits.ppm", 1);
    folder.image("out/changed.png", 50, 40);
    const std::string changed = slurp(folder.path / "out/changed.png");
    damage(folder.path / "out/damaged.png");
    const Ran ran = run_here(folder, "enhance in -o out --existing skip");
    expect(ran, 0,
           {"4 images: 1 written, 3 skipped;", "out/damaged.png: ",
            message(messages::output_incomplete, anything), message(messages::output_changed, "out/bits.ppm"),
            message(messages::output_changed, "out/changed.png")});
    CHECK_FALSE(ran.says("fine.png"));
    CHECK(slurp(folder.path / "out/damaged.png") == damaged);
    CHECK(slurp(folder.path / "out/changed.png") == changed);
    const Json line = read_log(folder.path / "out/atrous-timings.jsonl")[8]; // runs of six lines
    CHECK(line.text_of("status") == "skipped");
    CHECK(line.find("warnings")->array()->size() == 1);
    expect(run_here(folder, "enhance in -o out --existing skip --log none"), 0,
           {kept}); // the log is read all the same
}

TEST_CASE("--existing skip: logs of moved folders, of other names, in any form, or none") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("in/s/b.ppm");
    REQUIRE(run_here(folder, "enhance -q -r in -o out").code == 0);
    fs::rename(folder.path / "out", folder.path / "moved");
    damage(folder.path / "moved/s/b.ppm", 1);
    expect(run_here(folder, "enhance -r in -o moved --existing skip --log none"), 0, {kept, "2 skipped"});
    fs::rename(folder.path / "moved/atrous-timings.jsonl", folder.path / "l");
    CHECK_FALSE(prints(run_here(folder, "enhance -r in -o moved --existing skip --log none"), kept));
    fs::rename(folder.path / "moved", folder.path / "out");
    expect(run_here(folder, "enhance -r in -o out --existing skip --log l"), 0, {kept});
    expect(run_here(folder, "enhance in/s/b.ppm -o out/s/b.ppm --existing skip --log l"), 0, {kept});
    // Other files there cause no failure and no delay.
    std::string many_members = "{\"a\":0";
    for (int i = 0; i < 300000; ++i) many_members += ",\"a\":0";
    many_members += "}";
    const std::string log = slurp(folder.path / "l");
    spill(folder.path / "out/atrous-timings.1.jsonl",
          std::string(20 << 20, '{') + "\nnull\n{\"written\":[[]]}\n{}}\n" + std::string(3000, '[') + "\n" +
              many_members + "\n" + log + "{\"run\":\"cut");
    spill(folder.path / "out/atrous-timings.2.jsonl",
          std::string(100, '\0') + "{\"status\":\"ok\",\"written\":[{}]}");
    fs::create_directory(folder.path / "out/atrous-timings.3.jsonl");
    fs::create_symlink("atrous-timings.4.jsonl", folder.path / "out/atrous-timings.4.jsonl");
    expect(folder.shell(
               "mkfifo out/atrous-timings.5.jsonl; atrous enhance -r in -o out --existing skip --log none"),
           0, {kept, "2 skipped"});
}

TEST_CASE(
    "checksums of a log: an output that another process has made since the log was read does not count as changed") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"a.ppm", "b.ppm"}) folder.ppm(std::string("in/") + name);
    REQUIRE(run_here(folder, "enhance -q in -o out").code == 0);
    LoggedChecksums logged({folder.path / "out/atrous-timings.jsonl"});
    CHECK(logged.look_at(folder.path / "out/a.ppm") == SinceWritten::same); // reads the log
    REQUIRE(run_here(
                folder,
                "enhance -q --luma 3 --existing replace in/b.ppm -o out/b.ppm --log out/atrous-timings.jsonl")
                .code == 0);
    CHECK(logged.look_at(folder.path / "out/b.ppm") == SinceWritten::same);
}
