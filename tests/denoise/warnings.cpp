// Tests warnings of runs that succeed: missing roles, still vectors, samples that are not finite, files without an image.
#include "commands/denoise/messages.h"
#include "denoise/shot.h"
#include "engine/messages.h"
#include "support/messages.h"
#include <cmath>

using namespace denoise_test;

namespace {

const Look small{{24, 18}};

/// Warnings about a shot of two such frames, which are all written, with these options.
Ran said_of(const Look& look, const std::string& options = "") {
    const Shot shot(2, look);
    const Ran ran = denoise(shot, options + " in/ -o out/");
    CAPTURE(ran.err);
    CHECK(ran.code == 0);
    CHECK(shot.list("out") == "s.0001.exr s.0002.exr");
    return ran;
}

} // namespace

TEST_CASE("each missing guide gives one warning, with the option that names it") {
    if (!has_device()) return;
    const std::pair<const char*, const char*> rows[] = {{"Denoising Albedo", "no layer is albedo"},
                                                        {"Normal", "no layer is normal"},
                                                        {"Depth", "no layer is depth"}};
    const char* options[] = {"--role albedo=NAME", "--role normal=NAME", "--role depth=NAME"};
    for (std::size_t i = 0; i < 3; ++i) {
        Look look = small;
        look.without = {rows[i].first};
        const Ran ran = said_of(look);
        CHECK(count_of(ran.err, rows[i].second) == 1);
        CHECK(ran.says(options[i]));
    }
    Look look = small;
    look.without = {"Denoising Albedo", "Normal", "Depth"};
    CHECK(prints(said_of(look), line(messages::guides_absent, "albedo or normal or depth")));
}

TEST_CASE("a role that is switched off is one that is missing") {
    if (!has_device()) return;
    CHECK(prints(said_of(small, "--role albedo=none"), line(messages::guides_absent, "albedo")));
    CHECK(prints(said_of(small, "--role depth=none"), line(messages::guides_absent, "depth")));
}

TEST_CASE(
    "missing vectors are estimated, with a note that names the option; --role motion=none filters each frame separately") {
    if (!has_device()) return;
    Look look = small;
    look.without = {"Vector"};
    const Ran ran = said_of(look);
    CHECK(count_messages(ran.err, messages::motion_missing, anything) == 1);
    CHECK(prints(ran, line(messages::motion_missing, "--role motion=NAME")));
    CHECK_FALSE(said_of(look, "--temporal none").says("warning"));
    const Shot with(2, small), without(2, look);
    denoise_well(with, "--temporal none in/s.0001.exr -o b.exr");
    expect(denoise(without, "--role motion=none in/ -o out/"), 0, {line(messages::motion_missing)});
    CHECK(planes_of(parts_of(with, "b.exr"), "Combined") ==
          planes_of(parts_of(without, "out/s.0001.exr"), "Combined"));
}

TEST_CASE("vectors that are all 0 give a warning with the cause") {
    if (!has_device()) return;
    Look look = small;
    look.zero = {"Vector"};
    const Ran ran = said_of(look);
    CHECK(count_messages(ran.err, messages::motion_zero) == 1);
    CHECK_FALSE(said_of(small).says("vectors"));
    look.size = {96, 80}; // large enough to find replacements for them
    const Ran one_way = said_of(look, "--role motion-next=none -v");
    CHECK(has_message(one_way.err, messages::motion_found, anything, anything));
    CHECK(count_messages(one_way.err, messages::motion_zero) == 1);
    CHECK_FALSE(prints(one_way, line(messages::motion_missing)));
}

TEST_CASE("samples of light that are NaN are replaced and counted, and none is written") {
    if (!has_device()) return;
    Look look = small;
    look.bad = 2;
    const Shot shot(1, look);
    const Ran ran = denoise(shot, "--log l.jsonl in/s.0001.exr -o b.exr");
    expect(ran, 0, {message(messages::light_replaced, "in/s.0001.exr", 6, "")});
    for (const float value : planes_of(parts_of(shot, "b.exr"), "Combined")) CHECK(std::isfinite(value));
    CHECK(slurp(shot.path / "l.jsonl").find("\"replaced\":6") != std::string::npos);
    CHECK_FALSE(prints(said_of(look, "--strength 0"), line(messages::light_replaced)));
}

TEST_CASE("samples of light that are finite, but beyond all light, are replaced and counted like NaN") {
    if (!has_device()) return;
    for (const float value : {2e15F, 3e38F}) {
        Look look = small;
        look.spoil = [=](const std::string& layer, char component, int x, int y, float sample) {
            return layer == "Combined" && component != 'A' && x == 20 && y == 9 ? value : sample;
        };
        const Shot shot(2, look);
        expect(denoise(shot, "in/ -o out/"), 0, {message(messages::light_replaced, "in/s.0001.exr", 3, "")});
        for (const float v : planes_of(parts_of(shot, "out/s.0001.exr"), "Combined"))
            CHECK((std::isfinite(v) && v < 100));
    }
}

