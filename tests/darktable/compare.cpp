// Compares our presets with darktable's own contrast equalizer, pixel by pixel. Needs darktable-cli (Debian:
// darktable), and is skipped without it.
#include "support/app_run.h"
#include "support/files/sidecar.h"
#include "support/skip.h"
#include <cmath>
#include <cstring>
#include <iostream>
#include <random>

using namespace atrous;
using namespace atrous::test;

namespace {

struct Row {
    const char* preset;
    Controls controls;
};
const Row rows[] = {
    {"clarity", {{flat(0.6f), flat(0.55f), flat(0), flat(0), flat(0)}}},
    {"sharpen", {{ramp([](int k) { return 0.5 + 0.25 * k / 6; }), flat(0.5f), flat(0.5f), flat(0), flat(0)}}},
    {"denoise",
     {{flat(0.5f), flat(0.5f), flat(0.5f), ramp([](int k) { return 0.2 * k / 6; }),
       ramp([](int k) { return 0.3 * k / 6; })}}},
    {"coarse",
     {{{0.75f, 0.65f, 0.55f, 0.5f, 0.5f, 0.5f},
       {0.55f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f},
       {0.2f, 0.27f, 0.34f, 0.41f, 0.48f, 0.5f},
       flat(0),
       flat(0)}}},
};

/// Shading, hard edges of many heights, texture and noise, in colours: 16-bit PPM.
void write_picture(const fs::path& path, Size size) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> noise(-0.03, 0.03);
    std::string text = "P6\n" + std::to_string(size.width) + " " + std::to_string(size.height) + "\n65535\n";
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const double u = double(x) / size.width, v = double(y) / size.height;
            const double shade =
                0.45 + 0.2 * std::sin(5 * u + 2 * v) + 0.04 * std::sin(0.3 * x) * std::cos(0.21 * y);
            const double blocks =
                0.22 * std::sin(double((x / 97) * 7 + (y / 61) * 3)); // edges of up to 40 L*
            const double warm = 0.08 * std::sin(9 * v + 3 * u), own = noise(random);
            for (const double tint : {warm, 0.0, -warm}) {
                const double value = std::clamp(shade + blocks + tint + own + noise(random) / 3, 0.02, 0.98);
                const auto code = unsigned(std::lround(value * 65535));
                text += char(code >> 8);
                text += char(code & 255);
            }
        }
    spill(path, text);
}

using Lab = std::array<double, 3>;

/// CIE L*a*b* (D50) of sRGB, by the standard's formulas.
Lab lab_of(const double* rgb) {
    double light[3], f[3];
    for (int c = 0; c < 3; ++c)
        light[c] = rgb[c] <= 0.04045 ? rgb[c] / 12.92 : std::pow((rgb[c] + 0.055) / 1.055, 2.4);
    constexpr double to_xyz[3][3] = {{0.4360747, 0.3850649, 0.1430804},
                                     {0.2225045, 0.7168786, 0.0606169},
                                     {0.0139322, 0.0971045, 0.7141733}};
    constexpr double white[] = {0.9642, 1, 0.8249};
    for (int i = 0; i < 3; ++i) {
        const double v =
            (to_xyz[i][0] * light[0] + to_xyz[i][1] * light[1] + to_xyz[i][2] * light[2]) / white[i];
        f[i] = v > 216.0 / 24389 ? std::cbrt(v) : (v * 24389 / 27 + 16) / 116;
    }
    return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

std::vector<Lab> read_lab(const fs::path& path) {
    const ImageFile file = Decoder(path).read();
    const Pixels& p = file.parts.at(0).pixels;
    REQUIRE(p.type == PixelType::u16);
    REQUIRE(p.colours == 3);
    std::vector<Lab> out;
    for (std::size_t i = 0; i < std::size_t(p.size.pixels()); ++i) {
        double rgb[3];
        for (std::size_t c = 0; c < 3; ++c) {
            std::uint16_t code;
            std::memcpy(&code, p.bytes.data.get() + 2 * (i * std::size_t(p.channels()) + c), 2);
            rgb[c] = code / 65535.0;
        }
        out.push_back(lab_of(rgb));
    }
    return out;
}

struct Difference {
    double mean = 0, within = 0; ///< of Delta E (CIE 1976). Share of pixels within 0.5
};
Difference difference(const std::vector<Lab>& a, const std::vector<Lab>& b) {
    REQUIRE(a.size() == b.size());
    Difference out;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double e = std::hypot(a[i][0] - b[i][0], a[i][1] - b[i][1], a[i][2] - b[i][2]);
        out.mean += e / double(a.size());
        out.within += (e <= 0.5) / double(a.size());
    }
    return out;
}

} // namespace

TEST_CASE("presets clarity, sharpen, denoise and coarse agree with darktable's at three sizes") {
    if (!has_device()) return;
    const Folder folder;
    if (folder.shell("command -v darktable-cli").code != 0)
        return skip("darktable-cli is not installed; presets are not compared with darktable's");
    // darktable 4.2's SSE2 code drops most bits of the edge weights' exponents (weights are a staircase, and
    // 1 from an exponent of 2 up). Its plain code computes correct weights.
    const std::string plain = " --core --disable-opencl --configdir dt --cachedir dt --library :memory:"
                              " --conf codepaths/sse2=FALSE --conf plugins/imageio/format/tiff/bpp=16";
    for (const Size size : {Size{900, 600}, Size{1365, 1024}, Size{512, 600}}) {
        const std::string name = to_string(size);
        write_picture(folder.path / (name + ".ppm"), size);
        for (const auto& [preset, controls] : rows) {
            CAPTURE(name);
            CAPTURE(preset);
            spill(folder.path / "a.xmp", sidecar(history_entry(equalizer_hex(controls))));
            const Ran theirs =
                folder.shell("rm -f theirs.tif; darktable-cli " + name + ".ppm a.xmp theirs.tif" + plain);
            REQUIRE_MESSAGE(folder.has("theirs.tif"), theirs.err);
            REQUIRE(folder
                        .run("enhance --existing replace --border clamp --protect-clipping ,0 --preset " +
                             std::string(preset) + " " + name + ".ppm -o ours.tif")
                        .code == 0);
            const auto expected = read_lab(folder.path / "theirs.tif");
            const auto [mean, within] = difference(read_lab(folder.path / "ours.tif"), expected);
            std::cout << name << " " << preset << ": mean Delta E " << mean
                      << ", within 0.5: " << 100 * within << " %\n";
            CHECK(mean <= 0.1);
            CHECK(within >= 0.99);
            const auto changed = difference(read_lab(folder.path / (name + ".ppm")), expected);
            CHECK(changed.mean > 4 * mean); // the presets change the image
        }
    }
}
