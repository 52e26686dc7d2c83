// The standard input and output as picture files: - and -o -, alone and in pipelines.
#include "batch/messages.h"
#include "batch/plan/messages.h"
#include "cli/messages.h"
#include "commands/enhance/messages.h"
#include "files/messages.h"
#include "formats/common/file_format.h"
#include "platform/messages.h"
#include "supervisor/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/formats.h"
#include "support/files/io_files.h"
#include "support/files/raw_file.h"
#include "support/messages.h"
#include "support/skip.h"
#include <sys/stat.h>
#include <unistd.h>

using namespace atrous;

namespace {

/// A JPEG with a profile and an orientation, as a phone's.
void phone_picture(const Folder& folder, const std::string& name) {
    folder.image(name, 40, 30);
    std::string plain = slurp(folder.path / name);
    const std::size_t empty = plain.find("\xff\xe1"); // OpenImageIO's own EXIF, without an entry
    REQUIRE(empty != std::string::npos);
    plain.erase(empty, 2 + std::size_t(plain.at(empty + 2)) * 256 + std::size_t(plain.at(empty + 3)));
    const std::string tagged = files::jpeg_with_profile(plain, files::small_profile());
    spill(folder.path / name, files::jpeg_with_orientation(tagged, 6)); // EXIF comes first
}

/// Runs a command that writes to the standard output. Its exit code is in `code`, its messages are in `err`.
Ran into_closed_pipe(const Folder& folder, const std::string& arguments) {
    folder.shell("(atrous " + arguments + " 2>messages; echo $? >code) | true");
    return {std::stoi(slurp(folder.path / "code")), "", slurp(folder.path / "messages")};
}

} // namespace

TEST_CASE(
    "every format that can be written: through pipes, without --format, with the bytes that files have") {
    if (!has_device()) return;
    const Folder folder;
    phone_picture(folder, "in/a.jpg");
    for (const std::string& extension : files::writable())
        if (extension != "jpg") folder.image("in/a." + extension, 64, 48); // as JPEG 2000 wants at least
    check(folder.run("enhance -q --levels 1 --log none in -o './-.{ext}'"), 0, {});
    for (const std::string& extension : files::writable()) {
        CAPTURE(extension);
        const std::string in = "in/a." + extension, run = "atrous enhance -v --levels 1 -o - ";
        const bool known_by_name = format_name(in) == "targa";
        const Ran ran =
            folder.shell((known_by_name ? run + in : "cat " + in + " | " + run + "-") + " >piped; ls -A");
        CHECK_FALSE(has_text(ran.err, "error"));
        CHECK(slurp(folder.path / "piped").size() > 50);
        CHECK(slurp(folder.path / "piped") == slurp(folder.path / ("-." + extension)));
        CHECK_FALSE(has_text(ran.out, ".atrous")); // nothing is left behind
    }
}

TEST_CASE("profile and orientation go through a pipe, and from one atrous to the next") {
    if (!has_device()) return;
    const Folder folder;
    phone_picture(folder, "a.jpg");
    const Ran ran = folder.shell("cat a.jpg | atrous enhance -q - -o - --format png | "
                                 "atrous enhance -q --preset neutral - -o - --format tif > b.tif");
    check(ran, 0, {});
    const ImageFile b = files::load(folder.path / "b.tif");
    CHECK(orientation_in(b.parts[0], "b.tif") == 6);
    CHECK(slurp(folder.path / "b.tif").find(files::small_profile()) != std::string::npos);
}

TEST_CASE("a camera's RAW file is known by its bytes, and is not its preview") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "a.dng", raw_file::dng(1));
    check(folder.run("enhance -q --levels 1 --log none a.dng -o ./-.tif"), 0, {});
    check(folder.shell("cat a.dng | atrous enhance -q --levels 1 - -o b.tif"), 0, {});
    CHECK(slurp(folder.path / "b.tif") == slurp(folder.path / "-.tif"));
}

TEST_CASE("a file as the standard input, from its place on, and without a supervisor") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    check(folder.run("enhance -q a.ppm -o b.png"), 0, {});
    check(folder.shell("ATROUS_NO_SUPERVISOR=1 atrous enhance -q - -o - --format png <a.ppm >c.png"), 0, {});
    CHECK(slurp(folder.path / "c.png") == slurp(folder.path / "b.png"));
    spill(folder.path / "behind", "a line\n" + slurp(folder.path / "a.ppm"));
    check(folder.shell("(exec <behind; dd bs=7 count=1 of=line 2>line; atrous enhance -q - -o d.png)"), 0,
          {});
    CHECK(slurp(folder.path / "d.png") == slurp(folder.path / "b.png"));
}

TEST_CASE("files that are called - and -.png") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    fs::copy_file(folder.path / "a.ppm", folder.path / "-");
    check(folder.run("enhance -q ./- -o ./-.png"), 0, {});
    check(folder.shell("echo - | atrous enhance -q --files-from - -o b.png"), 0, {});
    CHECK(slurp(folder.path / "-.png") == slurp(folder.path / "b.png"));
    // A file of that name does not matter.
    check(folder.run("enhance -q a.ppm -o - --format png"), 0, {});
}

