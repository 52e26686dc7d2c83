// Tests the timing log: its fields, its order, failed and skipped images. Tests -v.
#include "base/embedded.h"
#include "batch/log/messages.h"
#include "batch/log/record.h"
#include "batch/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/full_disk.h"
#include "support/messages.h"

using namespace atrous;

namespace {

double number(const Json& object, const std::string& name) {
    const Json* member = object.find(name);
    return member ? member->number(-1) : -1;
}

} // namespace

TEST_CASE("the log: the run, then one object per image in order") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("in/a.png", 200, 100);
    spill(folder.path / "in/b.png", "text");
    folder.image("in/c.png", 64, 64);
    folder.image("out/c.png");
    CHECK(run_here(folder, "enhance --levels 3 --existing skip in -o out").code == 1);
    const auto lines = read_log(folder.path / "out/atrous-timings.jsonl");
    REQUIRE(lines.size() == 5);

    const Json& run = lines[0];
    REQUIRE(run.object());
    CHECK(run.object()->front().first == "schema");
    CHECK(number(run, "schema") == 4);
    CHECK(number(run, "images") == 3);
    CHECK(run.text_of("atrous") == version());
    CHECK_FALSE(run.text_of("driver").empty());
    REQUIRE(run.find("device"));
    CHECK_FALSE(run.find("device")->text_of("name").empty());
    REQUIRE(run.find("arguments"));
    CHECK(run.find("arguments")->dump() == R"(["--levels","3","--existing","skip","in","-o","out"])");
    REQUIRE(run.find("options"));
    CHECK(number(*run.find("options"), "levels") == 3);

    const Json& good = lines[1];
    CHECK(good.text_of("input") == "in/a.png");
    CHECK(good.text_of("output") == "out/a.png");
    CHECK(good.text_of("status") == "ok");
    CHECK(number(good, "width") == 200);
    CHECK(number(good, "height") == 100);
    CHECK(number(good, "replaced") == 0);
    double sum = 0;
    for (const char* stage : {"read_ms", "upload_ms", "setup_ms", "enter_ms", "search_ms", "levels_ms",
                              "synthesis_ms", "leave_ms", "download_ms", "write_ms", "compile_ms"}) {
        CAPTURE(stage);
        CHECK(number(good, stage) >= 0);
        sum += number(good, stage);
    }
    CHECK(number(good, "read_ms") > 0);
    CHECK(number(good, "enter_ms") > 0);
    CHECK(number(good, "leave_ms") > 0);
    CHECK(number(good, "write_ms") > 0);
    CHECK(number(good, "total_ms") >= 0.5 * sum);
    REQUIRE(good.find("levels"));
    REQUIRE(good.find("levels")->array());
    const auto& levels = *good.find("levels")->array();
    REQUIRE(levels.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(number(levels[i], "level") == double(i));
        CHECK(levels[i].text_of("kernel").starts_with("eaw_decompose"));
        for (const char* field : {"ms", "mpixel_per_s", "gb_per_s"}) CHECK(number(levels[i], field) > 0);
    }

    CHECK(lines[2].text_of("status") == "failed");
    CHECK(lines[2].text_of("error").find("not an image") != std::string::npos);
    CHECK_FALSE(lines[2].find("width"));
    CHECK(lines[3].text_of("status") == "skipped");
    CHECK_FALSE(lines[3].find("width"));
    CHECK_FALSE(lines[3].find("height"));

    const Json* const end = lines[4].find("end");
    REQUIRE(end);
    const std::string seconds = end->find("seconds") ? end->find("seconds")->dump() : "none";
    CHECK(end->dump() == "{\"exit\":1,\"seconds\":" + seconds +
                             R"(,"images":3,"ok":1,"failed":1,"skipped":1,"interrupted":0,"missing":0})");
    for (const Json& line : lines) CHECK(line.text_of("run") == run.text_of("run"));
    CHECK_FALSE(run.text_of("run").empty());
}

TEST_CASE("--edges auto: the log and -v report the cost of the search, and that it ran") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm", 120, 90);
    for (const bool searched : {true, false}) {
        CAPTURE(searched);
        const std::string out = searched ? "auto" : "own";
        const Ran ran = run_here(folder, "enhance a.ppm -v --levels 3 --edges " +
                                             std::string(searched ? "auto" : "30") + " -o " + out + "/");
        CHECK(ran.code == 0);
        CHECK(ran.says("edge search") == searched);
        const auto lines = read_log(folder.path / out / "atrous-timings.jsonl");
        REQUIRE(lines.size() == 3);
        CHECK((number(lines[1], "search_ms") > 0) == searched);
        const auto& levels = *lines[1].find("levels")->array();
        REQUIRE(levels.size() == 3);
        for (const auto& level : levels) CHECK((level.find("search_ms") != nullptr) == searched);
        if (searched) CHECK(lines[0].find("options")->text_of("edges") == "auto");
    }
    CHECK(slurp(folder.path / "auto/a.ppm") != slurp(folder.path / "own/a.ppm"));
}

