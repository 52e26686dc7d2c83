// The standard input and output as picture files: - and -o -, alone and in pipelines.
#include "batch/messages.h"
#include "batch/plan/messages.h"
#include "cli/messages.h"
#include "commands/enhance/messages.h"
#include "files/messages.h"
#include "platform/messages.h"
#include "supervisor/messages.h"
#include "support/app_run.h"
#include "support/files/formats.h"
#include "support/files/io_files.h"
#include "support/files/raw_file.h"
#include "support/messages.h"
#include "support/skip.h"
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

TEST_CASE("every format that can be written: through pipes with the bytes that files have, messages aside") {
    if (!has_device()) return;
    const Folder folder;
    phone_picture(folder, "in/a.jpg");
    for (const std::string& extension : files::writable())
        if (extension != "jpg" && !folder.has("in/a." + extension))
            folder.image("in/a." + extension, 64, 48); // as JPEG 2000 wants at least
    check(folder.run("enhance -q --log none in -o './-.{ext}' --existing replace"), 0, {});
    for (const std::string& extension : files::writable()) {
        CAPTURE(extension);
        const bool known_by_name = format_name("x." + extension) == "targa";
        const std::string in = "in/a." + extension, format = extension;
        const std::string from =
            known_by_name ? "atrous enhance -v " + in : "cat " + in + " | atrous enhance -v -";
        const Ran ran = folder.shell(from + " -o - --format " + format + " >piped; ls -A");
        CHECK(ran.err.find("error") == std::string::npos);
        CHECK(slurp(folder.path / "piped").size() > 50);
        CHECK(slurp(folder.path / "piped") == slurp(folder.path / ("-." + extension)));
        CHECK(ran.out.find(".atrous") == std::string::npos); // nothing is left behind
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
    check(folder.run("enhance -q --log none a.dng -o ./-.tif"), 0, {});
    check(folder.shell("cat a.dng | atrous enhance -q - -o b.tif"), 0, {});
    CHECK(slurp(folder.path / "b.tif") == slurp(folder.path / "-.tif"));
}

TEST_CASE("a file as the standard input, without a supervisor, and denoise") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    folder.image("a.exr");
    check(folder.run("enhance -q a.ppm -o b.png"), 0, {});
    check(folder.shell("ATROUS_NO_SUPERVISOR=1 atrous enhance -q - -o - --format png <a.ppm >c.png"), 0, {});
    CHECK(slurp(folder.path / "c.png") == slurp(folder.path / "b.png"));
    spill(folder.path / "behind", "a line\n" + slurp(folder.path / "a.ppm"));
    check(folder.shell("(exec <behind; dd bs=7 count=1 of=line 2>line; atrous enhance -q - -o d.png)"), 0,
          {});
    CHECK(slurp(folder.path / "d.png") == slurp(folder.path / "b.png"));
    check(folder.shell("cat a.exr | atrous denoise -q - -o - --format exr >e.exr"), 0, {});
    CHECK(files::load(folder.path / "e.exr").parts[0].pixels.size == Size{40, 30});
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

TEST_CASE("a TMPDIR that takes no file: the picture passes in memory, and a warning says so") {
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

TEST_CASE("nobody reads: an error in one line, and no second try") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png", 400, 300);
    const Ran ran = into_closed_pipe(folder, "enhance a.png -o - --format png");
    CHECK(ran.code == 1);
    CHECK(count_messages(ran.err, messages::file_not_writable, anything, "Broken pipe") == 1);
    CHECK(std::ranges::count(ran.err, '\n') == 1);
    const Ran full = folder.shell("atrous enhance -q a.png -o - --format png >/dev/full");
    expect(full, 1, {message(messages::file_not_writable, anything, "No space left on device")});
}

TEST_CASE("a log and messages beside a picture on the standard output") {
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
    CHECK(dry.out.find("-.png") != std::string::npos);
}

TEST_CASE(
    "without --format the standard output has the input's format: that of its bytes, and TIFF of RAW files") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"a.jpg", "a.png", "a.webp", "a.tga", "a.exr", "a.PGM"}) folder.image(name);
    fs::copy_file(folder.path / "a.jpg", folder.path / "jpeg_named.png");
    spill(folder.path / "a.dng", raw_file::dng(1));
    struct Row {
        const char *command, *first_bytes;
    };
    const std::string tiff("II*\0", 4);
    for (const Row& row : {Row{"atrous enhance a.jpg", "\xff\xd8\xff"},
                           {"atrous enhance jpeg_named.png", "\xff\xd8\xff"},
                           {"cat a.jpg | atrous enhance -", "\xff\xd8\xff"},
                           {"cat a.png | atrous scale --factor 2 -", "\x89PNG"},
                           {"cat a.webp | atrous enhance -", "RIFF"},
                           {"atrous scale --factor 2 a.PGM", "P"},
                           {"atrous denoise a.exr", "\x76\x2f\x31\x01"},
                           {"cat a.exr | atrous denoise -", "\x76\x2f\x31\x01"},
                           {"atrous enhance a.dng", tiff.c_str()},
                           {"cat a.dng | atrous enhance -", tiff.c_str()}}) {
        CAPTURE(row.command);
        check(folder.shell(row.command + std::string(" -q -o - >out")), 0, {});
        CHECK(slurp(folder.path / "out").starts_with(row.first_bytes));
    }
    check(folder.shell("atrous enhance -q a.tga -o - >out.tga"), 0, {});
    CHECK(size_of(folder.path / "out.tga") == Size{40, 30});
    expect(folder.run("enhance none.jpg -o -"), 1, {line(messages::file_absent, "none.jpg")});
}

