// Tests sequences as a user runs them: patterns, missing frames, and existing outputs.
#include "base/error.h"
#include "batch/pipeline/messages.h"
#include "batch/plan/messages.h"
#include "batch/plan/outputs.h"
#include "cli/messages.h"
#include "renders/messages.h"
#include "support/app_run.h"
#include "support/messages.h"

using namespace atrous;

namespace {

constexpr const char* quick = "enhance --preset sharpen --levels 1 --log none ";

} // namespace

TEST_CASE("patterns of every notation, in and out; without --frames all that are there") {
    if (!has_device()) return;
    const Folder folder;
    folder.sequence({1, 2, 3});
    for (const char* pattern : {"b.####.ppm", "b.@@@@.ppm", "b.%04d.ppm", "b.\\$F4.ppm", "b.{frame}.ppm"}) {
        CAPTURE(pattern);
        const std::string name = "\"" + std::string(pattern) + "\"";
        const Ran ran = folder.run(std::string(quick) + "in/" + name + " -o out/" + name);
        CHECK(ran.code == 0);
        CHECK(folder.list("out") == "b.0001.ppm b.0002.ppm b.0003.ppm");
        fs::remove_all(folder.path / "out");
    }
    CHECK(folder.run(std::string(quick) + "'in/b.####.ppm' -o 'out/x_##.ppm'").code == 0);
    CHECK(folder.list("out") == "x_01.ppm x_02.ppm x_03.ppm");
    CHECK(folder.run(std::string(quick) + "--frames 3-1x2 'in/b.####.ppm' -o odd/").code == 0);
    CHECK(folder.list("odd") == "b.0001.ppm b.0003.ppm");
    expect(folder.run(std::string(quick) + "'in/b.#.ppm' -o note/"), 0,
           {message(messages::single_hash, "in/b.#.ppm")});
    CHECK(folder.list("note") == "b.0001.ppm b.0002.ppm b.0003.ppm");
}

TEST_CASE(
    "one input and a pattern as output: the frame of its name, with its sign and the pattern's digits") {
    struct Row {
        const char *output, *input, *name;
    };
    for (const Row& row :
         {Row{"o/b.####.exr", "x/a.7.exr", "o/b.0007.exr"}, Row{"b.#.exr", "a_12.exr", "b.0012.exr"},
          Row{"b.%04d.exr", "a.-0001.exr", "b.-001.exr"}, Row{"b.####.exr", "a.-0001.exr", "b.-0001.exr"},
          Row{"b.{frame}.exr", "a.-0001.exr", "b.-0001.exr"},
          Row{"b.{frame}.exr", "beauty.0005.v3.exr", "b.0005.exr"},
          Row{"b.@.exr", "beauty.0005.v3.exr", "b.5.exr"},
          Row{"{dir}/{stem}_$F2.{ext}", "d/a.0003.tif", "d/a.0003_03.tif"},
          Row{"me@home.jpg", "a.jpg", "me@home.jpg"}, Row{"C#/b.exr", "a.exr", "C#/b.exr"}}) {
        CAPTURE(row.output);
        CHECK(expand_template(row.output, row.input) == row.name);
    }
    CHECK(expand_template("b.{frame}.exr", "v3.0012x.exr", Input::Frame{0, 12, "0012"}) == "b.0012.exr");
    for (const char* output : {"b.####.exr", "b.{frame}.exr"})
        CHECK(prints(thrown_by([&] { expand_template(output, "d/beauty.exr"); }).text,
                     atrous::line(messages::output_no_number, "d/beauty.exr")));
}

TEST_CASE("an input that exists is a file, even with the name of a pattern; an output folder is a folder") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("b.####.ppm");
    folder.ppm("b.0001.ppm");
    fs::create_directories(folder.path / "C#");
    CHECK(folder.run(std::string(quick) + "'b.####.ppm' -o 'C#'").code == 0);
    CHECK(folder.list("C#") == "b.####.ppm");
    fs::create_directories(folder.path / "{x}");
    CHECK(folder.run(std::string(quick) + "b.0001.ppm -o '{x}'").code == 0);
    CHECK(folder.list("{x}") == "b.0001.ppm");
    expect(folder.run(std::string(quick) + "'b.####.ppm' -o 'c.##.ppm'"), 2,
           {message(messages::output_no_number, "c.##.ppm", "b.####.ppm", "##")});
}

