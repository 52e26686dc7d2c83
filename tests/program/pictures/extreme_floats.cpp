// Floats at the ends of their range: samples beyond 1e38, areas of infinity and NaN, colours that DWA makes infinite.
#include "formats/common/messages.h"
#include "support/app_run.h"
#include "support/files/io_files.h"
#include "support/messages.h"
#include <cmath>
#include <limits>

using namespace atrous;

namespace {

/// In one process, with kernels that compile fast.
const std::string alone = "ATROUS_KERNEL_OPTIONS=-cl-opt-disable ATROUS_NO_SUPERVISOR=1 atrous ";

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
        for (const char* kind : {"exr", "tif"}) {
            CAPTURE(value);
            CAPTURE(kind);
            spill(folder.path / "a.exr", exr_with([=](const std::string& c, int x, int y) {
                      return c == "G" && x == 9 && y == 5 ? value : ramp(x, y);
                  }));
            const std::string name = std::string("a.") + kind;
            if (name == "a.tif") REQUIRE(folder.shell("oiiotool a.exr -o a.tif").code == 0);
            for (const char* options :
                 {"enhance", "enhance --assume-profile srgb", "enhance --denoise auto", "scale --factor 2"})
                CHECK(folder.shell(alone + options + " --existing replace " + name + " -o b.exr").code == 0);
        }
}

TEST_CASE("scale makes smaller copies of files without colour: depth, normals, two colours") {
    if (!has_device()) return;
    const Folder folder;
    for (const auto& names :
         {std::vector<std::string>{"Z"}, {"N.X", "N.Y", "N.Z"}, {"G", "R"}, {"ViewLayer.CryptoObject00.R"}})
        for (const char* how : {"--factor 2", "--size 16x16 -v"}) {
            CAPTURE(names[0]);
            spill(folder.path / "a.exr", exr_with([](const std::string&, int x, int y) { return ramp(x, y); },
                                                  files::ExrType::single, names));
            const Ran ran =
                folder.shell(alone + "scale --existing replace " + std::string(how) + " a.exr -o b.exr");
            CHECK(ran.code == 0);
            CHECK(size_of(folder.path / "b.exr").width <= 16);
        }
}

TEST_CASE(
    "an area of infinity stays the brightest, one of -infinity the darkest, one of NaN is like what is beside it") {
    if (!has_device()) return;
    const Folder folder;
    struct Row {
        float bad;
        float least, most; ///< of the middle of the area afterwards
    };
    // The image goes from 0.2 to 0.625. The area is 12 wide, around a value of 0.36.
    const Row rows[] = {{inf, 0.5F, 0.7F}, {-inf, 0.1F, 0.25F}, {nan, 0.25F, 0.5F}};
    for (const Row& row : rows)
        for (const char* command :
             {"enhance --preset neutral --luma 1,1.5", "scale --factor 1x2", "denoise --strength 0.2"}) {
            CAPTURE(row.bad);
            CAPTURE(command);
            const auto sample = [&](const std::string&, int x, int y) {
                return x >= 8 && x < 20 && y >= 6 && y < 18 ? row.bad : ramp(x, y);
            };
            const bool half = std::string(command).starts_with("scale");
            spill(folder.path / "a.exr",
                  exr_with(sample, half ? files::ExrType::half : files::ExrType::single));
            const Ran ran = folder.run_unoptimised(std::string(command) +
                                                   " --compression none --existing replace a.exr -o b.exr");
            CHECK(ran.code == 0);
            CHECK(ran.says("432 in areas (NaN by the nearest sample, infinity by the largest finite colour"));
            const std::vector<float> samples = samples_of(folder.path / "b.exr");
            REQUIRE(all_finite(samples));
            const Size out = size_of(folder.path / "b.exr");
            const float middle = samples[std::size_t(out.height / 2 * out.width + 14)];
            CHECK((middle >= row.least && middle <= row.most));
        }
}

TEST_CASE("DWA never makes infinities, whatever the level, the type and the input's own compression") {
    if (!has_device()) return;
    const Folder folder;
    const auto hot = [](const std::string&, int x, int y) {
        const bool sun = x >= 8 && x < 24 && y >= 4 && y < 20;
        return sun ? (x == 12 && y == 9 ? 65504.0F : 65000.0F) : 20 * ramp(x, y);
    };
    for (const files::ExrType type : {files::ExrType::half, files::ExrType::single})
        for (const char* compression : {"dwaa", "dwab", "dwaa:10", "dwab:200", "dwaa:1000"}) {
            CAPTURE(compression);
            spill(folder.path / "a.exr", exr_with(hot, type));
            const Ran ran =
                folder.run_unoptimised("enhance --preset neutral --existing replace --compression " +
                                       std::string(compression) + " a.exr -o b.exr");
            CHECK(ran.code == 0);
            CHECK(ran.says(words(messages::samples_clamped, 768)));
            CHECK(all_finite(samples_of(folder.path / "b.exr")));
        }
    REQUIRE(folder.shell("oiiotool a.exr --mulc 0.5 --compression dwaa -o c.exr").code == 0);
    check(folder.run_unoptimised("enhance --preset neutral --luma 3 c.exr -o d.exr"), 0, {});
    CHECK(all_finite(samples_of(folder.path / "d.exr")));
}

TEST_CASE("depth beyond the colours' range keeps its values with DWA") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "a.exr",
          exr_with([](const std::string& c, int x, int y) { return c == "Z" ? 1e10F : ramp(x, y); },
                   files::ExrType::single, {"B", "G", "R", "Z"}));
    const Ran ran = folder.run_unoptimised("enhance --preset neutral --compression dwaa a.exr -o b.exr");
    CHECK(ran.code == 0);
    CHECK_FALSE(prints(ran, line(messages::samples_clamped)));
    const std::vector<float> samples = samples_of(folder.path / "b.exr");
    CHECK(std::ranges::count(samples, 1e10F) == size.pixels());
}
