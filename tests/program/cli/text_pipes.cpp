// Texts that options name may come through a pipe, which is read once whatever ends; what must be waited for is refused.
#include "base/messages.h"
#include "batch/log/messages.h"
#include "batch/messages.h"
#include "cli/messages.h"
#include "colour/messages.h"
#include "commands/enhance/messages.h"
#include "files/messages.h"
#include "opencl/messages.h"
#include "supervisor/messages.h"
#include "support/app_run.h"
#include "support/files/io_files.h"
#include "support/messages.h"
#include <sys/stat.h>

using namespace atrous;

namespace {

constexpr const char* bash = "bash -c "; // <(...) is none of sh

} // namespace

TEST_CASE(
    "presets, profiles, sidecars, tables and lists come through pipes; a worker that dies takes nothing along") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    folder.ppm("killer.ppm");
    spill(folder.path / "p.icc", files::small_profile());
    const std::string harmed = "export ATROUS_HARM=decoding:killer:11; ";
    expect(folder.shell(
               harmed +
               "mkfifo list preset; (printf 'a.ppm\\nkiller.ppm\\n' >list) & (echo 'luma = 2' >preset) & "
               "atrous enhance --log none --preset preset --files-from list -o out"),
           1, {line(messages::worker_crashed, "killer.ppm", "SIGSEGV", "decoding"), "1 written, 1 failed"});
    CHECK(folder.run("enhance -q --log none --luma 2,1 --preset neutral a.ppm -o b.ppm").code == 0);
    CHECK(folder.shell(std::string(bash) + "'atrous enhance --dump-preset --preset <(echo luma = 2)'").code !=
          2);
    const std::string named = "'" + program() + "' ";
    const Ran dumped =
        folder.shell("echo 'luma = 2' | " + named + "enhance --dump-preset --preset /dev/stdin");
    CHECK(has_text(dumped.out, "luma = 2\n"));
    // The profile is read and refused as a target.
    expect(
        folder.shell("cat p.icc | atrous enhance -q --log none --output-profile /dev/stdin a.ppm -o c.png"),
        2, {line(messages::profile_unusable, "/dev/stdin")});
    expect(folder.shell("echo | atrous denoise --aovs /dev/stdin -n none.exr -o d.exr"), 1,
           {line(messages::file_absent, "none.exr")});
    expect(folder.shell("ln -s /dev/stdin s.xmp; echo text | atrous enhance --preset s.xmp a.ppm -o d.ppm"),
           2, {line(messages::sidecar_no_xml, "--preset", "s.xmp")});
}

TEST_CASE("texts may begin with a byte order mark and have lines of Windows; UTF-16 is named") {
    const Folder folder;
    folder.ppm("a.ppm");
    const std::string mark = "\xEF\xBB\xBF", plan = "enhance -n --log none -o out/ --files-from ";
    spill(folder.path / "marked", mark + "a.ppm\n");
    spill(folder.path / "windows", mark + "a.ppm\r\n\r\n");
    spill(folder.path / "nulls", mark + "a.ppm" + std::string(1, '\0'));
    spill(folder.path / "utf16", "\xFF\xFE" + std::string("a\0.\0p\0p\0m\0\n\0", 12));
    for (const std::string list : {"marked", "windows", "- <marked", "nulls -0", "pipe"}) {
        CAPTURE(list);
        const std::string pipe = list == "pipe" ? "mkfifo pipe; (cat windows >pipe) & " : "";
        const Ran ran = folder.shell(pipe + "atrous " + plan + list);
        check(ran, 0, {});
        CHECK(has_text(ran.out, "out/a.ppm"));
    }
    for (const std::string list : {"utf16", "- <utf16"})
        expect(folder.shell("atrous " + plan + list), 2, {line(messages::text_utf16)});
    spill(folder.path / "preset", mark + "luma = 2\r\n");
    check(folder.run("enhance --dump-preset --preset preset"), 0, {});
    spill(folder.path / "c/atrous/defaults", mark + "[enhance]\r\nluma = 2\r\n");
    const Ran dumped = folder.shell("XDG_CONFIG_HOME=$PWD/c atrous enhance --dump-preset");
    check(dumped, 0, {});
    CHECK(has_text(dumped.out, "luma = 2\n"));
}

TEST_CASE("refused in bounded time: pipes without a writer, terminals, devices without an end") {
    const Folder folder;
    folder.ppm("a.ppm");
    // All at once, because each waits.
    const Ran all = folder.shell(
        "mkfifo pipe; ln -s pipe s.xmp; for o in preset assume-profile output-profile files-from; do "
        "(atrous enhance --$o pipe a.ppm -o b/; echo $? >$o.code) & done; (atrous enhance --preset s.xmp a.ppm -o b/; echo $? >sidecar.code) & (atrous denoise --aovs pipe a.exr -o b/; echo $? "
        ">aovs.code) & (export XDG_CONFIG_HOME=$PWD/c; mkdir -p c/atrous; mkfifo c/atrous/defaults; atrous enhance a.ppm -o "
        "b/; echo $? >defaults.code) & wait");
    for (const char* option : {"preset", "assume-profile", "output-profile", "files-from", "aovs"}) {
        CHECK(all.says("--" + std::string(option) + " " + text_of(messages::pipe_silent, "pipe")));
        CHECK(slurp(folder.path / (std::string(option) + ".code")) == "2\n");
    }
    CHECK(all.says("--preset " + text_of(messages::pipe_silent, "s.xmp")));
    for (const char* code : {"sidecar.code", "defaults.code"}) CHECK(slurp(folder.path / code) == "2\n");
    expect(folder.run("enhance --preset /dev/zero a.ppm -o b.ppm"), 2,
           {line(messages::text_too_long, "/dev/zero", "64")});
    expect(folder.run("enhance --preset . a.ppm -o b.ppm"), 2, {line(messages::preset_unknown, ".")});
    if (!fs::exists("/proc/kmsg") || !std::ifstream("/proc/kmsg")) return; // not everybody may
    CHECK(folder.run("enhance --preset /proc/kmsg a.ppm -o b.ppm").code == 2);
}

TEST_CASE("a pipe or a device as the name of a report or a log is refused before the run") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    REQUIRE(::mkfifo((folder.path / "pipe.html").c_str(), 0600) == 0);
    expect(folder.run("enhance a.ppm -o b.ppm --existing replace --report pipe.html"), 2,
           {message(messages::report_no_file, "pipe.html")});
    expect(folder.run("enhance a.ppm -o b.ppm --log pipe.html"), 2,
           {message(messages::log_no_file, "pipe.html")});
    expect(folder.run("enhance a.ppm -o b.ppm --denoise auto --noise pipe.html"), 2,
           {line(messages::file_not_regular)});
    CHECK_FALSE(folder.has("b.ppm"));
}

TEST_CASE("kernels that are pipes are refused") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    expect(folder.shell("export ATROUS_KERNEL_DIR=$PWD/none; mkfifo none; atrous enhance a.ppm -o b.ppm"), 5,
           {line(messages::kernel_file)});
}
