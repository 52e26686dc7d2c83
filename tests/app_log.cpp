// The timing log: its fields, its order, what becomes of failed and skipped images; -v for people.
#include "app/record.h"
#include "app_run.h"
#include "base/embedded.h"

using namespace atrous;

namespace {

std::vector<Json> read_log(const fs::path& path) {
    std::ifstream in(path);
    std::vector<Json> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(parse_json(line, path.string()));
    return lines;
}

std::string text(const Json& object, const std::string& name) {
    const Json* member = object.find(name);
    return member && member->string() ? *member->string() : "";
}

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
    CHECK(folder.run("enhance --levels 3 --skip-existing in -o out").code == 1);
    const auto lines = read_log(folder.path / "out/atrous-timings.jsonl");
    REQUIRE(lines.size() == 4);

    const Json& run = lines[0];
    CHECK(text(run, "atrous") == version());
    CHECK_FALSE(text(run, "driver").empty());
    REQUIRE(run.find("device"));
    CHECK_FALSE(text(*run.find("device"), "name").empty());
    REQUIRE(run.find("arguments"));
    CHECK(run.find("arguments")->dump() == R"(["--levels","3","--skip-existing","in","-o","out"])");
    REQUIRE(run.find("options"));
    CHECK(number(*run.find("options"), "levels") == 3);

    const Json& good = lines[1];
    CHECK(text(good, "input") == "in/a.png");
    CHECK(text(good, "output") == "out/a.png");
    CHECK(text(good, "status") == "ok");
    CHECK(number(good, "width") == 200);
    CHECK(number(good, "height") == 100);
    CHECK(number(good, "replaced") == 0);
    double sum = 0;
    for (const char* stage : {"read_ms", "upload_ms", "setup_ms", "enter_ms", "levels_ms", "synthesis_ms",
                              "leave_ms", "download_ms", "write_ms", "compile_ms"}) {
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
        CHECK(text(levels[i], "kernel").starts_with("eaw_decompose"));
        for (const char* field : {"ms", "mpixel_per_s", "gb_per_s"}) CHECK(number(levels[i], field) > 0);
    }

    CHECK(text(lines[2], "status") == "failed");
    CHECK(text(lines[2], "error").find("not an image") != std::string::npos);
    CHECK(text(lines[3], "status") == "skipped");
}

TEST_CASE("--log FILE, --no-log, no log for a single file") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    CHECK(folder.run("enhance a.ppm -o b.ppm").code == 0);
    CHECK_FALSE(folder.has("atrous-timings.jsonl"));
    CHECK(folder.run("enhance a.ppm -o one/ --no-log").code == 0);
    CHECK(folder.list("one") == "a.ppm");
    CHECK(folder.run("enhance a.ppm -o two/ --log times.jsonl").code == 0);
    CHECK(folder.list("two") == "a.ppm");
    CHECK(read_log(folder.path / "times.jsonl").size() == 2);
    const Ran image = folder.run("enhance a.ppm -o three/ --log a.ppm");
    CHECK(image.code == 2);
    CHECK(image.says("is the name of an image"));
    CHECK(slurp(folder.path / "a.ppm").starts_with("P6"));
    const Ran bad = folder.run("enhance a.ppm -o three/ --log a.ppm/times.jsonl");
    CHECK(bad.code == 2);
    CHECK(bad.says("a.ppm/times.jsonl"));
}

TEST_CASE("stored synthesis is timed as such") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm", 200, 100);
    CHECK(folder.run("enhance a.ppm -o b.ppm --synthesis stored --log l").code == 0);
    const auto lines = read_log(folder.path / "l");
    REQUIRE(lines.size() == 2);
    CHECK(number(lines[1], "synthesis_ms") > 0);
}

TEST_CASE("-v prints device, reason, choices and a table per image") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm", 200, 100);
    const Ran ran = folder.run("enhance a.ppm -o b.ppm -v --levels 2");
    CHECK(ran.out.empty());
    for (const char* part : {"device: ", "space lab", "levels 2", "schedule permuted", "form ", "level 1",
                             "Mpixel/s", "total"}) {
        CAPTURE(part);
        CHECK(ran.says(part));
    }
}

TEST_CASE("passes are told apart by their kernels") {
    CHECK(stage_of("pixel_enter_lab") == Stage::enter);
    CHECK(stage_of("eaw_decompose_vector") == Stage::level);
    CHECK(stage_of("eaw_synthesize_direct") == Stage::synthesis);
    CHECK(stage_of("pixel_leave_lab") == Stage::leave);
    CHECK(stage_of("layout_tables") == Stage::setup);
    const PassTime pass{"eaw_decompose", 0, 2.0, 4'000'000, 6'000'000};
    CHECK(mpixel_per_s(pass) == doctest::Approx(3000));
    CHECK(gb_per_s(pass) == doctest::Approx(2));
}

TEST_CASE("devices: a table with the chosen one marked, and the same as JSON") {
    if (!has_device()) return;
    const Folder folder;
    const Ran table = folder.run("devices");
    CHECK(table.code == 0);
    CHECK(table.out.find(list_devices()[0].name) != std::string::npos);
    CHECK(table.out.find("* is used: ") != std::string::npos);
    const Json json = parse_json(folder.run("devices --json").out, "devices");
    REQUIRE(json.find("devices"));
    REQUIRE(json.find("devices")->array());
    CHECK(json.find("devices")->array()->size() == list_devices().size());
    CHECK(number(json, "chosen") == choose_device("auto").index);
    CHECK(folder.run("devices extra").code == 2);
}