TEST_CASE("a template or a pattern logs into the folder that its outputs have in common") {
    if (!has_device()) return;
    const Folder folder;
    folder.sequence({1, 2});
    folder.ppm("x/a.ppm");
    folder.ppm("y/b.ppm");
    const auto run = [&](const std::string& rest) {
        check(run_here(folder, "enhance --levels 1 " + rest), 0, {});
    };
    run("'in/b.####.ppm' -o 'clean/b.####.ppm'");
    CHECK(folder.list("clean") == "atrous-timings.jsonl b.0001.ppm b.0002.ppm");
    CHECK(run_here(folder, "verify clean/").code == 0);
    run("--chunk 1/2 'in/b.####.ppm' -o 'post/{stem}.{ext}'");
    CHECK(folder.list("post") == "atrous-timings.1.jsonl b.0002.ppm");
    run("x/a.ppm y/b.ppm -o 'all/{dir}/{stem}.{ext}'"); // the folder above both
    CHECK(folder.list("all") == "atrous-timings.jsonl x/a.ppm y/b.ppm");
    run("x/a.ppm y/b.ppm -o '{dir}/{stem}_x.{ext}'"); // which have none
    for (const char* name : {"atrous-timings.jsonl", "x/atrous-timings.jsonl", "y/atrous-timings.jsonl"})
        CHECK_FALSE(folder.has(name));
    run("--log none x/a.ppm -o 'none/{stem}.{ext}'");
    CHECK(folder.list("none") == "a.ppm");
    run("--log times.jsonl x/a.ppm -o 'own/{stem}.{ext}'");
    CHECK(folder.list("own") == "a.ppm");
}

TEST_CASE("--log FILE, --log none, no log for a single file") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    CHECK(run_here(folder, "enhance a.ppm -o b.ppm").code == 0);
    CHECK_FALSE(folder.has("atrous-timings.jsonl"));
    CHECK(run_here(folder, "enhance a.ppm -o one/ --log none").code == 0);
    CHECK(folder.list("one") == "a.ppm");
    CHECK(run_here(folder, "enhance a.ppm -o two/ --log times.jsonl").code == 0);
    CHECK(folder.list("two") == "a.ppm");
    CHECK(read_log(folder.path / "times.jsonl").size() == 3);
    const Ran other = run_here(folder, "enhance a.ppm -o three/ --log other.png");
    expect(other, 2, {message(messages::log_is_image, "other.png")});
    CHECK_FALSE(folder.has("other.png"));
    spill(folder.path / "notes.txt", "mine\n");
    const Ran notes = run_here(folder, "enhance a.ppm -o three/ --log notes.txt");
    expect(notes, 2, {message(messages::log_other_file, "notes.txt")});
    CHECK(slurp(folder.path / "notes.txt") == "mine\n");
    check(run_here(folder, "enhance a.ppm -o three/ --log a.ppm/times.jsonl"), 2, {"a.ppm/times.jsonl"});
}

TEST_CASE("a log that exists is appended to: each run begins with its own object") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    CHECK(folder.run("enhance in -o out").code == 0);
    const fs::path log = folder.path / "out/atrous-timings.jsonl";
    const std::string first = slurp(log);
    folder.ppm("in/b.ppm");
    CHECK(folder.run("enhance in -o out --existing skip").code == 0);
    CHECK(slurp(log).starts_with(first));
    const auto lines = read_log(log);
    REQUIRE(lines.size() == 7);
    CHECK(lines[0].text_of("command") == "enhance");
    CHECK(lines[1].text_of("status") == "ok");
    CHECK(lines[2].find("end"));
    CHECK(lines[3].text_of("command") == "enhance");
    CHECK(lines[4].text_of("status") == "skipped");
    CHECK(lines[5].text_of("status") == "ok");
    CHECK(lines[6].find("end"));
    CHECK(lines[0].text_of("run") != lines[3].text_of("run"));
}

TEST_CASE("a log that ends within a line (a run was killed): the next run begins a line") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    spill(folder.path / "l", "{\"cut");
    CHECK(run_here(folder, "enhance a.ppm -o b.ppm --log l").code == 0);
    CHECK(slurp(folder.path / "l").starts_with("{\"cut\n{\"schema\":"));
}

