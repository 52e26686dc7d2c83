// Tests mistakes in names of inputs and outputs: each message names the fault and a remedy.
#include "batch/messages.h"
#include "batch/plan/messages.h"
#include "cli/messages.h"
#include "files/messages.h"
#include "formats/common/file_format.h"
#include "support/app_run.h"
#include "support/messages.h"
#include "support/skip.h"

using namespace atrous;

TEST_CASE("the error about a link to a missing file names the link's target") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    fs::create_symlink("../away/b.ppm", folder.path / "in/b.ppm");
    for (const char* command : {"enhance in -o out", "probe in/b.ppm"})
        expect(folder.run(command), 1, {message(messages::link_broken, "in/b.ppm", "../away/b.ppm")});
}

TEST_CASE("files whose names begin with a dash are refused with the way to write them, which works") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"-dash.ppm", "-n.ppm", "--version.ppm"}) {
        CAPTURE(name);
        folder.ppm(name);
        const std::string given(name);
        check(folder.run("enhance " + given + " -o out/"), 2, {("./" + given).c_str()});
        expect(folder.run("enhance -- " + given + " -o out/"), 2, {message(messages::output_after_dashes)});
        check(folder.run("enhance ./" + given + " -o out/"), 0, {});
        check(folder.run("enhance -o out/ --existing replace -- " + given), 0, {});
        CHECK(folder.has("out/" + given));
    }
    check(folder.run("enhance *.ppm -o out/"), 2, {"there is a file -", ": write ./-"});
}

TEST_CASE("an empty name, as of a variable that is not set") {
    const Folder folder;
    folder.ppm("a.ppm");
    expect(folder.run("enhance \"$NONE\" a.ppm -o out/"), 2, {message(messages::input_name_empty)});
}

TEST_CASE("an unreadable sub-folder fails separately") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"in/a.ppm", "in/lost/b.ppm", "in/z/c.ppm"}) folder.ppm(name);
    const std::string run = "unshare -U '" + program() + "' enhance --log none -r in -o out";
    if (folder.shell("unshare -U true").code != 0) return test::skip("no user namespaces here");
    fs::permissions(folder.path / "in/lost", fs::perms::none);
    const Ran ran = folder.shell(run), excluded = folder.shell(run + " --existing replace --exclude lost/");
    fs::permissions(folder.path / "in/lost", fs::perms::owner_all);
    expect(
        ran, 1,
        {line(messages::file_not_opened, "in/lost", "Permission denied"), "3 images: 2 written, 1 failed;"});
    check(excluded, 0, {"2 images: 2 written;"});
}

TEST_CASE("line ends in names stay codes in refusals") {
    const Folder folder;
    const std::string stem = "a\natrous: error: x.";
    for (const char* extension : {"png", "ppm"}) folder.image(stem + extension);
    fs::create_directories(folder.path / (stem + "d"));
    const std::string files = "'" + stem + "png' '" + stem + "ppm'";
    for (const char* output : {"'{stem}.jpg'", "'{stem}.xyz'", "'{stem'", "'{frame}.png'"}) {
        CAPTURE(output);
        const Ran ran = folder.run("enhance " + files + " -o " + output);
        CHECK(ran.code == 2);
        CHECK_FALSE(ran.says("\natrous: error: x"));
    }
    const Ran ran = folder.run("enhance '" + stem + "d' -o out");
    expect(ran, 3, {message(messages::no_images, anything, "; the folder is empty")});
    CHECK_FALSE(ran.says("\natrous: error: x"));
}

TEST_CASE("a folder without images") {
    const Folder folder;
    fs::create_directories(folder.path / "empty");
    const auto expect_none = [&](const std::string& command, const std::string& what) {
        const Ran ran = folder.run(command + " empty -o out");
        expect(ran, 3, {message(messages::no_images, "empty", what)});
        return ran;
    };
    for (const char* command : {"enhance", "denoise", "scale --factor 2"})
        expect_none(command, "; the folder is empty");
    spill(folder.path / "empty/.a.jpg", "");
    expect_none("enhance", "; names that begin with a dot are ignored");
    spill(folder.path / "empty/notes.txt", "no image");
    const Ran text = expect_none("enhance", "; notes.txt does not have the extension");
    for (const char* extension : {"jpg", "exr"}) CHECK(text.says(extension));
    spill(folder.path / "empty/other.txt", "no image");
    folder.ppm("empty/below/a.ppm");
    const Ran below = expect_none("enhance", "; none of its 2 files, for example ");
    CHECK(below.says("use -r"));
    CHECK(below.err.size() < 250);
}

