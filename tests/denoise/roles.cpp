// Tests which layers guide which image, and how tables and options describe their storage.
#include "commands/denoise/messages.h"
#include "denoise/shot.h"
#include "engine/messages.h"
#include "filters/atrous/messages.h"
#include "lab/messages.h"
#include "support/messages.h"
#include <algorithm>

using namespace denoise_test;

namespace {

using Channels = std::vector<std::string>;

/// A part of noise, of floats, with these layers: "A.Combined RGB".
files::ExrPart part_with(const Channels& layers, Size size = {20, 14}) {
    files::ExrPart part{"", {}};
    part.width = part.display_width = size.width;
    part.height = part.display_height = size.height;
    for (const std::string& layer : layers) {
        const std::size_t blank = layer.rfind(' ');
        for (const char component : layer.substr(blank + 1))
            part.channels.push_back(
                {(blank == 0 ? "" : layer.substr(0, blank) + ".") + component, files::ExrType::single});
    }
    std::ranges::sort(part.channels, {}, &files::ExrChannel::name);
    return part;
}

Ran run_on(const Folder& folder, const files::ExrPart& part, const std::string& options) {
    spill(folder.path / "a.exr", files::exr({part}));
    return denoise(folder, "--existing replace " + options + " a.exr -o b.exr");
}

/// R, G, B outside any layer, of a file's first part.
std::vector<float> root_planes(const Folder& folder, const std::string& name) {
    const auto parts = parts_of(folder, name);
    std::vector<float> planes;
    for (const char* channel : {"R", "G", "B"}) {
        const std::vector<float> own = parts.front().floats(channel);
        planes.insert(planes.end(), own.begin(), own.end());
    }
    return planes;
}

} // namespace

TEST_CASE("--layer all: each view layer has its own guides and lights, as if filtered separately") {
    if (!has_device()) return;
    const Folder folder;
    files::ExrPart part = part_with({"A.Combined RGB", "A.DiffDir RGB", "A.Denoising Albedo RGB",
                                     "B.Combined RGB", "B.DiffDir RGB", "B.Denoising Albedo RGB"});
    part.attributes = {{"BlenderMultiChannel", "string", "1"}};
    const std::string how = "--temporal none --light *.DiffDir ";
    check(run_on(folder, part, how + "--layer all"), 0, {});
    const auto all = parts_of(folder, "b.exr");
    for (const std::string name : {"A", "B"}) {
        CAPTURE(name);
        check(run_on(folder, part, how + "--layer " + name), 0, {});
        const auto one = parts_of(folder, "b.exr");
        Channels own;
        for (const char* channel :
             {".Combined.B", ".Combined.G", ".Combined.R", ".DiffDir.B", ".DiffDir.G", ".DiffDir.R"})
            own.push_back(name + channel);
        CHECK(changed_channels(parts_of(folder, "a.exr"), one) == own);
        for (const std::string& channel : own)
            CHECK((one.front().channels.at(channel) == all.front().channels.at(channel)));
    }
}

TEST_CASE("vectors of unknown direction: the warning names the option that sets it") {
    if (!has_device()) return;
    const Folder folder;
    const files::ExrPart part = part_with({" RGB", "N_noice XYZ", "motionvector XY"});
    expect(run_on(folder, part, ""), 0, {line(messages::motion_undirected, "motionvector")});
    const Ran told = run_on(folder, part, "--motion-stored 'to previous'");
    CHECK(told.code == 0);
    CHECK_FALSE(prints(told, line(messages::motion_undirected)));
    CHECK(told.says("motion: motionvector, pattern 'motionvector' of table arnold"));
}

