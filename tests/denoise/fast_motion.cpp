// Tests that a window loses next to nothing against single frames if light moves fast: shadows that neighbours have elsewhere.
#include "denoise/shot.h"
#include <algorithm>
#include <cmath>

using namespace denoise_test;

namespace {

constexpr Size size{96, 64};

/// Light of a still floor under faint soft shadows that move by 40 pixels from frame to frame.
double light_at(int frame, int x, int y) {
    double light = 1;
    for (int k = 0; k < 3; ++k) {
        const double dx = std::remainder(x - (16 + 32 * k + 40 * frame), size.width), dy = y - (12 + 20 * k);
        light -= 0.15 * std::exp(-(dx * dx + dy * dy) / 50);
    }
    return light;
}

float albedo_at(char channel, int x, int y) {
    const double tile = 0.5 + 0.2 * std::sin(0.7 * x) * std::sin(0.5 * y);
    return float(channel == 'R' ? tile : channel == 'G' ? 0.6 * tile : 0.9 - tile);
}

std::string floor_exr(int frame, bool has_noise) {
    files::ExrPart part{"", {}, 0, 0, size.width, size.height, size.width, size.height};
    part.attributes = {{"cycles.ViewLayer.samples", "string", "16"}};
    for (const char* name : {"Combined.B", "Combined.G", "Combined.R", "Denoising Albedo.B",
                             "Denoising Albedo.G", "Denoising Albedo.R", "Depth.Z", "Normal.X", "Normal.Y",
                             "Normal.Z", "Vector.W", "Vector.X", "Vector.Y", "Vector.Z"})
        part.channels.push_back({std::string("ViewLayer.") + name, files::ExrType::single});
    part.sample = [=](const std::string& channel, int x, int y) {
        const char last = channel.back();
        if (channel.find("Depth") != std::string::npos) return 8.0F;
        if (channel.find("Normal") != std::string::npos) return last == 'Z' ? 1.0F : 0.0F;
        if (channel.find("Vector") != std::string::npos) return 0.0F;
        const float albedo = albedo_at(last, x, y);
        if (channel.find("Albedo") != std::string::npos) return albedo;
        const auto seed = std::uint32_t((frame * 64 + y) * 128 + x);
        const double random = double(files::noise(files::noise(seed)) & 0xffff) / 65535 - 0.5;
        return float(albedo * light_at(frame, x, y) * (has_noise ? 1 + 0.2 * random : 1));
    };
    return files::exr({part});
}

} // namespace

TEST_CASE("shadows that move by 40 pixels a frame: a window is at most .1 dB worse than single frames") {
    if (!has_device()) return;
    const Folder folder;
    for (int n = 1; n <= 5; ++n) {
        spill(folder.path / "in" / name_of(n), floor_exr(n, true));
        spill(folder.path / "truth" / name_of(n), floor_exr(n, false));
    }
    for (const std::string how : {"none", "window:2"})
        check(denoise(folder, "--temporal " + how + " --frames 1-5 in/s.####.exr -o " + how.substr(0, 1) +
                                  "/s.####.exr"),
              0, {});
    const auto loss = [&](int n) {
        const auto error = [&](const std::string& of) {
            return rms(planes_of(parts_of(folder, of + "/" + name_of(n)), "Combined"),
                       planes_of(parts_of(folder, "truth/" + name_of(n)), "Combined"));
        };
        return 20 * std::log10(error("w") / error("n"));
    };
    MESSAGE("loss " << loss(5) << " dB, on both sides " << loss(3) << " dB");
    CHECK(loss(5) <= 0.1);
    CHECK(loss(3) <= 0.1);
}
