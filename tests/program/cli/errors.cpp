// Every misuse and every broken file that issue 2 lists: message and exit code, as a user sees them.
#include "batch/plan/messages.h"
#include "cli/messages.h"
#include "commands/enhance/messages.h"
#include "files/messages.h"
#include "formats/common/messages.h"
#include "opencl/messages.h"
#include "support/app_run.h"
#include "support/files/io_files.h"
#include "support/messages.h"
#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace atrous;

namespace {

/// Commands that turn files into files.
constexpr const char* writing_commands[] = {"enhance ", "denoise "};

/// Calls check(), and checks that there is no output.
void check_error(const Ran& ran, int code, std::initializer_list<Message> parts) {
    expect(ran, code, parts);
    CHECK(ran.out.empty());
}

} // namespace

TEST_CASE("--in-place with an input that is not there, like a suffix after a blank, replaces nothing") {
    const Folder folder;
    folder.ppm("a.ppm");
    const std::string before = slurp(folder.path / "a.ppm");
    check_error(folder.run("enhance --in-place .bak a.ppm"), 2,
                {line(messages::in_place_suffix, ".bak", "--in-place=.bak")});
    for (const auto& [name, suffix] :
         {std::pair{"bak", ".bak"}, {"1", ".1"}, {"Old", ".Old"}, {"_old", "_old"}}) {
        CAPTURE(name);
        check_error(folder.run("enhance --in-place " + std::string(name) + " a.ppm"), 2,
                    {line(messages::in_place_suffix, name, "--in-place=" + std::string(suffix))});
        if (has_device())
            CHECK(folder.run("enhance -n --in-place=" + std::string(suffix) + " a.ppm").code == 0);
    }
    check_error(folder.run("enhance --in-place a.ppm sub/b.ppm"), 2,
                {message(messages::in_place_missing, "sub/b.ppm")});
    CHECK(slurp(folder.path / "a.ppm") == before);
}

TEST_CASE("a list with NUL bytes without -0") {
    const Folder folder;
    folder.ppm("a.ppm");
    for (const char* list : {"a.ppm\\0b.ppm", "a.ppm\\0", "a.ppm\\n\\0b.ppm\\n"}) {
        const std::string pipe = "printf '" + std::string(list) + "' | atrous enhance -o out/ --files-from ";
        expect(folder.shell(pipe + "-"), 2, {line(messages::list_has_nulls, "-0")});
        expect(folder.shell(pipe + "/dev/stdin"), 2, {line(messages::list_has_nulls, "-0")});
    }
    CHECK_FALSE(folder.has("out/a.ppm"));
}

TEST_CASE("a list of lines with -0, and an image as a list") {
    const Folder folder;
    folder.image("a.png");
    expect(folder.shell("printf 'a.png\\nb.png\\n' | atrous enhance -0 -o out/ --files-from -"), 2,
           {line(messages::list_has_lines)});
    expect(folder.run("enhance -o out/ --files-from a.png"), 2, {line(messages::list_is_image)});
    CHECK_FALSE(folder.has("out/a.png"));
}

TEST_CASE("missing, empty, text, cut and deep files fail separately, with the reason") {
    if (!has_device()) return;
    for (const std::string command : writing_commands) {
        const Folder folder;
        spill(folder.path / "text.jpg", "This is a shopping list.\n");
        spill(folder.path / "empty.png", "");
        for (const char* name : {"cut.jpg", "cut.png", "cut.exr"}) folder.truncated(name);
        spill(folder.path / "deep.exr", files::exr({{"deep", {{"A"}, {"B"}, {"G"}, {"R"}}}}, nullptr, true));
        check_error(
            folder.run(command + "none.jpg text.jpg empty.png cut.jpg cut.png cut.exr deep.exr -o out/"), 1,
            {message(messages::file_absent, "none.jpg"), line(messages::not_as_named, "text.jpg"),
             message(messages::file_empty, "empty.png"), line(messages::samples_damaged, "cut.jpg"),
             line(messages::samples_damaged, "cut.png"), line(messages::samples_damaged, "cut.exr"),
             line(messages::deep_image, "deep.exr")});
        CHECK_FALSE(folder.has("out"));
    }
}

TEST_CASE("an output folder that is not writable") {
    for (const std::string command : writing_commands) {
        const Folder folder;
        folder.ppm("a.ppm");
        spill(folder.path / "file", "in the way");
        check_error(folder.run(command + "a.ppm -o file/out/"), 2,
                    {line(messages::output_folder_blocked, "file/out")});
        check_error(folder.run(command + "a.ppm -o file/out.png"), 2,
                    {line(messages::output_folder_blocked, "file")});
        if (::access("/sys", W_OK) != 0 && errno == EROFS)
            check_error(folder.run(command + "a.ppm -o /sys/out/"), 2,
                        {line(messages::output_folder_read_only, "/sys", std::strerror(EROFS))});
        if (geteuid() == 0) continue; // root may write anywhere
        fs::create_directories(folder.path / "locked");
        fs::permissions(folder.path / "locked", fs::perms::owner_read | fs::perms::owner_exec);
        check_error(folder.run(command + "a.ppm -o locked/"), 2,
                    {line(messages::output_folder_read_only, "locked")});
    }
}

TEST_CASE("a preset and a darktable sidecar at once") {
    const Folder folder;
    folder.ppm("a.ppm");
    expect(folder.run("enhance --preset clarity --preset a.xmp a.ppm -o b.ppm"), 2,
           {message(messages::sidecar_and_preset)});
}

