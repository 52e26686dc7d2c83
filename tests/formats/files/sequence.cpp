// Tests frame numbers in names, patterns of sequences and lists of frames.
#include "renders/sequence.h"
#include "base/error.h"
#include "renders/messages.h"
#include "support/messages.h"
#include <algorithm>
#include <chrono>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

std::string frames_of(const std::string& text) { return frames_text(parse_frames(text, "--frames")); }

/// The error message for a frame list.
std::string frames_refusal(const std::string& text) {
    try {
        parse_frames(text, "--frames");
    } catch (const Error& error) {
        CHECK(error.kind == Exit::usage);
        return error.what();
    }
    return "no refusal";
}

/// The frame in a name, in its written form, or "none".
std::string frame_written(const std::string& name) {
    const auto found = frame_in(name);
    if (!found) return "none";
    CHECK(found->before + found->text + found->after == name);
    CHECK(found->number == std::stoi(found->text));
    return found->text;
}

} // namespace

TEST_CASE("lists of frames: ranges, steps, their inverse, falling, negative, several, each frame once") {
    CHECK(frames_of("7") == "7");
    CHECK(frames_of("1-10") == "1-10");
    CHECK(frames_of("1-10x3") == "1,4,7,10");
    CHECK(frames_of("1-10y3") == "2-3,5-6,8-9");
    CHECK(frames_of("10-1") == "1-10");
    CHECK(frames_of("10-1x3") == "1,4,7,10");
    CHECK(frames_of("10-2x3") == "4,7,10");
    CHECK(frames_of("10-2x-3") == "4,7,10");
    CHECK(frames_of("-5--1") == "-5--1");
    CHECK(frames_of("-3-2") == "-3-2");
    CHECK(frames_of("-7") == "-7");
    CHECK(frames_of("1-10,150") == "1-10,150");
    CHECK(frames_of("150, 1-3 2") == "1-3,150");
    CHECK(frames_of("1-100x50,51") == "1,51");
    CHECK(parse_frames("1001-1100", "").size() == 100);
    CHECK(parse_frames("1-1000000", "").size() == 1000000);
}

TEST_CASE("x and y of a step divide a range in two") {
    for (int last = -9; last <= 13; ++last)
        for (int step = 2; step <= 5; ++step) {
            if (last == -3) continue; // y would match none
            const std::string range = "-3-" + std::to_string(last), by = std::to_string(step);
            CAPTURE(range);
            CAPTURE(step);
            auto both = parse_frames(range + "x" + by, "");
            const auto others = parse_frames(range + "y" + by, "");
            both.insert(both.end(), others.begin(), others.end());
            std::ranges::sort(both);
            CHECK(both == parse_frames(range, ""));
        }
}

TEST_CASE("a list of many long ranges that name nearly nothing is read at once") {
    std::string list = "5";
    for (int i = 0; i < 2000; ++i) list += ",1-900000y1,1-900000x899999";
    const auto start = std::chrono::steady_clock::now();
    CHECK(frames_of(list) == "1,5,900000");
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    CHECK(took.count() < 2); // 7 s if each number of a range is visited, otherwise .001
}

TEST_CASE("a list that is read is the list that was written") {
    for (const char* text : {"1", "1-2,4", "0-9,11,13-20", "5,7,9"}) CHECK(frames_of(text) == text);
}

TEST_CASE("a colon in a list of frames is refused, with the reason") {
    for (const char* text : {"1:100", "1-100:2"}) {
        const std::string reason = frames_refusal(text);
        CAPTURE(reason);
        for (const char* part : {text, "a range in some programs", "a step in others", "OpenCue", "1-100x5"})
            CHECK(reason.find(part) != std::string::npos);
    }
}

TEST_CASE("invalid lists of frames are refused") {
    for (const char* text :
         {"a", "1-", "1-2x", "1x2", "1-10z3", "1..10", "1-10x2y3", "1.5", "99999999999", "+3"})
        CHECK(has_message(frames_refusal(text), messages::not_a_range, anything));
    CHECK(has_message(frames_refusal(""), messages::no_frames, ""));
    CHECK(has_message(frames_refusal(","), messages::no_frames, ","));
    CHECK(has_message(frames_refusal("1-5y1"), messages::no_frames, "1-5y1"));
    CHECK(has_message(frames_refusal("1-5x0"), messages::zero_step, "1-5x0"));
    CHECK(has_message(frames_refusal("1-5x-1"), messages::falling_step, "1-5x-1"));
    CHECK(has_message(frames_refusal("1-9000000"), messages::too_many_frames, "1-9000000", 1000000));
}

