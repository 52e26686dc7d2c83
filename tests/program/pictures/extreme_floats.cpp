// Floats at the ends of their range: samples beyond 1e38, areas of infinity and NaN, colours that DWA makes infinite.
#include "engine/messages.h"
#include "formats/exr/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/io_files.h"
#include "support/messages.h"
#include <cmath>
#include <limits>

using namespace atrous;
using namespace std::string_literals;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
constexpr Size size{32, 24};

using Sampler = std::function<float(const std::string& channel, int x, int y)>;

std::string exr_with(const Sampler& sample, files::ExrType type = files::ExrType::single,
                     const std::vector<std::string>& names = {"B", "G", "R"}) {
    files::ExrPart part{"", {}};
    part.width = part.display_width = size.width;
    part.height = part.display_height = size.height;
    for (const std::string& name : names) part.channels.push_back({name, type});
    part.sample = sample;
    return files::exr({part});
}

float ramp(int x, int y) { return 0.2F + 0.01F * float(x) + 0.005F * float(y); }

/// All samples of a file's first part, channel by channel in file order.
std::vector<float> samples_of(const fs::path& path) {
    const ImageFile file = files::load(path);
    std::vector<int> all(channel_names(file.parts[0]).size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = int(i);
    return channel_planes(file.parts[0], all);
}

bool all_finite(const std::vector<float>& samples) {
    return std::ranges::all_of(samples, [](float v) { return std::isfinite(v); });
}

} // namespace

TEST_CASE("one sample near the end of floats, of either sign, does not end the program") {
    if (!has_device()) return;
    const Folder folder;
    for (const float value : {1.8e38F, -3e38F})
        spill(folder.path / (value > 0 ? "in/a.exr" : "in/b.exr"),
              exr_with([=](const std::string& c, int x, int y) {
                  return c == "G" && x == 9 && y == 5 ? value : ramp(x, y);
              }));
    REQUIRE(folder.shell("oiiotool in/a.exr -o in/c.tif").code == 0);
    for (const char* options :
         {"enhance", "enhance --assume-profile srgb", "enhance --denoise auto", "scale --factor 2"}) {
        CAPTURE(options);
        CHECK(run_here(folder, options + " --existing replace --log none in -o out"s).code == 0);
    }
}

TEST_CASE(
    "a mark such as 3e38 or 1e38 does not spread over the samples around it: it is replaced, with a warning") {
    if (!has_device()) return;
    const Folder folder;
    const auto ends = [](float value, int count) {
        return exr_with([=](const std::string& c, int x, int y) {
            return c == "G" && y == 5 && x >= 9 && x < 9 + count ? value : ramp(x, y);
        });
    };
    spill(folder.path / "in/a.exr", ends(3e38F, 1));
    spill(folder.path / "in/b.exr", ends(-3e38F, 1));
    spill(folder.path / "in/c.exr", ends(1e38F, 3));
    spill(folder.path / "in/d.exr", ends(1e29F, 1)); // may be a measurement
    REQUIRE(folder.shell("oiiotool in/a.exr -o in/e.tif").code == 0);
    for (const char* options :
         {"enhance --luma 1.5", "enhance --size 16x12", "scale --factor 2", "scale --factor 1x2"}) {
        CAPTURE(options);
        const Ran ran = run_here(folder, options + " --existing replace --log none in -o out"s);
        CHECK(ran.code == 0);
        for (const auto& [name, count] : {std::pair{"a.exr", 1}, {"b.exr", 1}, {"c.exr", 3}, {"e.tif", 1}}) {
            CAPTURE(name);
            CHECK(prints(ran, line(messages::samples_replaced, "in/"s + name, count)));
            for (const float v : samples_of(folder.path / "out" / name)) REQUIRE((v > 0 && v < 1));
        }
        CHECK_FALSE(prints(ran, line(messages::samples_replaced, "in/d.exr")));
    }
}

TEST_CASE("scale makes smaller copies of files without colour: depth, normals, two colours") {
    if (!has_device()) return;
    const Folder folder;
    const std::vector<std::string> channels[] = {
        {"Z"}, {"N.X", "N.Y", "N.Z"}, {"G", "R"}, {"ViewLayer.CryptoObject00.R"}};
    for (std::size_t i = 0; i < std::size(channels); ++i)
        spill(folder.path / ("in/" + std::to_string(i) + ".exr"),
              exr_with([](const std::string&, int x, int y) { return ramp(x, y); }, files::ExrType::single,
                       channels[i]));
    for (const char* how : {"--factor 2", "--size 16x16"}) {
        CHECK(run_here(folder, "scale --existing replace "s + how + " in -o out").code == 0);
        for (std::size_t i = 0; i < std::size(channels); ++i)
            CHECK(size_of(folder.path / ("out/" + std::to_string(i) + ".exr")).width == 16);
    }
}