TEST_CASE("an unknown device") {
    if (!has_device()) return;
    for (const std::string command : writing_commands) {
        const Folder folder;
        folder.ppm("a.ppm");
        check_error(folder.run(command + "--device quantum a.ppm -o b.ppm"), 4,
                    {"--device", "quantum", list_devices()[0].name});
        check_error(folder.run(command + "--device 99 a.ppm -o b.ppm"), 4, {"--device", "99"});
    }
}

TEST_CASE("all devices, or several, are refused by options for one device") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    for (const std::string which : {"all", "0,1"}) {
        const std::string one = message(messages::device_several, "--device", which).text,
                          other = message(messages::device_several, "--device-fallback", which).text;
        check_error(folder.run("devices --device " + which), 2, {one});
        check_error(folder.run("bench --device " + which), 2, {one});
        check_error(folder.run("enhance --device-fallback " + which + " a.ppm -o b.ppm"), 2, {other});
    }
    check_error(folder.run("scale --factor 2 --device-fallback 99 a.ppm -o b.ppm"), 4,
                {message(messages::device_unknown, "--device-fallback", "99", "").text.c_str()});
}

TEST_CASE("values out of range name option, value and range") {
    const Folder folder;
    folder.ppm("a.ppm");
    const auto refused = [&](const std::string& options, std::initializer_list<Message> parts) {
        check_error(folder.run("enhance a.ppm -o b.jpg " + options), 2, parts);
    };
    refused("--levels 11", {"--levels", "11", "from 1 to 10"});
    refused("--levels 2.5", {"--levels", "2.5", "whole number"});
    refused("--luma 1,-0.5", {"--luma", "-0.5", "0 to 10"});
    refused("--luma 1,two", {"--luma", "1,two", "numbers separated by commas"});
    refused("--edges auto,3", {"--edges", "auto,3"});
    refused("--max-memory lots", {"--max-memory", "lots"});
    refused("--progress loud", {"--progress", "loud", "auto, none, plain"});
    refused("--border odd", {"border", "odd"});
    refused("--execution form=odd", {"form", "odd"});
    refused("--space rgb --chroma 2", {"--chroma", "rgb"});
    refused("--denoise-strength ,-1", {"--denoise-strength", "0 to 2"});
    refused("--quality 101", {"--quality", "1 to 100"});
    refused("--subsampling 411", {"--subsampling", "420"});
    CHECK_FALSE(folder.has("b.jpg"));
}

TEST_CASE("no OpenCL platform") {
    const Folder folder;
    folder.ppm("a.ppm");
    const std::string without = "OCL_ICD_VENDORS=" + nowhere();
    check_error(folder.shell(without + " atrous enhance a.ppm -o b.ppm"), 4,
                {"OpenCL", "atrous[cpu]", "pocl-opencl-icd"});
    check_error(folder.shell(without + " atrous devices"), 4, {"OpenCL", "atrous[cpu]", "pocl-opencl-icd"});
    CHECK_FALSE(folder.has("b.ppm"));
}

// Only tests/wheel.sh has a working one.
TEST_CASE("PoCL next to the module is damaged") {
    const Folder folder;
    folder.shell("mkdir -p bin/pocl/lib/driver && cp \"$(dirname '" + program() +
                 "')\"/atrous* bin/ 2>/dev/null; "
                 "echo no library > bin/pocl/lib/driver/libpocl.so.2");
    REQUIRE(folder.has("bin/atrous-module.so"));
    const Ran ran = folder.shell("OCL_ICD_VENDORS=" + nowhere() + " bin/atrous devices");
    expect(ran, 4, {line(messages::device_none)});
    CHECK(prints(ran, line(messages::own_pocl_fails)));
}

TEST_CASE("a quality after -q, which is --quiet") {
    const Folder folder;
    folder.image("a.jpg");
    check_error(folder.run("enhance -q 50 a.jpg -o b.jpg"), 2, {"-q is --quiet", "--quality 50"});
    CHECK_FALSE(folder.has("b.jpg"));
}

TEST_CASE("an unknown command, or none") {
    const Folder folder;
    check_error(folder.run("enhanse a.ppm"), 2, {line(messages::command_unknown, "'enhanse'", "enhance?")});
    check_error(folder.run("xyzzy"), 2, {line(messages::command_unknown, "'xyzzy'", "enhance", "devices")});
    check_error(folder.run(""), 2, {"no command", "usage: atrous", "  completion "});
}

TEST_CASE(
    "control characters in names reach no terminal: messages and tables show their codes, JSON its own") {
    if (!has_device()) return;
    const Folder folder;
    const std::string name = "a\x1b]0;title\a.png", shown = "a\\x1b]0;title\\x07.png";
    spill(folder.path / "in" / name, "no picture");
    fs::create_directories(folder.path / "out"); // so that the log stays
    const Ran ran = folder.run("enhance in -o out");
    expect(ran, 1, {shown});
    CHECK(ran.err.find('\x1b') == std::string::npos);
    const Ran verified = folder.run("verify out");
    CHECK(verified.code == 1);
    CHECK(verified.out.starts_with("out/" + shown + ": "));
    const Ran planned = folder.run("enhance -n in -o more");
    CHECK(planned.out.find('\x1b') == std::string::npos);
    CHECK(slurp(folder.path / "out/atrous-timings.jsonl").find("\"out/a\\u001b]0;title\\u0007.png\"") !=
          std::string::npos);
}