TEST_CASE("an AOV table of the user's own: its names count, and its depth of the sky") {
    if (!has_device()) return;
    const Folder folder;
    files::ExrPart part = part_with({"paint RGB", "surface RGB", "far Z"});
    const auto far_away = [](float depth) {
        return [=](const std::string& channel, int x, int y) {
            const float noise = float(files::noise(std::uint32_t(40 * x + y)) & 0xffff) / 65536;
            return channel.starts_with("far")     ? (y < 7 ? depth : 3.0F)
                   : channel.starts_with("paint") ? noise
                                                  : 0.5F;
        };
    };
    spill(folder.path / "own.aov", "beauty = paint\nalbedo = surface\ndepth = far.Z; sky 777\n");
    part.sample = far_away(777);
    const Ran ran = run_on(folder, part, "--temporal none --aovs own.aov");
    check(ran, 0, {"beauty: paint", "albedo: surface, pattern 'surface' of table own", "depth: far"});
    const std::string sky = slurp(folder.path / "b.exr");
    part.sample = far_away(1e10F); // sky in every table
    check(run_on(folder, part, "--temporal none --aovs own.aov"), 0, {});
    const auto planes = [&](const std::string& bytes) { return read_exr(bytes).front().floats("paint.R"); };
    CHECK(planes(sky) == planes(slurp(folder.path / "b.exr")));
}

TEST_CASE(
    "a window too large for the allowed device memory is refused with both sizes and a way to need less") {
    if (!has_device()) return;
    const Shot shot(1);
    expect(denoise(shot, "--max-memory ,100K in/s.0001.exr -o b.exr"), 33,
           {line(messages::window_memory, "in/s.0001.exr", "5", "100", "--max-memory")});
    CHECK_FALSE(shot.has("b.exr"));
    expect(denoise(shot, "--max-memory ,100K -n in/s.0001.exr -o b.exr"), 33,
           {line(messages::window_memory, "100")});
    denoise_well(shot, "--max-memory ,100M in/s.0001.exr -o b.exr");
}

TEST_CASE("the variance of a sample is divided by the samples that count: those given, else the file's") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "sample.aov",
          "beauty = root\nvariance = V; of sample\nsamples = attribute made:samples\n");
    spill(folder.path / "mean.aov", "beauty = root\nvariance = V; of mean\n");
    files::ExrPart part = part_with({" RGB", "V RGB"});
    const auto filtered = [&](const std::string& options, const char* samples, float variance) {
        part.attributes.clear();
        if (*samples) part.attributes = {{"made:samples", "string", samples}};
        part.sample = [=](const std::string& channel, int x, int y) {
            const auto seed = std::uint32_t(40 * x + y + 1000 * int(channel.back()));
            const float noise = float(files::noise(seed) & 0xffff) / 65536;
            return channel.starts_with("V") ? noise * variance : noise;
        };
        check(run_on(folder, part, "--temporal none --aovs " + options), 0, {});
        return parts_of(folder, "b.exr").front().floats("R");
    };
    const auto expected = filtered("mean.aov --samples 4", "", 1);
    CHECK(filtered("sample.aov --samples 4", "", 4) == expected);
    CHECK(filtered("sample.aov --samples 4", "64", 4) == expected);
    CHECK(filtered("sample.aov", "4", 4) == expected);
    CHECK(filtered("sample.aov", "4", 1) != expected); // it has an effect at all
}

TEST_CASE("a mean of squares less the square of the image is the variance of a sample") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "sample.aov", "beauty = root\nvariance = V; of sample\n");
    spill(folder.path / "moment.aov", "beauty = root\nvariance = V; of moment\n");
    files::ExrPart part = part_with({" RGB", "V RGB"});
    const auto filtered = [&](const std::string& table, bool squares) {
        part.sample = [=](const std::string& channel, int x, int y) {
            const auto seed = std::uint32_t(40 * x + y + 1000 * int(channel.back()));
            const float light = float(files::noise(seed) & 0xff) / 256; // its square is exact
            if (!channel.starts_with("V")) return light;
            return 0.25F + (squares ? light * light : 0);
        };
        check(run_on(folder, part, "--temporal none --samples 4 --aovs " + table), 0, {});
        return parts_of(folder, "b.exr").front().floats("R");
    };
    const auto expected = filtered("sample.aov", false);
    CHECK(filtered("moment.aov", true) == expected);
    CHECK(filtered("sample.aov", true) != expected);
}

