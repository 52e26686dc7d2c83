// Tests neighbours: their benefit, their search, and holes.
#include "base/json.h"
#include "batch/pipeline/messages.h"
#include "batch/plan/messages.h"
#include "commands/denoise/messages.h"
#include "denoise/shot.h"
#include "files/messages.h"
#include "formats/common/messages.h"
#include "support/messages.h"
#include "support/skip.h"
#include <cmath>
#include <regex>
#include <set>

using namespace denoise_test;

namespace {

const Look usual{};

std::vector<float> result_of(const Folder& folder, const std::string& name) {
    return planes_of(parts_of(folder, name), "Combined");
}

/// The objects of a log, by the frame of their input. 0 is the run itself.
std::map<int, Json> log_of(const Folder& folder, const std::string& name) {
    std::map<int, Json> found;
    for (const Json& object : read_log(folder.path / name)) {
        if (object.find("end")) continue;
        const Json* input = object.find("input");
        found[input ? std::stoi(input->string()->substr(5, 4)) : 0] = object;
    }
    return found;
}

std::string member(const Json& json, const std::string& name) {
    const Json* found = json.find(name);
    return found ? found->dump() : "";
}

/// A member of the only image's settings.
std::string setting(const Json& frame, const std::string& name) {
    REQUIRE(frame.find("settings"));
    REQUIRE(frame.find("settings")->array()->size() == 1);
    return member(frame.find("settings")->array()->front(), name);
}

} // namespace

TEST_CASE("the filter brings a frame nearer to the truth, its neighbours more so, wrong vectors less") {
    if (!has_device()) return;
    // Vectors to the previous frame have the wrong direction, vectors to the next one the right one: no round trip returns.
    Look contrary = usual;
    contrary.spoil = [](const std::string& layer, char component, int, int, float v) {
        return layer == "Vector" && (component == 'X' || component == 'Y') ? -v : v;
    };
    const Shot shot(5, usual), lost(5, contrary);
    const std::string one = " --chunk 2/5 --frames 1-5 in/s.####.exr -o ";
    const auto error_of = [&](const Shot& of, const std::string& how) {
        check(denoise(of, "--existing replace " + how + one + "o/s.####.exr"), 0, {});
        return rms(result_of(of, "o/s.0003.exr"), truth(3, usual.size));
    };
    const auto error = [&](const std::string& how) { return error_of(shot, how); };
    const double before = rms(result_of(shot, "in/s.0003.exr"), truth(3, usual.size));
    const double alone = error("--temporal none"), window = error(""), wrong = error_of(lost, "");
    MESSAGE("before " << before << ", alone " << alone << ", window " << window << ", wrong " << wrong);
    CHECK(alone < 0.5 * before);
    CHECK(window < 0.9 * alone);
    CHECK(window < wrong);
    CHECK(wrong < 1.05 * alone);
}

TEST_CASE("vectors in one direction do nearly as well as in both, and chunks give the bytes of one run") {
    if (!has_device()) return;
    const Shot shot(5, usual);
    const auto error = [&](const std::string& how, const std::string& out) {
        const Ran ran = denoise(shot, how + " --frames 1-5 in/s.####.exr -o " + out + "/s.####.exr");
        check(ran, 0, {});
        CHECK(prints(ran, line(messages::motion_reversed)) ==
              (how.find("--role motion") != std::string::npos));
        return rms(result_of(shot, out + "/s.0003.exr"), truth(3, usual.size));
    };
    const double alone = error("--temporal none", "alone"), both = error("", "both");
    for (const std::string absent : {"motion", "motion-next"}) {
        const double one = error("--log " + absent + ".jsonl --role " + absent + "=none", absent);
        MESSAGE("without " << absent << " " << one << ", with both " << both << ", alone " << alone);
        CHECK(one < 1.1 * both); // at edges of the ball and of the image, more find nothing
        CHECK(one < 0.9 * alone);
        CHECK(setting(log_of(shot, absent + ".jsonl").at(3), "window") == "[-2,-1,0,1,2]");
        check(denoise(shot, "--chunk 1/5 --role " + absent + "=none --frames 1-5 in/s.####.exr -o chunk-" +
                                absent + "/s.####.exr"),
              0, {});
        CHECK(
            (slurp(shot.path / absent / name_of(2)) == slurp(shot.path / ("chunk-" + absent) / name_of(2))));
    }
}

