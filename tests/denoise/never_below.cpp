// Tests that `atrous denoise` never makes a render worse: no frame, at most 1 % of the blocks of pixels, and no more flicker, at 32 and
// 128 samples. data/make_scenes renders the scenes. Each reference is two halves with independent noise, and an error is the
// mean product of the differences from both, which does not contain their noise.
#include "cli/tables.h"
#include "denoise/shot.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace denoise_test;

namespace {

constexpr int block = 16, border = 6;
constexpr double max_frame_loss = 0.1, max_block_loss = 1, max_worse_blocks = 0.01;
/// Squared error that counts as none: a quarter of a step of 8 bits.
constexpr double invisible = 1e-6;

/// Planes R, G, B of x / (1 + x), in which all errors are measured.
struct Image {
    Size size;
    std::vector<double> planes;
};

std::vector<float> channels_of(const fs::path& path, const std::vector<std::string>& names, Size& size) {
    const ImageFile file = files::load(path);
    const Part& part = file.parts.front();
    const std::vector<std::string>& all = channel_names(part);
    std::vector<int> channels;
    for (const std::string& name : names) {
        const auto found = std::ranges::find(all, name);
        CAPTURE(path);
        CAPTURE(name);
        REQUIRE(found != all.end());
        channels.push_back(int(found - all.begin()));
    }
    size = data_size(part);
    return channel_planes(part, channels);
}

/// The mean light of a layer of some files.
Image light_of(const std::vector<fs::path>& paths, const std::string& layer) {
    Image image;
    for (const fs::path& path : paths) {
        const std::vector<float> light =
            channels_of(path, {layer + "R", layer + "G", layer + "B"}, image.size);
        image.planes.resize(light.size());
        for (std::size_t i = 0; i < light.size(); ++i)
            image.planes[i] += double(light[i]) / double(paths.size());
    }
    for (double& v : image.planes) v = std::max(0.0, v) / (1 + std::max(0.0, v));
    return image;
}

/// Mean product of the differences of an image from both halves, for a rectangle.
double error_of(const Image& image, const Image& a, const Image& b, int left, int top, Size size) {
    double sum = 0;
    for (int c = 0; c < 3; ++c)
        for (int y = top; y < top + size.height; ++y)
            for (int x = left; x < left + size.width; ++x) {
                const auto i = std::size_t((c * image.size.height + y) * image.size.width + x);
                sum += (image.planes[i] - a.planes[i]) * (image.planes[i] - b.planes[i]);
            }
    return sum / (3.0 * size.width * size.height);
}

/// A plane at a position between pixels.
double between(const Image& image, int c, double x, double y) {
    x = std::clamp(x, 0.0, image.size.width - 1.001);
    y = std::clamp(y, 0.0, image.size.height - 1.001);
    const int left = int(x), top = int(y);
    const auto at = [&](int dx, int dy) {
        return image.planes[std::size_t((c * image.size.height + top + dy) * image.size.width + left + dx)];
    };
    const double u = x - left, v = y - top;
    return (1 - v) * ((1 - u) * at(0, 0) + u * at(1, 0)) + v * ((1 - u) * at(0, 1) + u * at(1, 1));
}

/// The change of an image since the frame before, along the vectors X, Y of Cycles (position before - now, rows up).
Image change_of(const Image& now, const Image& before, const std::vector<float>& vectors) {
    Image change = now;
    const Size size = now.size;
    for (int c = 0; c < 3; ++c)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                const auto i = std::size_t(y * size.width + x), pixels = std::size_t(size.pixels());
                change.planes[std::size_t(c) * pixels + i] -=
                    between(before, c, x + double(vectors[i]), y - double(vectors[pixels + i]));
            }
    return change;
}

/// Both halves of frames 2 and 3, and the vectors of frame 3.
struct Truth {
    Image a[2], b[2];
    std::vector<float> vectors;
};

/// Squared errors of frames 2 and 3 and of their blocks, and of the change between the frames.
struct Score {
    double frames[2];
    std::vector<double> blocks;
    double flicker;
};

fs::path scenes() { return fs::path(source_dir()) / "tests/denoise/scenes"; }

std::string file_of(const std::string& scene, int frame) {
    return scene + ".000" + std::to_string(frame) + ".exr";
}

Truth truth_of(const std::string& scene) {
    Truth truth;
    for (int f = 0; f < 2; ++f) {
        truth.a[f] = light_of({scenes() / scene / "refA" / file_of(scene, 2 + f)}, "");
        truth.b[f] = light_of({scenes() / scene / "refB" / file_of(scene, 2 + f)}, "");
    }
    Size size;
    truth.vectors = channels_of(scenes() / scene / "128" / file_of(scene, 3),
                                {"ViewLayer.Vector.X", "ViewLayer.Vector.Y"}, size);
    return truth;
}