TEST_CASE("a decoder that crashes: the next worker has the same bytes, and nothing comes out") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    const Ran ran =
        folder.shell("export ATROUS_HARM='decoding:-:11'; cat a.ppm | atrous enhance - -o - --format png");
    expect(ran, 1, {line(messages::worker_crashed, "-: ", "SIGSEGV", "decoding")});
    CHECK(ran.out.empty());
}

TEST_CASE("with a TMPDIR that accepts no file, the image passes in memory, with a warning") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png");
    const Ran ran = folder.shell("cat a.png | TMPDIR=$PWD/none atrous enhance - -o - --format png > b.png");
    expect(ran, 0,
           {message(messages::folder_takes_no_file, anything, "No such file or directory", anything)});
    check(folder.shell("cat a.png | atrous enhance - -o - --format png > c.png"), 0, {});
    CHECK(slurp(folder.path / "b.png") == slurp(folder.path / "c.png"));
    const Ran report = folder.shell("TMPDIR=$PWD/none atrous enhance a.png -o d.png --report r.html");
    expect(report, 0,
           {message(messages::folder_takes_no_file, anything, anything, "the log that --report reads")});
}

TEST_CASE("a closed pipe is an error in one line, without a second try") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png", 400, 300);
    const Ran ran = into_closed_pipe(folder, "enhance --levels 1 a.png -o - --format png");
    CHECK(ran.code == 1);
    CHECK(count_messages(ran.err, messages::file_not_writable, anything, "Broken pipe") == 1);
    CHECK(std::ranges::count(ran.err, '\n') == 1);
    const Ran full = folder.shell("atrous enhance -q --levels 1 a.png -o - --format png >/dev/full");
    expect(full, 1, {message(messages::file_not_writable, anything, "No space left on device")});
}

TEST_CASE("a log and messages do not mix with an image on the standard output") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    expect(folder.shell("atrous enhance -v --log - --progress plain a.ppm -o - --format png >b.png"), 0,
           {line(messages::device_chosen), "\"output\":\"-.png\"", "1/1 ok -.png"});
    CHECK(slurp(folder.path / "b.png").starts_with("\x89PNG"));
    check(folder.shell("atrous enhance -q --log run.jsonl a.ppm -o - --format png >b.png"), 0, {});
    CHECK(folder.run("verify run.jsonl").code == 3); // there is no file to look at
    const Ran dry = folder.run("enhance -n a.ppm -o - --format png");
    check(dry, 0, {});
    CHECK(has_text(dry.out, "-.png"));
}

TEST_CASE("without --format the standard output has the format of the input's bytes, and TIFF of RAW files") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"a.jpg", "a.exr", "a.PGM"}) folder.image(name);
    fs::rename(folder.path / "a.jpg", folder.path / "jpeg_named.png");
    spill(folder.path / "a.dng", raw_file::dng(1));
    struct Row {
        const char* command;
        std::string first_bytes;
    };
    const std::string tiff("II*\0", 4);
    for (const Row& row : {Row{"atrous enhance --levels 1 jpeg_named.png", "\xff\xd8\xff"},
                           {"atrous scale --factor 2 a.PGM", "P"},
                           {"cat a.exr | atrous denoise -", "\x76\x2f\x31\x01"},
                           {"atrous enhance --levels 1 a.dng", tiff},
                           {"cat a.dng | atrous enhance --levels 1 -", tiff}}) {
        CAPTURE(row.command);
        check(folder.shell(row.command + std::string(" -q -o - >out")), 0, {});
        CHECK(slurp(folder.path / "out").starts_with(row.first_bytes));
    }
    expect(folder.run("enhance none.jpg -o -"), 1, {line(messages::file_absent, "none.jpg")});
}

TEST_CASE(
    "standard streams that do not fit the other options, and formats that contradict the output, are refused") {
    const Folder folder;
    for (const char* name : {"a.ppm", "b.ppm"}) folder.ppm(name);
    spill(folder.path / "text", "no picture");
    const auto refused = [&](const std::string& command, const Message& reason) {
        CAPTURE(command);
        expect(folder.shell("cat a.ppm | atrous " + command), 2, {reason});
    };
    refused("enhance text -o -", line(messages::stdout_format, "text", "--format png"));
    refused("denoise a.ppm -o - --format cr2",
            message(messages::format_read_only, "cr2", alternatives(listed_extensions())));
    refused("enhance a.ppm -o out/ --format jpgg",
            message(messages::format_unknown, "jpgg", alternatives(listed_extensions())));
    for (const auto& [output, names] : {std::pair{"b.png", "another format"}, {"b", "no format"}})
        refused("enhance a.ppm --format jpg -o " + std::string(output),
                line(messages::format_contradicts, "jpg", output, names, "b.jpg"));
    refused("enhance a.ppm -o '{stem}_x.png' --format jpg",
            line(messages::format_contradicts, "jpg", "{stem}_x.png", "{stem}_x.jpg"));
    refused("enhance a.ppm b.ppm -o - --format png", message(messages::stdout_several, 2));
    refused("enhance - - -o a.png", line(messages::two_standard_inputs));
    refused("enhance - --files-from - -o out/", line(messages::names_and_input));
    for (const std::string output : {"out/", "'{stem}_x.png'", "'{dir}/x.{ext}'"})
        refused("enhance - -o " + output, line(messages::stdin_no_name));
    refused("enhance - -o a.xyz",
            message(messages::output_format_unknown, "a.xyz", ".xyz", alternatives(listed_extensions("."))));
    refused("enhance --compare a.ppm -o - --format png", line(messages::compare_to_stdout));
    refused("enhance a.ppm -o - --format .png >&-", line(messages::stdout_closed));
}