TEST_CASE(
    "samples per pixel: the user's, else the file's, else by the noise, else 8; the log begins with it") {
    if (!has_device()) return;
    CHECK(prints(said_of(small), message(messages::samples_of_file, 4)));
    CHECK(prints(said_of(small, "--samples auto"), message(messages::samples_of_file, 4)));
    CHECK(prints(said_of(small, "--samples 32"), message(messages::samples_set, 32)));
    Look look = small;
    look.samples = "";
    for (const char* options : {"", "--samples auto"})
        CHECK(prints(said_of(look, options), message(messages::samples_assumed, 8)));
    look.size = {64, 48};
    CHECK(prints(said_of(look), line(messages::samples_estimated)));
}

TEST_CASE("noise that does not fit the samples of the file is reported, unless the user gives them") {
    if (!has_device()) return;
    Look look{.size = {64, 48}, .samples = "4096"};
    CHECK(prints(said_of(look), line(messages::samples_unlike, "4096")));
    CHECK(prints(said_of(Look{.size = {64, 48}, .samples = "4"}, "--samples 4096"),
                 line(messages::samples_unlike, "--samples", "4096")));
    CHECK(!prints(said_of(look, "--samples 4"), line(messages::samples_unlike)));
    CHECK(!prints(said_of(Look{.size = {64, 48}, .samples = "4"}), line(messages::samples_unlike)));
}

TEST_CASE("at the start, a line per role names its layer and the reason; --quiet omits it") {
    if (!has_device()) return;
    const Ran ran = said_of(small);
    for (const char* line :
         {"beauty: ViewLayer.Combined\n",
          "albedo: ViewLayer.Denoising Albedo, pattern '*.Denoising Albedo' of table cycles\n",
          "motion: ViewLayer.Vector, pattern '*.Vector.XY' of table cycles\n"}) {
        CAPTURE(line);
        CHECK(count_of(ran.err, line) == 1);
    }
    CHECK(said_of(small, "-q").err.empty());
}

TEST_CASE(
    "several shots: the roles of layers are printed only for a shot that differs from the shots before") {
    if (!has_device()) return;
    const Folder folder;
    Look other = small;
    other.without = {"Emit", "Combined_key"};
    other.samples = "9";
    for (const int n : {1, 2})
        for (const auto& [shot, look] : {std::pair{"a.", &small}, {"b.", &small}, {"c.", &other}})
            spill(folder.path / "in" / (shot + name_of(n)), frame_exr(n, *look));
    const Ran ran = denoise(folder, "--temporal none --light auto in/ -o out/");
    CAPTURE(ran.err);
    CHECK(ran.code == 0);
    CHECK(count_of(ran.err, "beauty: ViewLayer.Combined\n") == 2);
    CHECK(count_messages(ran.err, messages::layers, "in/c.s.0001.exr") == 1);
    CHECK(count_messages(ran.err, messages::layers, anything) == 1);
    CHECK(count_of(ran.err, "light: ViewLayer.Emit, ") == 1);
    CHECK(prints(ran, message(messages::samples_of_file, 9)));
}

TEST_CASE("the layers of each image of a file are printed") {
    if (!has_device()) return;
    const Folder folder;
    files::ExrPart part{"", {}};
    for (const char* eye : {"", "left."})
        for (const char c : {'B', 'G', 'R'}) part.channels.push_back({std::string(eye) + c});
    part.attributes = {{"multiView", "stringvector", std::string("\5\0\0\0right\4\0\0\0left", 17)}};
    spill(folder.path / "a.exr", files::exr({part}));
    const Ran ran = denoise(folder, "--temporal none a.exr -o b.exr");
    CAPTURE(ran.err);
    CHECK(ran.code == 0);
    CHECK(count_of(ran.err, "beauty: ") == 2);
}

TEST_CASE("guides without a view are reported for the second eye, unless it has its own") {
    if (!has_device()) return;
    for (const bool own : {false, true}) {
        const Folder folder;
        files::ExrPart part{"", {}};
        for (const char* name : {"", "albedo.", "albedo.left.", "left."})
            for (const char c : {'B', 'G', 'R'})
                if (own || std::string(name) != "albedo.left.")
                    part.channels.push_back({std::string(name) + c});
        part.attributes = {{"multiView", "stringvector", std::string("\5\0\0\0right\4\0\0\0left", 17)}};
        spill(folder.path / "a.exr", files::exr({part}));
        const Ran ran = denoise(folder, "--temporal none a.exr -o b.exr");
        CAPTURE(ran.err);
        CHECK(ran.code == 0);
        CHECK(count_messages(ran.err, messages::guides_shared, anything, "albedo") == (own ? 0 : 1));
    }
}

