// Tests --noise-guard through the program: details are amplified, noise is not. Tests cases without effect.
#include "base/json.h"
#include "cli/messages.h"
#include "commands/enhance/messages.h"
#include "program/pictures/noisy.h"
#include "support/called.h"
#include "support/messages.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

using namespace atrous;

namespace {

/// A block of 16 x 16 pixels.
struct Block {
    double detail; ///< deviation of its samples
    int left, top;
};

/// Calls work(of) for all samples of blocks, with of(pixels) returning the sample of an image.
template <class Work>
void for_samples(std::span<const Block> blocks, Work work) {
    for (const Block& block : blocks)
        for (int y = 0; y < 16; ++y)
            for (int i = 0; i < 16 * 3; ++i)
                work([&](const Pixels& pixels) { return double(pixels.at(block.left, block.top + y)[i]); });
}

/// The blocks of an image, the flattest first.
std::vector<Block> blocks_of(const Pixels& pixels) {
    std::vector<Block> blocks;
    for (int y = 0; y + 16 <= noisy_size.height; y += 16)
        for (int x = 0; x + 16 <= noisy_size.width; x += 16) {
            Block block{0, x, y};
            double sum = 0, squares = 0;
            for_samples({&block, 1},
                        [&](const auto& of) { sum += of(pixels), squares += of(pixels) * of(pixels); });
            block.detail = std::sqrt(squares / 768 - sum / 768 * (sum / 768));
            blocks.push_back(block);
        }
    std::ranges::sort(blocks, {}, &Block::detail);
    return blocks;
}

/// Factor by which a filter increases an image's deviation from its clean version. 1: the noise is unchanged.
double growth(std::span<const Block> blocks, const Pixels& noisy, const Pixels& clean,
              const Pixels& noisy_after, const Pixels& clean_after) {
    double before = 0, after = 0;
    for_samples(blocks, [&](const auto& of) {
        before += std::pow(of(noisy) - of(clean), 2);
        after += std::pow(of(noisy_after) - of(clean_after), 2);
    });
    return std::sqrt(after / before);
}

/// Share of the clean image's change that the noisy image has, by projection.
double kept(std::span<const Block> blocks, const Pixels& noisy, const Pixels& clean,
            const Pixels& noisy_after, const Pixels& clean_after) {
    double both = 0, wanted = 0;
    for_samples(blocks, [&](const auto& of) {
        const double change = of(clean_after) - of(clean);
        both += change * (of(noisy_after) - of(noisy));
        wanted += change * change;
    });
    return both / wanted;
}

bool same_bytes(const Pixels& a, const Pixels& b) {
    return a.byte_count() == b.byte_count() &&
           std::memcmp(a.bytes.data.get(), b.bytes.data.get(), a.byte_count()) == 0;
}

} // namespace

TEST_CASE(
    "--noise-guard 1, the default: noise grows by a twentieth at most, details above noise keep their boost") {
    if (!has_device()) return;
    const Noisy folder(5); // more would hide the details
    write_image_file(noisy_picture(PixelType::u8, 0), folder.path / "clean.png", {});
    const auto run = [&](const std::string& options, const std::string& in, const std::string& out) {
        const Ran ran = run_here(folder, "enhance -v --luma 1.8 --existing replace " + options + " " + in +
                                             " -o " + out + " --log log.jsonl");
        check(ran, 0, {});
        return ran;
    };
    const Ran ran = run("", "a.png", "guarded.png"); // the default
    CHECK(ran.says("a.png: noise: "));
    CHECK_FALSE(ran.says("noise: none"));
    CHECK_FALSE(ran.says("no effect"));
    CHECK_FALSE(
        images_in(folder.path / "log.jsonl").back().find("settings")->array()->front().find("noise") ==
        nullptr);
    run("--noise-guard 0", "a.png", "plain.png");
    run("", "clean.png", "clean_guarded.png");
    run("--noise-guard 0", "clean.png", "clean_plain.png");
    const Pixels clean = folder.load("clean.png"), noisy = folder.load("a.png"),
                 after = folder.load("clean_plain.png");
    const Pixels guarded = folder.load("guarded.png"), plain = folder.load("plain.png");
    const std::vector<Block> blocks = blocks_of(clean); // as tests/photos.py does
    const auto flat = std::span(blocks).first(blocks.size() / 5),
               rich = std::span(blocks).last(blocks.size() / 5);
    // In a clean image the flattest parts count, which may be texture.
    CHECK(kept(rich, clean, clean, folder.load("clean_guarded.png"), after) > 0.98);
    CHECK(growth(flat, noisy, clean, plain, after) > 1.3);
    CHECK(growth(flat, noisy, clean, guarded, after) < 1.05);
    CHECK(kept(rich, noisy, clean, guarded, after) > 0.98 * kept(rich, noisy, clean, plain, after));
    run("--max-memory ,5M", "a.png", "regions.png");
    CHECK(same_bytes(folder.load("regions.png"), guarded));
    run("--crop 400x100+0+150", "a.png", "crop.png");
    CHECK(std::memcmp(folder.load("crop.png").at(0, 0), guarded.at(0, 150), 400 * 3 * 100) == 0);
    for (const char* way : {"--execution schedule=dilated,form=direct", "--execution synthesis=stored"}) {
        CAPTURE(way);
        run(way, "a.png", "way.png");
        CHECK(growth(blocks, noisy, clean, folder.load("way.png"), guarded) <
              0.01); // samples that are rounded otherwise
    }
}

TEST_CASE("--noise-guard without effect gives a warning: without boosts, with thresholds, with --denoise") {
    if (!has_device()) return;
    const Noisy folder;
    const std::pair<std::string, const char*> rows[] = {
        {"--luma-threshold 1", "--denoise off and thresholds of 0"},
        {"--luma 0.5,1 --chroma 1", "gains above 1 (--luma, --chroma)"},
        {"--preset denoise", "--denoise off and thresholds of 0"},
        {"--amount -1", "--amount above 0"},
        {"--denoise auto --luma 1.5", "--denoise off"}};
    for (const auto& [options, needs] : rows) {
        CAPTURE(options);
        const Ran off = run_here(folder, "enhance --log none --existing replace --levels 2 " + options +
                                             " --noise-guard 0 a.png -o off.png"),
                  on = run_here(folder, "enhance --log none --existing replace --levels 2 " + options +
                                            " --noise-guard 1 a.png -o on.png");
        CAPTURE(on.err);
        CHECK(on.code == 0);
        CHECK(prints(on, message(messages::option_unused, "--noise-guard", needs)));
        CHECK(slurp(folder.path / "on.png") == slurp(folder.path / "off.png"));
    }
}
