// Tests `atrous devices`, and images distributed to several devices (--device all, or a list). PoCL simulates
// them: POCL_DEVICES lists the CPU several times.
#include "base/json.h"
#include "batch/messages.h"
#include "opencl/messages.h"
#include "supervisor/messages.h"
#include "support/app_run.h"
#include "support/messages.h"
#include <algorithm>
#include <set>

using namespace atrous;

namespace {

const std::string two_alike = "export POCL_DEVICES='pthread pthread'; ";
const std::string two_unlike = "export POCL_DEVICES='pthread basic'; ";

/// Returns false and reports a skip if two devices cannot be simulated.
bool has_two(const Folder& folder) {
    if (!has_device()) return false;
    if (folder.shell(two_alike + "atrous devices").out.find("\n       1  cpu") != std::string::npos)
        return true;
    MESSAGE("[SKIP] PoCL, which plays several devices, is not among the platforms");
    return false;
}

/// Runs both commands, the second one on two devices, and compares their outputs.
void check_same(const Folder& folder, const std::string& command, int images) {
    REQUIRE(folder.run(command + " --device 0 -q --log none in -o one").code == 0);
    const std::string both =
        "device: 2 of " + list_devices()[0].name; // PoCL 3.1: pthread-..., PoCL 6: cpu-...
    check(folder.shell(two_alike + "atrous " + command + " --device all -v in -o two"), 0, {both.c_str()});
    const std::vector<Json> log = read_log(folder.path / "two/atrous-timings.jsonl");
    REQUIRE(log.front().find("devices"));
    CHECK(log.front().find("devices")->array()->size() == 2);
    std::set<double> used;
    const std::vector<Json> found = images_in(folder.path / "two/atrous-timings.jsonl");
    CHECK(int(found.size()) == images);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const fs::path name = fs::path(found[i].text_of("output")).filename();
        CHECK(name.string().starts_with(std::to_string(i))); // in the order of the inputs
        CHECK(slurp(folder.path / "one" / name) == slurp(folder.path / "two" / name));
        used.insert(found[i].find("device")->number(-1));
    }
    CHECK(used == std::set<double>{0, 1});
}

} // namespace

TEST_CASE("devices: a table with the chosen one marked, and the same as JSON") {
    if (!has_device()) return;
    const Folder folder;
    const Ran table = folder.run("devices");
    CHECK(table.code == 0);
    CHECK(table.out.find(list_devices()[0].name) != std::string::npos);
    CHECK(has_text(table.out, "* is used: "));
    const Json json = parse_json(folder.run("devices --json").out, "devices");
    REQUIRE(json.find("devices"));
    REQUIRE(json.find("chosen"));
    REQUIRE(json.find("devices")->array());
    CHECK(json.find("devices")->array()->size() == list_devices().size());
    CHECK(json.find("chosen")->number(-1) == choose_device("auto").index);
    CHECK(folder.run("devices extra").code == 2);
}

TEST_CASE("images dealt to two devices: the same files, reported in their order, and both devices are used") {
    const Folder folder;
    if (!has_two(folder)) return;
    for (int i = 0; i < 6; ++i) folder.ppm("in/" + std::to_string(i) + ".ppm", 200 + i, 140);
    SUBCASE("enhance, in regions") {
        check_same(folder, "enhance --levels 1 --radius 1 --max-memory ,500K", 6);
    }
    SUBCASE("enhance, with the noise of the first") {
        check_same(folder, "enhance --levels 1 --denoise auto --noise in/0.ppm", 6);
    }
    SUBCASE("scale") { check_same(folder, "scale --factor 3", 6); }
}

TEST_CASE("an image that fails on one of two devices fails without the others") {
    const Folder folder;
    if (!has_two(folder)) return;
    for (int i = 0; i < 5; ++i) folder.ppm("in/" + std::to_string(i) + ".ppm");
    folder.truncated("in/bad.png");
    check(folder.shell(two_alike + "atrous enhance --levels 1 --device 0,1 in -o out"), 1,
          {"bad.png", "5 written, 1 failed"});
}