TEST_CASE("--filter eaw of 16 samples and more is reported") {
    if (!has_device()) return;
    Look look = small;
    look.samples = "16";
    CHECK(prints(said_of(look, "--filter eaw"), message(messages::gaussian_blurs, "16")));
    look.samples = "15";
    CHECK_FALSE(prints(said_of(look, "--filter eaw"), line(messages::gaussian_blurs)));
}

TEST_CASE(
    "vectors and normals that are encoded as 0 to 1 give one warning, with the option that corrects them") {
    if (!has_device()) return;
    Look look = small;
    look.spoil = [](const std::string& layer, char, int, int, float v) {
        return layer == "Vector" ? .5F + v / 64 : v;
    };
    const Ran vectors = said_of(look);
    CHECK(count_messages(vectors.err, messages::motion_encoded, "ViewLayer.Vector") == 1);
    CHECK(vectors.says("--motion-stored"));
    CHECK_FALSE(said_of(look, "--temporal none").says("warning")); // nobody asks for them
    look.spoil = [](const std::string& layer, char, int, int, float v) {
        return layer == "Normal" ? .5F + .5F * v : v;
    };
    const Ran normals = said_of(look);
    CHECK(count_messages(normals.err, messages::normals_are_encoded, "ViewLayer.Normal") == 1);
    CHECK(normals.says("--role normal=NAME|none"));
    CHECK_FALSE(prints(said_of(look, "--role normal=none"), line(messages::normals_are_encoded)));
}

TEST_CASE(
    "a sequence with only one frame, or without adjacent frames, gives a warning: its neighbours are lost") {
    if (!has_device()) return;
    const Shot shot(5, small);
    fs::remove(shot.path / "in/s.0004.exr");
    const auto said = [&](const std::string& options) {
        const Ran ran = denoise(shot, "--existing replace in/s.####.exr -o out/s.####.exr " + options);
        CAPTURE(ran.err);
        CHECK(ran.code == 0);
        return ran;
    };
    const Ran one = said("--frames 5 --temporal window:1");
    CHECK(count_messages(one.err, messages::neighbours_absent, "in/s.####.exr", "5") == 1);
    for (const char* window : {"window:2", "window:3"}) { // reads 3, or 2 and 3, which are next to each other
        const Ran far = said("--frames 5 --temporal " + std::string(window));
        CHECK(count_messages(far.err, messages::neighbours_absent, "in/s.####.exr", "5") == 1);
    }
    const Ran own = said("--frames 1-3x2 --no-handles");
    CHECK(prints(own, message(messages::neighbours_excluded, "in/s.####.exr", "1,3")));
    CHECK(prints(said("--frames 5 --temporal recursive:1"), line(messages::neighbours_absent)));
    for (const char* fine : {"--frames 5 --temporal none", "--frames 1", "--frames 1-3x2",
                             "--frames 1-5 --missing clip --chunk 1/5"}) {
        const Ran ran = said(fine);
        CHECK_FALSE(prints(ran, line(messages::neighbours_excluded)));
        CHECK_FALSE(prints(ran, line(messages::neighbours_absent)));
    }
}

TEST_CASE("a frame that is named without the frames next to it on the disk: the warning names the sequence") {
    if (!has_device()) return;
    const Shot shot(3, small);
    const Ran one = denoise(shot, "in/s.0002.exr -o a.exr"),
              still = denoise(shot, "--temporal none in/s.0002.exr -o b.exr"),
              all = denoise(shot, "in/s.0001.exr in/s.0002.exr -o out/");
    expect(one, 0, {message(messages::neighbours_unnamed, "in/s.0002.exr", "in/s.####.exr", "2")});
    for (const Ran& ran : {still, all}) CHECK(!prints(ran, line(messages::neighbours_unnamed)));
    fs::remove(shot.path / "in/s.0002.exr");
    expect(denoise(shot, "in/ -o twos/"), 0, {line(messages::neighbours_absent, "in/s.0001.exr", "1,3")});
}

TEST_CASE("a lone frame whose number has no zeros in front: the pattern finds the files next to it") {
    if (!has_device()) return;
    const Shot shot(3, small);
    fs::rename(shot.path / "in/s.0001.exr", shot.path / "in/s.9.exr");
    fs::rename(shot.path / "in/s.0002.exr", shot.path / "in/s.10.exr");
    expect(denoise(shot, "in/s.10.exr -o a.exr"), 0,
           {message(messages::neighbours_unnamed, "in/s.10.exr", "in/s.@.exr", "10")});
}