TEST_CASE("layers of --light add up to the filtered beauty, and each is nearer to its image without noise") {
    if (!has_device()) return;
    const Shot shot(3, usual);
    denoise_well(shot, "--light *.Combined_fill,*.Combined_key,*.Emit in/ -o out/");
    const auto parts = parts_of(shot, "out/s.0002.exr");
    const auto beauty = planes_of(parts, "Combined");
    const std::vector<float> sum = sum_of_lights(parts);
    double worst = 0;
    for (std::size_t i = 0; i < sum.size(); ++i)
        worst = std::max(worst,
                         std::abs(double(sum[i]) - beauty[i]) / std::max(std::abs(double(beauty[i])), 1e-3));
    CHECK(worst <= 1e-5);
    CHECK(changed_channels(parts_of(shot, "in/s.0002.exr"), parts).size() == 3 * 4);
}

TEST_CASE("a pattern of --light selects every layer that it matches, but no role and no image") {
    if (!has_device()) return;
    const Shot shot(1, usual);
    denoise_well(shot, "--light *Combined_*,*.Combined_fill in/s.0001.exr --log l.jsonl -o b.exr");
    const auto changed = changed_channels(parts_of(shot, "in/s.0001.exr"), parts_of(shot, "b.exr"));
    CHECK(std::set<std::string>(changed.begin(), changed.end()) ==
          std::set<std::string>{"ViewLayer.Combined.B", "ViewLayer.Combined.G", "ViewLayer.Combined.R",
                                "ViewLayer.Combined_fill.B", "ViewLayer.Combined_fill.G",
                                "ViewLayer.Combined_fill.R", "ViewLayer.Combined_key.B",
                                "ViewLayer.Combined_key.G", "ViewLayer.Combined_key.R"});
}

TEST_CASE("a hole of --missing skip and clip: no neighbour beyond it is used, and the log lists it") {
    if (!has_device()) return;
    const Shot shot(6, usual);
    fs::remove(shot.path / "in" / name_of(4));
    const std::string rest = " --frames 1-6 in/s.####.exr -o ";
    const std::string missing = text_of(messages::frames_absent, "in/s.####.exr", 1, 6, "4");
    expect(denoise(shot, "--missing skip --log l.jsonl" + rest + "skip/s.####.exr"), 1, {missing});
    expect(denoise(shot, "--missing clip" + rest + "clip/s.####.exr"), 0, {missing});
    CHECK(shot.list("skip") == "s.0001.exr s.0002.exr s.0003.exr s.0005.exr s.0006.exr");
    CHECK(shot.list("clip") == shot.list("skip"));
    const auto log = log_of(shot, "l.jsonl");
    const std::pair<int, const char*> windows[] = {
        {1, "[0,1,2]"}, {2, "[-1,0,1]"}, {3, "[-2,-1,0]"}, {5, "[0,1]"}, {6, "[-1,0]"}};
    for (const auto& [frame, window] : windows) {
        CAPTURE(frame);
        CHECK(setting(log.at(frame), "window") == window);
        CHECK(member(log.at(frame), "holes") == (frame == 1 ? "" : "[4]"));
        CHECK((slurp(shot.path / "clip" / name_of(frame)) == slurp(shot.path / "skip" / name_of(frame))));
    }
    CHECK(member(log.at(4), "status") == "\"missing\"");
    // The shot is treated as if it ended there.
    denoise_well(shot, "--frames 1-3 in/s.####.exr -o part/s.####.exr");
    CHECK((slurp(shot.path / "part" / name_of(3)) == slurp(shot.path / "skip" / name_of(3))));
}

TEST_CASE("a folder in which a frame is missing warns once, as a pattern does") {
    if (!has_device()) return;
    const Shot shot(4, {{16, 12}});
    fs::remove(shot.path / "in" / name_of(3));
    for (const auto& [inputs, pattern] :
         {std::pair{"in/", "in/s.####.exr"}, {"in/s.####.exr", "in/s.####.exr"}}) {
        CAPTURE(std::string(inputs));
        const Ran ran = denoise(shot, std::string("--existing replace ") + inputs + " -o out/");
        CHECK(ran.code == 0);
        CHECK(count_messages(ran.err, messages::frame_holes, {pattern, "3"}) == 1);
    }
}