TEST_CASE("if one of two devices is lost, the rest continues on the other one, each image once") {
    const Folder folder;
    if (!has_two(folder)) return;
    for (int i = 0; i < 6; ++i) folder.ppm("in/" + std::to_string(i) + ".ppm");
    expect(folder.shell(two_alike + "export ATROUS_DEVICE_FAILS=after:11:-36; "
                                    "atrous enhance --levels 2 --device all --device-fallback 0 in -o out"),
           0, {message(messages::device_fallback, anything), "6 images: 6 written"});
    CHECK(folder.run("verify out").code == 0);
}

TEST_CASE("lists of devices that are refused") {
    const Folder folder;
    if (!has_two(folder)) return;
    folder.ppm("a.ppm");
    const auto refused = [&](const std::string& devices, const std::string& which, int code,
                             const Message& reason) {
        expect(folder.shell(devices + "atrous enhance --device " + which + " a.ppm -o b.ppm"), code,
               {reason});
        CHECK(!folder.has("b.ppm"));
    };
    SUBCASE("a comma with nothing behind it") {
        refused(two_alike, "0,", 2, message(messages::device_comma, "0,"));
    }
    SUBCASE("one that there is not") {
        refused(two_alike, "0,7", 4, message(messages::device_unknown, "--device", "7", ""));
    }
    SUBCASE("different ones") { refused(two_unlike, "0,1", 2, line(messages::device_unlike)); }
    SUBCASE("several for frames that follow one another") {
        expect(folder.shell(two_alike + "atrous denoise --device all a.ppm -o b.ppm"), 2,
               {message(messages::devices_in_order, "all", 2)});
    }
}

TEST_CASE("a device listed twice takes two images at a time: the same files, logged as one device") {
    const Folder folder;
    if (!has_device()) return;
    for (int i = 0; i < 6; ++i) folder.ppm("in/" + std::to_string(i) + ".ppm", 200 + i, 140);
    check(folder.run("enhance --levels 2 --device 0 -q in -o one"), 0, {});
    check(folder.run("enhance --levels 2 --device 0,0 -q in -o two"), 0, {});
    for (int i = 0; i < 6; ++i) {
        const std::string name = std::to_string(i) + ".ppm";
        CHECK(slurp(folder.path / "one" / name) == slurp(folder.path / "two" / name));
    }
    CHECK(!read_log(folder.path / "two/atrous-timings.jsonl").front().find("devices"));
}

TEST_CASE("no more devices than --jobs are used, since they would take turns") {
    const Folder folder;
    if (!has_two(folder)) return;
    folder.ppm("in/a.ppm");
    folder.ppm("in/b.ppm");
    expect(folder.shell(two_alike + "atrous scale --factor 2 -j 1 --device all -v in -o out"), 0,
           {line(messages::device_chosen, list_devices()[0].name)});
}

TEST_CASE("all devices are those like the best one") {
    const Folder folder;
    if (!has_two(folder)) return;
    folder.ppm("a.ppm");
    expect(folder.shell(two_unlike + "atrous enhance --levels 1 --device all -v a.ppm -o b.ppm"), 0,
           {line(messages::device_chosen, list_devices()[0].name)});
}

TEST_CASE("NVIDIA's compiler keeps what forms ring and tile have in registers: no stack, no spills") {
    if (!has_device()) return;
    const auto devices = list_devices();
    const auto nvidia =
        std::ranges::find_if(devices, [](const DeviceInfo& its) { return its.compute_capability > 0; });
    if (nvidia == devices.end()) {
        MESSAGE("[SKIP] there is no GPU of NVIDIA, whose compiler tells registers and spills");
        return;
    }
    const Folder folder;
    for (const auto& [form, storage] : {std::pair<std::string, std::string>{"ring", "float"},
                                        {"ring", "half"},
                                        {"tile", "float"},
                                        {"tile", "half"}}) {
        const Ran ran = folder.shell(
            "CUDA_CACHE_DISABLE=1 ATROUS_KERNEL_OPTIONS=-cl-nv-verbose atrous bench -v --device " +
            std::to_string(nvidia->index) + " --size 512x512 --levels 2 --repeat 1 --schedule permuted" +
            " --form " + form + " --storage " + storage);
        check(ran, 0, {});
        const std::size_t said = ran.err.find("eaw/decompose_" + form + ".cl: ");
        REQUIRE(said != std::string::npos);
        const std::string of_form = ran.err.substr(said, ran.err.find(".cl: ", said + 30) - said);
        CHECK(has_text(of_form, "0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads"));
    }
}
