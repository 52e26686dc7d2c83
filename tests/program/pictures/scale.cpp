// Tests `atrous scale` as a user runs it: sizes, refusals, metadata, windows and channels, and batch options.
#include "commands/scale/scale.h"
#include "batch/plan/messages.h"
#include "cli/messages.h"
#include "cli/tables.h"
#include "engine/messages.h"
#include "files/messages.h"
#include "formats/common/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/exr_file.h"
#include "support/messages.h"
#include "support/skip.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <regex>
#include <set>
#include <sstream>

using namespace atrous;

TEST_CASE("scale: sizes by factor, by factor per axis, by box, never larger unless asked") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png", 90, 61);
    struct Row {
        const char* options;
        Size size;
    };
    const Row rows[] = {
        {"--factor 4", {23, 15}}, // 22.5 and 15.25
        {"--factor 3x2", {30, 31}},  {"--factor 64", {1, 1}},      {"--factor 1", {90, 61}},
        {"--size 45x100", {45, 31}}, // 30.5
        {"--size 1x1", {1, 1}},      {"--size 200x200", {90, 61}}, {"--size 200x200 --upscale", {200, 136}}};
    for (const Row& row : rows) {
        CAPTURE(row.options);
        check(run_here(folder,
                       std::string("scale --existing replace --log none a.png -o b.png ") + row.options),
              0, {});
        CHECK(size_of(folder.path / "b.png") == row.size);
    }
    CHECK(run_here(folder, "scale -n a.png -o c.png --factor 3x2").out.find("30x31") != std::string::npos);
    CHECK_FALSE(folder.has("c.png"));
}

namespace {

/// Checks that the options are refused, before any file is touched.
void refused(std::vector<std::string> arguments, std::initializer_list<Message> parts) {
    arguments.insert(arguments.end(), {"a.ppm", "-o", "b.ppm"});
    CAPTURE(arguments.front());
    try {
        scale_options({parse_options(scale_table(), arguments), arguments});
        FAIL_CHECK("not refused");
    } catch (const Error& error) {
        CHECK(error.kind == Exit::usage);
        for (const Message& part : parts) {
            CAPTURE(part.text);
            CHECK(prints(error.message.text, part));
        }
    }
}

} // namespace

TEST_CASE("scale refuses invalid factors and sizes, with the allowed values") {
    for (const char* factor : {"0", "-2", "2.5", "65", "1000000000000", "4x0", "2x3x4", "x4", "8px"})
        refused({std::string("--factor=") + factor}, {"--factor", "1 to 64", "--size"});
    for (const char* size : {"0", "51.2", "0x100", "-5x5", "axb", "9999999x1"})
        refused({std::string("--size=") + size}, {"--size", "512x512"});
    refused({"--factor="}, {line(messages::value_missing, "--factor")});
    refused({}, {"--factor", "--size"});
    refused({"--factor", "2", "--size", "5x5"}, {line(messages::options_contradict)});
    refused({"--factor", "2", "--upscale"}, {"--upscale", "--size"});
    refused({"--factor", "2", "--window", "box"}, {"--window", "kaiser"});
    refused({"--factor", "2", "--access", "fast"}, {"--access", "scrambled"});
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("c.ppm", 4, 4);
    expect(run_here(folder, "scale --size 65x65 --upscale c.ppm -o b.ppm"), 1,
           {line(messages::size_enlarges, "65x65", "16.25", "16")});
}

TEST_CASE("scale: a folder with a damaged file, its log, and existing outputs") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("in/a.png", 64, 48);
    folder.image("in/b.tif", 50, 40);
    folder.truncated("in/c.png");
    const Ran ran = run_here(folder, "scale -v --factor 2 --access scrambled in -o out");
    CHECK(prints(ran, line(messages::scaled, "in/a.png", "by 2 to 32x24", "scrambled")));
    CHECK(ran.code == 1);
    CHECK(ran.says("c.png"));
    CHECK(size_of(folder.path / "out/a.png") == Size{32, 24});
    CHECK(size_of(folder.path / "out/b.tif") == Size{25, 20});
    const std::vector<Json> images = images_in(folder.path / "out/atrous-timings.jsonl");
    const Json& part = *part_in(images);
    CHECK(part.find("factor")->dump() == "\"2\"");
    CHECK(part.find("access")->dump() == "\"scrambled\"");
    CHECK(part.find("conflict_degree")->number(0) == 1);
    CHECK(run_here(folder, "verify out").code == 1); // c.png failed
    expect(run_here(folder, "scale --factor 2 in/a.png -o out"), 1, {line(messages::output_exists)});
    CHECK(run_here(folder, "scale --factor 2 --existing skip in/a.png -o out").code == 0);
}

