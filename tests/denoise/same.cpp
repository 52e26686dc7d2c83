// Tests that chunks, jobs and neutral settings change nothing, and that other data is copied.
#include "commands/denoise/messages.h"
#include "denoise/shot.h"
#include "engine/messages.h"
#include "support/messages.h"
#include <algorithm>

using namespace denoise_test;
using Names = std::vector<std::string>;

namespace {

const Look little{{33, 25}};
const Names combined{"ViewLayer.Combined.B", "ViewLayer.Combined.G", "ViewLayer.Combined.R"};

} // namespace

TEST_CASE("chunks of 1, 4 and 7, in any order and with any number of jobs, give the bytes of one run") {
    if (!has_device()) return;
    const Shot shot(7, little);
    denoise_well(shot, "-j 1 --frames 1-7 in/s.####.exr -o whole/s.####.exr");
    for (const int chunks : {1, 4, 7}) {
        const std::string out = "in" + std::to_string(chunks);
        for (int i = 0; i < chunks; ++i) {
            const int chunk = (5 * i + 2) % chunks; // 5 has no divisor in common with them
            const std::string how = "-j " + std::to_string(1 + i % 4) + " --chunk " + std::to_string(chunk) +
                                    "/" + std::to_string(chunks);
            denoise_well(shot, how + " --frames 1-7 in/s.####.exr -o " + out + "/s.####.exr");
        }
        CHECK(shot.list(out) == shot.list("whole"));
        check_same_frames(shot, out, "whole", 1, 7);
    }
}

TEST_CASE(
    "--strength 0 gives every channel bit for bit, NaN in the light as well; its counterpart does not") {
    if (!has_device()) return;
    Look look = little;
    look.bad = 3;
    const Shot shot(3, look);
    check(denoise(shot, "--strength 0 --light *.Combined_fill in/ -o out/"), 0, {});
    for (int n = 1; n <= 3; ++n)
        CHECK(changed_channels(parts_of(shot, "in/" + name_of(n)), parts_of(shot, "out/" + name_of(n)))
                  .empty());
    expect(denoise(shot, "--temporal none in/s.0002.exr -o b.exr"), 0, {line(messages::light_replaced)});
    CHECK(changed_channels(parts_of(shot, "in/s.0002.exr"), parts_of(shot, "b.exr")) == combined);
}

TEST_CASE(
    "all that is not filtered is bit-equal, with its type: in one part and in several, with alpha or without") {
    if (!has_device()) return;
    for (const bool several : {false, true})
        for (const int alpha : {0, 1}) {
            CAPTURE(several);
            CAPTURE(alpha);
            Look look = little;
            look.several = several;
            look.alpha = alpha;
            const Shot shot(2, look);
            denoise_well(shot, "in/ -o out/");
            const auto before = parts_of(shot, "in/s.0002.exr"), after = parts_of(shot, "out/s.0002.exr");
            CHECK(changed_channels(before, after) == (several ? Names{"B", "G", "R"} : combined));
            for (std::size_t i = 0; i < before.size(); ++i)
                for (const auto& [name, value] : before[i].attributes) {
                    CAPTURE(name);
                    REQUIRE(after[i].attributes.contains(name));
                    CHECK((after[i].attributes.at(name) == value));
                }
        }
}

TEST_CASE("an image of half-precision samples keeps their type") {
    if (!has_device()) return;
    Folder folder;
    files::ExrPart part{"", {{"B"}, {"G"}, {"R"}}};
    spill(folder.path / "a.exr", files::exr({part}));
    check(denoise(folder, "--temporal none a.exr -o b.exr"), 0, {});
    const auto before = parts_of(folder, "a.exr"), after = parts_of(folder, "b.exr");
    for (const auto& [name, channel] : after.front().channels) CHECK(channel.type == 1);
    CHECK(changed_channels(before, after) == Names{"B", "G", "R"});
}

TEST_CASE("--temporal none, window:0, and window:2 of a single frame are the same") {
    if (!has_device()) return;
    const Shot shot(1, little);
    for (const char* how : {"none", "window:0", "window:2"})
        denoise_well(shot, std::string("--temporal ") + how + " in/s.0001.exr -o " + how + ".exr");
    for (const char* other : {"window:0.exr", "window:2.exr"})
        CHECK(changed_channels(parts_of(shot, "none.exr"), parts_of(shot, other)).empty());
}

TEST_CASE("outputs record their origin: version, options other than the defaults, frames of the window") {
    if (!has_device()) return;
    for (const bool several : {false, true}) {
        CAPTURE(several);
        Look look = little;
        look.several = several;
        const Shot shot(2, look);
        const std::string version = shot.run("--version").out;
        const auto told = [&](const std::string& options, const std::string& file) {
            check(denoise(shot,
                          "--existing replace --log l.jsonl -j 1 --chunk 0/1 " + options + " in/ -o out/"),
                  0, {});
            return parts_of(shot, "out/" + file).front().attributes;
        };
        auto attributes = told("--levels 5 --samples 16 --role albedo=*.Denoising*", "s.0001.exr");
        CHECK("atrous " + attributes["atrous:version"].substr(7) + "\n" == version);
        CHECK(attributes["atrous:settings"] == "string:--role albedo=*.Denoising* --samples 16");
        CHECK(attributes["atrous:window"] == "string:0 1");
        attributes = told("", "s.0002.exr");
        CHECK(attributes["atrous:settings"] == "string:defaults");
        CHECK(attributes["atrous:window"] == "string:-1 0");
        CHECK(told("--samples auto", "s.0002.exr")["atrous:settings"] == "string:defaults");
        CHECK(told("--samples 8", "s.0002.exr")["atrous:settings"] == "string:--samples 8"); // files say 4
        CHECK(told("--temporal recursive:3", "s.0002.exr")["atrous:settings"] ==
              "string:--temporal recursive:3");
        CHECK_FALSE(told("--strength 0", "s.0002.exr").contains("atrous:version")); // nothing was made
        for (const ExrPartBytes& part : parts_of(shot, "out/s.0001.exr"))
            CHECK_FALSE(part.attributes.contains("atrous:settings"));
    }
}
