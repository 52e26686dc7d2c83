// Tests frames whose data windows differ: cropped renders, and frames of another image.
#include "commands/denoise/messages.h"
#include "denoise/shot.h"
#include "support/messages.h"

using namespace denoise_test;

namespace {

constexpr Size display{56, 44};

/// A frame with its own crop: the display window less some columns and rows, which move with the frame.
Look cropped(int number) {
    Look look;
    look.left = number % 3;
    look.top = 2 * number % 5;
    look.size = {display.width - 4 - number % 4, display.height - 6 - number % 2};
    look.display = display;
    return look;
}

struct Cropped : Folder {
    explicit Cropped(int last, const std::set<std::string>& without = {}) {
        for (int n = 1; n <= last; ++n) {
            Look look = cropped(n);
            look.without = without;
            spill(path / "in" / name_of(n), frame_exr(n, look));
        }
    }
};

} // namespace

TEST_CASE("a frame with another crop counts in the window of another one as if it were empty outside") {
    if (!has_device()) return;
    using Layers = std::set<std::string>;
    for (const Layers& without : {Layers{}, Layers{"Vector"}, Layers{"Vector", "Denoising Albedo"}}) {
        CAPTURE(without.size());
        const auto run = [&](const Folder& folder) {
            if (without.empty())
                denoise_well(folder, "in/ -o out/");
            else
                expect(denoise(folder, "in/ -o out/"), 0, {line(messages::motion_missing)});
        };
        const Cropped shot(5, without);
        run(shot);
        Folder folder;
        for (int n = 1; n <= 5; ++n) {
            const Look own = cropped(n);
            Look look = cropped(3);
            look.without = without;
            look.spoil = [=](const std::string&, char, int x, int y, float sample) {
                const int u = look.left + x - own.left, v = look.top + y - own.top;
                return u >= 0 && v >= 0 && u < own.size.width && v < own.size.height ? sample : 0;
            };
            spill(folder.path / "in" / name_of(n), frame_exr(n, look));
        }
        run(folder);
        CHECK((slurp(folder.path / "out/s.0003.exr") == slurp(shot.path / "out/s.0003.exr")));
        CHECK(parts_of(shot, "out/s.0003.exr").front().attributes["atrous:window"] == "string:-2 -1 0 1 2");
    }
}

TEST_CASE("chunks of frames that are cropped in different ways give the bytes of one run") {
    if (!has_device()) return;
    for (const auto& without : {std::set<std::string>{}, {"Vector"}}) { // then motion is estimated
        const Cropped shot(6, without);
        const auto run = [&](const std::string& arguments) {
            if (without.empty())
                denoise_well(shot, arguments);
            else
                check(denoise(shot, arguments), 0, {});
        };
        run("-j 1 in/s.####.exr -o whole/s.####.exr");
        for (const char* frames : {"1", "2-4", "5-6"})
            run("--frames " + std::string(frames) + " in/s.####.exr -o tasks/s.####.exr");
        check_same_frames(shot, "whole", "tasks", 1, 6);
    }
}

TEST_CASE("a frame of another size is a hole with one warning; it and its neighbours are written") {
    if (!has_device()) return;
    const Look tiny{{16, 12}};
    const Shot shot(5, tiny);
    Look larger = tiny;
    larger.size = {17, 12};
    spill(shot.path / "in" / name_of(3), frame_exr(3, larger));
    const Ran ran = denoise(shot, "--log l.jsonl in/ -o out/");
    expect(ran, 0, {line(messages::neighbour_unlike, "s.0001.exr: ", "in/s.0003.exr", "17x12", "16x12")});
    CHECK(count_messages(ran.err, messages::neighbour_unlike, anything, anything) == 1);
    CHECK(shot.list("out") == "s.0001.exr s.0002.exr s.0003.exr s.0004.exr s.0005.exr");
    CHECK(parts_of(shot, "out/s.0002.exr").front().attributes["atrous:window"] == "string:-1 0");
    CHECK(parts_of(shot, "out/s.0003.exr").front().attributes["atrous:window"] == "string:0");
    CHECK(slurp(shot.path / "l.jsonl").find("\"holes\":[3]") != std::string::npos);
}

TEST_CASE("a history cannot follow a data window that changes, and one warning reports it") {
    if (!has_device()) return;
    const Cropped shot(4);
    const Ran ran = denoise(shot, "--temporal recursive in/ -o out/");
    expect(ran, 0, {line(messages::history_ended)});
    CHECK(ran.err.find("begins again") == ran.err.rfind("begins again"));
}
