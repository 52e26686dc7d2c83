// Tests a device that fails in the middle of a run: smaller regions, then the frame, then another device.
// ATROUS_DEVICE_FAILS simulates the failure.
#include "base/json.h"
#include "cli/messages.h"
#include "engine/messages.h"
#include "supervisor/messages.h"
#include "support/app_run.h"
#include "support/messages.h"

using namespace atrous;

namespace {

/// The 12th kernel launch is the first to fail, with an invalid command queue, as on a lost device.
const std::string lost = "export ATROUS_DEVICE_FAILS=after:11:-36; ";
const std::string none_above = "export ATROUS_DEVICE_FAILS=above:";

void check_same(const Folder& folder, const std::string& a, const std::string& b, int frames) {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(folder.path / a)) {
        const std::string name = entry.path().filename().string();
        if (name.ends_with(".jsonl")) continue;
        CAPTURE(name);
        CHECK(slurp(entry.path()) == slurp(folder.path / b / name));
        ++count;
    }
    CHECK(count == frames);
}

/// Number of log lines with the member, and of images in the log.
std::pair<int, int> counted(const fs::path& log, const std::string& member) {
    int with = 0, images = 0;
    for (const Json& object : read_log(log)) {
        with += object.find(member) != nullptr;
        images += !object.text_of("output").empty();
    }
    return {with, images};
}

} // namespace

TEST_CASE("after a lost device the rest continues on the other one, each image once, with a warning") {
    if (!has_device()) return;
    const Folder folder;
    for (int i = 0; i < 6; ++i) folder.ppm("in/" + std::to_string(i) + ".ppm");
    REQUIRE(folder.run("enhance -q --levels 2 in -o expected").code == 0);
    expect(folder.shell(lost + "atrous enhance --levels 2 --device-fallback cpu in -o out"), 0,
           {"(-36)", message(messages::device_fallback, anything), "6 images: 6 written"});
    check_same(folder, "expected", "out", 6);
    CHECK(counted(folder.path / "out/atrous-timings.jsonl", "device_lost") == std::pair{1, 6});
    CHECK(folder.run("verify out").code == 0);
}

TEST_CASE("a lost device without another one ends the run") {
    if (!has_device()) return;
    const Folder folder;
    for (int i = 0; i < 6; ++i) folder.ppm("in/" + std::to_string(i) + ".ppm");
    check(folder.shell(lost + "atrous enhance --levels 2 in -o out"), 5, {"(-36)"});
    const std::string log = slurp(folder.path / "out/atrous-timings.jsonl");
    CHECK(has_text(log, "\"end\":{\"exit\":5,\"seconds\":"));
    CHECK(has_text(log, ",\"images\":6,"));
    CHECK(folder.run("verify out").code == 1);
}

TEST_CASE("windows of frames are whole with the other device as well") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* frame : {"1", "2", "3", "4", "5"})
        folder.image("shot/f.000" + std::string(frame) + ".exr", 16, 12);
    REQUIRE(folder.run("denoise -q shot -o expected").code == 0);
    expect(folder.shell(lost + "atrous denoise --device-fallback cpu shot -o out"), 0,
           {message(messages::device_fallback, anything), "5 images: 5 written"});
    check_same(folder, "expected", "out", 5);
}

TEST_CASE(
    "a device that lacks resources computes smaller regions, then the image fails, then the other device") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm", 300, 200);
    REQUIRE(folder.run("enhance -q --levels 2 a.ppm -o expected/").code == 0);
    expect(folder.shell(none_above + "1500000; atrous enhance --levels 2 a.ppm -o out/"), 0,
           {line(messages::regions_again), "out of resources (-5)"});
    check_same(folder, "expected", "out", 1);
    folder.ppm("b.ppm", 700, 500);
    REQUIRE(folder.run("enhance -q --levels 2 --denoise auto b.ppm -o clean/").code == 0);
    expect(folder.shell(none_above + "8000000; atrous enhance --levels 2 --denoise auto b.ppm -o denoised/"),
           0, {line(messages::regions_again), "out of resources (-5)"});
    check_same(folder, "clean", "denoised", 1);
    check(folder.shell(none_above + "10000; atrous enhance --levels 2 a.ppm -o none/"), 33,
          {"a.ppm: ", "out of resources (-5)"});
    CHECK_FALSE(folder.has("none"));
    expect(
        folder.shell(none_above + "10000; atrous enhance --levels 2 --device-fallback cpu a.ppm -o other/"),
        0, {message(messages::device_fallback, anything)});
    check_same(folder, "expected", "other", 1);
}

TEST_CASE("a second device that does not exist, and a run without a worker process, are refused") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    check(folder.run("enhance --device-fallback nosuch a.ppm -o b.ppm"), 4, {"nosuch"});
    expect(folder.shell("ATROUS_NO_SUPERVISOR=1 atrous enhance --device-fallback cpu a.ppm -o b.ppm"), 2,
           {message(messages::fallback_unsupervised)});
    CHECK_FALSE(folder.has("b.ppm"));
}