TEST_CASE("missing frames: listed before any work, exit 2; skipped with exit 1; clipped with exit 0") {
    if (!has_device()) return;
    const Folder folder;
    folder.sequence({1, 2, 5, 7});
    const std::string rest = "--frames 1-8 'in/b.####.ppm' -o 'out/b.####.ppm' ";
    const Message missing = message(messages::frames_absent, "in/b.####.ppm", 4, 8, "3-4,6,8");
    expect(folder.run(quick + rest), 2, {message(messages::frames_missing, missing.text)});
    CHECK_FALSE(folder.has("out"));
    expect(folder.run("enhance --levels 1 --log l.jsonl --missing skip " + rest), 1,
           {"warning: " + missing.text, "8 images: 4 written, 4 missing;"});
    CHECK(folder.list("out") == "b.0001.ppm b.0002.ppm b.0005.ppm b.0007.ppm");
    const std::string log = slurp(folder.path / "l.jsonl");
    CHECK(has_text(log, "\"input\":\"in/b.0003.ppm\",\"output\":\"out/b.0003.ppm\",\"status\":\"missing\""));
    fs::remove_all(folder.path / "out");
    expect(folder.run(quick + ("--missing clip " + rest)), 0, {missing});
    CHECK(folder.list("out") == "b.0001.ppm b.0002.ppm b.0005.ppm b.0007.ppm");
    const Message all = message(messages::frames_absent, "in/b.####.ppm", 2, 2, "3-4");
    for (const auto& [way, code] : {std::pair{"error", 2}, {"clip", 3}, {"clip -n", 3}})
        expect(folder.run(std::string(quick) + "--frames 3-4 in/b.####.ppm -o out/ --missing " + way), code,
               {message(messages::frames_all_missing, all.text)});
    expect(folder.run(quick + ("--missing clip --existing replace --chunk 1/4 " + rest)), 0,
           {line(messages::frames_absent)}); // frames 3 and 4
    const Ran dry = folder.run(quick + ("-n --missing skip --existing skip " + rest));
    CHECK(dry.code == 1);
    CHECK(has_text(dry.out, "missing"));
    CHECK(has_text(dry.out, "skipped"));
}

TEST_CASE("without --frames a hole is a warning; without any frame there is nothing to do") {
    if (!has_device()) return;
    const Folder folder;
    folder.sequence({2, 4, 8});
    expect(folder.run(std::string(quick) + "'in/b.####.ppm' -o out/"), 0,
           {"warning: " + text_of(messages::frame_holes, "in/b.####.ppm", "6")});
    expect(folder.run(std::string(quick) + "'in/c.####.ppm' -o out/"), 3,
           {message(messages::frames_none, "in/c.####.ppm")});
}

TEST_CASE(
    "frames without a pattern, two files of one frame, a pattern in a folder's name, and wrong values are refused") {
    const Folder folder;
    folder.sequence({1});
    folder.ppm("in/b.01.ppm");
    const auto refused = [&](const std::string& arguments, const Message& reason) {
        expect(folder.run("enhance -o out/ " + arguments), 2, {reason});
    };
    refused("--frames 1-3 in", message(messages::frames_without_pattern, anything));
    refused("'in/b.{frame}.ppm'",
            message(messages::frame_twice, "in/b.{frame}.ppm", 1, "in/b.0001.ppm", "in/b.01.ppm"));
    refused("'in/####/b.ppm'", message(messages::frame_in_folder, "in/####/b.ppm"));
    refused("--frames 1:3 'in/b.####.ppm'", line(messages::colon_in_range, "--frames: '1:3'"));
    refused("--missing maybe 'in/b.####.ppm'",
            line(messages::value_unknown, "--missing", "'maybe'", "error, skip or clip"));
    refused("--chunk 3 'in/b.####.ppm'", message(messages::chunk_invalid, "3"));
    refused("--chunk auto 'in/b.####.ppm'", message(messages::chunk_no_array));
    CHECK_FALSE(folder.has("out"));
}

TEST_CASE("--existing skip completes damaged outputs, in every format, to the same bytes") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"a.png", "a.jpg", "a.tif", "a.exr", "a.ppm", "a.webp"}) {
        folder.image("in/" + std::string(name), 120, 90);
    }
    const std::string line = "enhance --levels 1 --existing skip --log none in -o ";
    REQUIRE(folder.run(line + "whole").code == 0);
    for (const double share : {0.3, 0.7, 0.99}) {
        fs::remove_all(folder.path / "out");
        fs::copy(folder.path / "whole", folder.path / "out");
        for (const auto& entry : fs::directory_iterator(folder.path / "out"))
            fs::resize_file(entry.path(), std::uintmax_t(double(entry.file_size()) * share));
        expect(folder.run(line + "out"), 0,
               {message(messages::output_incomplete, anything), "6 images: 6 written; "});
        for (const auto& entry : fs::directory_iterator(folder.path / "whole"))
            CHECK(slurp(entry.path()) == slurp(folder.path / "out" / entry.path().filename()));
    }
    check(folder.run(line + "out"), 0, {"6 images: 0 written, 6 skipped; "});
}

TEST_CASE("--existing skip sees an EXR that lacks one chunk of scan lines") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.exr", 120, 90);
    const std::string line = "enhance --levels 1 --existing skip --log none a.exr -o b.exr";
    REQUIRE(folder.run(line).code == 0);
    const std::string whole = slurp(folder.path / "b.exr");
    const auto number = [&](std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < 4; ++i)
            value |= std::uint32_t(static_cast<unsigned char>(whole[at + i])) << (8 * i);
        return value;
    };
    std::size_t at = 8; // after magic and version: attributes, each with name, type, size
    while (whole[at] != '\0') {
        at = whole.find('\0', whole.find('\0', at) + 1) + 1;
        at += 4 + number(at);
    }
    // The table of chunks ends where the first chunk begins. Its last one was never written, as after a full disk.
    const std::size_t table = at + 1, last = number(table) - 8;
    REQUIRE(last > table);
    std::string damaged = whole.substr(0, number(last));
    for (std::size_t i = 0; i < 8; ++i) damaged[last + i] = '\0';
    spill(folder.path / "b.exr", damaged);
    expect(folder.run(line), 0, {atrous::line(messages::output_incomplete)});
    CHECK(slurp(folder.path / "b.exr") == whole);
}