/// Both eyes of a still scene, in this order, with noise of their own.
std::string stereo_exr(int number, const std::vector<std::string>& eyes) {
    std::vector<files::ExrPart> parts;
    for (const std::string& eye : eyes) {
        files::ExrPart part{"rgba." + eye, {}, 0, 0, 24, 18, 24, 18, {{"view", "string", eye}}};
        for (const char* name : {"B", "G", "R", "Z", "motion.X", "motion.Y"})
            part.channels.push_back({name, files::ExrType::single});
        part.sample = [=](const std::string& channel, int x, int y) {
            const int other = eye == "left" ? 0 : 7;
            if (channel.starts_with("motion")) return 0.0F;
            if (channel == "Z") return 4.0F;
            const auto random = files::noise(std::uint32_t(((other * 9 + number) * 64 + y) * 64 + x)) & 0xff;
            return (0.5F + 0.4F * std::sin(0.7F * float(x + other) + 0.4F * float(y))) * float(random) / 128;
        };
        parts.push_back(part);
    }
    return files::exr(parts);
}

TEST_CASE("the eyes of a stereo shot are filtered each with its own neighbours, in any order of parts") {
    if (!has_device()) return;
    const Folder folder;
    for (int n = 1; n <= 3; ++n) {
        spill(folder.path / "same" / name_of(n), stereo_exr(n, {"left", "right"}));
        const bool turned = n == 2;
        spill(folder.path / "other" / name_of(n),
              stereo_exr(n, turned ? std::vector<std::string>{"right", "left"}
                                   : std::vector<std::string>{"left", "right"}));
    }
    for (const char* shot : {"same", "other"})
        check(denoise(folder, std::string("--temporal window:1 ") + shot + "/ -o out-" + shot + "/"), 0, {});
    const auto eyes = [&](const char* shot, int n) {
        return parts_of(folder, std::string("out-") + shot + "/" + name_of(n));
    };
    CHECK(eyes("same", 1)[0].attributes["atrous:window"] == "string:0 1");
    for (const std::size_t eye : {0, 1}) {
        CHECK(eyes("same", 1)[eye].floats("R") == eyes("other", 1)[eye].floats("R"));
        CHECK(eyes("same", 2)[eye].floats("R") == eyes("other", 2)[1 - eye].floats("R"));
    }
}

TEST_CASE("a damaged neighbour is a hole of its window, and only it fails") {
    if (!has_device()) return;
    const Shot shot(4, usual);
    fs::resize_file(shot.path / "in" / name_of(3), 20000);
    expect(denoise(shot, "--log l.jsonl in/ -o out/"), 1,
           {line(messages::samples_damaged, "in/s.0003.exr:"),
            message(messages::neighbour_failed, "in/s.0003.exr", "1-4", "in/s.####.exr")});
    CHECK(shot.list("out") == "s.0001.exr s.0002.exr s.0004.exr");
    const auto log = log_of(shot, "l.jsonl");
    CHECK(member(log.at(2), "holes") == "[3]");
    CHECK(setting(log.at(2), "window") == "[-1,0]");
    CHECK(setting(log.at(4), "window") == "[0]");
    CHECK(member(log.at(3), "status") == "\"failed\"");
}

TEST_CASE("the log has roles, samples, the window, and how many pixels found how many frames") {
    if (!has_device()) return;
    const Shot shot(3, usual);
    denoise_well(shot, "--log l.jsonl --light *.Emit --clamp-fireflies 50 --chunk 1/3 "
                       "--frames 1-3 in/s.####.exr -o out/s.####.exr");
    const auto log = log_of(shot, "l.jsonl");
    CHECK(member(log.at(0), "command") == "\"denoise\"");
    const Json& options = *log.at(0).find("options");
    for (const auto& [name, value] : {std::pair{"temporal", "\"window:2\""},
                                      {"alpha", "\"keep\""},
                                      {"clamp-fireflies", "50"},
                                      {"light", R"(["*.Emit"])"},
                                      {"from", "[]"}})
        CHECK(member(options, name) == value);
    const Json& frame = log.at(2);
    CHECK(member(frame, "status") == "\"ok\"");
    CHECK(
        setting(frame, "roles") ==
        R"({"beauty":"ViewLayer.Combined","albedo":"ViewLayer.Denoising Albedo","normal":"ViewLayer.Normal",)"
        R"("depth":"ViewLayer.Depth","motion":"ViewLayer.Vector","motion-next":"ViewLayer.Vector",)"
        R"("light":"ViewLayer.Emit"})");
    CHECK(setting(frame, "layer") == "\"ViewLayer.Combined\"");
    CHECK(setting(frame, "samples") == "4");
    CHECK(setting(frame, "window") == "[-1,0,1]");
    double pixels = 0, first = 0;
    const Json counts = parse_json(setting(frame, "counts"), "counts");
    for (const Json& count : *counts.array()) pixels += count.number(-1);
    first = counts.array()->front().number(-1);
    CHECK(pixels == usual.size.width * usual.size.height);
    CHECK(parse_json(setting(frame, "alone"), "alone").number(-1) == doctest::Approx(first / pixels));
    for (const int neighbour : {1, 3}) {
        CHECK(member(log.at(neighbour), "neighbour") == "true");
        CHECK(log.at(neighbour).find("output") == nullptr);
    }
}