TEST_CASE("refused: the standard output of a file that shows no format, or with an unknown one") {
    const Folder folder;
    folder.ppm("a.ppm");
    spill(folder.path / "text", "no picture");
    for (const std::string command : {"enhance", "denoise"}) {
        expect(folder.run(command + " text -o -"), 2,
               {line(messages::stdout_format, "text", "--format png")});
        expect(folder.run(command + " a.ppm -o - --format cr2"), 2,
               {line(messages::format_read_only, "cr2")});
        expect(folder.run(command + " a.ppm -o out/ --format jpgg"), 2,
               {line(messages::format_unknown, "jpgg")});
    }
}

TEST_CASE("--format .png means png") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    check(folder.run("enhance a.ppm -o out/ --format .png"), 0, {});
    CHECK(folder.has("out/a.png"));
}

TEST_CASE("refused: a --format that the output's name contradicts") {
    const Folder folder;
    folder.ppm("a.ppm");
    expect(folder.run("enhance a.ppm -o b.png --format jpg"), 2,
           {line(messages::format_contradicts, "jpg", "b.png", "another format", "b.jpg")});
    expect(folder.run("enhance a.ppm -o b --format jpg"), 2,
           {line(messages::format_contradicts, "jpg", "b", "no format", "b.jpg")});
    expect(folder.run("enhance a.ppm -o '{stem}_x.png' --format jpg"), 2,
           {line(messages::format_contradicts, "jpg", "{stem}_x.png", "{stem}_x.jpg")});
}

TEST_CASE("refused: several pictures for one standard output") {
    const Folder folder;
    folder.ppm("a.ppm");
    folder.ppm("b.ppm");
    expect(folder.run("enhance a.ppm b.ppm -o - --format png"), 2, {message(messages::stdout_several, 2)});
}

TEST_CASE("refused: one standard input for two things") {
    const Folder folder;
    expect(folder.shell("atrous enhance - - -o a.png </dev/null"), 2, {line(messages::two_standard_inputs)});
    expect(folder.shell("atrous enhance - --files-from - -o out/ </dev/null"), 2,
           {line(messages::names_and_input)});
}

TEST_CASE("refused: a picture without a name where the name is asked for") {
    const Folder folder;
    folder.ppm("a.ppm");
    for (const char* output : {"out/", "'{stem}_x.png'", "'{dir}/x.{ext}'"})
        expect(folder.shell("cat a.ppm | atrous enhance - -o " + std::string(output)), 2,
               {line(messages::stdin_no_name)});
    expect(folder.shell("cat a.ppm | atrous enhance - -o a.xyz"), 2,
           {message(messages::output_format_unknown, "a.xyz", ".xyz")});
}

TEST_CASE("refused: a comparison beside the standard output") {
    const Folder folder;
    folder.ppm("a.ppm");
    expect(folder.run("enhance --compare a.ppm -o - --format png"), 2, {line(messages::compare_to_stdout)});
}

TEST_CASE("refused: a standard input that is closed, a folder, empty, no picture, or a Targa") {
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
    "refused before it is kept: what is no picture and never ends; what fills the disk, before it is full") {
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

TEST_CASE("refused: a standard output that is closed") {
    const Folder folder;
    folder.ppm("a.ppm");
    expect(folder.shell("atrous enhance a.ppm -o - --format png >&-"), 2, {line(messages::stdout_closed)});
}

TEST_CASE("refused: a terminal as the standard input or output") {
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