TEST_CASE(
    "an area of infinity stays the brightest, one of -infinity the darkest, one of NaN looks like its surroundings") {
    if (!has_device()) return;
    struct Row {
        const char* name;
        float bad;
        float least, most; ///< of the middle of the area afterwards
    };
    // The image goes from 0.2 to 0.625. The area is 12 wide, around a value of 0.36.
    const Row rows[] = {{"a", inf, 0.5F, 0.7F}, {"b", -inf, 0.1F, 0.25F}, {"c", nan, 0.25F, 0.5F}};
    for (const std::string command :
         {"enhance --preset neutral --luma 1,1.5", "scale --factor 1x2", "denoise --strength 0.2"}) {
        CAPTURE(command);
        const Folder folder;
        for (const Row& row : rows)
            spill(folder.path / "in" / (row.name + ".exr"s),
                  exr_with([&](const std::string&, int x,
                               int y) { return x >= 8 && x < 20 && y >= 6 && y < 18 ? row.bad : ramp(x, y); },
                           command.starts_with("scale") ? files::ExrType::half : files::ExrType::single));
        const Ran ran = run_here(folder, command + " --compression none in -o out");
        CHECK(ran.code == 0);
        for (const Row& row : rows) {
            CAPTURE(row.bad);
            CHECK(prints(
                ran, "in/"s + row.name + ".exr: " + anything +
                         "432 in areas (NaN by the nearest sample, infinity by the largest finite colour"));
            const fs::path out = folder.path / "out" / (row.name + ".exr"s);
            const std::vector<float> samples = samples_of(out);
            REQUIRE(all_finite(samples));
            const Size size = size_of(out);
            const float middle = samples[std::size_t(size.height / 2 * size.width + 14)];
            CHECK((middle >= row.least && middle <= row.most));
        }
        const std::string log = slurp(folder.path / "out/atrous-timings.jsonl");
        CHECK(has_text(log, "\"replaced\":432"));
    }
}

TEST_CASE("DWA never makes infinities, for each level, type and compression of the input") {
    if (!has_device()) return;
    const Folder folder;
    const auto hot = [](const std::string&, int x, int y) {
        const bool sun = x >= 8 && x < 24 && y >= 4 && y < 20;
        return sun ? (x == 12 && y == 9 ? 65504.0F : 65000.0F) : 20 * ramp(x, y);
    };
    spill(folder.path / "in/half.exr", exr_with(hot, files::ExrType::half));
    spill(folder.path / "in/single.exr", exr_with(hot, files::ExrType::single));
    for (const std::string compression : {"dwaa", "dwab", "dwaa:10", "dwab:200", "dwaa:1000"}) {
        CAPTURE(compression);
        const Ran ran = run_here(folder, "enhance --preset neutral --existing replace --log none in -o out "
                                         "--compression " +
                                             compression);
        CHECK(ran.code == 0);
        for (const char* name : {"half.exr", "single.exr"}) {
            CHECK(prints(ran, line(messages::samples_clamped, name, 768)));
            CHECK(all_finite(samples_of(folder.path / "out" / name)));
        }
    }
    REQUIRE(folder.shell("oiiotool in/single.exr --mulc 0.5 --compression dwaa -o c.exr").code == 0);
    check(run_here(folder, "enhance --preset neutral --luma 3 c.exr -o d.exr"), 0, {});
    CHECK(all_finite(samples_of(folder.path / "d.exr")));
}

TEST_CASE("depth beyond the colours' range keeps its values with DWA") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "a.exr",
          exr_with([](const std::string& c, int x, int y) { return c == "Z" ? 1e10F : ramp(x, y); },
                   files::ExrType::single, {"B", "G", "R", "Z"}));
    const Ran ran = run_here(folder, "enhance --preset neutral --compression dwaa a.exr -o b.exr");
    CHECK(ran.code == 0);
    CHECK_FALSE(prints(ran, line(messages::samples_clamped)));
    const std::vector<float> samples = samples_of(folder.path / "b.exr");
    CHECK(std::ranges::count(samples, 1e10F) == size.pixels());
}
