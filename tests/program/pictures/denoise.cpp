// --denoise bayes through the program: known noise on photographs gets less, a clean picture stays, and dark
// noise is not boosted.
#include "engine/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/messages.h"
#include <array>
#include <cmath>
#include <cstring>
#include <random>

using namespace atrous;

namespace {

/// Colour samples 0 to 255 in row order.
struct Picture {
    Size size;
    int colours = 0;
    std::vector<double> values;
};

/// The middle of a file of 8 or 16 bits, at most 480x360 pixels, as 8 bits.
Picture middle_of(const fs::path& path) {
    const ImageFile file = Decoder(path).read();
    const Pixels& p = file.parts[0].pixels;
    const Size size{std::min(p.size.width, 480), std::min(p.size.height, 360)};
    const int left = (p.size.width - size.width) / 2, top = (p.size.height - size.height) / 2;
    Picture picture{size, p.colours, {}};
    for (int y = top; y < top + size.height; ++y)
        for (int x = left; x < left + size.width; ++x)
            for (int c = 0; c < p.colours; ++c) {
                const std::size_t at = (std::size_t(y) * std::size_t(p.size.width) + std::size_t(x)) *
                                           std::size_t(p.channels()) +
                                       std::size_t(c);
                const std::byte* sample = p.bytes.data.get() + at * sample_bytes(p.type);
                std::uint16_t wide = 0;
                std::memcpy(&wide, sample, p.type == PixelType::u8 ? 1 : 2);
                picture.values.push_back(p.type == PixelType::u8 ? wide : std::round(wide / 257.0));
            }
    return picture;
}

/// Gaussian noise of deviation `sigma`, rounded and clipped as a file of 8 bits is.
Picture with_noise(Picture picture, double sigma) {
    std::mt19937 random(5);
    std::normal_distribution<double> noise(0, sigma);
    for (double& v : picture.values)
        v = std::clamp(std::round(v + (sigma > 0 ? noise(random) : 0)), 0.0, 255.0);
    return picture;
}

void write(const Picture& picture, const fs::path& path) {
    ImageFile file;
    file.parts.emplace_back();
    Pixels& p = file.parts[0].pixels;
    p.size = picture.size;
    p.colours = picture.colours;
    p.bytes = Bytes(p.byte_count());
    for (std::size_t i = 0; i < picture.values.size(); ++i) p.bytes.data[i] = std::byte(picture.values[i]);
    write_image_file(file, path, {true});
}

/// Peak signal-to-noise ratio, dB. 99 if nothing differs.
double psnr(const Picture& a, const Picture& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.values.size(); ++i) sum += std::pow(a.values[i] - b.values[i], 2);
    return sum > 0 ? -10 * std::log10(sum / double(a.values.size()) / (255 * 255)) : 99;
}

Picture denoised(const Folder& folder, const Picture& picture, const std::string& options = "") {
    write(picture, folder.path / "in.png");
    const Ran ran = run_here(folder, "enhance --denoise bayes --log none --existing replace " + options +
                                         " in.png -o out.png");
    REQUIRE_MESSAGE(ran.code == 0, ran.err);
    return middle_of(folder.path / "out.png");
}

struct Noise {
    double sigma; ///< of 255
    double least; ///< mean gain, dB
};
using Levels = std::array<Noise, 3>;
constexpr Levels wanted{{{5, 2}, {10, 4}, {20, 6}}};

/// Checks the clean images, each noisy one, and the mean gain of all for each noise.
void check_gains(const std::vector<fs::path>& files, const Levels& levels) {
    const Folder folder;
    std::array<double, 3> sums{};
    for (const auto& file : files) {
        CAPTURE(file.filename().string());
        const Picture clean = middle_of(file);
        CHECK(psnr(denoised(folder, clean), clean) >= 45);
        for (std::size_t i = 0; i < levels.size(); ++i) {
            CAPTURE(levels[i].sigma);
            const Picture noisy = with_noise(clean, levels[i].sigma);
            const double gain = psnr(denoised(folder, noisy), clean) - psnr(noisy, clean);
            CHECK(gain >= 0);
            sums[i] += gain;
        }
    }
    for (std::size_t i = 0; i < levels.size(); ++i) {
        CAPTURE(levels[i].sigma);
        CHECK(sums[i] / double(files.size()) >= levels[i].least);
    }
}

} // namespace

TEST_CASE("denoise bayes removes known noise from the samples: 2, 4 and 6 dB in the mean") {
    if (!has_device()) return;
    const fs::path samples = fs::path(source_dir()) / "data/samples";
    // Rendered images full of texture: less can be gained than on photographs. Not fruit.png: the grain of
    // its wood is white at the size of a pixel, and so noise to any estimator.
    check_gains({samples / "valley.jpg", samples / "wall.tif"}, wanted);
}

TEST_CASE("denoise bayes removes known noise from photographs: 2, 4 and 6 dB in the mean") {
    if (!has_device()) return;
    const fs::path photos = fs::path(source_dir()) / "../shared/data/photos";
    if (!fs::exists(photos)) {
        // The samples are checked above, so CTest should not count this program as skipped.
        std::puts("[SKIP] denoise bayes on photographs: there are none beside the repository");
        return;
    }
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(photos)) files.push_back(entry.path());
    check_gains(files, wanted);
}

TEST_CASE("noise in a dark patch does not grow under denoise bayes with a boost") {
    if (!has_device()) return;
    const Folder folder;
    const Picture dark = with_noise({{200, 150}, 3, std::vector<double>(200 * 150 * 3, 24)}, 4);
    const auto deviation = [](const Picture& picture) {
        double sum = 0;
        for (const double v : picture.values) sum += (v - 24) * (v - 24);
        return std::sqrt(sum / double(picture.values.size()));
    };
    CHECK(deviation(denoised(folder, dark, "--luma 2.5 --chroma 2")) < 0.3 * deviation(dark));
    CHECK(deviation(denoised(folder, dark, "--luma 2.5 --chroma 2 --denoise off")) > deviation(dark));
}

TEST_CASE("protected shadows keep dark noise unchanged, and bright details get their boost") {
    if (!has_device()) return;
    const Folder folder;
    const auto deviation_after = [&](double level, const char* options) {
        const Picture flat = with_noise({{120, 90}, 3, std::vector<double>(120 * 90 * 3, level)}, 3);
        write(flat, folder.path / "in.png");
        REQUIRE(
            run_here(folder,
                     "enhance --preset neutral --luma 2.5 --log none --existing replace in.png -o out.png " +
                         std::string(options))
                .code == 0);
        const Picture out = middle_of(folder.path / "out.png");
        double sum = 0, mean = 0;
        for (const double v : out.values) mean += v / double(out.values.size());
        for (const double v : out.values) sum += (v - mean) * (v - mean);
        return std::sqrt(sum / double(out.values.size()));
    };
    const double before = 3; // deviation of the noise
    CHECK(deviation_after(24, "--protect-shadows 30") < 1.4 * before);
    CHECK(deviation_after(24, "") > 1.6 * before);
    CHECK(deviation_after(160, "--protect-shadows 30") ==
          doctest::Approx(deviation_after(160, "")).epsilon(0.01));
}

TEST_CASE("denoise bayes starts from neutral without a preset; the log has its noise and thresholds") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.png");
    REQUIRE(run_here(folder, "enhance --denoise bayes a.png -o b.png --log log.jsonl").code == 0);
    const std::string log = slurp(folder.path / "log.jsonl");
    for (const char* part : {"\"preset\":\"neutral\"", "\"found\":{\"noise\":[", "\"thresholds\":[["})
        CHECK(log.find(part) != std::string::npos);
}
