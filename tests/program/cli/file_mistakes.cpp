// What a new user types by mistake: each message says what is wrong and what to do instead.
#include "batch/messages.h"
#include "batch/plan/messages.h"
#include "cli/messages.h"
#include "files/messages.h"
#include "support/app_run.h"
#include "support/messages.h"

using namespace atrous;

TEST_CASE("outputs whose format is unknown, is only read, or is missing: the message lists formats") {
    const Folder folder;
    folder.ppm("a.ppm");
    const auto run = [&](const char* output) {
        return folder.run("enhance --log none a.ppm -o " + std::string(output));
    };
    expect(run("x.gif"), 2, {message(messages::output_read_only, "x.gif", ".gif")});
    expect(run("x.xyz"), 2, {message(messages::output_format_unknown, "x.xyz", ".xyz")});
    expect(run("x.jxl"), 2, {message(messages::output_format_unknown, "x.jxl", ".jxl")});
    expect(run("x"), 2, {message(messages::output_no_extension, "x", "x")});
    expect(folder.run("enhance a.ppm -o out/ --format gif"), 2, {message(messages::format_read_only, "gif")});
    expect(folder.run("enhance a.ppm -o out/ --format xyz"), 2, {message(messages::format_unknown, "xyz")});
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