TEST_CASE(
    "the frame of a name: in front of the extension, or the only one between dots, with sign and zeros") {
    struct Row {
        const char *name, *frame;
    };
    for (const Row& row : {Row{"b.0001.exr", "0001"},
                           Row{"b.-0001.exr", "-0001"},
                           Row{"b_-3.exr", "-3"},
                           Row{"-0001.exr", "-0001"},
                           Row{"b--7.exr", "-7"},
                           Row{"beauty.0005.v3.exr", "0005"},
                           Row{"beauty.-0005.v3.exr", "-0005"},
                           Row{"v3_beauty.0042.exr", "0042"},
                           Row{"shot.01.0005.exr", "0005"},
                           Row{"a b.0001.exr", "0001"},
                           Row{"a.b.0001.exr", "0001"},
                           Row{"0007.exr", "0007"},
                           Row{"IMG_1234.JPG", "1234"},
                           Row{"f007.exr", "007"},
                           Row{"shot-0001.exr", "0001"},
                           Row{"2024-01-05.jpg", "05"},
                           Row{"f007b.exr", "007"},
                           Row{"b.12345.exr", "12345"},
                           Row{"b.exr", "none"},
                           Row{"a.01.0005.v3.exr", "none"},
                           Row{"v3_s2b.exr", "none"},
                           Row{"f_v002.exr", "none"},
                           Row{"f.V2.exr", "none"},
                           Row{"v0003.exr", "0003"},
                           Row{"V3.exr", "none"},
                           Row{"0001_v002.exr", "0001"},
                           Row{"shot01_v002.exr", "none"},
                           Row{"mov0003.exr", "0003"},
                           Row{"f_v002.0007.exr", "0007"},
                           Row{"f_v002_0007.exr", "0007"},
                           Row{"b.20240105123456.exr", "none"}}) {
        CAPTURE(row.name);
        CHECK(frame_written(row.name) == row.frame);
    }
}

TEST_CASE("patterns of all notations: the file of a frame, and the frame of that file again") {
    struct Row {
        const char *pattern, *five, *minus_five, *large;
    };
    for (const Row& row : {Row{"d.1/b.####.exr", "d.1/b.0005.exr", "d.1/b.-0005.exr", "d.1/b.123456.exr"},
                           Row{"b.#.exr", "b.0005.exr", "b.-0005.exr", "b.123456.exr"},
                           Row{"b_##.exr", "b_05.exr", "b_-05.exr", "b_123456.exr"},
                           Row{"b.@.exr", "b.5.exr", "b.-5.exr", "b.123456.exr"},
                           Row{"b@@@.exr", "b005.exr", "b-005.exr", "b123456.exr"},
                           Row{"b.%04d.exr", "b.0005.exr", "b.-005.exr", "b.123456.exr"},
                           Row{"b.%d.exr", "b.5.exr", "b.-5.exr", "b.123456.exr"},
                           Row{"b.$F4.exr", "b.0005.exr", "b.-0005.exr", "b.123456.exr"},
                           Row{"b.$F.v3.exr", "b.5.v3.exr", "b.-5.v3.exr", "b.123456.v3.exr"},
                           Row{"b.{frame}.exr", "b.5.exr", "b.-5.exr", "b.123456.exr"}}) {
        CAPTURE(row.pattern);
        const auto pattern = pattern_in(row.pattern);
        REQUIRE(pattern);
        CHECK(pattern->text() == row.pattern);
        CHECK(pattern->file(5) == row.five);
        CHECK(pattern->file(-5) == row.minus_five);
        CHECK(pattern->file(123456) == row.large);
        for (const int frame : {-123456, -5, -1, 0, 5, 999, 10000})
            CHECK(pattern->frame_of(pattern->file(frame)) == frame);
    }
}

TEST_CASE("a pattern takes the padding that it has, and either place of a minus") {
    const auto four = pattern_in("b.####.exr"), printed = pattern_in("b.%04d.exr"),
               any = pattern_in("b.{frame}.exr");
    for (const char* other : {"b.5.exr", "b.00005.exr", "b.005.exr", "b..exr", "b.-.exr", "b.0x05.exr",
                              "c.0005.exr", "b.0005.png", "b.0005.exr.exr", "b.exr", "b.1234567890.exr"})
        CHECK_FALSE(four->frame_of(other));
    for (const auto& pattern : {four, printed}) {
        CHECK(pattern->frame_of("b.-005.exr") == -5);
        CHECK(pattern->frame_of("b.-0005.exr") == -5);
    }
    for (const char* name : {"b.5.exr", "b.005.exr", "b.0005.exr"}) CHECK(any->frame_of(name) == 5);
}

TEST_CASE("names without a pattern: letters after the signs, signs in a folder's name") {
    for (const char* name : {"icon@2x.png", "me@home.jpg", "take#1.jpg", "C#/b.exr", "b.@@/c.exr", "100%.jpg",
                             "b.$Foo.exr", "b.%4d.exr", "b.%s.exr", "b.{stem}.exr", "b.0001.exr"}) {
        CAPTURE(name);
        CHECK_FALSE(pattern_in(name));
    }
}

TEST_CASE("two places for the frame are refused") {
    CHECK_THROWS_WITH_AS(pattern_in("b.####.%04d.exr"),
                         ("b.####.%04d.exr: " + words(messages::two_frame_places, "####", "%04d")).c_str(),
                         Error);
}