TEST_CASE("a log that is a file of the run is refused, and the file stays") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    folder.ppm("odd");
    spill(folder.path / "list.txt", "a.ppm\n");
    spill(folder.path / "my.preset", "luma = 1.2\n");
    struct Row {
        const char *arguments, *message;
    };
    for (const Row& row :
         {Row{"a.ppm -o out/ --log ./a.ppm", "is an input"}, Row{"odd -o b.ppm --log odd", "is an input"},
          Row{"--files-from list.txt -o out/ --log list.txt", "the list of --files-from"},
          Row{"--files-from list.txt -o out/ --log out/../list.txt", "the list of --files-from"},
          Row{"a.ppm -o out/ --preset my.preset --log my.preset", "the preset file"},
          Row{"a.ppm -o b.ppm --log b.ppm", "the output of a.ppm"},
          Row{"-n a.ppm -o b.ppm --log b.ppm", "the output of a.ppm"}}) {
        const Ran ran = run_here(folder, std::string("enhance ") + row.arguments);
        CAPTURE(row.arguments);
        CAPTURE(ran.err);
        CHECK(ran.code == 2);
        CHECK(ran.says(row.message));
    }
    CHECK(slurp(folder.path / "list.txt") == "a.ppm\n");
    CHECK(slurp(folder.path / "my.preset") == "luma = 1.2\n");
    CHECK(slurp(folder.path / "a.ppm").starts_with("P6"));
    CHECK(slurp(folder.path / "odd").starts_with("P6"));
    CHECK_FALSE(folder.has("b.ppm"));
}

TEST_CASE("form tile: log and -v contain the choice for auto and its reason; other forms have no such line") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm", 100, 80);
    check(run_here(folder, "enhance a.ppm -o b.ppm -v --execution form=tile,group=16x8,map=bank --log l"), 0,
          {"tile: 16x8, map bank, degree "});
    CHECK(run_here(folder, "enhance a.ppm -o c.ppm --execution form=tile --log l").code == 0);
    const Ran plain = run_here(folder, "enhance a.ppm -o d.ppm -v --execution form=direct --log l");
    CHECK_FALSE(plain.says("tile: "));
    const auto lines = read_log(folder.path / "l");
    REQUIRE(lines.size() == 9);
    const auto tile_of = [&](std::size_t line) {
        const Json* settings = lines[line].find("settings");
        REQUIRE(settings);
        REQUIRE(settings->array());
        return settings->array()->at(0).find("tile");
    };
    REQUIRE(tile_of(1));
    CHECK(tile_of(1)->text_of("group") == "16x8");
    CHECK(tile_of(1)->text_of("map") == "bank");
    for (const std::size_t line : {1u, 4u}) {
        const Json* tile = tile_of(line);
        REQUIRE(tile);
        for (const char* name : {"group", "element", "map", "reason"}) {
            CAPTURE(name);
            CHECK_FALSE(tile->text_of(name).empty());
            CHECK(tile->text_of(name) != "auto");
        }
        CHECK(number(*tile, "pitch") >= 8);
        CHECK(number(*tile, "conflict_degree") >= 1);
    }
    CHECK_FALSE(tile_of(7));
}

TEST_CASE("-v prints device, choices and a table per image, with rows only for steps that ran") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm", 60, 50);
    const Ran plain = run_here(folder, "enhance a.ppm -o b.ppm -v --levels 2");
    check(
        plain, 0,
        {"device: ", "space lab", "levels 2", "schedule permuted", "form ", "level 1", "Mpixel/s", "total"});
    CHECK(plain.out.empty());
    for (const char* row : {"  noise ", "  synthesis ", "edge search"}) CHECK_FALSE(plain.says(row));
    const Ran noisy = run_here(folder, "enhance a.ppm -o c.ppm -v --levels 2 --denoise bayes --log l");
    CHECK(noisy.says("  synthesis "));
    CHECK(number(read_log(folder.path / "l")[1], "synthesis_ms") > 0);
    const std::string lead = "noise of the finest details, per plane: ";
    const std::size_t at = noisy.err.find(lead);
    REQUIRE(at != std::string::npos);
    const std::string line = noisy.err.substr(at + lead.size(), noisy.err.find('\n', at) - at - lead.size());
    CAPTURE(line);
    CHECK(std::ranges::count(line, ',') == 2);
    CHECK(line.size() <= 3 * 9 + 4); // four digits
    CHECK(line.size() >= 7);
}

TEST_CASE(
    "a log on a disk that fills up: one warning, no half line, exit code 1, and all images are written") {
    if (!has_device()) return;
    const Folder folder;
    for (int i = 0; i < 6; ++i) folder.ppm("in/" + std::to_string(i) + ".ppm");
    check(run_here(folder, "enhance --log l in -o first/"), 0, {});
    const auto bytes = fs::file_size(folder.path / "l");
    Ran ran;
    {
        const test::FullDisk full(bytes + bytes / 2); // in the middle of a line, or nearly so
        ran = run_here(folder, "enhance --log l in -o second/");
    }
    expect(ran, 1, {line(messages::log_incomplete, "l"), "6 images: 6 written"});
    CHECK(ran.err.find("the log cannot") == ran.err.rfind("the log cannot"));
    CHECK(folder.list("second") == folder.list("first"));
    const auto all_are_whole = [&] {
        const std::string text = slurp(folder.path / "l");
        CHECK(text.ends_with('\n'));
        CHECK_FALSE(has_text(text, "\n\n"));
        for (const Json& line : read_log(folder.path / "l")) CHECK(line.object());
    };
    all_are_whole();
    check(run_here(folder, "enhance --log l in -o third/"), 0, {});
    all_are_whole();
}
