// Tests frames, holes and changes of sequences.
#include "commands/probe/messages.h"
#include "probe/fixture.h"
#include "support/messages.h"

using namespace probe_test;

namespace {

std::string numbers(const Json& array) {
    std::string text;
    for (const Json& number : *array.array())
        text += (text.empty() ? "" : " ") + std::to_string(*number.integer());
    return text;
}

void write_frame(const Folder& folder, int frame, const Render& render) {
    spill(folder.path / ("a.000" + std::to_string(frame) + ".exr"), render.exr());
}

} // namespace

TEST_CASE("frames and holes of patterns, folders and files match the files") {
    const Folder folder;
    for (const int frame : {1, 2, 3, 5, 6}) write_frame(folder, frame, sound(frame));
    for (const char* inputs : {"a.####.exr", ".", "a.0005.exr a.0001.exr a.0002.exr a.0003.exr a.0006.exr"}) {
        CAPTURE(inputs);
        const Json json = probed(folder, inputs);
        REQUIRE(at(json, "shots").array()->size() == 1);
        CHECK(numbers(at(json, "shots.frames")) == "1 2 3 5 6");
        CHECK(numbers(at(json, "shots.holes")) == "4");
        CHECK(numbers(at(json, "shots.looked_at")) == "1 2 3"); // the middle one that has two neighbours
        CHECK(at(json, "shots.changes").array()->empty());
        CHECK(at(json, "shots.files").array()->size() == 1);
    }
    CHECK(run(folder, "a.####.exr").out.find("5 frames, 1-3,5-6; missing: 4") != std::string::npos);
    CHECK(numbers(at(probed(folder, "a.####.exr --every-frame"), "shots.looked_at")) == "1 2 3 5 6");
}

TEST_CASE("--frames names frames that are missing at the end") {
    const Folder folder;
    for (const int frame : {1, 2}) write_frame(folder, frame, sound(frame));
    const Json json = probed(folder, "a.####.exr --frames 1-4");
    CHECK(numbers(at(json, "shots.frames")) == "1 2");
    CHECK(numbers(at(json, "shots.holes")) == "3 4");
}

TEST_CASE("changes of size and of channels are reported at the frame where they begin") {
    const Folder folder;
    for (const int frame : {1, 2, 5}) write_frame(folder, frame, sound(frame));
    for (const int frame : {3, 4}) {
        Render render = sound(frame);
        render.set("V.DiffCol", "RGB", [](int, int, int) { return .5F; });
        write_frame(folder, frame, render);
    }
    spill(folder.path / "a.0006.exr",
          test::exr_of({40, 30}, {"R", "G", "B"}, [](int, int, const std::string&) { return .5F; }));
    const Json json = probed(folder, "a.####.exr");
    const auto& changes = *at(json, "shots.changes").array();
    REQUIRE(changes.size() == 3);
    CHECK(at(changes[0], "frame").number(0) == 3);
    CHECK(text_at(changes[0], "what") == "with V.DiffCol (R G B)");
    CHECK(at(changes[1], "frame").number(0) == 5);
    CHECK(text_at(changes[1], "what") == "without V.DiffCol (R G B)");
    CHECK(at(changes[2], "frame").number(0) == 6);
    CHECK(text_at(changes[2], "what").find("40x30 at 0,0, was 96x64 at 0,0") != std::string::npos);
}

TEST_CASE("errors are in the order of the frames; an option that fits no frame is one line") {
    const Folder folder;
    for (const int frame : {1, 2, 3}) write_frame(folder, frame, sound(frame));
    const auto cut = [&](const char* name, std::size_t bytes) {
        spill(folder.path / name, slurp(folder.path / name).substr(0, bytes));
    };
    const Ran named = run(folder, "a.####.exr --role albedo=W --light W");
    CHECK(count_messages(named.err, messages::probe_no_layer, "--role albedo=W") == 1);
    CHECK(count_messages(named.err, messages::probe_no_light, "W") == 1);
    cut("a.0001.exr", 3000); // its samples are read after all headers
    cut("a.0003.exr", 200);
    const Ran cut_short = run(folder, "a.####.exr --every-frame");
    const auto first = cut_short.err.find("error: a.0001.exr"),
               last = cut_short.err.find("error: a.0003.exr");
    REQUIRE(first != std::string::npos);
    REQUIRE(last != std::string::npos);
    CHECK(first < last);
}

TEST_CASE("several sequences are shots of their own") {
    const Folder folder;
    for (const int frame : {1, 2}) {
        spill(folder.path / ("a." + std::to_string(frame) + ".exr"), sound(frame).exr());
        spill(folder.path / ("b." + std::to_string(frame) + ".exr"), sound(frame).exr());
    }
    CHECK(at(probed(folder, "."), "shots").array()->size() == 2);
}
