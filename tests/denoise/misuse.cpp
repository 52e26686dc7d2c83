// Each misuse of `atrous denoise`: its message, the exit code, and that nothing is written.
#include "batch/plan/messages.h"
#include "cli/messages.h"
#include "cli/suggest.h"
#include "commands/compare/messages.h"
#include "commands/denoise/messages.h"
#include "commands/probe/messages.h"
#include "denoise/shot.h"
#include "engine/messages.h"
#include "files/messages.h"
#include "filters/svgf/messages.h"
#include "formats/common/messages.h"
#include "renders/messages.h"
#include "support/messages.h"

using namespace denoise_test;

namespace {

const Look tiny{{16, 12}};

/// A shot of one small frame, in/s.0001.exr, and checks of its refusals.
struct OneFrame : Shot {
    OneFrame() : Shot(1, tiny) {}

    void refuses(const std::string& options, int code, std::initializer_list<Message> parts) const {
        CAPTURE(options);
        expect(denoise(*this, "--temporal none " + options + " in/s.0001.exr -o b.exr"), code, parts);
        CHECK_FALSE(has("b.exr"));
    }
};

} // namespace

TEST_CASE("a missing input, a missing output and an unknown option are refused") {
    const OneFrame shot;
    expect(denoise(shot, "-o out/"), 2,
           {message(messages::no_inputs, "frames, folders or a pattern", "denoise")});
    expect(denoise(shot, "in/"), 2, {line(messages::no_output, "-o FOLDER/")});
    shot.refuses("--strenght 2", 2, {"--strenght", "did you mean --strength?"});
    shot.refuses("--albedo x", 2, {"--albedo", "here it is --role albedo=NAME"});
    shot.refuses("--preset denoise", 2, {"--preset"});
}

TEST_CASE("a value out of its range names option, value and range") {
    const OneFrame shot;
    shot.refuses("--levels 0", 2, {"--levels", "0", "1 to 7"});
    shot.refuses("--levels 8", 2, {"--levels", "8", "1 to 7"});
    shot.refuses("--sigma fit=2", 2, {"--sigma fit", "2"});
    shot.refuses("--strength -1", 2, {"--strength", "-1", "0 to 10"});
    shot.refuses("--strength 11", 2, {"--strength", "11", "0 to 10"});
    shot.refuses("--samples 0", 2, {"--samples", "0"});
    shot.refuses("--sigma luma=-1", 2, {"--sigma luma", "-1", "0 to 1000"});
    shot.refuses("--sigma normal=1.5", 2, {"--sigma normal", "1.5"});
    shot.refuses("--sigma depth=1001", 2, {"--sigma depth", "1001", "0 to 1000"});
    shot.refuses("--execution storage=double", 2,
                 {line(messages::value_unknown, "--execution storage", "'double'", "float or half")});
    shot.refuses("--clamp-fireflies 0.5", 2, {"--clamp-fireflies", "0.5", "1 to 1000000"});
    shot.refuses("--clamp-fireflies all", 2, {"--clamp-fireflies", "all"});
    shot.refuses("--alpha drop", 2, {line(messages::value_unknown, "--alpha", "'drop'", "keep or filter")});
    shot.refuses("--execution schedule=odd", 2, {"--execution schedule", "odd"});
    shot.refuses("--motion-stored 'scale far'", 2, {"--motion-stored", "far"});
    shot.refuses("--role beauty=none", 2, {line(messages::beauty_none)});
    shot.refuses("--motion-stored 'to next, to previous'", 2,
                 {"--motion-stored", words(messages::repeated_role_word, "to previous")});
}

TEST_CASE("an option that the filter does not use is refused, with the reason") {
    const OneFrame shot;
    shot.refuses("--filter eaw --sigma fit=0", 2, {line(messages::eaw_no_fit)});
    shot.refuses("--filter eaw --sigma luma=6", 2, {line(messages::eaw_no_noise)});
    shot.refuses("--filter eaw --samples 4", 2, {line(messages::eaw_no_samples)});
    shot.refuses("--filter eaw --role variance=*.Variance", 2, {line(messages::eaw_no_variance)});
    shot.refuses("--sigma color=1", 2, {line(messages::color_needs_eaw)});
    shot.refuses("--sigma albedo=1", 2, {line(messages::albedo_needs_eaw)});
    expect(denoise(shot, "--temporal window:1 --filter eaw in/ -o out/"), 2,
           {line(messages::gaussian_window, "--temporal window:1", "eaw")});
    expect(denoise(shot, "--temporal recursive --filter eaw in/ -o out/"), 2,
           {line(messages::gaussian_window, "--temporal recursive", "eaw")});
    shot.refuses("--temporal recursive:3 --temporal none", 2, {line(messages::warmup_alone)});
    check(denoise(shot, "--temporal recursive:-1 in/ -o out/"), 2, {"--temporal", "-1", "0 to 1000"});
    shot.refuses("--filter nlm", 2, {line(messages::value_unknown, "--filter", "'nlm'", "svgf or eaw")});
}

TEST_CASE("an unknown --temporal is refused, with the list of values") {
    const OneFrame shot;
    for (const char* value : {"window:4", "window:-1", "window:", "window:2x", "window", "all"}) {
        CAPTURE(value);
        expect(denoise(shot, std::string("--temporal ") + value + " in/ -o out/"), 2,
               {line(messages::temporal_unknown, "--temporal", value, "3")});
    }
    expect(denoise(shot, "--temporal off in/ -o out/"), 2,
           {line(messages::temporal_unknown, "off", "3", value_hint("temporal", "off"))});
    CHECK(value_hint("temporal", "3").find("window:3") != std::string::npos);
    CHECK_FALSE(shot.has("out"));
}

