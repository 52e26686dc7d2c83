// Tests lights whose colour is a layer of its own, and lights that are not in the beauty.
#include "denoise/shot.h"
#include <algorithm>
#include <cmath>

using namespace denoise_test;

namespace {

constexpr Size size{24, 18};

/// Noise of a channel's pixel, 0 to 1.
float noise_at(const std::string& channel, int x, int y) {
    std::uint32_t seed = std::uint32_t(64 * y + x);
    for (const char c : channel) seed = files::noise(seed + std::uint32_t(c));
    return float(seed & 0xffff) / 65535;
}

/// A frame of Cycles whose beauty is DiffCol (DiffDir + DiffInd) + Emit, in float, without alpha on the right, where Env has
/// light that the beauty does not have. The colour has noise, and is 0 in the first row.
float frame_sample(const std::string& channel, int x, int y) {
    const std::string layer = channel.substr(0, channel.size() - 2);
    const char component = channel.back();
    const auto of = [&](const char* name) { return frame_sample(std::string(name) + "." + component, x, y); };
    const bool is_covered = x < 16;
    if (layer == "ViewLayer.Env") return is_covered ? 0 : .25F + noise_at(channel, x, y);
    if (!is_covered) return 0;
    if (channel == "ViewLayer.Combined.A") return 1;
    if (layer == "ViewLayer.Combined")
        return of("ViewLayer.DiffCol") * (of("ViewLayer.DiffDir") + of("ViewLayer.DiffInd")) +
               of("ViewLayer.Emit");
    if (layer == "ViewLayer.DiffCol") return y == 0 ? 0 : .02F + noise_at(channel, x, y);
    if (layer == "ViewLayer.Denoising Albedo") return .6F;
    if (layer == "ViewLayer.Emit") return .1F * noise_at(channel, x, y);
    return 2 * noise_at(channel, x, y);
}

/// A folder with the frame as a.exr.
struct Frame : Folder {
    Frame();
};
Frame::Frame() {
    files::ExrPart part;
    part.width = part.display_width = size.width;
    part.height = part.display_height = size.height;
    part.attributes = {{"BlenderMultiChannel", "string", "1"}};
    part.sample = frame_sample;
    for (const char* layer : {"Combined", "Denoising Albedo", "DiffCol", "DiffDir", "DiffInd", "Emit", "Env"})
        for (const char* component : {"A", "B", "G", "R"})
            if (*component != 'A' || layer == std::string("Combined"))
                part.channels.push_back(
                    {std::string("ViewLayer.") + layer + "." + component, files::ExrType::single});
    spill(path / "a.exr", files::exr({part}));
}

constexpr const char* still = "--temporal none --samples 16 --existing replace ";

} // namespace

TEST_CASE("lights without their surface's colour: products with its layer add up to the beauty") {
    if (!has_device()) return;
    const Frame folder;
    check(denoise(folder, std::string(still) + "--light auto a.exr -o b.exr"), 0, {});
    const auto before = parts_of(folder, "a.exr"), after = parts_of(folder, "b.exr");
    const auto beauty = planes_of(after, "Combined"), colour = planes_of(after, "DiffCol"),
               direct = planes_of(after, "DiffDir"), indirect = planes_of(after, "DiffInd"),
               emission = planes_of(after, "Emit");
    CHECK(colour == planes_of(before, "DiffCol"));
    CHECK(direct != planes_of(before, "DiffDir"));
    double worst = 0, lost = 0;
    for (std::size_t i = 0; i < beauty.size(); ++i) {
        const double sum =
            double(colour[i]) * (double(direct[i]) + double(indirect[i])) + double(emission[i]);
        const bool has_colour = i % std::size_t(size.pixels()) >= std::size_t(size.width);
        (has_colour ? worst : lost) = std::max(has_colour ? worst : lost, std::abs(sum - double(beauty[i])));
        if (!has_colour) CHECK(direct[i] == 0);
    }
    CHECK(worst < 1e-5);
    CHECK(lost > 1e-3); // a surface without colour gets light from its neighbours, which no product can have
}

TEST_CASE("lights without their surface's colour in parts of their own have the result of one part") {
    if (!has_device()) return;
    const Frame folder;
    const std::vector<std::string> layers = {"Combined", "Denoising Albedo", "DiffCol",
                                             "DiffDir",  "DiffInd",          "Emit"};
    std::vector<files::ExrPart> parts;
    for (const std::string& layer : layers) {
        files::ExrPart part{"ViewLayer." + layer, {}};
        part.width = part.display_width = size.width;
        part.height = part.display_height = size.height;
        part.sample = [=](const std::string& channel, int x, int y) {
            return frame_sample("ViewLayer." + layer + "." + channel, x, y);
        };
        for (const char* component : {"A", "B", "G", "R"})
            if (*component != 'A' || layer == "Combined")
                part.channels.push_back({component, files::ExrType::single});
        parts.push_back(part);
    }
    parts.front().attributes = {{"BlenderMultiChannel", "string", "1"}};
    spill(folder.path / "parts.exr", files::exr(parts));
    check(denoise(folder, std::string(still) + "--light auto a.exr -o one.exr"), 0, {});
    check(denoise(folder, std::string(still) + "--light auto parts.exr -o several.exr"), 0, {});
    const auto one = parts_of(folder, "one.exr"), several = parts_of(folder, "several.exr");
    REQUIRE(several.size() == layers.size());
    for (const std::size_t i : {std::size_t(3), std::size_t(4)})
        CHECK(several[i].floats("R") == one.front().floats("ViewLayer." + layers[i] + ".R"));
}

TEST_CASE(
    "a light that is not in the beauty does not change the beauty, and keeps its own pixels without alpha") {
    if (!has_device()) return;
    const Frame folder;
    check(denoise(folder, std::string(still) + "a.exr -o b.exr"), 0, {});
    check(denoise(folder, std::string(still) + "--light *.Env a.exr -o c.exr"), 0, {});
    const auto before = parts_of(folder, "a.exr"), with = parts_of(folder, "c.exr");
    CHECK(planes_of(parts_of(folder, "b.exr"), "Combined") == planes_of(with, "Combined"));
    const auto stored = planes_of(before, "Env"), kept = planes_of(with, "Env");
    for (std::size_t i = 0; i < stored.size(); ++i)
        if (i % std::size_t(size.width) >= 16) CHECK(kept[i] == stored[i]);
}