TEST_CASE("a standard input that is closed, a folder, empty, no image, or a Targa is refused") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.tga");
    expect(folder.shell("atrous enhance - -o b.png <&-"), 2, {line(messages::stdin_closed)});
    expect(folder.shell("atrous enhance - -o b.png <."), 2, {line(messages::stdin_folder)});
    expect(folder.shell("atrous enhance - -o b.png </dev/null"), 1, {message(messages::stdin_empty)});
    expect(folder.shell("true | atrous enhance - -o b.png"), 1, {message(messages::stdin_empty)});
    for (const char* source : {"echo text", "cat a.tga", "head -c 700 a.tga | cat - a.tga"})
        expect(folder.shell(source + std::string(" | atrous enhance - -o b.png")), 1,
               {line(messages::stdin_no_image)});
    CHECK_FALSE(folder.has("b.png"));
}

TEST_CASE(
    "endless input that is no image, and input that would fill the disk, are refused before they are stored") {
    const Folder folder;
    folder.ppm("a.ppm");
    fs::create_directories(folder.path / "tmp");
    for (const char* source : {"</dev/zero", "</dev/urandom"}) {
        CAPTURE(source);
        expect(folder.shell("TMPDIR=$PWD/tmp timeout 60 '" + program() + "' enhance - -o b.png " + source), 1,
               {line(messages::stdin_no_image)});
    }
    expect(folder.shell("yes | TMPDIR=$PWD/tmp atrous enhance - -o b.png"), 1,
           {line(messages::stdin_no_image)});
    CHECK_FALSE(prints(folder.shell("echo '{}' | atrous verify -"),
                       line(messages::stdin_no_image))); // it takes names of logs
    const std::string alone = geteuid() == 0 ? "unshare -m" : "unshare -Urm";
    if (folder.shell(alone + " true").code != 0)
        return test::skip("no mount namespaces here, so no small disks");
    spill(folder.path / "small.sh",
          "mount -t tmpfs -o size=$1 small tmp; head -c $2 /dev/zero >tmp/fill; (cat a.ppm; cat $3) | "
          "TMPDIR=$PWD/tmp '" +
              program() + "' enhance -q --log none - -o b.png");
    expect(folder.shell(alone + " sh ./small.sh 100m 0 /dev/zero"), 1,
           {message(messages::stdin_fills_disk, "95 MiB", "disk")});
    check(folder.shell(alone + " sh ./small.sh 40m 0 /dev/zero"), 1, {"No space left on device", "TMPDIR"});
    // Small outputs are kept even with little memory left.
    if (!has_device()) return;
    check(folder.shell(alone + " sh ./small.sh 20m 19600K /dev/null"), 0, {});
    CHECK(folder.has("b.png"));
}

TEST_CASE("a terminal as the standard input or output is refused") {
    const Folder folder;
    folder.ppm("a.ppm");
    if (folder.shell("script --version").code != 0)
        return test::skip("script, which makes a terminal, is not installed");
    const auto on_terminal = [&](const std::string& command) {
        return folder.shell("script -qec \"'" + program() + "' " + command + "\" /dev/null </dev/null");
    };
    const Ran out = on_terminal("enhance a.ppm -o - --format png");
    CHECK(out.code == 2);
    CHECK(prints(out.out, line(messages::stdout_terminal)));
    const Ran in = on_terminal("enhance - -o b.png");
    CHECK(in.code == 2);
    CHECK(prints(in.out, line(messages::stdin_terminal)));
}

TEST_CASE(
    "run_here catches an image for the standard output, and later runs and tests write there as before") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    struct stat before {
    }, after{};
    REQUIRE(::fstat(STDOUT_FILENO, &before) == 0);
    for (int run = 0; run < 2; ++run) {
        const Ran image = run_here(folder, "enhance --levels 1 --log none a.ppm -o - --format ppm");
        CHECK(image.code == 0);
        CHECK(image.out.starts_with("P6"));
        const Ran text = run_here(folder, "probe a.ppm");
        CHECK(text.out.find("a.ppm") != std::string::npos);
        CHECK_FALSE(text.out.starts_with("P6"));
    }
    REQUIRE(::fstat(STDOUT_FILENO, &after) == 0);
    CHECK(before.st_ino == after.st_ino);
}