TEST_CASE("scale: EXIF of a JPEG has the new size and resolution, and all other tags") {
    if (!has_device()) return;
    if (std::system("command -v exiftool >/dev/null") != 0) return test::skip("exiftool is not installed");
    const Folder folder;
    fs::copy(fs::path(source_dir()) / "tests/tiny/tagged.jpg", folder.path / "a.jpg");
    REQUIRE(run_here(folder, "scale --factor 4 --log none a.jpg -o b.jpg").code == 0);
    const auto tags = [&](const char* name) {
        return folder.shell(std::string("exiftool -a -u -G1 -s ") + name).out;
    };
    const std::string now = tags("b.jpg");
    const auto says = [&](const char* form) { return std::regex_search(now, std::regex(form)); };
    CHECK(says("\\[File\\] +ImageWidth +: 12\n"));
    CHECK(says("\\[ExifIFD\\] +ExifImageWidth +: 12\n"));
    CHECK(says("\\[ExifIFD\\] +ExifImageHeight +: 8\n"));
    CHECK(says("\\[IFD0\\] +XResolution +: 300\n"));
    CHECK(says("\\[IFD1\\]"));
    const std::regex may_change(
        "\\[(System|IFD1|Composite|ExifTool)\\].*|.*(ImageWidth|ImageHeight|[XY]Resolution).*");
    std::istringstream before(tags("a.jpg"));
    for (std::string line; std::getline(before, line);)
        if (!std::regex_match(line, may_change)) CHECK(now.find(line) != std::string::npos);
}

TEST_CASE(
    "scale: --resolution sets the resolution of prints in each format, otherwise round numbers stay round") {
    if (!has_device()) return;
    if (std::system("command -v exiftool >/dev/null") != 0) return test::skip("exiftool is not installed");
    const Folder folder;
    fs::copy(fs::path(source_dir()) / "tests/tiny/tagged.jpg", folder.path / "a.jpg"); // 300 per inch
    const auto resolution = [&](const std::string& options, const std::string& output) {
        REQUIRE(run_here(folder, "scale --size 31 --log none " + options + "a.jpg -o " + output).code == 0);
        return folder.shell("exiftool -s3 -XResolution -YResolution -ResolutionUnit " + output).out;
    };
    CHECK(resolution("", "b.jpg") == "300\n300\ninches\n");
    // Files with unchanged pixels are copied otherwise.
    for (const std::string option : {"", " --resolution 200"}) {
        check(run_here(folder, "scale --factor 1 --existing replace --log none a.jpg -o same.jpg" + option),
              0, {});
        CHECK((slurp(folder.path / "same.jpg") == slurp(folder.path / "a.jpg")) == option.empty());
    }
    for (const std::string ending : {"jpg", "tif", "webp"})
        CHECK(resolution("--resolution 240 ", "c." + ending) == "240\n240\ninches\n");
    resolution("--resolution 254 ", "d.png");
    CHECK(folder.shell("exiftool -s3 -PNG-pHYs:all d.png").out == "10000\n10000\nmeters\n");
    // Without EXIF, these formats have no place for it.
    folder.ppm("plain.ppm", 64, 48);
    for (const std::string output : {"e.webp", "e.ppm", "e.png"}) {
        const Ran ran =
            run_here(folder, "scale --factor 2 --resolution 240 --log none plain.ppm -o " + output);
        CHECK(ran.code == 0);
        CHECK(prints(ran, line(messages::resolution_unused)) == (output != "e.png"));
    }
}

TEST_CASE("scale: windows of renders, other channels, and channels with names of objects") {
    if (!has_device()) return;
    const Folder folder;
    const auto sampler = [](int x, int y, const std::string& channel) {
        if (channel == "crypto00.R") return float(x / 4 % 2 ? 7 : 1000000);
        return channel == "Z" || channel == "ramp" ? float(x + 10 * y)
                                                   : 0.25f * float(channel[0] == 'R') + 0.5f;
    };
    spill(folder.path / "a.exr",
          test::exr_of({40, 24}, {"R", "G", "B", "Z", "ramp", "crypto00.R"}, sampler, 8));
    check(run_here(folder, "scale --factor 4 --log none a.exr -o b.exr"), 0, {});
    const Decoder decoder(folder.path / "b.exr");
    const ImageWindow place = decoder.place(0);
    CHECK(place.size == Size{10, 6});
    CHECK(place.x == 2);
    CHECK(place.y == 2);
    CHECK(place.display == Size{10, 6});
    Decoder again(folder.path / "b.exr");
    ImageFile file = again.read();
    const Part& part = file.parts.front();
    int names = 0;
    for (const int c : other_channels(part)) {
        const auto values = channel_planes(part, {c});
        names += names_things(part, c);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::size_t x = i % 10, y = i / 10;
            if (names_things(part, c))
                CHECK((values[i] == 7 || values[i] == 1000000));
            else if (channel_names(part)[std::size_t(c)] == "Z") { // of one of the 4x4 old pixels
                const int beyond = int(values[i]) - int(4 * x + 40 * y);
                CHECK((values[i] == std::floor(values[i]) && beyond >= 0 && beyond % 10 < 4 && beyond < 40));
            } else if (x > 2 && x < 7)
                CHECK(values[i] ==
                      doctest::Approx(4.0 * double(x) + 1.5 + 10 * (4 * double(y) + 1.5)).epsilon(0.05));
        }
    }
    CHECK(names == 1);
}

