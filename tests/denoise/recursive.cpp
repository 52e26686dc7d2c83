// Tests --temporal recursive: content and end of the history, and results independent of threads and sufficient warm-up.
#include "base/json.h"
#include "commands/denoise/messages.h"
#include "denoise/shot.h"
#include "support/messages.h"

using namespace denoise_test;

namespace {

const Look little{{33, 25}};
const std::string recursive = "--temporal recursive --levels 3 ";

/// Frames in the history of each written frame of a log, in order.
std::vector<int> histories(const Folder& folder, const std::string& log) {
    std::vector<int> found;
    for (const Json& frame : images_in(folder.path / log))
        found.push_back(int(frame.find("settings")->array()->front().find("history")->number(-1)));
    return found;
}

} // namespace

TEST_CASE("a history grows from frame to frame, helps, and any number of jobs gives the same bytes") {
    if (!has_device()) return;
    const Shot shot(6, little);
    denoise_well(shot, recursive + "-j 1 --log l.jsonl in/ -o one/");
    denoise_well(shot, recursive + "-j 4 in/ -o four/");
    CHECK(histories(shot, "l.jsonl") == std::vector<int>{1, 2, 3, 4, 5, 6});
    check_same_frames(shot, "one", "four", 1, 6);
    CHECK(parts_of(shot, "one/s.0006.exr").front().attributes.at("atrous:window") == "string:recursive 6");
    expect(denoise(shot, recursive + "in/s.0006.exr -o alone.exr"), 0, {line(messages::neighbours_unnamed)});
    const auto wanted = truth(6, little.size);
    CHECK(rms(planes_of(parts_of(shot, "one/s.0006.exr"), "Combined"), wanted) <
          0.8 * rms(planes_of(parts_of(shot, "alone.exr"), "Combined"), wanted));
}

TEST_CASE("a chunk that is warmed up by all frames before it equals one run") {
    if (!has_device()) return;
    const Shot shot(6, little);
    const std::string frames = "--frames 1-6 in/s.####.exr -o ";
    denoise_well(shot, recursive + frames + "whole/s.####.exr");
    denoise_well(shot, recursive + "--chunk 1/2 --log l.jsonl " + frames + "warm/s.####.exr");
    CHECK(shot.list("warm") == "s.0004.exr s.0005.exr s.0006.exr");
    CHECK(histories(shot, "l.jsonl") == std::vector<int>{4, 5, 6});
    check_same_frames(shot, "warm", "whole", 4, 6);
    denoise_well(shot, recursive + "--temporal recursive:1 --chunk 1/2 --log m.jsonl " + frames +
                           "cool/s.####.exr");
    CHECK(histories(shot, "m.jsonl") == std::vector<int>{2, 3, 4});
    denoise_well(shot, recursive + "--temporal recursive:0 --chunk 1/2 --log n.jsonl " + frames +
                           "cold/s.####.exr");
    CHECK(histories(shot, "n.jsonl") == std::vector<int>{1, 2, 3});
    CHECK((slurp(shot.path / "cold" / name_of(4)) != slurp(shot.path / "whole" / name_of(4))));
}

TEST_CASE("a frame that is missing ends the history") {
    if (!has_device()) return;
    const Shot shot(5, little);
    fs::remove(shot.path / "in" / name_of(3));
    check(denoise(shot,
                  recursive + "--missing clip --log l.jsonl --frames 1-5 in/s.####.exr -o out/s.####.exr"),
          0, {});
    CHECK(histories(shot, "l.jsonl") == std::vector<int>{1, 2, 1, 2});
}

TEST_CASE(
    "a history continues through vectors found from the second frame on, and through light without alpha") {
    if (!has_device()) return;
    Look without = little, glow = little;
    without.without = {"Vector"};
    glow.spoil = [](const std::string& layer, char c, int x, int y, float sample) {
        return layer == "Combined" && x < 4 && y > 20 ? (c == 'A' ? 0.0F : 2.0F) : sample;
    };
    const Shot found(3, without), lit(3, little);
    spill(lit.path / "in" / name_of(2), frame_exr(2, glow));
    for (const Folder* shot : {&found, &lit}) {
        check(denoise(*shot, recursive + "--log l.jsonl in/ -o out/"), 0, {});
        CHECK(histories(*shot, "l.jsonl") == std::vector<int>{1, 2, 3});
    }
}

TEST_CASE("a history has the paper's settings, unless others are given; -n takes them into account") {
    if (!has_device()) return;
    const Shot shot(2, little);
    denoise_well(shot, "--sigma luma=5 --temporal recursive --log l.jsonl in/ -o out/");
    const std::string log = slurp(shot.path / "l.jsonl");
    for (const char* part : {R"("temporal":"recursive")", R"("fit":0)", R"("sigma-luma":5)",
                             R"("sigma-normal":128)", R"("sigma-depth":1)", R"("warmup":20)"})
        CHECK(log.find(part) != std::string::npos);
    CHECK(parts_of(shot, "out/s.0001.exr").front().attributes.at("atrous:settings") ==
          "string:--temporal recursive --sigma luma=5");
    CHECK(denoise(shot, recursive + "-n --existing replace in/ -o out/").out.find("2: all before") !=
          std::string::npos);
}