TEST_CASE("an unknown word of the motion's convention is refused, with the list of words") {
    const OneFrame shot;
    shot.refuses("--motion-stored 'to sideways'", 2, {"--motion-stored", "sideways", "previous|next"});
    shot.refuses("--motion-stored 'sign plus'", 2, {"--motion-stored", "plus", "to|from"});
    shot.refuses("--motion-stored 'y left'", 2, {"--motion-stored", "left", "up|down"});
    shot.refuses("--motion-stored mm", 2, {"--motion-stored", "mm", "px"});
}

TEST_CASE("an unknown AOV table is refused with the list of tables; a wrong line of a file is named") {
    const OneFrame shot;
    shot.refuses("--aovs maya", 2, {"maya", "cycles", "arnold", "generic"});
    spill(shot.path / "own.aov", "beauty = root\nalbino = *.Albedo\n");
    shot.refuses("--aovs own.aov", 2, {"own.aov:2", "albino"});
}

TEST_CASE("a role that names a layer which is not there is refused by option and name, for -n as well") {
    if (!has_device()) return;
    const OneFrame shot;
    for (const char* role : {"albedo", "normal", "depth", "motion", "motion-next", "variance", "emission"}) {
        const std::string option = std::string("--role ") + role + "=Nowhere*";
        shot.refuses(option, 1, {line(messages::role_layer_unknown, "in/s.0001.exr: ", option)});
        shot.refuses("-n " + option, 1, {line(messages::role_layer_unknown, option)});
    }
    shot.refuses("-n --role 'depth=*.Denoising Albedo'", 1,
                 {line(messages::role_layer_unknown, "(ViewLayer.Denoising Albedo has R G B)")});
}

TEST_CASE("a layer of an option that is in no frame is reported once") {
    if (!has_device()) return;
    const Shot shot(2, tiny);
    for (const char* options : {"--role albedo=Nowhere", "--light Nowhere", "-n --role albedo=Nowhere"}) {
        CAPTURE(options);
        const Ran ran = denoise(shot, std::string(options) + " in -o out");
        expect(ran, 1, {"s.0001.exr: --"});
        CHECK_FALSE(ran.says("s.0002.exr: --"));
    }
}

TEST_CASE("a missing light or image is refused by its pattern") {
    if (!has_device()) return;
    const OneFrame shot;
    shot.refuses("--light *.Combined_fill,*.Volume", 1,
                 {line(messages::light_unknown, "*.Volume", "in/s.0001.exr:")});
    shot.refuses("--light *.Normal", 1, {line(messages::light_unknown, "*.Normal")});
    shot.refuses("--light *.Combined", 1,
                 {line(messages::light_unknown, "*.Combined")}); // it is the image itself
    shot.refuses("--layer Foreground", 1,
                 {line(messages::unknown_layer, "Foreground", "ViewLayer.Combined")});
}

TEST_CASE("a photograph of 8 bits and a grey image are refused, for -n as well, with the required input") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("photo.png");
    for (const char* way : {"", "-n "})
        expect(denoise(folder, way + std::string("--temporal none photo.png -o b.png")), 1,
               {line(messages::no_linear_light, "photo.png:")});
    spill(folder.path / "grey.exr", files::exr({{"", {{"Y"}}}}));
    for (const char* way : {"", "-n "})
        expect(denoise(folder, way + std::string("--temporal none grey.exr -o c.exr")), 1,
               {line(messages::grey_render, "grey.exr:")});
    CHECK_FALSE(folder.has("b.png"));
    CHECK_FALSE(folder.has("c.exr"));
}

TEST_CASE("an output that exists, an input that is damaged or not there") {
    if (!has_device()) return;
    const OneFrame shot;
    spill(shot.path / "there.exr", "mine");
    expect(denoise(shot, "in/s.0001.exr -o there.exr"), 1, {line(messages::output_exists, "there.exr")});
    CHECK(slurp(shot.path / "there.exr") == "mine");
    fs::resize_file(shot.path / "in/s.0001.exr", fs::file_size(shot.path / "in/s.0001.exr") / 2);
    shot.refuses("", 1, {line(messages::samples_damaged, "in/s.0001.exr:")});
    expect(denoise(shot, "in/nothing.exr -o c.exr"), 1, {line(messages::file_absent, "in/nothing.exr")});
}

TEST_CASE("missing frames of a list: nothing is written, exit code 2") {
    const Shot shot(2, tiny);
    expect(denoise(shot, "--frames 1-4 in/s.####.exr -o out/s.####.exr"), 2,
           {message(messages::frames_absent, "in/s.####.exr", 2, 4, "3-4"), "nothing was written"});
    CHECK_FALSE(shot.has("out"));
}

TEST_CASE("a data channel that is subsampled is refused, without mention of chroma") {
    const Folder folder;
    spill(folder.path / "a.exr",
          files::exr({{"", {{"B"}, {"G"}, {"R"}, {"Z", files::ExrType::half, 2}}, 0, 0, 4, 4, 4, 4}}));
    const Ran ran = denoise(folder, "a.exr -o b.exr");
    expect(ran, 1, {line(messages::subsampled_image)});
    CHECK_FALSE(ran.says("chroma"));
}