TEST_CASE("an albedo of one channel guides as grey, found by its name or named by the user") {
    if (!has_device()) return;
    const Folder folder;
    const auto grey = [](const std::string& channel, int x, int y) {
        const bool surface = channel.starts_with("albedo") || channel.starts_with("paint");
        return float(files::noise(std::uint32_t(40 * x + y + (surface ? 0 : channel.back()))) & 0xffff) /
               65536;
    };
    const auto beauty_of = [&](const std::string& albedo, const std::string& options,
                               const std::string& told) {
        files::ExrPart part = part_with({" RGB", albedo, "N XYZ"});
        part.sample = grey;
        const Ran ran = run_on(folder, part, "--compression none --temporal none " + options);
        check(ran, 0, {told.c_str()});
        return root_planes(folder, "b.exr");
    };
    const auto expected = beauty_of("albedo RGB", "", "albedo: albedo");
    CHECK(beauty_of("albedo Y", "", "albedo: albedo") == expected);
    CHECK(beauty_of("paint Y", "--role albedo=paint", "albedo: paint") == expected);
    CHECK(beauty_of("paint A", "--role albedo=paint", "albedo: paint") == expected);
}

TEST_CASE(
    "parts with separate data windows guide inside of these, as if they had the data window of the image") {
    if (!has_device()) return;
    const Folder folder;
    struct Window {
        int x, y, width, height;
    };
    const Window all{0, 0, 30, 20}, small{6, 4, 16, 12};
    const auto part_in = [&](const std::string& name, const std::string& layers, const Window& window,
                             const Window& filled) {
        files::ExrPart part = part_with({layers});
        part.name = name;
        part.x = window.x, part.y = window.y, part.width = window.width, part.height = window.height;
        part.display_width = all.width, part.display_height = all.height;
        part.sample = [=](const std::string& channel, int x, int y) {
            x += window.x - filled.x, y += window.y - filled.y;
            if (x < 0 || y < 0 || x >= filled.width || y >= filled.height) return 0.0F;
            x += filled.x, y += filled.y;
            return 0.2F + float(files::noise(std::uint32_t(40 * x + y + 977 * channel[0])) & 0xffff) / 65536;
        };
        return part;
    };
    const auto beauty_of = [&](const Window& beauty, const Window& guides, const Window& filled) {
        spill(folder.path / "a.exr",
              files::exr(
                  {part_in("rgba", " RGB", beauty, beauty), part_in("diffuseFilter", " RGB", guides, filled),
                   part_in("normals", " XYZ", guides, filled), part_in("zDepth", " Z", guides, filled)}));
        const Ran ran = denoise(
            folder, "--existing replace --compression none --aovs vray --temporal none a.exr -o b.exr");
        check(ran, 0, {"albedo: diffuseFilter"});
        return root_planes(folder, "b.exr");
    };
    CHECK(beauty_of(all, small, small) == beauty_of(all, all, small));   // smaller guides
    CHECK(beauty_of(small, all, all) == beauty_of(small, small, small)); // larger guides
}

TEST_CASE("a file of V-Ray that husk wrote has V-Ray's names") {
    if (!has_device()) return;
    const Folder folder;
    files::ExrPart part = part_with({" RGB", "VRayDiffuseFilter RGB", "VRayNormals XYZ", "VRayZDepth Z"});
    part.attributes = {{"husk:render_stats", "string", "{}"}};
    check(run_on(folder, part, "--temporal none"), 0,
          {"albedo: VRayDiffuseFilter", "normal: VRayNormals", "depth: VRayZDepth"});
}