TEST_CASE("outputs whose format is unknown, is only read, or is missing: the message lists formats") {
    const Folder folder;
    folder.ppm("a.ppm");
    const auto run = [&](const char* output) {
        return folder.run("enhance --log none a.ppm -o " + std::string(output));
    };
    expect(run("x.gif"), 2,
           {message(messages::output_read_only, "x.gif", ".gif", alternatives(listed_extensions(".")))});
    expect(run("x.xyz"), 2,
           {message(messages::output_format_unknown, "x.xyz", ".xyz", alternatives(listed_extensions(".")))});
    expect(run("x"), 2,
           {message(messages::output_no_extension, "x", alternatives(listed_extensions(".")), "x")});
    expect(folder.run("enhance a.ppm -o out/ --format gif"), 2,
           {message(messages::format_read_only, "gif", alternatives(listed_extensions()))});
    expect(folder.run("enhance a.ppm -o out/ --format xyz"), 2,
           {message(messages::format_unknown, "xyz", alternatives(listed_extensions()))});
}

TEST_CASE("inputs that are videos, quoted globs, ranges of frames or folders that do not exist") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    for (const char* name : {"film.mp4", "film.mov"}) spill(folder.path / name, "video");
    fs::create_directories(folder.path / "empty");
    const auto run = [&](const std::string& arguments) {
        return folder.run("enhance --log none " + arguments);
    };
    expect(run("film.mp4 -o x.mp4"), 1, {message(messages::video, "film.mp4", "film.mp4")});
    expect(run("film.mov -o x/"), 1, {message(messages::video, "film.mov", "film.mov")});
    expect(run("'*.jpg' -o x/"), 1, {message(messages::glob_not_expanded, "*.jpg")});
    expect(run("'b.[1001-1010].exr' -o x/"), 1,
           {message(messages::range_in_name, "b.[1001-1010].exr", "b.####.exr", "1001-1010")});
    expect(run("b.1001-1010#.exr -o x/"), 3,
           {message(messages::range_in_name, "b.1001-1010#.exr", "b.####.exr", "1001-1010")});
    expect(run("nosuch/ -o x/"), 1, {message(messages::no_such_folder, "nosuch/")});
    expect(run("empty/ -o x/"), 3, {message(messages::no_images, "empty/", "; the folder is empty")});
    expect(run("nosuch.jpg -o x/"), 1, {message(messages::file_absent, "nosuch.jpg")});
    expect(run("in/a.ppm nosuch/ -o x/"), 1,
           {message(messages::no_such_folder, "nosuch/"), "2 images: 1 written, 1 failed"});
}

TEST_CASE("a missing output: two names without -o, and names after --") {
    const Folder folder;
    folder.ppm("a.ppm");
    expect(folder.run("enhance a.ppm x.jpg"), 2, {message(messages::output_forgotten, "x.jpg")});
    expect(folder.run("enhance a.ppm"), 2, {message(messages::no_output, anything)});
    expect(folder.run("enhance"), 2, {message(messages::no_inputs, "files or folders", "enhance")});
    expect(folder.run("denoise"), 2,
           {message(messages::no_inputs, "frames, folders or a pattern", "denoise")});
}

TEST_CASE("a chunk that is counted from 1 is a warning, since chunk 0 is lost") {
    const Folder folder;
    for (int i = 0; i < 20; ++i) folder.ppm("in/" + std::to_string(i) + ".ppm");
    expect(folder.run("enhance --log none in -o out --chunk 10/10"), 0,
           {"warning: " + text_of(messages::chunk_past_end, 10, 10, 10, 9)});
}