TEST_CASE("fewer than 4 samples have a window of three frames on each side, unless an option sets it") {
    if (!has_device()) return;
    Look look{{33, 25}};
    look.samples = "2";
    const Shot few(8, look), usual_samples(8, {{33, 25}});
    const auto window = [](const Shot& shot, const std::string& options) {
        const std::string out = "out" + std::to_string(std::hash<std::string>{}(options)) + "/";
        denoise_well(shot, options + " -o " + out);
        const ExrPartBytes part = parts_of(shot, out + name_of(4)).front();
        return part.attributes.at("atrous:window");
    };
    CHECK(window(few, "in/") == "string:-3 -2 -1 0 1 2 3");
    CHECK(window(few, "'in/s.####.exr' --chunk 0/2") == "string:-3 -2 -1 0 1 2 3");
    CHECK(window(few, "--temporal window:2 in/") == "string:-2 -1 0 1 2");
    CHECK(window(few, "--samples 8 in/") == "string:-2 -1 0 1 2");
    CHECK(window(usual_samples, "in/") == "string:-2 -1 0 1 2");
    CHECK(window(usual_samples, "--samples 3 in/") == "string:-3 -2 -1 0 1 2 3");
    spill(few.path / "names", "in/s.0001.exr\nin/s.0002.exr\nin/s.0003.exr\nin/s.0004.exr\n");
    CHECK(window(few, "--files-from names") == "string:-3 -2 -1 0");
}

TEST_CASE("-v names the steps of denoise and the chosen settings") {
    if (!has_device()) return;
    const Shot shot(2, usual);
    const Ran window = denoise(shot, "-v in/ -o out/");
    for (const char* said : {"  gather ", "  variance ", "  level 4 ", "temporal window:2", "samples 4"}) {
        CAPTURE(said);
        CHECK(window.says(said));
    }
    CHECK_FALSE(window.says("edge search"));
    CHECK(denoise(shot, "-v --temporal recursive in/ -o history/").says("  reproject "));
}

TEST_CASE("-n shows that --execution storage=half takes less memory, and that estimating motion takes more") {
    if (!test::memory_is_measured()) return;
    if (!has_device()) return;
    const Shot shot(1, {{600, 400}});
    const auto memory = [&](const std::string& options) {
        const std::string out = denoise(shot, "-n " + options + " in/s.0001.exr -o b.exr").out;
        std::smatch found;
        REQUIRE(std::regex_search(out, found, std::regex("([0-9.]+) MiB")));
        return std::stod(found[1]);
    };
    CHECK(memory("") - memory("--execution storage=half") > 38); // half of five frames of 17 planes
    CHECK(memory("") - memory("--role motion=none") > 8);        // 10 planes of the frame before
}

TEST_CASE("-n prints size, window and memory of every frame, or the error of the run, and writes nothing") {
    if (!has_device()) return;
    const Shot shot(4, usual);
    fs::remove(shot.path / "in" / name_of(3));
    const std::string rest = " --frames 1-4 in/s.####.exr -o out/s.####.exr";
    const Ran clip = denoise(shot, "-n --missing clip" + rest);
    CAPTURE(clip.out);
    CHECK(clip.code == 0);
    for (const char* part :
         {"in/s.0001.exr", "out/s.0004.exr", "48x40", "1: 1 to 2", "4: 4 to 4", "missing", "iB"})
        CHECK(clip.out.find(part) != std::string::npos);
    CHECK(denoise(shot, "-n --missing skip" + rest).code == 1);
    const std::string none = " --frames 3 in/s.####.exr -o out/s.####.exr"; // there are only neighbours
    CHECK(denoise(shot, "-n --missing clip" + none).code == 3);
    CHECK_FALSE(shot.has("out"));
    spill(shot.path / "out" / name_of(1), "mine");
    const Ran there = denoise(shot, "-n --missing clip" + rest);
    CHECK(there.code == 1);
    CHECK(prints(there, line(messages::output_exists)));
    CHECK(there.out.find("would fail") != std::string::npos);
}
