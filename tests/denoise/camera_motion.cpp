// Tests a shot as pbrt writes it: no vectors, but positions and the camera's matrices.
#include "commands/denoise/messages.h"
#include "denoise/shot.h"
#include "support/messages.h"
#include <array>
#include <cmath>
#include <cstring>

using namespace denoise_test;

namespace {

constexpr Size size{48, 32};
using Matrix = std::array<float, 16>;

/// Moves a camera that looks along z to the right before a patterned wall: a pixel and a half a frame.
float camera_x(int frame) { return 0.25F * float(frame); }
constexpr float depth = 4, side = 24; // pixels for x / z of 1

double tile_at(int x, int y, int frame) {
    const double u = (x - 23.5) / side * depth + camera_x(frame), v = (y - 15.5) / side * depth;
    return 0.5 + 0.4 * std::sin(2 * u) * std::sin(1.5 * v);
}

float sample(const std::string& channel, int x, int y, int frame, bool noisy) {
    const double random = double(files::noise(std::uint32_t((frame * 64 + y) * 64 + x)) & 0xffff) / 65535;
    if (channel == "P.X") return (float(x) - 23.5F) / side * depth;
    if (channel == "P.Y") return -(float(y) - 15.5F) / side * depth;
    if (channel == "P.Z") return depth;
    if (channel == "Ns.Z") return -1;
    if (channel.starts_with("Ns.")) return 0;
    const double light = channel.starts_with("Albedo") ? 1 : noisy ? 2 * random : 1;
    return float(tile_at(x, y, frame) * light);
}

std::string bytes_of(const Matrix& m) {
    std::string bytes(sizeof m, '\0');
    std::memcpy(bytes.data(), m.data(), sizeof m);
    return bytes;
}

/// `matrices`: as pbrt stores them, for columns. Empty: not at all.
struct PbrtShot : Folder {
    /// `moving`: each frame has another data window.
    explicit PbrtShot(int frames, bool matrices = true, float turned = 0, bool moving = false) {
        for (int n = 1; n <= frames; ++n) {
            files::ExrPart part{"", {}};
            for (const char* name : {"Albedo.B", "Albedo.G", "Albedo.R", "B", "G", "Ns.X", "Ns.Y", "Ns.Z",
                                     "P.X", "P.Y", "P.Z", "R"})
                part.channels.push_back({name, files::ExrType::single});
            part.display_width = size.width;
            part.display_height = size.height;
            part.x = moving ? n % 3 : 0;
            part.y = moving ? 2 * n % 3 : 0;
            part.width = size.width - (moving ? 4 + n % 2 : 0);
            part.height = size.height - (moving ? 3 : 0);
            part.attributes = {{"samplesPerPixel", "int", std::string("\4\0\0\0", 4)}};
            const float x = camera_x(n);
            if (matrices) {
                part.attributes.push_back(
                    {"worldToCamera", "m44f", bytes_of({1, 0, 0, -x, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1})});
                part.attributes.push_back(
                    {"worldToNDC", "m44f",
                     bytes_of({1, 0, 0.5F, -x, 0, 1, 0.5F, 0, 0, 0, 1, -0.1F, turned, 0, 1, 0})});
            }
            const int left = part.x, top = part.y;
            part.sample = [=](const std::string& channel, int px, int py) {
                return sample(channel, left + px, top + py, n, true);
            };
            spill(path / "in" / name_of(n), files::exr({part}));
        }
    }
    double error(const std::string& file, int frame, bool moving = false) const {
        const auto parts = parts_of(*this, file);
        const int left = moving ? frame % 3 : 0, top = moving ? 2 * frame % 3 : 0;
        const Size own{size.width - (moving ? 4 + frame % 2 : 0), size.height - (moving ? 3 : 0)};
        double sum = 0;
        for (const char* c : {"R", "G", "B"}) {
            const auto plane = parts.front().floats(c);
            for (int y = 0; y < own.height; ++y)
                for (int x = 0; x < own.width; ++x) {
                    const double d = double(plane[std::size_t(y * own.width + x)]) -
                                     double(sample(c, left + x, top + y, frame, false));
                    sum += d * d;
                }
        }
        return std::sqrt(sum / (3.0 * double(own.pixels())));
    }
};

} // namespace

TEST_CASE("without vectors, motion comes from positions and matrices, in chunks as in one run") {
    if (!has_device()) return;
    const PbrtShot shot(4);
    const Ran ran = denoise(shot, "--temporal window:1 in/ -o whole/");
    expect(ran, 0, {line(messages::motion_of_camera), "position: P, pattern 'P' of table pbrt"});
    CHECK_FALSE(ran.says("vectors"));
    check(denoise(shot, "--temporal none in/ -o alone/"), 0, {});
    const double window = shot.error("whole/s.0002.exr", 2), alone = shot.error("alone/s.0002.exr", 2);
    MESSAGE("window " << window << ", alone " << alone);
    CHECK(window < 0.85 * alone);
    for (int i = 0; i < 4; ++i)
        check(denoise(shot, "--temporal window:1 --frames 1-4 --chunk " + std::to_string(i) +
                                "/4 in/s.####.exr -o chunks/s.####.exr"),
              0, {});
    check_same_frames(shot, "whole", "chunks", 1, 4);
}

TEST_CASE("motion from positions and matrices leads from one data window to another") {
    if (!has_device()) return;
    const PbrtShot shot(3, true, 0, true);
    expect(denoise(shot, "--temporal window:1 in/ -o whole/"), 0, {line(messages::motion_of_camera)});
    check(denoise(shot, "--temporal none in/ -o alone/"), 0, {});
    const double window = shot.error("whole/s.0002.exr", 2, true),
                 alone = shot.error("alone/s.0002.exr", 2, true);
    MESSAGE("window " << window << ", alone " << alone);
    CHECK(window < 0.85 * alone);
    CHECK(parts_of(shot, "whole/s.0002.exr").front().attributes["atrous:window"] == "string:-1 0 1");
}

TEST_CASE(
    "positions without matrices, matrices that do not fit, --role motion=none: each frame is filtered separately, with a note") {
    if (!has_device()) return;
    const auto same_as_alone = [](const PbrtShot& shot, const std::string& options, const Message& said) {
        expect(denoise(shot, options + "in/ -o out/"), 0, {said});
        check(denoise(shot, "--temporal none in/ -o alone/"), 0, {});
        CHECK(parts_of(shot, "out/s.0002.exr").front().floats("R") ==
              parts_of(shot, "alone/s.0002.exr").front().floats("R"));
    };
    same_as_alone(PbrtShot(3, false), "--role motion=none ", line(messages::motion_missing));
    expect(denoise(PbrtShot(3, true, 2), "in/ -o out/"), 0,
           {line(messages::camera_unfit), line(messages::motion_estimated)});
    same_as_alone(PbrtShot(3), "--role motion=none ", line(messages::motion_missing));
}