namespace {

/// A file of V-Ray, with layers of IDs by its table and by other names, in floats and halves, Cryptomatte whose attribute
/// names it, and the depth of a slope before an infinite sky.
std::string file_of_ids() {
    files::ExrPart part{"", {}, 0, 0, 40, 24, 40, 24};
    for (const char* name :
         {"B", "G", "IndexOB.X", "MultiMatteID.R", "Named00.R", "R", "VRayMtlID.R", "Z", "id2"})
        part.channels.push_back(
            {name, std::string_view(name).size() % 3 == 0 ? files::ExrType::half : files::ExrType::single});
    part.attributes = {{"cryptomatte/1a2b3c4/name", "string", "Named"}};
    part.sample = [](const std::string& channel, int x, int y) {
        if (channel == "Z") return x + y < 20 ? std::numeric_limits<float>::infinity() : 4 + float(x) / 64;
        return channel.size() == 1 ? float(x + y) / 64 : (x / 3 + y / 5) % 2 ? 7 : 1000.F;
    };
    return files::exr({part});
}

std::set<float> values_of(const fs::path& file, const std::string& channel) {
    const ImageFile read = Decoder(file).read();
    const auto& names = channel_names(read.parts.front());
    const auto index = int(std::ranges::find(names, channel) - names.begin());
    const auto samples = channel_planes(read.parts.front(), {index});
    return {samples.begin(), samples.end()};
}

} // namespace

TEST_CASE("scaled IDs, Cryptomatte and depth have values of the input: no mean of two, no other sky") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "a.exr", file_of_ids());
    for (const std::string options : {"scale --factor 4", "scale --factor 3x2", "scale --size 15",
                                      "scale --size 100 --upscale", "enhance --size 15 --sharpen-output 1"}) {
        CAPTURE(options);
        check(run_here(folder, options + " --existing replace --log none a.exr -o b.exr"), 0, {});
        for (const char* channel : {"IndexOB.X", "MultiMatteID.R", "Named00.R", "VRayMtlID.R", "id2"}) {
            CAPTURE(channel);
            CHECK(values_of(folder.path / "b.exr", channel) == std::set<float>{7, 1000});
        }
        const std::set<float> before = values_of(folder.path / "a.exr", "Z"),
                              after = values_of(folder.path / "b.exr", "Z");
        CHECK(std::ranges::includes(before, after));
        CHECK(std::isinf(*after.rbegin()));
    }
}

TEST_CASE("scale: bands and regions give the bits of the whole") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png", 500, 401);
    REQUIRE(run_here(folder, "scale --factor 3 --log none a.png -o whole.png").code == 0);
    const Ran regions =
        run_here(folder, "scale -v --factor 3 --log none --max-memory ,900K a.png -o regions.png");
    check(regions, 0, {});
    const Ran bands = run_here(folder, "scale -v --factor 3 --log none --max-memory 64K a.png -o bands.png");
    check(bands, 0, {"bands"});
    CHECK(slurp(folder.path / "regions.png") == slurp(folder.path / "whole.png"));
    CHECK(slurp(folder.path / "bands.png") == slurp(folder.path / "whole.png"));
}

TEST_CASE("an enlarged image counts with its new size: refused before anything is read, or in bands") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png", 1500, 1000);
    const std::string run = "scale --log none --upscale --size 24000x16000 --max-memory 500M a.png -o ";
    const Ran ran = run_here(folder, run + "b.bmp");
    check(ran, 33, {});
    for (const char* part : {"a.png: 1500x1000 needs 1.1 GiB", "--max-memory allows 500 MiB", "b.bmp"})
        CHECK(ran.says(part));
    CHECK_FALSE(folder.has("b.bmp"));
    const Ran dry = run_here(folder, run + "b.png -n");
    CAPTURE(dry.out);
    CHECK(has_text(dry.out, "in bands with 1.1 GiB on disk"));
}
