// Runs that make nothing: into a folder that has all outputs, and of pictures that all fail.
#include "base/messages.h"
#include "files/messages.h"
#include "supervisor/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/messages.h"
#include <algorithm>

using namespace atrous;

namespace {

/// Files that are not images.
struct Broken {
    Folder folder;
    Broken() {
        for (const char* name : {"in/a.jpg", "in/s/b.jpg"}) spill(folder.path / name, "text");
    }
};

std::ptrdiff_t lines(const Ran& ran) { return std::ranges::count(ran.err, '\n'); }

} // namespace

TEST_CASE("twenty outputs exist: five are named, one line counts the others, and the log has all") {
    if (!has_device()) return;
    const Folder folder;
    for (int i = 0; i < 20; ++i)
        for (const char* where : {"in/", "out/"}) folder.ppm(where + std::to_string(i) + ".ppm");
    for (const std::string way : {"", "-n"}) {
        const Ran ran = run_here(folder, "enhance in -o out " + way);
        check(ran, 1, {});
        CHECK(count_messages(ran.err, messages::output_exists, anything) == 5);
        CHECK(prints(ran, message(messages::more_errors, 15, messages::output_exists.id)));
        CHECK(lines(ran) <= 7);
    }
    const std::vector<Json> log = read_log(folder.path / "out/atrous-timings.jsonl");
    CHECK(std::ranges::count_if(log, [](const Json& line) {
              return line.text_of("error_id") == messages::output_exists.id;
          }) == 20);
    CHECK(count_messages(run_here(folder, "enhance -v in -o out").err, messages::output_exists, anything) ==
          20);
}

TEST_CASE("a run in which every image failed leaves no folder that it made") {
    if (!has_device()) return;
    const Broken broken;
    for (const char* out : {"out", "out/", "new/below/out", "./out", "out/{stem}.{ext}"}) {
        CAPTURE(out);
        check(run_here(broken.folder, "enhance -r in -o " + std::string(out)), 1,
              {"2 images: 0 written, 2 failed;"});
        CHECK_FALSE(broken.folder.has("out"));
        CHECK_FALSE(broken.folder.has("new"));
    }
    // The same with several workers.
    broken.folder.ppm("killer.ppm");
    expect(
        broken.folder.shell("export ATROUS_HARM='decoding:killer:11'; atrous enhance killer.ppm in -o out"),
        1, {line(messages::worker_crashed, "killer.ppm")});
    CHECK_FALSE(broken.folder.has("out"));
}

TEST_CASE("folders stay that existed before, have a foreign file, or a requested log") {
    if (!has_device()) return;
    const Broken broken;
    fs::create_directories(broken.folder.path / "there");
    CHECK(run_here(broken.folder, "enhance in -o there").code == 1);
    CHECK(broken.folder.list("there") == "atrous-timings.jsonl");
    CHECK(run_here(broken.folder, "enhance in -o asked --log asked/run.jsonl").code == 1);
    CHECK(broken.folder.list("asked") == "run.jsonl");
    CHECK(broken.folder.run("enhance in -o paged --report paged/r.html").code == 1);
    CHECK(broken.folder.list("paged") == "atrous-timings.jsonl r.html");
    broken.folder.ppm("in/b.ppm");
    CHECK(run_here(broken.folder, "enhance in -o some").code == 1);
    CHECK(broken.folder.list("some") == "atrous-timings.jsonl b.ppm");
}