/// The score of the mean of a scene in some folders.
Score score_of(const std::vector<fs::path>& folders, const std::string& scene, const Truth& truth) {
    Score score;
    Image images[2];
    for (int f = 0; f < 2; ++f) {
        std::vector<fs::path> files;
        for (const fs::path& folder : folders) files.push_back(folder / file_of(scene, 2 + f));
        const Image& image = images[f] = light_of(files, "ViewLayer.Combined.");
        score.frames[f] = error_of(image, truth.a[f], truth.b[f], 0, 0, image.size);
        for (int y = 0; y + block <= image.size.height; y += block)
            for (int x = 0; x + block <= image.size.width; x += block)
                score.blocks.push_back(error_of(image, truth.a[f], truth.b[f], x, y, {block, block}));
    }
    const auto change = [&](const Image(&frames)[2]) {
        return change_of(frames[1], frames[0], truth.vectors);
    };
    const Size inner{images[0].size.width - 2 * border, images[0].size.height - 2 * border};
    score.flicker = error_of(change(images), change(truth.a), change(truth.b), border, border, inner);
    return score;
}

/// Returns the loss. An error that is not positive is less than the halves resolve: it is above any bound, so that the test
/// fails, and its scene needs better references.
double decibels(double after, double before) {
    if (after <= 0 || before <= 0) return std::numeric_limits<double>::infinity();
    return 10 * std::log10(after / before);
}

int worse_blocks(const Score& after, const Score& before) {
    int count = 0;
    for (std::size_t i = 0; i < after.blocks.size(); ++i)
        count +=
            after.blocks[i] > std::pow(10, max_block_loss / 10) * std::max(0.0, before.blocks[i]) + invisible;
    return count;
}

/// A way to denoise.
struct Way {
    const char* name;
    const char* options;
    int known_worse =
        0; ///< blocks in excess of the bound, a known gap. The test fails when it closes: lower it then
};
constexpr Way ways[] = {
    {"by default", ""},
    {"frames alone", "--temporal none"},
    // Edges of lights of a few pixels: without an albedo, the levels lose single pixels, which look like white noise, and means over
    // frames along estimated motion blur them. So the result gets too little of its own frame back.
    {"beauty only", "--role albedo=none --role normal=none --role depth=none --role motion=none", 6},
};

} // namespace

TEST_CASE(
    "no frame, block or motion of a render is worse after denoising, at 32 and 128 samples; both as halves are better "
    "than their mean and than the one with less noise") {
    if (!has_device()) return;
    int worse[std::size(ways)] = {}, blocks = 0;
    double gain = 0; ///< of halves, dB
    for (const std::string scene : {"hall", "meadow", "street"}) {
        const Truth truth = truth_of(scene);
        Score alone{}; ///< of 128 samples by default
        for (const std::string samples : {"32", "128"}) {
            const Score before = score_of({scenes() / scene / samples}, scene, truth);
            blocks += int(before.blocks.size());
            for (std::size_t i = 0; i < std::size(ways); ++i) {
                CAPTURE(scene);
                CAPTURE(samples);
                CAPTURE(std::string(ways[i].name));
                const Folder folder;
                const std::string input = (scenes() / scene / samples).string();
                const Ran ran = denoise(folder, std::string(ways[i].options) + " " + input + " -o out/");
                REQUIRE_MESSAGE(ran.code == 0, ran.err);
                const Score after = score_of({folder.path / "out"}, scene, truth);
                CHECK(decibels(after.frames[0], before.frames[0]) <=
                      max_frame_loss); // neighbours on both sides
                CHECK(decibels(after.frames[1], before.frames[1]) <= max_frame_loss); // the end of the shot
                CHECK(after.flicker <= before.flicker);
                worse[i] += worse_blocks(after, before);
                if (i == 0) alone = after;
            }
        }
        const Folder folder;
        const fs::path few = scenes() / scene / "32", many = scenes() / scene / "128";
        check(denoise(folder, "--half " + many.string() + " " + few.string() + " -o out/"), 0, {});
        const Score both = score_of({folder.path / "out"}, scene, truth),
                    mean = score_of({few, many}, scene, truth);
        for (int f = 0; f < 2; ++f) {
            CAPTURE(scene);
            CHECK(decibels(both.frames[f], mean.frames[f]) < -.5);
            gain -= decibels(both.frames[f], alone.frames[f]);
        }
    }
    CHECK(gain / 6 > .2); // measured: .29; the half of 32 samples has twice the noise of the other one
    for (std::size_t i = 0; i < std::size(ways); ++i) {
        CAPTURE(std::string(ways[i].name));
        CHECK(worse[i] <= std::max(max_worse_blocks * blocks, double(ways[i].known_worse)));
        if (ways[i].known_worse > 0) CHECK(worse[i] > max_worse_blocks * blocks);
    }
}
